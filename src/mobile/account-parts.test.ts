import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { formatter } from '#i18n/format.ts'
import type * as Texts from '#client/texts.ts'
import type { AccountView } from '#modules/portfolio/contract.ts'

/** An account as the server shows it; the total is given by the case. */
const account = (patch: Partial<AccountView>): AccountView => ({
  id: '00000000-0000-7000-8000-000000000001',
  status: 'open',
  totalAssets: 0,
  available: 0,
  unsettled: 0,
  orderHold: 0,
  lotMargin: 0,
  withdrawalHold: 0,
  subscriptionHold: 0,
  dividendHold: 0,
  paidShares: 0,
  copyUnits: 0,
  loanInterest: 0,
  loan: 0,
  shortfall: 0,
  taxDue: 0,
  buyingPower: 0,
  usedFunds: 0,
  positions: 0,
  floatingProfit: 0,
  realizedProfit: 0,
  realizedToday: 0,
  todayChange: 0,
  marketValue: 0,
  accruedCharges: 0,
  creditScore: null,
  marginHeld: 0,
  openNotional: 0,
  marginRatioBp: null,
  marginCall: null,
  at: '2026-11-26T05:00:00.000Z',
  simulated: true,
  ...patch,
})

const read = vi.hoisted(() => ({ account: null as AccountView | null }))
/** As it was read some time before the account moved with its quotes. */
const LEVEL = vi.hoisted(() => ({
  level: 'beginner',
  verified: true,
  quiz: { passedAt: null, nextTryAt: null, wrong: [] },
  days: 3,
  equity: 9_876_543,
  daysSinceUnmetCall: null,
}))
vi.mock('#client/texts.ts', async (original) => {
  const real = await original<typeof Texts>()
  return { ...real, useT: () => real.translate, useFormat: () => formatter('en') }
})
vi.mock('#client/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ isLogin: true }),
}))
vi.mock('#client/reads.ts', async (original) => ({
  ...(await original<object>()),
  useRead: () => ({ isPending: false, data: LEVEL }),
}))
vi.mock('#modules/portfolio/mobile/public.ts', async (original) => ({
  ...(await original<object>()),
  useAccount: () => ({ account: read.account, lots: [], isKnown: true, error: null }),
}))

const pages: Partial<Record<string, FunctionComponent>> = {}
beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {}, setAttribute() {} }, addEventListener() {} })
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', hash: '' })
  const { session } = await import('#client/session.ts')
  session.setLocale('en')
  const { loadTexts, textsUpTo } = await import('#client/texts.ts')
  await loadTexts()
  await textsUpTo('rest')
  const { AccountRest } = await import('#modules/orders/mobile/AccountSummary.tsx')
  const { MoneyParts } = await import('#modules/home/mobile/MoneyParts.tsx')
  pages['trade'] = () => read.account && createElement(AccountRest, { account: read.account })
  const { MemberLevel } = await import('#modules/home/mobile/MemberLevel.tsx')
  pages['user'] = MoneyParts
  pages['level'] = () => createElement(MemberLevel, null)
})

const yenOf = (text: string) => Number(text.replaceAll(/[^\d−-]/g, '').replace('−', '-'))
/** The figures of the list that says what the total is made of, by their names. */
function partsOf(markup: string): Record<string, number> {
  const group = markup.slice(markup.indexOf('Asset breakdown'))
  const rows = [...group.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)]
  return Object.fromEntries(
    rows
      .map(([, name, yen]) => [name!, yen!].map((html) => html.replaceAll(/<[^>]*>/g, '')))
      .map(([name, yen]) => [name!, yenOf(yen!)]),
  )
}

const cases: [name: string, account: AccountView, more: Record<string, number>][] = [
  [
    'money in a copy pool',
    account({ totalAssets: 10_000_000, available: 8_000_000, buyingPower: 8_000_000, copyUnits: 2_000_000 }),
    { 'Total cash': 8_000_000, 'Copy trading': 2_000_000 },
  ],
  [
    'shares of an IPO, paid and not listed',
    account({ totalAssets: 10_000_000, available: 9_792_000, buyingPower: 9_792_000, paidShares: 208_000 }),
    { 'Total cash': 9_792_000, 'Shares paid, not yet delivered': 208_000 },
  ],
  [
    'all of it: unsettled, holds, a losing position, a loan with interest, a shortfall',
    account({
      totalAssets: 2_033_579,
      available: 1_000_000,
      unsettled: 200_000,
      orderHold: 10_000,
      withdrawalHold: 20_000,
      subscriptionHold: 30_000,
      dividendHold: 40_000,
      lotMargin: 500_000,
      positions: 433_734,
      floatingProfit: -66_266,
      paidShares: 208_000,
      copyUnits: 300_000,
      loan: 200_000,
      loanInterest: 155,
      shortfall: 8_000,
    }),
    {
      'Total cash': 1_200_000,
      'On hold': 100_000,
      'In positions': 433_734,
      'Shares paid, not yet delivered': 208_000,
      'Copy trading': 300_000,
      Loans: -200_155,
      Shortfall: -8_000,
    },
  ],
]

test.each(['trade', 'user'])('the parts on the page %s add up to total assets, to the yen', (page) => {
  for (const [name, view, parts] of cases) {
    read.account = view
    const shown = partsOf(renderToStaticMarkup(createElement(pages[page]!)))
    expect(shown, name).toEqual({ 'Total cash': 0, 'On hold': 0, 'In positions': 0, ...parts })
    expect(
      Object.values(shown).reduce((sum, yen) => sum + yen, 0),
      name,
    ).toBe(view.totalAssets)
  }
})

test('total assets of the level are those above it, of the same moment', () => {
  read.account = account({ totalAssets: 9_876_000 })
  const shown = renderToStaticMarkup(createElement(pages['level']!))
  expect(shown).toContain('9,876,000')
  expect(shown).not.toContain('9,876,543')
})
