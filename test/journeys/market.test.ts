import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { must, registerMember, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { drag, restingInk } from './glass.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

/** Folder for pictures of the charts, at each size and language, to look at. */
const PICTURES = process.env['PICTURES']
const picture = async (page: Page, name: string): Promise<void> => {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
const CODES = ['S214', 'S127', 'S310']

describe.skipIf(chromiumPath === undefined)('market tools', () => {
  const here = opened({ trading: 'S214' })

  it.each(['ja', 'fr'] as const)(
    'a guest screens, ranks and looks into the calendar, and is asked to log in for a star (%s)',
    async (lang) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
      const story = storyOf(page, lang)
      await page.goto(`${here.context.url}/#/subPackages/screener/screener?kind=stock&perTo=1`)
      await page.getByText(story.word('market.screen.nothing'), { exact: true }).waitFor()
      await page.getByRole('button', { name: story.word('market.screen.example.value') }).click()
      await page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor()
      await story.button('market.screen.change').first().click()
      const sheet = page.getByRole('dialog')
      const most = sheet.getByRole('textbox', {
        name: `${story.word('market.screen.figure.price')} ${story.word('market.screen.to')}`,
      })
      const wrong = sheet.getByText(story.word('market.screen.notNumber'), { exact: true })
      await most.fill('many')
      // The error shows when the field is left, before anything is applied.
      await most.blur()
      await wrong.waitFor()
      expect(await most.getAttribute('aria-invalid')).toBe('true')
      await sheet.getByRole('button', { name: story.word('market.screen.apply') }).click()
      await wrong.waitFor()
      expect(await most.evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await accessibilityProblems(page)).toEqual([])
      await most.fill('９ 000')
      await wrong.waitFor({ state: 'detached' })
      await sheet.getByRole('button', { name: story.word('market.sector.banks') }).click()
      await sheet.getByRole('button', { name: story.word('market.screen.apply') }).click()
      await page
        .getByRole('list', { name: story.word('market.screen.conditions') })
        .getByText(/9[\s\u202f\u00a0,]?000/)
        .waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await story.button('market.screen.save').click()
      await page.getByText(story.word('ui.guest.title'), { exact: true }).waitFor()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: story.word('ui.close') })
        .click()

      await page.goto(`${here.context.url}/#/pages/market/market`)
      await page.getByRole('tab', { name: story.word('market.view.ranking') }).click()
      await page.getByRole('button', { name: story.word('market.sort.per'), exact: true }).click()
      // The end of the list asks for more by itself.
      const rows = page.getByRole('link', { name: /S\d{3}|E\d{3}/ }).locator('visible=true')
      /** The head by which the list is sorted says the way, to the eye and to a reader. */
      const marked = async (way: string, head: string) =>
        expect
          .poll(() => page.locator(`[aria-sort="${way}"]`).locator('visible=true').allInnerTexts())
          .toEqual([`${story.word(head)}${way === 'ascending' ? '▲' : '▼'}`])
      await rows.first().waitFor()
      const first = await rows.count()
      const list = page.locator('.page-body').locator('visible=true').first()
      await waitFor(
        async () => (
          await list.evaluate((element) => element.scrollTo(0, element.scrollHeight)),
          rows.count()
        ),
        (count) => count > first,
      )
      await page
        .getByText(lang === 'ja' ? /\d+\.\d倍/ : /\d+,\d×/)
        .first()
        .waitFor()
      expect(await overflowing(page)).toEqual([])
      await marked('ascending', 'market.company.per')
      await page.getByRole('button', { name: story.word('market.sort.turnover'), exact: true }).click()
      await marked('descending', 'market.market.columnTurnover')
      // Of one moment there is one order: figures move, rows do not until the list is read again.
      const stamp = new RegExp(
        story.word('market.market.orderedAt', { time: '\u0000' }).replace('\u0000', '.+'),
      )
      const order = async () => ({
        at: await page.getByText(stamp).locator('visible=true').first().innerText(),
        codes: (await rows.allInnerTexts()).map((text) => /[SE]\d{3}/.exec(text)?.[0]).join(' '),
      })
      const orders = new Map<string, Set<string>>()
      await waitFor(
        async () => {
          const before = await order()
          if ((await order()).at !== before.at) return orders.size
          orders.set(before.at, (orders.get(before.at) ?? new Set()).add(before.codes))
          return orders.size
        },
        (moments) => moments > 1,
        40_000,
      )
      expect([...orders.values()].map(({ size }) => size)).toEqual([...orders.values()].map(() => 1))
      await page.getByRole('tab', { name: story.word('market.view.favourites') }).click()
      await page.getByText(story.word('watchlists.guest'), { exact: true }).waitFor()

      await page.goto(`${here.context.url}/#/subPackages/dividends/dividends`)
      await page
        .getByRole('button', { name: story.word('corporate-actions.shown.results'), exact: true })
        .click()
      await page.getByText(story.word('corporate-actions.resultsLead'), { exact: true }).waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'fr'] as const)(
    'an issue is marked with a colour and a note, rows have the figures that were chosen, news goes by holdings (%s)',
    async (lang) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
      const story = storyOf(page, lang)
      const { api, ...session } = await registerMember(here.context.url, here.context.invitationCode)
      await carrySession(page, session)
      for (const code of CODES) must(await api.post('/watchlists/first/add', { code }))
      const snap = async (name: string) => {
        for (const width of [320, 375]) {
          await page.setViewportSize({ width, height: width === 320 ? 640 : 812 })
          await picture(page, `${name}-${lang}-${width}`)
        }
      }
      await page.goto(`${here.context.url}/#/subPackages/watchlists/watchlists`)
      const marking = new RegExp(
        `^${story.word('watchlists.markOf', { name: '\u0000' }).replace('\u0000', '.+')}$`,
      )
      await page.getByRole('button', { name: marking }).first().tap()
      const sheet = page.getByRole('dialog')
      await sheet.getByText(story.word('watchlists.colour.amber'), { exact: true }).tap()
      await sheet.getByRole('textbox').fill('決算 11/28 → 様子見')
      await snap('mark-sheet')
      expect(await accessibilityProblems(page)).toEqual([])
      await sheet.getByRole('button', { name: story.word('watchlists.save'), exact: true }).tap()
      type Kept = { marks: unknown[]; columns: string[] }
      const kept = async () => must(await api.get<Kept>('/watchlists')).data
      await waitFor(kept, ({ marks }) => marks.length === 1)
      const figures = page.getByRole('group', { name: story.word('watchlists.columns'), exact: true })
      for (const head of ['market.company.per', 'market.market.columnVolume']) {
        const before = (await kept()).columns.length
        await figures.getByRole('button', { name: story.word(head), exact: true }).tap()
        await waitFor(kept, ({ columns }) => columns.length === before + 1)
      }
      const other = figures.getByRole('button', {
        name: story.word('market.market.columnYield'),
        exact: true,
      })
      await expect.poll(() => other.isDisabled()).toBe(true)
      expect(await overflowing(page)).toEqual([])
      await snap('mark-edit')

      await page.goto(`${here.context.url}/#/pages/market/market`)
      await page.getByRole('tab', { name: story.word('market.view.favourites') }).tap()
      const row = page.getByRole('link').filter({ hasText: '様子見' }).locator('visible=true')
      await row.waitFor()
      expect(await row.innerText()).toContain(story.word('market.company.per'))
      await row.getByRole('img', { name: story.word('watchlists.colour.amber'), exact: true }).waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await snap('mark-list')

      await page.goto(`${here.context.url}/#/pages/record/record`)
      await page.getByRole('tab', { name: story.word('news.tab.holdings') }).tap()
      await page
        .getByText(story.word('news.holdings.empty'), { exact: true })
        .locator('visible=true')
        .waitFor()
      await snap('news-holdings')
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('a member keeps lists: stars, makes, arranges by key and by hand, and keeps a screen (ja)', async () => {
    const { page, complaints } = await openPhone(here.browser)
    const story = storyOf(page, 'ja')
    const { api, ...session } = await registerMember(here.context.url, here.context.invitationCode)
    await carrySession(page, session)
    await story.start(here.context.url)
    type View = { lists: { name: string; codes: string[] }[]; screens: { name: string; address: string }[] }
    const kept = async () => must(await api.get<View>('/watchlists')).data

    // From the stock page, with company figures; and from the search by its reading.
    await story.findStock('しののめでんし', 'S214')
    await page.getByRole('tab', { name: story.word('market.stock.company') }).click()
    await page.getByText(story.word('market.results.title'), { exact: true }).waitFor()
    await page.getByRole('button', { name: story.word('watchlists.star', { name: '東雲電子' }) }).click()
    await page.getByRole('button', { name: story.word('watchlists.starred', { name: '東雲電子' }) }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    for (const code of CODES.slice(1)) must(await api.post('/watchlists/first/add', { code }))
    await page.goto(`${here.context.url}/#/subPackages/search/search?query=S80`)
    await page
      .getByRole('button', { name: /お気に入りに追加$/ })
      .first()
      .click()
    await waitFor(kept, ({ lists }) => lists[0]!.codes.length === 4)

    await page.goto(`${here.context.url}/#/subPackages/watchlists/watchlists`)
    await page.getByRole('button', { name: story.word('ui.sortable.grip', { name: '東雲電子' }) }).waitFor()
    await story.button('watchlists.new').click()
    const sheet = page.getByRole('dialog', { name: story.word('watchlists.new') })
    await sheet.getByRole('textbox').fill('長期')
    await sheet.getByRole('button', { name: story.word('watchlists.create') }).click()
    await page.getByText(story.word('watchlists.rowsOf', { name: '長期' }), { exact: true }).waitFor()
    // The new list to the front by its key, and back to the rows of the first.
    await page
      .getByRole('button', { name: story.word('ui.sortable.grip', { name: '長期' }) })
      .press('ArrowUp')
    await waitFor(kept, ({ lists }) => lists[0]!.name === '長期')
    await page
      .getByRole('group', { name: story.word('watchlists.chooseList') })
      .getByRole('button', { name: story.word('watchlists.first') })
      .click()
    const before = (await kept()).lists[1]!.codes
    const grip = page.getByRole('button', { name: story.word('ui.sortable.grip', { name: '東雲電子' }) })
    const box = (await grip.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y - 400, { steps: 5 })
    await page.mouse.up()
    const after = await waitFor(kept, ({ lists }) => lists[1]!.codes[0] === 'S214')
    expect(after.lists[1]!.codes).toEqual(['S214', ...before.filter((code) => code !== 'S214')])
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])

    await page.goto(`${here.context.url}/#/pages/market/market`)
    // The page before is pushed out of the picture.
    await page.getByRole('button', { name: story.word('watchlists.new') }).waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: story.word('market.view.favourites') }).click()
    await page
      .getByRole('group', { name: story.word('watchlists.chooseList') })
      .getByRole('button', { name: story.word('watchlists.first') })
      .click()
    const row = page.getByRole('link', { name: /東雲電子/ }).locator('visible=true')
    await row.waitFor()
    // Another device takes it off the list and puts it on again: this one shows it by itself.
    must(await api.post('/watchlists/first/take-off', { code: 'S214' }))
    await row.waitFor({ state: 'hidden' })
    must(await api.post('/watchlists/first/add', { code: 'S214' }))
    await row.waitFor()
    // New listings: what the demo desk has published.
    await page.getByRole('tab', { name: story.word('market.view.ipo') }).click()
    await page.getByRole('button', { name: story.word('ipo.filter.all'), exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('tab', { name: story.word('market.view.screener') }).click()
    await page.getByRole('button', { name: story.word('market.screen.example.yield') }).click()
    await story.button('market.screen.save').click()
    const name = page.getByRole('dialog', { name: story.word('market.screen.save') })
    await name.getByRole('textbox').fill('高利回り')
    await name.getByRole('button', { name: story.word('market.screen.save') }).click()
    await page
      .getByRole('list', { name: story.word('market.screen.kept') })
      .getByRole('button', { name: '高利回り', exact: true })
      .waitFor()
    expect((await kept()).screens).toMatchObject([
      { name: '高利回り', address: 'kind=stock&yieldFrom=3&sort=yield' },
    ])
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(['ja', 'fr'] as const)(
    'a member chooses what the chart shows: panes, figures, full screen on its side, and another device has it (%s)',
    async (lang) => {
      const member = await registerMember(here.context.url, here.context.invitationCode)
      const stock = `${here.context.url}/#/subPackages/index/gupiaoDetail/gupiaoDetail?code=S214`
      const locale = lang === 'ja' ? undefined : lang
      const { page, complaints } = await openPhone(here.browser, { locale })
      const { word, button } = storyOf(page, lang)
      await carrySession(page, member)
      await page.goto(stock)
      await page.locator('canvas').first().waitFor()
      const plain = await restingInk(page)

      await button('market.study.title').click()
      const sheet = page.getByRole('dialog', { name: word('market.study.title') })
      const study = (name: string) =>
        sheet.getByRole('switch', { name: new RegExp(`^${word(`market.study.name.${name}`)}`) })
      for (const name of ['bollinger', 'ichimoku', 'rsi', 'macd']) await study(name).check()
      // A third pane would be one too many.
      expect(await study('stochastics').isDisabled()).toBe(true)
      const period = sheet
        .getByRole('group', { name: word('market.study.name.rsi') })
        .getByRole('textbox', { name: word('market.study.figure.period') })
      await period.fill('1')
      await period.blur()
      await sheet.getByText(word('market.study.rule', { least: 2, most: 200 }), { exact: true }).waitFor()
      expect(await sheet.getByRole('button', { name: word('market.study.apply') }).isDisabled()).toBe(true)
      await period.fill('９')
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await sheet.getByRole('button', { name: word('market.study.apply') }).click()
      await sheet.waitFor({ state: 'hidden' })
      const legend = page.getByRole('slider', { name: word('market.chart.walk') })
      await legend.getByText(new RegExp(`^${word('market.study.line.rsi', { count: 9 })} \\d`)).waitFor()
      expect(await restingInk(page)).toBeGreaterThan(plain)
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await picture(page, `chart-studies-${lang}`)

      // Without sight: each bar with what the lines stand at.
      await legend.focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      const spoken = (await legend.getAttribute('aria-valuetext'))!
      for (const name of ['bollinger', 'ichimoku', 'rsi', 'macd'])
        expect(spoken).toContain(word(`market.study.name.${name}`))
      await page.keyboard.press('Escape')

      await button('market.study.full').click()
      await page.setViewportSize({ width: 812, height: 375 })
      const full = page.getByRole('dialog', { name: word('market.chart.title') })
      await full.locator('canvas').first().waitFor()
      await restingInk(page)
      const table = (await full.locator('table').first().boundingBox())!
      expect(table.height).toBeGreaterThan(375 / 2)
      expect(table.y + table.height).toBeLessThanOrEqual(375)
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await picture(page, `chart-full-${lang}`)
      await full.getByRole('button', { name: word('market.study.leaveFull') }).click()
      await full.waitFor({ state: 'hidden' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.locator('canvas').first().waitFor()
      await restingInk(page)
      await picture(page, `chart-wide-${lang}`)

      // Another device of the member, and then as it was: nothing of the lines is left.
      const other = await openPhone(here.browser, { locale })
      await carrySession(other.page, member)
      await other.page.goto(stock)
      await other.page.getByText(new RegExp(`^${word('market.study.line.rsi', { count: 9 })} \\d`)).waitFor()
      await storyOf(other.page, lang).button('market.study.title').click()
      const again = other.page.getByRole('dialog', { name: word('market.study.title') })
      await again.getByRole('button', { name: word('market.study.reset') }).click()
      await again.getByRole('button', { name: word('market.study.apply') }).click()
      await again.waitFor({ state: 'hidden' })
      await other.page.getByText(/^RSI/).waitFor({ state: 'detached' })
      expect(await restingInk(other.page)).toBeLessThan(plain * 1.3)
      expect([...complaints, ...other.complaints]).toEqual([])
      await page.context().close()
      await other.page.context().close()
    },
  )

  it('the chart of the built app erases itself: pans, pinches and minutes leave nothing behind', async () => {
    const { page, complaints } = await openPhone(here.browser)
    await page.goto(`${here.context.url}/#/subPackages/index/gupiaoDetail/gupiaoDetail?code=S214`)
    await page.getByRole('tab', { name: storyOf(page, 'ja').word('market.chart.1d'), exact: true }).click()
    const chart = page.locator('canvas').first()
    await chart.waitFor()
    await restingInk(page)
    /** A window of another width and back has the canvas begun anew, with the bars that are in sight. */
    const drawnAnew = async () => {
      const size = page.viewportSize()!
      await page.setViewportSize({ ...size, width: size.width + 10 })
      await restingInk(page)
      await page.setViewportSize(size)
      return restingInk(page)
    }
    const box = (await chart.boundingBox())!
    const [left, middle, right, y] = [
      box.x + box.width * 0.2,
      box.x + box.width * 0.5,
      box.x + box.width * 0.8,
      box.y + box.height * 0.5,
    ]
    for (let pan = 0; pan < 3; pan++) {
      await drag(page, [
        [
          { x: left, y },
          { x: right, y },
        ],
      ])
      await drag(page, [
        [
          { x: right, y },
          { x: left, y },
        ],
      ])
    }
    // A smear would be all of the bars on top of each other.
    const panned = await restingInk(page)
    expect(panned).toBeLessThan((await drawnAnew()) * 1.2)
    await drag(page, [
      [
        { x: middle - 20, y },
        { x: left, y },
      ],
      [
        { x: middle + 20, y },
        { x: right, y },
      ],
    ])
    await drag(page, [
      [
        { x: left, y },
        { x: middle - 20, y },
      ],
      [
        { x: right, y },
        { x: middle + 20, y },
      ],
    ])
    const pinched = await restingInk(page)
    expect(pinched).toBeLessThan((await drawnAnew()) * 1.2)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
