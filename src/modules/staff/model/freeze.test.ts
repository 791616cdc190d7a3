import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { ALONE_AT_MOST, ALONE_WITHIN, aloneAgainAt, countedAlone, FREEZE_ALONE } from './freeze.ts'

/** `r1 on day 0`. */
const frozen = (...days: [who: string, day: number][]) =>
  days.map(([operatorId, day]) => ({ operatorId, at: day * DAY }))

describe('a freeze by one person counts', () => {
  it.each([
    [frozen(), 5, [], null],
    [frozen(['r1', 0]), 0, ['r1'], null],
    [frozen(['r1', 0]), 29.999, ['r1'], null],
    [frozen(['r1', 0]), 30, [], null],
    [frozen(['r1', 0], ['r2', 1]), 2, ['r1', 'r2'], null],
    [frozen(['r1', 0], ['r2', 1], ['r3', 2]), 3, ['r1', 'r2', 'r3'], 30],
    [frozen(['r1', 0], ['r2', 1], ['r3', 2]), 30, ['r2', 'r3'], null],
    [frozen(['r1', 0], ['r2', 1], ['r3', 2], ['r1', 30]), 30.5, ['r2', 'r3', 'r1'], 31],
  ])('%j on day %f: by %j, and nobody alone before day %f', (earlier, day, who, again) => {
    expect(countedAlone(earlier, day * DAY).map(({ operatorId }) => operatorId)).toEqual(who)
    expect(aloneAgainAt(earlier, day * DAY)).toBe(again === null ? null : again * DAY)
  })

  it.each([1, 2, 3, 5, 40])(
    '%i reviewers, each alone as often as the rule lets them: never for ever, and never without one for good',
    (reviewers) => {
      const all: { operatorId: string; at: number }[] = []
      for (let at = 0; at < 400 * DAY; at += FREEZE_ALONE) {
        const counted = countedAlone(all, at)
        const free = Array.from({ length: reviewers }, (_, n) => `r${n}`).find(
          (operatorId) => !counted.some((each) => each.operatorId === operatorId),
        )
        if (free !== undefined && aloneAgainAt(all, at) === null) all.push({ operatorId: free, at })
      }
      for (const { at } of all)
        expect(all.filter((each) => each.at >= at && each.at < at + ALONE_WITHIN).length).toBeLessThanOrEqual(
          Math.min(reviewers, ALONE_AT_MOST),
        )
      expect(all.length, 'it comes again in every 30 days').toBeGreaterThanOrEqual(
        Math.min(reviewers, ALONE_AT_MOST) * 13,
      )
    },
  )
})
