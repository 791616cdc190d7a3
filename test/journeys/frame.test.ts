import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  CALL_TIMEOUT_MS,
  LONG_PRESS_MS,
  LONG_PRESS_TOLERANCE_PX,
  NAVIGATER_HEIGHT,
  TABBAR_HEIGHT,
  TOAST_MS,
} from '#kernel/specification.ts'
import { paths } from '#client/paths.ts'
import { waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openPhone, overflowing } from './browser.ts'
import { allScenes, phoneOf, type Scene } from './every-screen.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

describe.skipIf(chromiumPath === undefined)('the frame around every screen', () => {
  const here = opened()
  let demo: Scene
  beforeAll(async () => {
    demo = (await allScenes(here.context)).find((scene) => scene.viewer === 'demo')!
  })
  const at = (url: string) => `${here.context.url}/${url}`
  const member = async (
    lang: 'ja' | 'fr' | 'en',
  ): Promise<{ context: BrowserContext; page: Page; story: ReturnType<typeof storyOf> }> => {
    const context = await phoneOf(here.browser, demo, lang)
    const page = await context.newPage()
    return { context, page, story: storyOf(page, lang) }
  }

  it('tabs: order, routes, sizes and colours of the specification; they stay alive, pages above them do not', async () => {
    const { context, page, story } = await member('ja')
    await page.goto(at(paths.home()))
    const tabs = page.getByRole('navigation', { name: story.word('mobile.tab.label') }).getByRole('link')
    await tabs.first().waitFor()
    expect(await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      ['home', 'market', 'trade', 'news', 'user'].map((name) => paths[name as 'home']()),
    )
    const look = await tabs.evaluateAll((links) =>
      links.map((link) => {
        const label = [...link.querySelectorAll('span')].findLast((span) => span.textContent !== '') ?? link
        const icon = link.querySelector('svg')!.getBoundingClientRect()
        return {
          bar: Math.round(link.getBoundingClientRect().height),
          icon: icon.width,
          font: getComputedStyle(label).fontSize,
          colour: getComputedStyle(link.querySelector('svg')!).color,
        }
      }),
    )
    expect(look.map(({ bar, icon, font }) => [bar, icon, font])).toEqual(
      Array.from({ length: 5 }, () => [51, 24, '10px']),
    )
    expect(look[0]!.colour).toBe('rgb(33, 150, 243)')
    expect(new Set(look.slice(1).map(({ colour }) => colour))).toEqual(new Set(['rgb(0, 0, 0)']))

    const scroller = page.locator('.page-body').locator('visible=true').first()
    await page.getByText(story.word('home.hot.title'), { exact: true }).waitFor()
    // The page is scrolled as soon as there is so much to scroll.
    await waitFor(
      () => scroller.evaluate((element) => (element.scrollTo(0, 60), element.scrollTop)),
      (top) => top === 60,
    )
    await story.tab('mobile.tab.market').click()
    await story.tab('mobile.tab.home').click()
    expect(
      await page
        .locator('.page-body')
        .locator('visible=true')
        .first()
        .evaluate((element) => element.scrollTop),
    ).toBe(60)
    await page
      .getByRole('link', { name: /S\d{3}/ })
      .first()
      .click()
    await story.act('buy').waitFor()
    await story.back()
    await story.act('buy').waitFor({ state: 'detached' })

    // By the width on a phone upright, as the specification says; where two pages stand side by side, the
    // browser's own.
    for (const [width, height, px] of [
      [375, 812, 16],
      [320, 640, 13.65],
      [430, 932, 18.35],
      [599, 1_200, 25.56],
      [600, 1_200, 16],
      [960, 1_200, 16],
      [1440, 812, 16],
      [812, 375, 16],
      [640, 400, 16],
      [568, 260, 16],
      // Phones of 375, 320 and 430 px at a zoom of 200 %: twice what they had.
      [187, 406, 16],
      [160, 320, 13.65],
      [215, 466, 18.35],
      [599, 540, 23.04],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(
        Number.parseFloat(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)),
        `root font at ${width}×${height}`,
      ).toBeCloseTo(px, 1)
    }
    await context.close()
  })

  it('settings: language, colours, chart and privacy act at once; the update check asks the server; a newer app is offered, not forced', async () => {
    const { context, page, story } = await member('fr')
    await page.goto(at(paths.settings()))
    await story.heading('home.settings.title').waitFor()
    await page.getByRole('radio', { name: story.word('home.settings.green') }).check()
    expect(await page.locator('html').getAttribute('data-direction')).toBe('green-up')
    await page.getByText('1.0.0 (100)').waitFor()
    await page.getByRole('button', { name: story.word('home.settings.check') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: story.word('home.settings.newest') })
      .waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflowing(page)).toEqual([])

    const theApp = (url: URL) => url.pathname === '/'
    await page.route(theApp, async (route) => {
      const served = await route.fetch()
      await route.fulfill({
        response: served,
        body: (await served.text()).replace(/\/assets\/entry-[\w-]+\.js/, '/assets/entry-newer.js'),
      })
    })
    await page.getByRole('button', { name: story.word('home.settings.check') }).click()
    await page.getByText(story.word('mobile.update.title'), { exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unroute(theApp)
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: story.word('mobile.update.load'), exact: true }).click(),
    ])
    await story.heading('home.settings.title').waitFor()

    // The browser offers to put the app on the home screen; asked for here, it asks the member once.
    const install = page.getByRole('button', { name: new RegExp(`^${story.word('home.settings.install')}`) })
    expect(await install.count()).toBe(0)
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          document.title = `asked ${document.title}`
        },
      })
      if (dispatchEvent(offer)) throw new Error('the browser would ask by itself')
    })
    await install.click()
    await install.waitFor({ state: 'detached' })
    expect(await page.title()).toMatch(/^asked /)

    await page.getByRole('switch', { name: new RegExp(story.word('home.settings.hideAssets')) }).check()
    await page.getByRole('button', { name: new RegExp(`^${story.word('home.settings.chart')}`) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: story.word('market.chart.1w'), exact: true })
      .click()
    await page.getByRole('link', { name: new RegExp(`^${story.word('home.settings.language')}`) }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await storyOf(page, 'en').heading('identity.language.title').waitFor()
    // The manifest comes after the first page.
    await page.locator('link[rel=manifest]').waitFor({ state: 'attached' })
    expect(
      await page.evaluate(() => [
        localStorage.getItem('locale'),
        document.documentElement.lang,
        document.title,
        document.querySelector('link[rel=manifest]')?.getAttribute('href'),
      ]),
    ).toEqual(['en', 'en', 'Akari', '/app.en.webmanifest'])
    await page.goto('about:blank')
    // `phoneOf` stores the language anew for each page.
    await page.goto(at(paths.home()))
    await page.getByText('＊＊＊＊＊').first().waitFor()
    await page.goto(at(paths.stock({ code: 'S801' })))
    await page
      .getByRole('tab', { name: story.word('market.chart.1w'), exact: true, selected: true })
      .waitFor()
    await context.close()
  })

  it('a press of 350 ms within 10 px opens a row’s menu, a shorter or wandering one does not; a toast stands for two seconds', async () => {
    const { context, page, story } = await member('ja')
    await page.goto(at(paths.trade()))
    const row = page.getByRole('link', { name: /S801/ }).first()
    await row.waitFor()
    // In the page's own turns: a busy machine delays what comes from outside.
    const press = (ms: number, wander: number): Promise<boolean> =>
      row.evaluate(
        (element, { ms, wander }) =>
          new Promise<boolean>((resolve) => {
            const { x, y } = element.getBoundingClientRect()
            const fire = (type: string, by = 0) =>
              element.dispatchEvent(
                new PointerEvent(type, {
                  bubbles: true,
                  cancelable: true,
                  clientX: x + 60 + by,
                  clientY: y + 20,
                }),
              )
            fire('pointerdown')
            fire('pointermove', wander)
            setTimeout(() => {
              fire('pointerup', wander)
              setTimeout(() => resolve(document.querySelector('dialog[open]') !== null), 300)
            }, ms)
          }),
        { ms, wander },
      )
    expect(await press(LONG_PRESS_MS - 60, 0)).toBe(false)
    expect(await press(LONG_PRESS_MS + 60, LONG_PRESS_TOLERANCE_PX + 1)).toBe(false)
    expect(await press(LONG_PRESS_MS + 60, LONG_PRESS_TOLERANCE_PX)).toBe(true)
    await page.keyboard.press('Escape')

    await page.goto(at(paths.settings()))
    await page.evaluate(() => localStorage.setItem('searchHistory', '[]'))
    await page.evaluate(() => {
      location.hash = '#/nowhere-at-all'
    })
    await page.getByRole('heading', { name: story.word('mobile.notFound.title'), level: 1 }).waitFor()
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '#/nowhere', textContent: 'x' })
      document.body.append(link)
      link.click()
    })
    const toast = page.locator('.toast')
    await toast.getByText(story.word('client.pageNotFound')).waitFor()
    const shownAt = Date.now()
    // The store's heights are the page's: the toast floats above the one, the bar has the other.
    expect(
      await page.evaluate(() =>
        ['--tabbar-height', '--nav-h'].map((name) => document.documentElement.style.getPropertyValue(name)),
      ),
    ).toEqual([TABBAR_HEIGHT, NAVIGATER_HEIGHT])
    expect(
      await toast.evaluate((element) => Math.round(Number.parseFloat(getComputedStyle(element).bottom))),
    ).toBe(Math.round(3.16 * 16 + 12))
    await toast.waitFor({ state: 'hidden' })
    expect(Date.now() - shownAt).toBeGreaterThan(TOAST_MS - 500)
    expect(Date.now() - shownAt).toBeLessThan(TOAST_MS + 2_000)
    await context.close()
  })

  it('with the number pad open, the first tap beside it does what it says, and the pad goes', async () => {
    const { context, page, story } = await member('ja')
    await page.goto(at(paths.orderTicket({ code: 'S801', side: 'up', type: 'market', leverage: 2 })))
    const quantity = page.getByRole('spinbutton', { name: story.word('orders.ticket.quantity') })
    await quantity.tap()
    const pad = page.getByRole('group', { name: story.word('orders.ticket.quantity') })
    await pad.getByRole('button', { name: story.word('ui.done') }).waitFor()
    await page
      .getByRole('radio', { name: story.word('orders.type.limit'), exact: true })
      .locator('xpath=..')
      .tap()
    expect(
      await page.getByRole('radio', { name: story.word('orders.type.limit'), exact: true }).isChecked(),
    ).toBe(true)
    await pad.getByRole('button', { name: story.word('ui.done') }).waitFor({ state: 'detached' })
    await context.close()
  })

  it('on its side: the ticket scrolls as a whole under its bar, the number pad and the figure it types are in sight together, and what was typed survives the turn', async () => {
    const { context, page, story } = await member('fr')
    await page.goto(at(paths.orderTicket({ code: 'S801', side: 'up', type: 'market', leverage: 2 })))
    const quantity = page.getByRole('spinbutton', { name: story.word('orders.ticket.quantity') })
    await quantity.waitFor()
    await page.setViewportSize({ width: 812, height: 375 })
    await quantity.tap()
    const pad = page.getByRole('group', { name: story.word('orders.ticket.quantity') })
    for (const key of ['3', '00']) await pad.getByRole('button', { name: key, exact: true }).tap()
    const isOnTop = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const met = document.elementFromPoint(x + width / 2, y + height / 2)
      return met !== null && (element.contains(met) || met.contains(element))
    }
    await waitFor(
      () => quantity.evaluate(isOnTop),
      (yes) => yes,
    )
    const next = page.getByRole('button', {
      name: story.word('orders.ticket.next', { side: story.word('orders.way.up'), quantity: '300' }),
    })
    expect(await next.count(), 'the pad stands where the button was').toBe(0)
    await pad.getByRole('button', { name: story.word('ui.done') }).tap()
    await next.waitFor()
    // The figures that stay in sight upright are the last of the page here.
    const strip = page.locator('.foot-summary')
    expect(await strip.evaluate(isOnTop)).toBe(false)
    await page
      .locator('.page')
      .locator('visible=true')
      .last()
      .evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await waitFor(
      () => strip.evaluate(isOnTop),
      (yes) => yes,
    )
    expect(await accessibilityProblems(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await strip.evaluate(isOnTop)).toBe(true)
    await next.tap()
    await story.heading('orders.confirm.title').waitFor()
    await context.close()
  })

  it('on its side a page keeps its place below another, and is not read again by a pull in its middle', async () => {
    const { context, page, story } = await member('ja')
    await page.setViewportSize({ width: 812, height: 375 })
    await page.goto(at(paths.settings()))
    await story.heading('home.settings.title').waitFor()
    const whole = page.locator('.page').locator('visible=true').last()
    await waitFor(
      () => whole.evaluate((element) => (element.scrollTo(0, 120), element.scrollTop)),
      (top) => top === 120,
    )
    // Pressed where it is: a pointer would bring it into sight first.
    await page
      .getByRole('link', { name: new RegExp(`^${story.word('home.settings.language')}`) })
      .evaluate((link) => {
        ;(link as HTMLElement).click()
      })
    await story.heading('identity.language.title').waitFor()
    await story.back()
    await story.heading('home.settings.title').waitFor()
    await waitFor(
      () =>
        page
          .locator('.page')
          .locator('visible=true')
          .last()
          .evaluate((element) => element.scrollTop),
      (top) => top === 120,
    )

    await page.goto(at(paths.home()))
    await page.getByText(story.word('home.hot.title'), { exact: true }).waitFor()
    const home = page.locator('.pane-tabs .page').locator('visible=true')
    await waitFor(
      () => home.evaluate((element) => (element.scrollTo(0, 200), element.scrollTop)),
      (top) => top === 200,
    )
    const touch = await context.newCDPSession(page)
    const point = (y: number) => ({ x: 400, y })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(100)] })
    for (let y = 120; y <= 300; y += 20)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(y)] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await waitFor(
      () => home.evaluate((element) => element.scrollTop),
      (top) => top < 200,
    )
    expect(await page.getByText(story.word('ui.refreshing')).count()).toBe(0)
    await context.close()
  })

  it(
    'without a network the app still starts, says that it is offline, shows no price, and goes on by itself when it is back',
    { timeout: 90_000 },
    async () => {
      const { page } = await openPhone(here.browser, { locale: 'fr' })
      const context = page.context()
      const story = storyOf(page, 'fr')
      await story.start(here.context.url)
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
        // The files that the page has loaded are kept after the worker is there.
        for (
          let n = 0;
          n < 200 &&
          !(await caches.match(document.querySelector<HTMLScriptElement>('script[type=module]')!.src));
          n++
        )
          await new Promise((resolve) => setTimeout(resolve, 50))
        await new Promise((resolve) => setTimeout(resolve, 500))
      })
      const kept = await page.evaluate(async () =>
        (
          await Promise.all(
            (await caches.keys()).map(async (name) =>
              (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
            ),
          )
        ).flat(),
      )
      expect(kept).toContain('/')
      expect(kept.filter((path) => path.startsWith('/api') || path.startsWith('/upload'))).toEqual([])

      // Chromium 150 forgets over a navigation that its context is offline: the page is told again.
      await page.addInitScript(() => {
        if (location.protocol === 'about:') return
        const get = () => sessionStorage.getItem('test.offline') === null
        Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get })
      })
      await page.evaluate(() => sessionStorage.setItem('test.offline', ''))
      await context.setOffline(true)
      await page.goto('about:blank')
      await page.goto(at('#/'))
      await page.getByText(story.word('mobile.startup.offline'), { exact: true }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: story.word('mobile.startup.goOn') }).click()
      await page.getByText(story.word('ui.offline'), { exact: true }).first().waitFor()
      await page.getByRole('alert').first().waitFor()
      expect(await page.getByRole('link', { name: /S\d{3}/ }).count(), 'no price is shown').toBe(0)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await overflowing(page)).toEqual([])

      await page.goto('about:blank')
      await page.goto(at('#/'))
      await page.getByText(story.word('mobile.startup.offline'), { exact: true }).waitFor()
      await context.setOffline(false)
      await page.evaluate(() => {
        sessionStorage.removeItem('test.offline')
        dispatchEvent(new Event('online'))
      })
      await page
        .getByRole('link', { name: /S\d{3}/ })
        .first()
        .waitFor({ timeout: 4 * CALL_TIMEOUT_MS })
      await context.close()
    },
  )

  it('where nothing is answered the trade tab says so and stays with it, and a try that is answered shows what is held', async () => {
    const { context, page, story } = await member('ja')
    let asked = 0
    await page.route('**/api/account?*', (route) => (asked++, route.abort()))
    await page.goto(at(paths.trade()))
    const retry = story.button('ui.retry')
    await retry.waitFor()
    const tries = asked
    // The skeleton does not come again by itself, nor another question.
    await page.waitForTimeout(3_000)
    expect(await retry.isVisible()).toBe(true)
    expect(asked - tries, 'one more where the line has come back, not one after the other').toBeLessThan(3)
    await page.unroute('**/api/account?*')
    await retry.click()
    await page.locator('a[href*="jiaoyiDetail"]').locator('visible=true').first().waitFor()
    await context.close()
  })

  it('where an answer does not come in time, a click, a tap or a key anywhere on the screen tries again', async () => {
    const { context, page, story } = await member('en')
    let answer: 'hang' | 'drop' | 'come' = 'hang'
    await page.route('**/api/loans?*', (route) =>
      answer === 'hang' ? undefined : answer === 'drop' ? route.abort() : route.continue(),
    )
    await page.goto(at(paths.financing()))
    const failed = page.getByRole('alert')
    await failed.getByText(story.word('client.timeout')).waitFor({ timeout: 4 * CALL_TIMEOUT_MS })
    const isAsked = () => page.waitForRequest(/\/api\/loans\?/)
    answer = 'drop'
    for (const again of [() => page.mouse.click(180, 600), () => page.touchscreen.tap(180, 600)]) {
      await Promise.all([isAsked(), again()])
      await failed.getByText(story.word('client.network')).waitFor()
    }
    answer = 'come'
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement | null)?.blur()
    })
    await page.keyboard.press('Enter')
    await failed.waitFor({ state: 'detached' })
    // A word that was said in passing goes by itself.
    await expect
      .poll(() => page.getByText(story.word('client.network')).locator('visible=true').count(), {
        timeout: 5_000,
      })
      .toBe(0)
    await context.close()
  })

  it('an outcome that cannot be read is said to be sent, and never to affect nothing', async () => {
    const { context, page, story } = await member('ja')
    const id = '01a22113-0000-7000-8000-000000000000'
    await page.route(/\/api\/(?:orders\?with|lots\/[^/]+\/delivery)/, (route) => route.abort())
    for (const [path, says] of [
      [paths.confirm({ order: id }), 'orders.result.sent'],
      [paths.closedAll({ orders: id }), 'orders.result.sent'],
      [paths.delivery({ lot: id }), 'ui.cannotLoad'],
    ] as const) {
      await page.goto(at(path))
      const failed = page
        .getByRole('alert')
        .locator('visible=true')
        .filter({ hasText: story.word(says) })
      await failed
        .getByRole('button', { name: story.word('ui.retry') })
        .waitFor({ timeout: 2 * CALL_TIMEOUT_MS })
      expect(await failed.getByText(story.word('ui.notAffected')).count()).toBe(0)
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await context.close()
  })

  it('a page whose code cannot be had says so, and loads again on a click', async () => {
    const { context, page, story } = await member('ja')
    await page.route(/\/assets\/SettingsPage-/, (route) => route.abort())
    await page.goto(at(paths.settings()))
    await page.getByRole('heading', { name: story.word('mobile.broken.title'), level: 1 }).waitFor()
    await page.unroute(/\/assets\/SettingsPage-/)
    await story.button('mobile.broken.reload').click()
    await story.heading('home.settings.title').waitFor()
    expect(page.url()).toBe(at(paths.settings()))
    await context.close()
  })

  it('a tab first opened without a network comes by itself with the network, and when it is visited again', async () => {
    const { context, page, story } = await member('ja')
    await page.goto(at(paths.home()))
    await page.getByText(story.word('home.hot.title'), { exact: true }).waitFor()
    const broken = page
      .getByRole('heading', { name: story.word('mobile.broken.title'), level: 1 })
      .locator('visible=true')
    const visit = (tab: 'home' | 'news' | 'user') =>
      page.getByRole('link', { name: story.word(`mobile.tab.${tab}`), exact: true }).click()
    // Nothing on its way ahead of time, so that the code is really missing.
    await page.route(/\/assets\/(NewsPage|UserPage)-/, (route) => route.abort())
    await visit('news')
    await broken.waitFor()
    await visit('user')
    await broken.waitFor()
    await context.setOffline(true)
    await page.unroute(/\/assets\/(NewsPage|UserPage)-/)
    await context.setOffline(false)
    await story.heading('home.user.title').waitFor()
    await visit('news')
    await story.heading('news.title').waitFor()
    expect(await broken.count()).toBe(0)
    await context.close()
  })

  it('pulled down, home reads itself again; on a wide screen a page stands beside its tab; all of it by keyboard', async () => {
    const { context, page, story } = await member('ja')
    await page.goto(at(paths.home()))
    await page.getByText(story.word('home.hot.title'), { exact: true }).waitFor()
    const touch = await context.newCDPSession(page)
    const point = (y: number) => ({ x: 180, y })
    const asked = page.waitForRequest((request) => request.url().includes('/api/home'))
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(160)] })
    for (let y = 180; y <= 360; y += 20)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(y)] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await asked

    await page.setViewportSize({ width: 1440, height: 900 })
    const ticket = story.heading('orders.ticket.title')
    await ticket.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page
      .locator('.pane-tabs')
      .getByRole('link', { name: /S\d{3}/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/code=/)
    await ticket.waitFor()
    const placed = () =>
      Promise.all(
        [page.locator('.pane-tabs'), page.locator('.chart').locator('visible=true'), ticket].map((each) =>
          each.boundingBox(),
        ),
      )
    const [list, chart, form] = await waitFor(placed, (boxes) => boxes.every((box) => box !== null))
    expect(chart!.x).toBeGreaterThanOrEqual(list!.x + list!.width)
    expect(form!.x).toBeGreaterThanOrEqual(chart!.x + chart!.width)
    await page.getByText(story.word('home.hot.title'), { exact: true }).locator('visible=true').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await context.close()
  })
})
