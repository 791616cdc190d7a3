import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { formatter } from '#i18n/format.ts'
import type { Lang } from '#i18n/lang.ts'
import type { AccountView, LotView } from '#modules/portfolio/contract.ts'
import { accountParts } from '#modules/portfolio/model/account-parts.ts'
import { holdingsOf } from '#modules/portfolio/model/holdings.ts'
import type { PerformanceView } from '#modules/records/contract.ts'
import { logIn, must, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

/** Folder for pictures to look at: the holdings and the portfolio, at each size and language. */
const PICTURES = process.env['PICTURES']
const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
] as const
/** The page as it is now at each size: nothing is cut, nobody shut out; upright again after. */
async function atEverySize(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect([name, size.width, await overflowing(page)]).toEqual([name, size.width, []])
    expect([name, size.width, await accessibilityProblems(page)]).toEqual([name, size.width, []])
    if (PICTURES !== undefined)
      await page.screenshot({ path: `${PICTURES}/${name}-${size.width}.png`, fullPage: true })
  }
}

const CODE = 'S801'

describe.skipIf(chromiumPath === undefined)('the portfolio', () => {
  const here = opened({ trading: CODE })

  /** A demo member with two lots of an issue paid in full and one of another on margin. */
  async function holder(lang: Lang, nth: number) {
    const { account, password } = here.context.members[nth]!
    const member = await logIn(here.context.url, account, password)
    const { api } = member
    type Row = { code: string; quote: { ask: number | null; bid: number | null; last: number | null } }
    const other = await waitFor(
      async () =>
        must(await api.get<Row[]>('/stocks?sort=turnover&limit=100')).data.find(
          ({ code, quote }) => code !== CODE && quote.ask !== null && quote.bid !== null && quote.ask < 5_000,
        ),
      (row) => row !== undefined,
      60_000,
    )
    const lots = async () => must(await api.get<LotView[]>('/lots?status=open')).data
    for (const [code, leverage, count] of [
      [CODE, 1, 1],
      [CODE, 1, 2],
      [other!.code, 2, 3],
    ] as const) {
      must(await api.post('/orders', { code, side: 'up', type: 'market', quantity: 100, leverage }))
      await waitFor(lots, (held) => held.length >= count, 60_000)
    }
    const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
    await carrySession(page, member)
    return { page, complaints, api, lots, other: other!.code, ...storyOf(page, lang) }
  }

  it.each([
    ['ja', 0],
    ['fr', 1],
  ] as const)(
    'is seen by issue, sorted, filtered, opened to its lots, and its page adds up to the account (%s)',
    async (lang, nth) => {
      const { page, complaints, api, lots, other, word, link, button, heading, back } = await holder(
        lang,
        nth,
      )
      const f = formatter(lang)
      await page.goto(`${here.context.url}/${paths.trade()}`)
      const list = page.getByRole('list', { name: word('orders.trade.holdings'), exact: true })
      const rows = list.locator('> li')
      await list.waitFor()
      const codes = async () =>
        (await rows.allInnerTexts()).map((text) =>
          text.includes(CODE) ? CODE : text.includes(other) ? other : text,
        )
      expect(new Set(await codes())).toEqual(new Set([CODE, other]))

      // One row for both lots: their shares and the mean of their prices.
      const held = holdingsOf(await lots()).find(({ code }) => code === CODE)!
      const group = list.getByRole('button', { name: new RegExp(CODE) })
      expect(await group.getAttribute('aria-expanded')).toBe('false')
      const said = await group.innerText()
      for (const figure of [f.shares(held.quantity), f.price(held.averagePrice)])
        expect(said).toContain(figure)

      const chip = (kind: string) => button(`orders.trade.kind.${kind}`)
      await chip('cash').click()
      expect(await codes()).toEqual([CODE])
      await chip('long').click()
      expect(await codes()).toEqual([other])
      await chip('short').click()
      await page.getByText(word('orders.trade.noneOfKind'), { exact: true }).waitFor()
      await button('orders.trade.showAll').click()
      expect(await rows.count()).toBe(2)

      const sortBy = async (order: string) => {
        await page.getByRole('button', { name: new RegExp(`^${word('orders.trade.sort')}`) }).click()
        await page
          .getByRole('dialog', { name: word('orders.trade.sort') })
          .getByRole('button', { name: word(`orders.trade.order.${order}`), exact: true })
          .click()
      }
      await sortBy('name')
      // By the names as they are shown, in the order that the browser gives this language.
      const names = await page.evaluate(
        ([texts, locale]) =>
          texts.map((text) => text.split('\n')[0]!).toSorted((a, b) => a.localeCompare(b, locale)),
        [await rows.allInnerTexts(), lang] as const,
      )
      const shownNames = async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0]!)
      await expect.poll(shownNames).toEqual(names)
      for (const [order, figure] of [
        ['value', 'valueYen'],
        ['today', 'todayYen'],
        ['profit', 'profitYen'],
      ] as const) {
        await sortBy(order)
        // Prices move: in a moment in which they do not, the list stands as the figures do.
        await expect
          .poll(
            async () => {
              const wanted = holdingsOf(await lots()).toSorted((a, b) => b[figure]! - a[figure]!)
              return (await codes()).join() === wanted.map(({ code }) => code).join()
            },
            { timeout: 15_000 },
          )
          .toBe(true)
      }
      await sortBy('value')
      await group.click()
      expect(await group.getAttribute('aria-expanded')).toBe('true')
      const parts = list.getByRole('list').getByRole('link')
      expect(await parts.count()).toBe(2)
      const box = (await parts.first().boundingBox())!
      expect(box.height).toBeGreaterThanOrEqual(44)
      await atEverySize(page, `holdings-${lang}`)
      await parts.first().click()
      await heading('orders.detail.lot', { held: 'cash' }).waitFor()
      await back()

      const told = page.waitForResponse((response) => response.url().includes('/api/records/performance'))
      await link('orders.trade.performance').click()
      await heading('records.performance.title').waitFor()
      const { data: view } = (await (await told).json()) as { data: PerformanceView }
      const section = (key: string) => page.getByRole('region', { name: word(key), exact: true })
      const result = section('records.performance.gain')
      await result.waitFor()
      const shown = await result.innerText()
      for (const yen of [view.opening, view.inflow, view.outflow, view.value])
        expect(shown).toContain(f.yen(yen))
      expect(shown).toContain(f.signedYen(view.gain))
      expect(shown).toContain(f.signedPercent(view.timeWeightedBp))
      expect(shown).toContain(f.signedPercent(view.moneyWeightedBp))
      expect(view.opening + view.inflow - view.outflow + view.gain).toBe(view.value)
      await page.getByRole('img', { name: new RegExp(f.day(view.from)) }).waitFor()

      // In a moment without a trade the account and the page say the same, to the yen: pools and loans apart.
      const account = async () => must(await api.get<AccountView>('/account')).data
      const inside = async () => {
        const { totalAssets, copyUnits, loan, loanInterest } = await account()
        return totalAssets - copyUnits + loan + loanInterest
      }
      await waitFor(
        async () => {
          const before = await inside()
          const { data } = must(await api.get<PerformanceView>('/records/performance'))
          return { before, value: data.value, after: await inside() }
        },
        ({ before, value, after }) => before === value && value === after,
        30_000,
      )
      const sumOf = async () =>
        section('records.performance.allocation')
          .getByText(word('records.performance.sum'), { exact: true })
          .locator('xpath=..')
          .innerText()
      await expect
        .poll(
          async () => {
            const now = await account()
            const beside: readonly string[] = ['cash', 'held', 'paidShares', 'pools']
            const yen = accountParts(now)
              .filter(({ part }) => beside.includes(part))
              .reduce((sum, part) => sum + part.yen, now.marketValue)
            return (await sumOf()).includes(f.money(yen))
          },
          { timeout: 30_000 },
        )
        .toBe(true)
      const brought = await section('records.performance.contribution').innerText()
      for (const { gain } of view.issues) expect(brought).toContain(f.signedMoney(gain))
      await section('records.performance.closed')
        .getByText(word('records.performance.closedLeft'), { exact: true })
        .waitFor()
      await page
        .getByRole('radiogroup', { name: word('records.performance.by') })
        .getByRole('radio', { name: word('records.performance.by.kind'), exact: true })
        .check()
      await section('records.performance.allocation')
        .getByText(word('records.performance.kind.long'), { exact: true })
        .waitFor()
      await atEverySize(page, `portfolio-${lang}`)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('shares bought twice are sold with one result: dialog, sale, year, tax, and today stays as it is', async () => {
    const { account: name, password } = here.context.members[0]!
    const member = await logIn(here.context.url, name, password)
    const { api } = member
    const f = formatter('ja')
    const account = async () => must(await api.get<AccountView>('/account')).data
    const open = async () => must(await api.get<LotView[]>('/lots?status=open')).data
    const held = new Set((await open()).map((lot) => lot.code))
    type Stock = { code: string; quote: { ask: number | null; bid: number | null } }
    const { data: stocks } = must(await api.get<Stock[]>('/stocks?sort=turnover&limit=100'))
    const issues = stocks
      .filter(
        ({ code, quote }) =>
          code !== CODE && !held.has(code) && quote.bid !== null && (quote.ask ?? 9_999) < 3_000,
      )
      .slice(0, 5)
    const start = await account()
    const buy = { side: 'up', type: 'market', quantity: 100, leverage: 1 }
    const sharesOf = (own: readonly LotView[], of: string) =>
      own.reduce((sum, { code, openQuantity }) => (code === of ? sum + openQuantity : sum), 0)
    for (const { code } of issues) must(await api.post('/orders', { ...buy, code }))
    const first = await waitFor(
      open,
      (own) => issues.every(({ code }) => sharesOf(own, code) === 100),
      60_000,
    )
    // Another price, another lot: of the first issue that moves.
    const issue = (await waitFor(
      async () => {
        const { data } = must(await api.get<Stock[]>('/stocks?sort=turnover&limit=100'))
        return data.find(
          ({ code, quote }) =>
            quote.ask !== null &&
            first.some(
              (lot) => lot.code === code && lot.leverage === 1 && Math.abs(lot.openPrice - quote.ask!) > 1,
            ) &&
            issues.some((each) => each.code === code),
        )
      },
      (found) => found !== undefined,
      120_000,
    ))!.code
    must(await api.post('/orders', { ...buy, code: issue }))
    await waitFor(open, (own) => sharesOf(own, issue) === 200, 60_000)
    const lots = async () => (await open()).filter(({ code }) => code === issue)
    const lot = (await lots()).find(({ openQuantity }) => openQuantity === 100)
    const cost = lot!.averageCost!

    const { page, complaints } = await openPhone(here.browser)
    await carrySession(page, member)
    const { word } = storyOf(page, 'ja')
    await page.goto(`${here.context.url}/${paths.tradeDetail({ lot: lot!.id, act: 'close' })}`)
    const sheet = page.getByRole('dialog').last()
    await sheet.getByText(word('orders.close.taxedNote', { cost: f.money(cost) })).waitFor()
    // The purchase that is sold changes nothing, and is not asked: only market or limit is.
    expect(await sheet.getByRole('radio').count()).toBe(2)
    await sheet.getByRole('button', { name: /100株$/ }).click()
    const dialog = page.getByRole('dialog').last()
    const asked = dialog.getByText(/概算損益は/)
    await asked.waitFor()
    const said = /概算損益は([^（]+)円/.exec(await asked.innerText())![1]!
    const announced = Number(said.replaceAll(',', '').replace('−', '-').replace('+', ''))
    await dialog.getByRole('button', { name: /100株$/ }).click()

    type Sale = { lotId: string; purpose: string; profit: number; fee: number; averagePrice: number }
    const sale = (await waitFor(
      async () =>
        must(await api.get<Sale[]>('/orders?status=closed')).data.find(
          (order) => order.purpose === 'close' && order.lotId === lot!.id,
        ),
      (order) => order !== undefined,
      60_000,
    ))!
    expect(sale.profit).toBe(Math.round(sale.averagePrice * 100) - sale.fee - cost * 100)
    // It was worked out at the price of that moment.
    expect(Math.abs(sale.profit - announced)).toBeLessThan(cost * 2)
    const after = await account()
    expect([after.realizedProfit, after.realizedToday]).toEqual([
      start.realizedProfit + sale.profit,
      start.realizedToday + sale.profit,
    ])
    // A sale at the market price moves neither.
    expect(after.todayChange - start.todayChange).toBe(after.totalAssets - start.totalAssets)
    const result = f.signedYen(sale.profit)
    await page.goto(`${here.context.url}/${paths.trade()}`)
    const summary = page.getByText(word('orders.trade.realized'), { exact: true }).locator('xpath=..')
    await expect
      .poll(() => summary.innerText(), { timeout: 15_000 })
      .toContain(f.signedYen(after.realizedProfit))
    const shown = (text: () => Promise<string>) =>
      expect
        .poll(async () => (await text()).includes(f.signedYen((await account()).todayChange)), {
          timeout: 30_000,
        })
        .toBe(true)
    await shown(() => page.locator('body').innerText())
    await page.getByRole('tab', { name: word('orders.trade.closed'), exact: true }).click()
    const row = page.getByRole('link', { name: new RegExp(`${f.price(cost)} → `) })
    await row.waitFor()
    expect(await row.innerText()).toContain(result)
    await page.goto(`${here.context.url}/${paths.tax()}`)
    await expect.poll(() => page.locator('body').innerText(), { timeout: 15_000 }).toContain(result)
    await page.goto(`${here.context.url}/${paths.home()}`)
    await shown(() => page.locator('body').innerText())
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
