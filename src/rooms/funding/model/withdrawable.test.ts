import { expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { tseCalendar } from '#rooms/instruments/model/calendar.ts'
import { takesRequests, withdrawable } from './withdrawable.ts'

const cases: [name: string, settled: number, margin: number | null, loan: number | null, yen: number][] = [
  ['no limits but the cash', 500_000, null, null, 500_000],
  ['leveraged lots leave less', 500_000, 120_000, null, 120_000],
  ['leveraged lots leave more', 500_000, 900_000, null, 500_000],
  ['a loan leaves least', 500_000, 120_000, 50_000, 50_000],
  ['nothing', 500_000, 0, null, 0],
]
test.each(cases)('%s', (_, settled, margin, loan, yen) => expect(withdrawable(settled, margin, loan)).toBe(yen))

const times: [name: string, at: number, open: boolean][] = [
  ['Thursday 9:00:00', timeJst('2026-11-19', 9), true],
  ['Thursday 8:59:59', timeJst('2026-11-19', 8, 59, 59), false],
  ['Thursday 15:29:59', timeJst('2026-11-19', 15, 29, 59), true],
  ['Thursday 15:30:00', timeJst('2026-11-19', 15, 30), false],
  ['Saturday noon', timeJst('2026-11-21', 12), false],
  ['a holiday on a Monday', timeJst('2026-11-23', 12), false],
  ['New Year', timeJst('2027-01-01', 12), false],
]
test.each(times)('%s', (_, at, open) => expect(takesRequests(at, tseCalendar.isTradingDay)).toBe(open))
