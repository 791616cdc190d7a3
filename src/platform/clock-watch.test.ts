import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, SECOND } from '#kernel/time.ts'
import { CLOCK_WATCH, watchClock, type ClockWatch } from './clock-watch.ts'

/** Two clocks of one machine: `set` moves the one that can be set. */
let monotonic: number
let set: number
let warnings: number[]
let watch: ClockWatch
const machine = () => 1_700_000_000_000 + monotonic + set
beforeEach(() => {
  monotonic = 5_000
  set = 0
  warnings = []
  watch = watchClock({ machine, wall: machine, monotonic: () => monotonic }, { warn: (fields) => void warnings.push((fields as { byMs: number }).byMs) })
})
const pass = (seconds: number) => {
  for (let n = 0; n < seconds; n++) {
    monotonic += SECOND
    watch.look()
  }
}
const unsure = () => watch.unsure(0)

describe('the watch over the clock', () => {
  it.each([[499, false, []], [-499, false, []], [500, false, [500]], [1_999, false, [1_999]], [2_000, true, [2_000]], [-2_000, true, [-2_000]], [HOUR, true, [HOUR]], [-HOUR, true, [-HOUR]]] as const)(
    'a jump of %i ms: unsure %s', (byMs, isUnsure, said) => {
      pass(3)
      set = byMs
      expect(unsure(), 'at once, before anybody looks').toBe(isUnsure)
      pass(2)
      expect([unsure(), warnings]).toEqual([isUnsure, said])
    },
  )

  it('believes a clock that is back, and one that has stayed where it is for half a minute', () => {
    set = -HOUR
    pass(2)
    set = 0
    expect(unsure()).toBe(false)
    set = HOUR
    pass(CLOCK_WATCH.steadyMs / SECOND)
    expect(unsure()).toBe(true)
    pass(1)
    expect(unsure()).toBe(false)
  })

  it('does not believe one that goes on jumping', () => {
    for (let n = 1; n <= 10; n++) {
      set = n * 3 * SECOND
      pass(20)
      expect(unsure()).toBe(true)
    }
  })

  it('follows a clock that runs a little faster', () => {
    for (let n = 0; n < 20_000; n++) {
      set += 0.5
      pass(1)
      expect(unsure()).toBe(false)
    }
    expect(warnings).toEqual([])
  })

  it('is unsure of a clock that is behind the journal, however long it has been there', () => {
    const last = machine() + HOUR
    pass(60)
    expect(watch.unsure(last)).toBe(true)
    set = HOUR
    pass(60)
    expect(watch.unsure(last)).toBe(false)
  })
})
