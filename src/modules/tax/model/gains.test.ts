import { expect, test } from 'vitest'
import { realizedByDay } from './gains.ts'

/** Trading days are the days before the 26th and since the 29th: T+2. */
const DAYS = ['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-29', '2026-12-30']
const calendar = {
  previous: (date: string) => DAYS.findLast((day) => day < date)!,
  settlementDate: (date: string) => DAYS[DAYS.indexOf(date) + 2] ?? '2027-01-05',
}
const gain = { settlementDate: '2026-12-29', tradeDate: null, onPayDate: false, gainYen: 7 }

test('a result counts on its trade date, which its settlement day says where it was not noted', () => {
  expect(
    realizedByDay(
      [
        gain,
        { ...gain, tradeDate: '2026-12-25' },
        { ...gain, onPayDate: true },
        { ...gain, settlementDate: '2026-12-30' },
      ],
      calendar,
    ).map(({ date }) => date),
  ).toEqual(['2026-12-24', '2026-12-25', '2026-12-29', '2026-12-25'])
})
