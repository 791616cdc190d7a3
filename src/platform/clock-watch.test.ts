import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { CLOCK_WATCH, watchClock, type ClockWatch } from './clock-watch.ts'
import { systemClock } from './clock.ts'

/** The clocks of one machine: `set` moves the one that can be set; asleep, the monotonic one stands. */
const DAWN = 1_700_000_000_000
let awake: number
let asleep: number
let set: number
let warnings: object[]
let watch: ClockWatch
const clocks = { machine: () => DAWN + awake + asleep + set, monotonic: () => awake, uptime: () => 3_000 + awake + asleep }
const log = { warn: (fields: object) => void warnings.push(fields) }
beforeEach(() => {
  awake = 5_000
  asleep = 0
  set = 0
  warnings = []
  watch = watchClock(clocks)
})
const pass = (seconds: number) => {
  for (let n = 0; n < seconds; n++) {
    awake += SECOND
    watch.look(log)
  }
}
/** How far the time relied on is from what it was, without what has passed. */
const off = () => Math.round(watch.now() - DAWN - awake - asleep)
const [STEADY_S, FAR_S] = [CLOCK_WATCH.steadyMs / SECOND, CLOCK_WATCH.farSteadyMs / SECOND]

describe('the watch over the clock', () => {
  it.each([[499, true, []], [-499, true, []], [500, true, [500]], [1_999, true, [1_999]], [2_000, false, [2_000]], [-2_000, false, [-2_000]], [HOUR, false, [HOUR]], [-HOUR, false, [-HOUR]]] as const)(
    'a step of %i ms: sure %s', (byMs, isSure, said) => {
      pass(3)
      set = byMs
      expect(watch.isSure(), 'at once, before anybody looks').toBe(isSure)
      pass(2)
      expect([watch.isSure(), warnings]).toEqual([isSure, said.map((ms) => ({ byMs: ms }))])
    },
  )

  it.each([21 * HOUR, MINUTE, 3 * SECOND, -3 * SECOND, -HOUR])('a step of %i ms for three seconds: the time relied on goes on as if nothing had been', (byMs) => {
    set = byMs
    for (let n = 0; n < 3; n++) {
      pass(1)
      expect([off(), watch.isSure()]).toEqual([0, false])
    }
    set = 0
    pass(1)
    expect([off(), watch.isSure()]).toEqual([0, true])
  })

  it.each([[-HOUR, STEADY_S], [59 * SECOND, STEADY_S], [MINUTE, FAR_S], [21 * HOUR, FAR_S]])('a step of %i ms is believed after it has stayed for %i s', (byMs, seconds) => {
    pass(2)
    set = byMs
    pass(seconds)
    expect([off(), watch.isSure()]).toEqual([0, false])
    expect(watch.doubt()).toEqual({ stepMs: byMs, sureInMs: SECOND })
    pass(1)
    expect([off(), watch.isSure(), watch.doubt()]).toEqual([byMs, true, null])
  })

  it('does not believe one that goes on stepping', () => {
    for (let n = 1; n <= 10; n++) {
      set = n * 3 * SECOND
      pass(20)
      expect([off(), watch.isSure()]).toEqual([0, false])
    }
  })

  it('follows a clock that runs a little faster', () => {
    for (let n = 0; n < 20_000; n++) {
      set += 0.5
      pass(1)
      expect(watch.isSure()).toBe(true)
    }
    expect(warnings).toEqual([])
  })

  it.each([30 * SECOND, 9 * HOUR])('knows by the uptime that the machine slept for %i ms, and goes on at once', (ms) => {
    pass(3)
    asleep = ms
    pass(1)
    expect([off(), watch.isSure(), warnings]).toEqual([0, true, [{ forMs: ms }]])
  })

  it('does not take a clock that was set for one that slept, nor the other way round', () => {
    pass(3)
    asleep = HOUR
    set = 21 * HOUR
    pass(STEADY_S + 2)
    expect(watch.isSure()).toBe(false)
  })

  it('a sleep without an uptime that counts it is a step like any other', () => {
    watch = watchClock({ ...clocks, uptime: () => null })
    asleep = 9 * HOUR
    pass(2)
    expect(watch.isSure()).toBe(false)
    pass(FAR_S)
    expect([off(), watch.isSure()]).toEqual([0, true])
  })

  it.each([[0, true], [CLOCK_WATCH.startGapMs - 1, true], [CLOCK_WATCH.startGapMs, false], [72 * HOUR, false], [-1_999, true], [-2_000, false], [-21 * HOUR, false]])(
    'a start %i ms after the last record: sure %s, and sure after half a minute', (gap, isSure) => {
      watch.startedAfter(gap)
      expect(watch.isSure()).toBe(isSure)
      pass(STEADY_S - 1)
      expect(watch.isSure()).toBe(isSure)
      pass(1)
      expect(watch.isSure()).toBe(true)
    })

  it('a start in doubt follows the clock where it is put right, and waits from there', () => {
    set = 21 * HOUR
    watch = watchClock(clocks)
    watch.startedAfter(21 * HOUR)
    pass(20)
    set = 0
    pass(20)
    expect([off(), watch.isSure()]).toEqual([0, false])
    pass(STEADY_S)
    expect(watch.isSure()).toBe(true)
  })
})

describe('the times of the house', () => {
  it('none of them follows a step; the demo clock moves on from where they are', () => {
    const clock = systemClock({ clocks, offset: HOUR })
    const before = clock.wall()
    set = 21 * HOUR
    awake += SECOND
    expect([clock.wall() - before, clock.market() - before, clock.machine() - before + HOUR, clock.isSure()]).toEqual([SECOND, SECOND, SECOND, false])
    expect(clock.jumpTo(before + 3 * HOUR)).toBe(true)
    expect(clock.wall() - before).toBe(3 * HOUR)
  })
})
