import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { closingAt, openingAt, preOpenAt } from '#modules/instruments/model/schedule.ts'
import { activityClock } from '../model/activity.ts'
import type { Message } from '../model/day-log.ts'
import { ExchangeDay } from '../model/exchange.ts'
import { Participants } from '../model/participants.ts'
import { quoteOf } from '../model/quote.ts'
import { WHOLE_MARKET } from '../model/terms.ts'
import { DATE, dayOf, order, planFor, schedule, told } from '../model/test-day.ts'
import { ExchangeHost } from './exchange-host.ts'
import { venueFiles } from './venue-files.ts'

const plan = planFor('stops')
const [code, other] = [plan.issues[0]!.code, plan.issues[1]!.code]
const ten = openingAt(schedule, DATE) + 60 * MINUTE
const tradesOf = (trades: readonly { code: string }[], of: string) =>
  trades.filter((trade) => trade.code === of).length
const opened = (until: Ms) => {
  const day = dayOf(plan)
  day.advanceTo(until)
  day.takeTrades()
  day.takeReports()
  return day
}

describe('an issue that people have stopped', () => {
  it('trades nothing, takes orders and cancels, and goes on by an auction with what has gathered; others trade on', () => {
    const day = opened(ten)
    day.setStops([code], ten)
    day.submit(order('a', 'm1', code, 'BUY', null, 100), ten)
    day.submit(order('b', 'm2', code, 'BUY', null, 100), ten)
    day.cancel('b', ten)
    day.advanceTo(ten + 10 * MINUTE)
    expect(quoteOf(day.market(code)!, day.phase, ten, DATE).state).toBe('halted')
    expect(told(day.takeReports())).toEqual([
      ['a', 'NEW', 0, 0, 100, ''],
      ['b', 'NEW', 0, 0, 100, ''],
      ['b', 'CANCELED', 0, 0, 0, 'REQUESTED'],
    ])
    const meanwhile = day.takeTrades()
    expect([tradesOf(meanwhile, code), tradesOf(meanwhile, other) > 0]).toEqual([0, true])
    day.setStops([], ten + 10 * MINUTE)
    day.advanceTo(ten + 20 * MINUTE)
    expect(day.takeTrades().find((trade) => trade.code === code)).toMatchObject({ aggressor: 'AUCTION' })
    expect(told(day.takeReports())).toMatchObject([['a', 'TRADE', 100, expect.any(Number), 0, '']])
  })
  it('trades in no auction of the day either, and its orders end with the day', () => {
    const day = opened(ten)
    day.setStops([code], ten)
    day.submit(order('a', 'm1', code, 'BUY', null, 100), ten)
    day.advanceTo(closingAt(schedule, DATE))
    const trades = day.takeTrades()
    expect([tradesOf(trades, code), tradesOf(trades, other) > 0, day.isOver]).toEqual([0, true, true])
    expect(told(day.takeReports()).at(-1)).toEqual(['a', 'EXPIRED', 0, 0, 0, 'DAY_END'])
  })
  it('stopped before the opening opens when it is let go', () => {
    const day = dayOf(plan)
    day.setStops([code], openingAt(schedule, DATE) - MINUTE)
    day.advanceTo(ten)
    expect(tradesOf(day.takeTrades(), code)).toBe(0)
    day.setStops([], ten)
    day.advanceTo(ten + MINUTE)
    expect(tradesOf(day.takeTrades(), code)).toBeGreaterThan(0)
  })
  it('is stopped with all others where the market is', () => {
    const day = opened(ten)
    day.setStops([WHOLE_MARKET], ten)
    day.advanceTo(ten + 10 * MINUTE)
    expect(day.takeTrades()).toEqual([])
    // One is still stopped by its own code.
    day.setStops([code], ten + 10 * MINUTE)
    day.advanceTo(ten + 20 * MINUTE)
    const trades = day.takeTrades()
    expect([tradesOf(trades, code), tradesOf(trades, other) > 0]).toEqual([0, true])
  })
  it('does not lose what is stopped with a snapshot', () => {
    const day = opened(ten)
    day.setStops([code], ten)
    day.advanceTo(ten + MINUTE)
    const from = openingAt(schedule, DATE) - 2 * MINUTE
    const again = new ExchangeDay(
      plan,
      schedule,
      new Participants(plan, activityClock(schedule, DATE), from),
      from,
    )
    again.restore(JSON.parse(JSON.stringify(day.snapshot())))
    for (const one of [day, again]) one.advanceTo(ten + 5 * MINUTE)
    expect(again.snapshot()).toEqual(day.snapshot())
    expect(again.stops).toEqual([code])
  })
})

describe('the host', () => {
  const directory = mkdtempSync(join(tmpdir(), 'akari-stops-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const host = () =>
    new ExchangeHost({
      schedule,
      calendar: tseCalendar,
      files: venueFiles(directory),
      longestCatchUpMs: MINUTE,
      snapshotEveryMs: 10 * SECOND,
      background: (of, from) => new Participants(of, activityClock(schedule, of.tradeDate), from),
      ready: () => Promise.resolve(),
      ask: async ({ tradeDate }) => ({ ...plan, tradeDate }),
    })
  it('keeps a halt over a restart and into the next day', async () => {
    const first = host()
    first.prepare(ten)
    await first.start(ten, [], new Map())
    first.receive([JSON.stringify(['stops', [code]] satisfies Message)], ten)
    first.tick(ten + SECOND)
    const second = host()
    second.prepare(ten + 2 * SECOND)
    await second.start(ten + 2 * SECOND, [], new Map())
    expect([second.today!.stops, second.today!.market(code)!.isStopped]).toEqual([[code], true])
    const next = preOpenAt(schedule, tseCalendar.next(DATE))
    second.tick(closingAt(schedule, DATE))
    second.tick(next)
    await new Promise((resolve) => setTimeout(resolve, 20))
    second.tick(next + SECOND)
    expect([
      second.today!.plan.tradeDate > DATE,
      second.today!.market(code)!.isStopped,
      second.today!.market(other)!.isStopped,
    ]).toEqual([true, true, false])
  })
})
