import { expect, test } from 'vitest'
import { byTime } from './by-time.ts'

const listed = (...statuses: ('published' | 'open' | 'closed' | 'void')[]) => statuses.map((status, n) => ({ id: n, status }))
const ids = (all: readonly { id: number }[]) => all.map(({ id }) => id)

const cases: [what: string, listings: ReturnType<typeof listed>, ahead: number[], past: number[]][] = [
  ['none', [], [], []],
  ['some of each', listed('closed', 'void', 'open', 'published', 'closed'), [2, 3], [4, 1, 0]],
  ['all over', listed('closed', 'closed'), [], [1, 0]],
  ['all ahead', listed('open', 'published'), [0, 1], []],
]
test.each(cases)('%s', (_, listings, ahead, past) => {
  const found = byTime(listings)
  expect([ids(found.ahead), ids(found.past)]).toEqual([ahead, past])
})
