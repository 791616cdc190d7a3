import { describe, expect, it } from 'vitest'
import { watchTurn } from './turn.ts'

describe('a turn of the event loop', () => {
  /** Requests at these times after its beginning: which of them come too late. */
  const late = (times: number[], ends: number[] = []): number[] => {
    let now = 0
    let end = () => {}
    const turn = watchTurn(3, () => now, (asked) => { end = asked })
    return times.filter((at, index) => {
      if (ends.includes(index)) end()
      now = at
      return turn.isLong(100)
    })
  }
  const cases: [name: string, times: number[], ends: number[], late: number[]][] = [
    ['with few requests is never too long: the machine stood still', [0, 500, 900], [], []],
    ['with many, those that come late', [0, 1, 2, 99, 101, 150], [], [101, 150]],
    ['that is new begins anew', [0, 1, 2, 150, 151, 152, 153, 154], [4], [150]],
    ['is measured from its own first request', [0, 1, 2, 3, 200, 201, 202, 203, 301], [4], [301]],
  ]
  it.each(cases)('%s', (_, times, ends, expected) => expect(late(times, ends)).toEqual(expected))
})
