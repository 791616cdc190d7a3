import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, DAY, dateJst, HOUR, MINUTE, SECOND, type DateJst } from '#kernel/time.ts'
import { believedIn, CLOCK_WATCH, watchClock, type ClockWatch } from './clock-watch.ts'
import { systemClock } from './clock.ts'

/** The clocks of one machine: `set` moves the one that can be set; asleep, the monotonic one stands. */
const DAWN = 1_700_000_000_000
let awake: number
let asleep: number
let set: number
let warnings: object[]
let watch: ClockWatch
const clocks = {
  machine: () => DAWN + awake + asleep + set,
  monotonic: () => awake,
  uptime: () => 3_000 + awake + asleep,
}
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
/** The distance of the time relied on from what it was, without what has passed. */
const off = () => Math.round(watch.now() - DAWN - awake - asleep)
const recordAt = (at: number, unconfirmedMs = 0) => ({ at, unconfirmedMs, latest: at })
const [STEADY_S, FAR_S] = [CLOCK_WATCH.steadyMs / SECOND, CLOCK_WATCH.farSteadyMs / SECOND]

describe('the watch over the clock', () => {
  it.each([
    [499, true, []],
    [-499, true, []],
    [500, true, [500]],
    [1_999, true, [1_999]],
    [2_000, false, [2_000]],
    [-2_000, false, [-2_000]],
    [HOUR, false, [HOUR]],
    [-HOUR, false, [-HOUR]],
  ] as const)('a step of %i ms: sure %s', (byMs, isSure, said) => {
    pass(3)
    set = byMs
    expect(watch.isSure(), 'at once, before anybody looks').toBe(isSure)
    pass(2)
    expect([watch.isSure(), warnings]).toEqual([isSure, said.map((ms) => ({ byMs: ms }))])
  })

  it.each([21 * HOUR, MINUTE, 3 * SECOND, -3 * SECOND, -HOUR])(
    'a step of %i ms for three seconds: the time relied on goes on as if nothing had been',
    (byMs) => {
      set = byMs
      for (let n = 0; n < 3; n++) {
        pass(1)
        expect([off(), watch.isSure()]).toEqual([0, false])
      }
      set = 0
      pass(1)
      expect([off(), watch.isSure()]).toEqual([0, true])
    },
  )

  it.each([
    [1 - CLOCK_WATCH.backMs, STEADY_S],
    [59 * SECOND, STEADY_S],
    [MINUTE, FAR_S],
    [21 * HOUR, FAR_S],
  ])('a step of %i ms is believed after it has stayed for %i s', (byMs, seconds) => {
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

  it.each([30 * SECOND, 9 * HOUR])(
    'knows by the uptime that the machine slept for %i ms, and goes on at once',
    (ms) => {
      pass(3)
      asleep = ms
      pass(1)
      expect([off(), watch.isSure(), warnings]).toEqual([0, true, [{ forMs: ms }]])
    },
  )

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

  /** A start `gap` ms after the last record; the server stands. */
  const startAfter = (gap: number) => {
    watch = watchClock(clocks, recordAt(DAWN + awake + asleep + set - gap))
    watch.start(log)()
  }
  it.each([
    [0, true],
    [CLOCK_WATCH.startGapMs - 1, true],
    [CLOCK_WATCH.startGapMs, false],
    [72 * HOUR, false],
    [30 * DAY, false],
    [-1_999, true],
    [-2_000, false],
    [1 - CLOCK_WATCH.backMs, false],
  ])(
    'a start %i ms after the last record: sure %s; else the time of that record goes on for half a minute',
    (gap, isSure) => {
      startAfter(gap)
      for (let n = 0; n < STEADY_S; n++) {
        expect([watch.isSure(), off(), watch.doubt()?.stepMs ?? null]).toEqual(
          isSure ? [true, 0, null] : [false, -gap, gap],
        )
        pass(1)
      }
      expect([watch.isSure(), off()]).toEqual([true, 0])
    },
  )

  /** The lag of confirmed time behind the time relied on. */
  const behind = () => watch.unconfirmed()?.byMs ?? 0
  it.each([21 * HOUR, 30 * DAY])(
    'a start %i ms ahead that stays so is believed, and confirmed time goes on from the record with what passes',
    (gap) => {
      startAfter(gap)
      pass(STEADY_S)
      const at = DAWN + awake - gap
      expect([watch.isSure(), off(), watch.unconfirmed()]).toEqual([true, 0, { byMs: gap, since: at }])
      pass(3600)
      expect(behind(), 'an hour that the server has seen is an hour').toBe(gap)
    },
  )

  it('a clock 31 days ahead is not believed by itself, at a start or later, and put right nothing has happened', () => {
    set = 31 * DAY
    pass(2 * FAR_S)
    expect([off(), watch.doubt()]).toEqual([0, { stepMs: 31 * DAY, sureInMs: null }])
    set = 0
    startAfter(31 * DAY)
    pass(2 * FAR_S)
    expect([watch.isSure(), watch.doubt()?.sureInMs, behind()]).toEqual([false, null, 0])
    set = -31 * DAY + 2 * FAR_S * SECOND
    pass(2)
    expect(watch.isSure()).toBe(true)
  })

  it('a clock behind what the server has seen pass is not believed by itself, at a start or later', () => {
    pass(2)
    set = -CLOCK_WATCH.backMs
    pass(2 * FAR_S)
    expect([off(), watch.isBehind(), watch.doubt()]).toEqual([
      0,
      true,
      { stepMs: -CLOCK_WATCH.backMs, sureInMs: null },
    ])
    set = 0
    startAfter(-DAY)
    pass(2 * FAR_S)
    expect([watch.isSure(), watch.isBehind(), watch.doubt()?.sureInMs]).toEqual([false, true, null])
    set = DAY
    pass(2)
    expect([off(), watch.isSure(), watch.isBehind()]).toEqual([DAY, true, false])
  })

  it('one that goes back to what the server has seen pass was wrong before, and is believed', () => {
    watch = watchClock(clocks, recordAt(DAWN + awake + 5 * DAY, 5 * DAY))
    watch.start(log)()
    pass(STEADY_S)
    expect([watch.isSure(), off(), behind()]).toEqual([true, 0, 0])
  })

  it('where a start says its date it is believed, a date left behind says nothing', () => {
    const far = 3 * 365 * DAY
    const startBy = (attested: DateJst) => {
      watch = watchClock(clocks, recordAt(DAWN + awake + set - far), attested)
      watch.start(log)()
      pass(STEADY_S)
      return [watch.isSure(), behind()]
    }
    const today = dateJst(DAWN + awake)
    expect(startBy(addDays(today, -1))).toEqual([false, 0])
    expect(startBy(today)).toEqual([true, far])
    watch = watchClock(clocks, recordAt(DAWN + awake + 5 * DAY), today)
    watch.start(log)()
    pass(STEADY_S)
    expect(
      [watch.isSure(), off()],
      'also where the first start of all was by a clock that was wrong',
    ).toEqual([true, 0])
  })

  it('a start within a minute of the last record has missed nothing; one after an hour has, though it is sure', () => {
    startAfter(MINUTE - 1)
    expect(behind()).toBe(0)
    startAfter(HOUR - 1)
    expect([watch.isSure(), behind()]).toEqual([true, HOUR - 1])
  })

  it('what was not confirmed before a start is not confirmed by it', () => {
    watch = watchClock(clocks, recordAt(DAWN + awake - 2 * HOUR, 5 * HOUR))
    watch.start(log)()
    pass(STEADY_S)
    expect(behind()).toBe(7 * HOUR)
    watch.confirm(5 * HOUR)
    expect(behind()).toBe(2 * HOUR)
  })

  it('a step that is believed is not confirmed; put right, nothing is left of it, and a later one counts whole', () => {
    set = 21 * HOUR
    pass(FAR_S + 1)
    expect([off(), behind()]).toEqual([21 * HOUR, 21 * HOUR])
    set = -20 * MINUTE
    pass(STEADY_S + 1)
    expect([off(), behind()]).toEqual([-20 * MINUTE, 0])
    set = 0
    pass(FAR_S + 1)
    expect(behind()).toBe(20 * MINUTE)
  })

  it('sleep that the uptime counts is time that has passed', () => {
    pass(3)
    asleep = 9 * HOUR
    pass(1)
    expect(behind()).toBe(0)
  })

  it('the first start of all has no record, and is sure', () => {
    watch = watchClock(clocks, null)
    expect([watch.isSure(), off()]).toEqual([true, 0])
  })

  it.each([21 * HOUR, 3 * 365 * DAY, -HOUR])(
    'a start at a clock that is %i ms off follows no step, and is sure within a second of its being right',
    (by) => {
      set = by
      watch = watchClock(clocks, recordAt(DAWN + awake - 20 * SECOND))
      watch.start(log)()
      pass(20)
      expect([watch.isSure(), off()]).toEqual([false, -20 * SECOND])
      set = 0
      pass(1)
      expect([watch.isSure(), off()]).toEqual([true, 0])
    },
  )

  it('a start that is put right after a long rest waits from there', () => {
    set = 21 * HOUR
    startAfter(26 * HOUR)
    pass(20)
    set = 0
    pass(20)
    expect([watch.isSure(), off()]).toEqual([false, -5 * HOUR])
    pass(STEADY_S)
    expect([watch.isSure(), off()]).toEqual([true, 0])
  })

  it('what a start waits for is counted from when the server stands, however long that takes', () => {
    watch = watchClock(clocks, recordAt(DAWN + awake - 72 * HOUR))
    awake += 5 * MINUTE
    watch.start(log)()
    pass(STEADY_S - 1)
    expect(watch.isSure()).toBe(false)
    pass(1)
    expect(watch.isSure()).toBe(true)
  })

  it('another thread goes by what is believed here, also where its own look at the machine says something else', () => {
    const follows = believedIn(watch.shared, clocks)
    const both = () => [follows(), watch.now()]
    const equal = ([one, other]: number[]) => expect(one).toBe(other)
    equal(both())
    set = 21 * HOUR
    equal(both())
    pass(FAR_S + 2)
    equal(both())
    expect([off(), watch.isSure()]).toEqual([21 * HOUR, true])
    set = 0
    equal(both())
    startAfter(3 * 365 * DAY)
    equal([believedIn(watch.shared, clocks)(), watch.now()])
  })
})

describe('the times of the server', () => {
  it('none of them follows a step; the demo clock moves on from where they are', () => {
    const clock = systemClock({ clocks, offset: HOUR })
    const before = clock.wall()
    set = 21 * HOUR
    awake += SECOND
    expect([
      clock.wall() - before,
      clock.market() - before,
      clock.machine() - before + HOUR,
      clock.isSure(),
    ]).toEqual([SECOND, SECOND, SECOND, false])
    expect(clock.jumpTo(before + 3 * HOUR)).toBe(true)
    expect(clock.wall() - before).toBe(3 * HOUR)
  })
})
