import { expect, it } from 'vitest'
import { withTax } from './expected-tax.ts'

const ahead = (code: string, amount: number, leverage = 1) => ({
  code,
  exDate: '2026-11-27',
  payDate: '2026-12-10',
  amount,
  side: 'up' as const,
  leverage,
})

it('the tax ahead is that of the payment: floored once over an issue’s lots, none on adjustments', () => {
  // By itself 900 yen would be taxed 137 + 45 each; the payment of 1,800 is taxed 275 + 90.
  expect(
    withTax([ahead('1301', 900), ahead('1301', 900, 2), ahead('1301', 900), ahead('1332', 900)]).map(
      ({ tax }) => tax,
    ),
  ).toEqual([182, 0, 183, 182])
})
