import { expect, test } from 'vitest'
import { moneyParts } from './money-parts.ts'

const nothing = {
  totalAssets: 0,
  loan: 0,
  loanInterest: 0,
  shortfall: 0,
  available: 0,
  unsettled: 0,
  orderHold: 0,
  withdrawalHold: 0,
  subscriptionHold: 0,
  paidShares: 0,
  dividendHold: 0,
}

test.each<[name: string, account: Partial<typeof nothing>, yen: number[]]>([
  ['nothing yet', {}, [0, 0, 0]],
  [
    'all in cash, some of it unsettled',
    { totalAssets: 1_000, available: 700, unsettled: 300 },
    [1_000, 0, 0],
  ],
  [
    'every hold is held',
    { totalAssets: 100, orderHold: 10, withdrawalHold: 20, subscriptionHold: 30, dividendHold: 40 },
    [0, 100, 0],
  ],
  [
    'what is owed is in none of them',
    { totalAssets: 490, available: 700, loan: 150, loanInterest: 10, shortfall: 50 },
    [700, 0, 0],
  ],
  [
    'a position that has lost more than its margin shows it',
    { totalAssets: 900, available: 950, orderHold: 50 },
    [950, 50, -100],
  ],
])('%s', (_, account, yen) => {
  const all = { ...nothing, ...account }
  const parts = moneyParts(all)
  expect(parts.map((part) => part.yen)).toEqual(yen)
  expect(parts.reduce((sum, part) => sum + part.yen, 0)).toBe(
    all.totalAssets + all.loan + all.loanInterest + all.shortfall,
  )
})
