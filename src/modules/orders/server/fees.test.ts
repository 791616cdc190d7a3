import { expect, test } from 'vitest'
import { periodOf } from './fees.ts'

const rows: [name: Parameters<typeof periodOf>[0], today: string, from: string, to: string][] = [
  ['month', '2026-11-21', '2026-11-01', '2026-11-30'],
  ['month', '2028-02-01', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['last-month', '2027-01-04', '2026-12-01', '2026-12-31'],
  ['year', '2026-11-21', '2026-01-01', '2026-12-31'],
]
test.each(rows)('%s on %s: %s to %s', (name, today, from, to) =>
  expect(periodOf(name, today)).toEqual({ from, to }),
)
