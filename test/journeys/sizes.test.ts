import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { must, registerMember, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, PHONE, standing } from './browser.ts'
import { allScenes, isOpenedAfresh, open, phoneOf, turnTo, VIEWERS, type Scene } from './every-screen.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'
import { smallTargets } from './targets.ts'
import { emptyPlaces, problemsInWindows } from './window-sizes.ts'

const TABS_AT_ONCE = 2
const DESK = { width: 1_280, height: 800 }
const DESKS = [{ width: 1_100, height: 800 }, DESK, { width: 1_440, height: 900 }]
const TABS = ['home', 'market', 'trade', 'news', 'user'] as const
const TABLET = { width: 768, height: 1_024 }
const CODE = 'S801'
const OTHER = 'S214'
/** Presses of the Tab key from an issue to the button that sends the order. */
const MOST_TABS = 12

/** The landmarks and headings that a screen reader goes by, where one of them is missing or there twice. */
const missingLandmarks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (all: string) =>
      [...document.querySelectorAll(all)].filter((each) => each.checkVisibility()).length
    const counts = {
      main: seen('main, [role=main]'),
      // The header has no box of its own: its page's counts.
      banner: seen('.page:has(> header:not([role=none]))'),
      navigation: seen('nav'),
      'heading of the page in front': [...document.querySelectorAll('.page')]
        .filter((each) => each.checkVisibility() && each.querySelector('[role=main]') !== null)
        .reduce((sum, each) => sum + each.querySelectorAll('h1').length, 0),
    }
    return Object.entries(counts)
      .filter(([, count]) => count !== 1)
      .map(([name, count]) => `${count} × ${name}`)
  })

/** The name of a level of the board that is bought at. */
const buysOf = ({ word }: Pick<ReturnType<typeof storyOf>, 'word'>): RegExp =>
  new RegExp(word('market.board.buyAt', { price: '\u0000' }).replace('\u0000', '.*'))

describe.skipIf(chromiumPath === undefined)('every size and every hand', () => {
  const here = opened({ trading: CODE })
  let all: Scene[]
  let scenes: Scene[]
  beforeAll(async () => {
    all = await allScenes(here.context)
    scenes = all.filter(({ viewer }) => viewer === 'demo')
  })
  const at = (url: string) => `${here.context.url}/${url}`

  it(
    'in every window half of each page scrolls, nothing is cut, every act is met and as large as a finger; enlarged nothing is cut; at a desk it has its landmarks',
    { timeout: 600_000 },
    async () => {
      const context = await phoneOf(here.browser, scenes[0]!, 'ja')
      const waiting = scenes.toSorted((a, b) => Number(isOpenedAfresh(b)) - Number(isOpenedAfresh(a)))
      const problems: string[] = []
      await Promise.all(
        Array.from({ length: TABS_AT_ONCE }, async () => {
          const page = await context.newPage()
          for (
            let isBegun = false, scene = waiting.shift();
            scene !== undefined;
            scene = waiting.shift(), isBegun = true
          ) {
            const { name } = scene
            const found =
              isBegun && !isOpenedAfresh(scene)
                ? await turnTo(page, scene)
                : await open(page, here.context, scene)
            found.push(...(await smallTargets(page)), ...(await problemsInWindows(page)))
            await page.setViewportSize(DESK)
            found.push(...(await accessibilityProblems(page)), ...(await missingLandmarks(page)))
            await page.setViewportSize(PHONE)
            problems.push(...found.map((problem) => `${name}: ${problem}`))
          }
        }),
      )
      await context.close()
      expect(problems).toEqual([])
    },
  )

  it.each(VIEWERS)(
    'where nothing is chosen, every window of a desk is full, by what the member wants next: %s',
    async (viewer) => {
      const first = all.find((scene) => scene.viewer === viewer)
      const context = await phoneOf(here.browser, first!, 'ja', DESK)
      const page = await context.newPage()
      const problems: string[] = []
      for (const tab of TABS) {
        await page.goto('about:blank')
        await page.goto(at(paths[tab]()))
        for (const size of DESKS) {
          await page.setViewportSize(size)
          const found = [...(await emptyPlaces(page)), ...(await missingLandmarks(page))]
          problems.push(...found.map((problem) => `${tab}: ${problem}`))
        }
        // The address is the tab's, and so is what a reload or a friend finds.
        expect(new URL(page.url()).hash).toBe(paths[tab]())
      }
      await context.close()
      expect(problems).toEqual([])
    },
    180_000,
  )

  it('the first issue of the market stands beside it: its row is marked, its ticket takes a price, and back leads to it again; nothing is asked twice', async () => {
    const context = await phoneOf(here.browser, scenes[0]!, 'ja', DESK)
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'GET' && asked.push(request.url()))
    await page.goto(at(paths.market()))
    const marked = page.locator('.pane-tabs .row[aria-current]').locator('visible=true')
    await marked.waitFor()
    const issue = await marked.getAttribute('href')
    const ticket = page.locator('.at-side')
    await ticket.getByRole('spinbutton').first().waitFor()
    await page.locator('.chart canvas').locator('visible=true').first().waitFor()
    const reads = asked.filter((url) => url.includes('/api/'))
    expect(reads.filter((url, index) => reads.indexOf(url) !== index)).toEqual([])

    const story = storyOf(page, 'ja')
    await page
      .locator('.half')
      .first()
      .getByRole('button', { name: buysOf(story) })
      .last()
      .click()
    await ticket.getByRole('spinbutton', { name: story.word('orders.ticket.price'), exact: true }).waitFor()
    expect(page.url()).toBe(at(paths.market()))

    // Another row takes its place, and the address.
    const other = page
      .locator(`.pane-tabs .row[href*="code="]:not([href="${issue}"])`)
      .locator('visible=true')
    const href = (await other.first().getAttribute('href'))!
    await other.first().click()
    await waitFor(
      async () => page.url(),
      (url) => url === at(href),
    )
    expect(await marked.getAttribute('href')).toBe(href)
    await page.goBack()
    await waitFor(
      () => marked.getAttribute('href'),
      (now) => now === issue,
    )
    expect(page.url()).toBe(at(paths.market()))

    // Other pages stand at its side, and back leads to its ticket.
    await page.locator(`.tab-bar a[href="${paths.settings()}"]`).click()
    await ticket.getByRole('heading', { level: 1, name: story.word('home.pageTitle.settings') }).waitFor()
    await page.locator('.chart').locator('visible=true').waitFor()
    await page.goBack()
    await ticket.getByRole('spinbutton', { name: story.word('orders.ticket.price'), exact: true }).waitFor()
    await context.close()
  })

  it('at a desk what is held is a list, “/” opens the search and never takes what is typed', async () => {
    const member = await registerMember(here.context.url, here.context.invitationCode)
    const { api } = member
    must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 100, leverage: 1 }))
    await waitFor(
      async () => must(await api.get<unknown[]>('/lots?status=open')).data,
      (lots) => lots.length === 1,
      60_000,
    )
    const { page, complaints } = await openPhone(here.browser, { viewport: DESK })
    await carrySession(page, member)
    const { word } = storyOf(page, 'ja')
    await page.goto(at(paths.market()))
    const list = page.locator('.pane-tabs')
    await list.getByRole('button', { name: word('market.market.held'), exact: true }).tap()
    await expect
      .poll(async () => (await list.getByRole('link', { name: /S\d{3}/ }).allInnerTexts()).length)
      .toBe(1)
    expect(await list.getByRole('link', { name: CODE }).count()).toBe(1)

    // A field has what is typed in it, a slash too, and says what is wrong with it.
    const figure = page.locator('.at-side').getByRole('spinbutton').first()
    await figure.focus()
    await page.keyboard.press('/')
    expect(await figure.inputValue()).toContain('/')
    expect(page.url()).toBe(at(paths.market()))
    await figure.fill('100')
    await figure.blur()
    const field = page.getByRole('searchbox').locator('visible=true')
    await page.keyboard.press('/')
    await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.type('S/8')
    expect(await field.inputValue()).toBe('S/8')
    // Again from outside of it: back into it, and no second page.
    await field.blur()
    await page.keyboard.press('/')
    await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.goto(at(paths.settings()))
    await page.getByRole('switch', { name: word('home.settings.searchKey') }).tap()
    await page.keyboard.press('/')
    await page.goto(at(paths.market()))
    await page.keyboard.press('/')
    expect(page.url()).toBe(at(paths.market()))
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('at a desk list, chart, board, tape and ticket stand side by side and are live; turned, gone back and reloaded, nothing typed is lost', async () => {
    const context = await phoneOf(here.browser, scenes[0]!, 'ja', DESK)
    const page = await context.newPage()
    const story = storyOf(page, 'ja')
    await page.goto(at(paths.market()))
    await page
      .getByRole('link', { name: /S\d{3}/ })
      .first()
      .waitFor()
    await page.evaluate(
      (url) => {
        location.hash = url
      },
      paths.stock({ code: CODE }),
    )
    const halves = page.locator('.half')
    const ticket = page.locator('.at-side')
    await ticket.getByRole('heading', { name: story.word('orders.ticket.title'), level: 1 }).waitFor()
    await halves.first().getByRole('button').first().waitFor()
    const parts = [page.locator('.pane-tabs'), page.locator('.chart').locator('visible=true'), ticket]
    const boxes = await waitFor(
      () => Promise.all([...parts, halves.nth(0), halves.nth(1)].map((each) => each.boundingBox())),
      (all) => all.every((box) => box !== null),
    )
    const [list, chart, form, board, tape] = boxes.map((box) => box!)
    expect(list!.x + list!.width).toBeLessThanOrEqual(chart!.x)
    expect(chart!.x + chart!.width).toBeLessThanOrEqual(form!.x)
    expect(board!.x + board!.width).toBeLessThanOrEqual(tape!.x + 1)
    // All of them are in sight before anybody scrolls.
    for (const box of [chart!, board!, tape!]) expect(box.y + 100).toBeLessThan(DESK.height)
    const before = await halves.first().innerText()
    await waitFor(
      () => halves.first().innerText(),
      (now) => now !== before,
      60_000,
    )

    // The quantity stays when a price of the board is pressed; the address is the issue's.
    const quantity = ticket.getByRole('spinbutton', {
      name: story.word('orders.ticket.quantity'),
      exact: true,
    })
    await quantity.fill('200')
    await quantity.press('Tab')
    await halves
      .first()
      .getByRole('button', { name: buysOf(story) })
      .last()
      .click()
    const price = ticket.getByRole('spinbutton', { name: story.word('orders.ticket.price'), exact: true })
    await price.waitFor()
    const typed = async () => [await quantity.inputValue(), await price.inputValue()]
    const [of, limit] = await typed()
    expect(of).toBe('200')
    expect(page.url()).toBe(at(paths.stock({ code: CODE })))

    // Turned upright the issue has the phone; turned back the ticket is as it was; and after a reload.
    await page.setViewportSize(PHONE)
    await story.act('buy').waitFor()
    expect(await ticket.count()).toBe(0)
    await page.setViewportSize(TABLET)
    await story.act('buy').waitFor()
    await page.setViewportSize(DESK)
    await price.waitFor()
    expect(await typed()).toEqual([of, limit])
    await page.reload()
    await price.waitFor()
    expect(await typed()).toEqual([of, limit])

    // The issue stays beside the question and the answer; back leads to the ticket.
    await ticket.locator('.foot').getByRole('button').click()
    await story.heading('orders.confirm.title').waitFor()
    await page.locator('.chart').locator('visible=true').waitFor()
    expect(new URL(page.url()).hash).toContain('confirm')
    await page.goBack()
    await price.waitFor()
    expect(await typed()).toEqual([of, limit])
    await context.close()
  })

  it.each([
    ['a phone', PHONE, CODE],
    // The same order again would be asked about.
    ['a desk', DESK, OTHER],
  ])('with keys alone an order takes at most 12 Tabs on %s', async (_, size, code) => {
    const context = await phoneOf(here.browser, scenes[0]!, 'ja', size)
    const page = await context.newPage()
    const story = storyOf(page, 'ja')
    await page.goto(at(paths.stock({ code })))
    await page.locator('.page-body').first().waitFor()
    let tabs = 0
    /** Tab until the focus is on what is meant, then Enter. */
    const press = async (what: RegExp | string) => {
      for (;;) {
        await page.keyboard.press('Tab')
        tabs += 1
        const name = await page.evaluate(() => document.activeElement?.textContent.trim() ?? '')
        if (typeof what === 'string' ? name === what : what.test(name)) break
        if (tabs > MOST_TABS) throw new Error(`after ${tabs} Tabs on ${name}`)
      }
      await page.keyboard.press('Enter')
    }
    const onward = story.word('ui.toActs')
    const starting = (key: string) => new RegExp(`^${story.word(key)}`)
    if (size === PHONE) {
      await story.act('buy').waitFor()
      await press(onward)
      await press(starting('market.stock.buy'))
      await story.heading('orders.ticket.title').waitFor()
    }
    const next = page.locator('.foot').locator('visible=true').last().getByRole('button').last()
    await next.and(page.locator(':not([aria-disabled=true]):not(:disabled)')).waitFor()
    await standing(page)
    await press(onward)
    await press(new RegExp(`^${story.word('orders.ticket.next', { side: '', quantity: '' }).slice(0, 4)}`))
    await story.heading('orders.confirm.title').waitFor()
    await page.getByRole('button', { name: story.word('orders.confirm.submitUp'), exact: true }).waitFor()
    await press(onward)
    await press(story.word('orders.confirm.submitUp'))
    await story.heading('orders.result.title').waitFor()
    expect(tabs).toBeLessThanOrEqual(MOST_TABS)
    await context.close()
  })

  it('the size of text that a browser is set to enlarges everything: at twice the size a desk becomes two columns, and an order can be written', async () => {
    const large = await openBrowser({ textPx: 32 })
    const context = await phoneOf(large, scenes[0]!, 'ja', DESK)
    const page = await context.newPage()
    const story = storyOf(page, 'ja')
    await page.goto(at(paths.stock({ code: CODE })))
    await story.act('buy').waitFor()
    const root = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    expect(await root()).toBe('32px')
    expect(await page.locator('.panes').getAttribute('data-columns')).toBe('2')
    await story.act('buy').click()
    await story.heading('orders.ticket.title').waitFor()
    expect(await problemsInWindows(page, [DESK])).toEqual([])
    await large.close()
  })
})
