import { expect, test } from 'vitest'
import { lateness, latenessMeter } from './lateness.ts'

const late: [what: string, printAt: number, decidedAt: number, ms: number][] = [
  ['the same moment', 5_000, 5_000, 0],
  ['later', 5_000, 5_012, 12],
  ['a clock that is a step behind', 5_000, 4_800, 0],
]
test.each(late)('%s', (_, printAt, decidedAt, ms) => expect(lateness(printAt, decidedAt)).toBe(ms))

const meters: [what: string, added: number[], read: object][] = [
  ['nothing decided', [], { decided: 0, medianMs: null, worstMs: null }],
  ['one', [7], { decided: 1, medianMs: 7, worstMs: 7 }],
  ['some', [9, 1, 5], { decided: 3, medianMs: 5, worstMs: 9 }],
  [
    'more than are kept: the newest thousand count',
    [99_999, ...Array.from({ length: 1_000 }, (_, n) => n)],
    { decided: 1_001, medianMs: 499, worstMs: 999 },
  ],
]
test.each(meters)('%s', (_, added, read) => {
  const meter = latenessMeter()
  for (const ms of added) meter.add(ms)
  expect(meter.read()).toEqual(read)
})
