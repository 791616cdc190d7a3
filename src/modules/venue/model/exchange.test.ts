import { describe, expect, test } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { specialQuoteStep } from '#modules/instruments/model/limits.ts'
import { closingAt, openingAt, preClosingAt } from '#modules/instruments/model/schedule.ts'
import { activityClock } from './activity.ts'
import { BUY, NONE, SELL } from './book.ts'
import { ExchangeDay, type ExchangeSnapshot } from './exchange.ts'
import { Participants } from './participants.ts'
import type { Condition, ExecutionReport, Side, Trade, VenueOrder } from './terms.ts'
import { DATE, dayOf, order, planFor, schedule, testUniverse, told } from './test-day.ts'

const universe = testUniverse
const opening = openingAt(schedule, DATE)

describe('a member meets the book', () => {
  const plan = planFor('members')
  const code = plan.issues[0]!.code
  const at = opening + 10 * MINUTE
  const open = () => {
    const day = dayOf(plan)
    day.advanceTo(at)
    day.takeReports()
    return { day, market: day.market(code)! }
  }

  test('a market order trades at once with the best price, and the trade acknowledges it', () => {
    const { day, market } = open()
    const ask = market.book.bestAskTenths()!
    day.submit(order('a', 'm1', code, 'BUY', null, 100), at)
    const [report, ...more] = day.takeReports()
    expect(more).toEqual([])
    expect(report).toMatchObject({
      execType: 'TRADE',
      ordStatus: 'FILLED',
      lastQty: 100,
      lastPxTenths: ask,
      cumQty: 100,
      leavesQty: 0,
    })
    expect(report!.decision!.fills).toEqual([[ask, 100]])
  })

  test('a limit order waits, is reduced, moved and cancelled', () => {
    const { day, market } = open()
    const low = market.limits.lowerTenths
    day.submit(order('a', 'm1', code, 'BUY', low, 500), at)
    day.amend('a', { quantity: 300 }, at)
    day.amend('a', { priceTenths: low + market.book.unitTenths }, at)
    day.amend('a', { priceTenths: market.limits.upperTenths + 10_000 }, at)
    day.cancel('a', at)
    day.cancel('a', at)
    const reports = day.takeReports()
    expect(reports.map((report) => report.priceTenths)).toEqual([
      undefined,
      low,
      low + market.book.unitTenths,
      low + market.book.unitTenths,
      undefined,
    ])
    expect(told(reports)).toEqual([
      ['a', 'NEW', 0, 0, 500, ''],
      ['a', 'REPLACED', 0, 0, 300, ''],
      ['a', 'REPLACED', 0, 0, 300, ''],
      ['a', 'REPLACED', 0, 0, 300, ''],
      ['a', 'CANCELED', 0, 0, 0, 'REQUESTED'],
    ])
    expect(market.memberOrders).toBe(0)
  })

  test('an amendment that would meet an own order changes the quantity alone', () => {
    const { day, market } = open()
    const { lowerTenths: low, upperTenths: high } = market.limits
    day.submit(order('own', 'm1', code, 'SELL', high, 100), at)
    day.submit(order('a', 'm1', code, 'BUY', low, 500), at)
    day.takeReports()
    day.amend('a', { priceTenths: high, quantity: 200 }, at)
    expect(day.takeReports()).toMatchObject([{ execType: 'REPLACED', priceTenths: low, leavesQty: 200 }])
    expect(market.book.quantityAt(BUY, low)).toBe(200)
  })

  test('members trade with each other inside the spread, at the price of the one who waited', () => {
    const { day, market } = open()
    day.takeTrades()
    const ask = market.book.bestAskTenths()!
    market.cancel(market.book.firstAt(SELL, ask))
    const price = market.book.bestBidTenths()! + market.book.unitTenths
    day.submit(order('s', 'm1', code, 'SELL', price, 300), at)
    day.submit(order('b', 'm2', code, 'BUY', price, 200), at)
    expect(told(day.takeReports())).toEqual([
      ['s', 'NEW', 0, 0, 300, ''],
      ['s', 'TRADE', 200, price, 100, ''],
      ['b', 'TRADE', 200, price, 0, ''],
    ])
    expect(day.takeTrades()).toMatchObject([{ priceTenths: price, quantity: 200, aggressor: 'BUY' }])
  })

  const refused: [name: string, change: Partial<VenueOrder>, reason: string][] = [
    ['an issue that is not traded here', { code: 'NONE' }, 'UNKNOWN_ISSUE'],
    ['a price above the limit', { priceTenths: 99_999_999 }, 'OUTSIDE_LIMIT'],
    ['a price between two ticks', { priceTenths: universe[0]!.openingPriceTenths + 0.5 }, 'OFF_TICK'],
    ['a price that would meet an own order', { priceTenths: null }, 'SELF_CROSS'],
  ]
  test.each(refused)('is refused with %s', (_name, change, reason) => {
    const { day, market } = open()
    day.submit(order('own', 'm1', code, 'SELL', market.limits.upperTenths, 100), at)
    day.takeReports()
    day.submit({ ...order('a', 'm1', code, 'BUY', market.limits.lowerTenths, 100), ...change }, at)
    expect(told(day.takeReports())).toEqual([['a', 'REJECTED', 0, 0, 0, reason]])
  })

  describe('an order at market beside an own order', () => {
    const sent = (id: string, quantity: number): VenueOrder => ({
      ...order(id, 'm1', code, 'BUY', null, quantity),
      selfMatch: 'if-reached',
    })
    /** An own offer two units behind the best, and what others offer before it. */
    function behind() {
      const { day, market } = open()
      const { book } = market
      const best = book.bestAskTenths()!
      const price = book.nextPrice(SELL, best + book.unitTenths, 1)!
      day.submit(order('own', 'm1', code, 'SELL', price, 100), at)
      day.takeReports()
      return { day, price, before: book.quantityAt(SELL, best), beside: book.quantityAt(SELL, price) - 100 }
    }

    test('that others fill first trades whole, and the own one stays', () => {
      const { day, before, beside, price } = behind()
      day.submit(sent('a', before + beside), at)
      const reports = day.takeReports()
      expect(reports.every(({ orderId, execType }) => orderId === 'a' && execType === 'TRADE')).toBe(true)
      expect(reports.at(-1)).toMatchObject({ leavesQty: 0, lastPxTenths: price })
      expect(day.members.get('own')).toMatchObject({ leavesQty: 100 })
    })

    test('is refused where the own one would be next, and takes nothing before', () => {
      const { day, before, beside } = behind()
      day.submit(sent('a', before + beside + 100), at)
      expect(told(day.takeReports())).toEqual([['a', 'REJECTED', 0, 0, 0, 'SELF_CROSS']])
      expect(day.members.get('own')).toMatchObject({ leavesQty: 100 })
    })

    test('of before this rule is refused wherever they could ever meet', () => {
      const { day, before } = behind()
      day.submit(order('a', 'm1', code, 'BUY', null, before), at)
      expect(told(day.takeReports())).toEqual([['a', 'REJECTED', 0, 0, 0, 'SELF_CROSS']])
    })

    test('is refused while its issue is held: what gathers for a price could meet it', () => {
      const { day, market } = behindHalted()
      day.submit(sent('a', 100), at)
      expect(told(day.takeReports())).toEqual([['a', 'REJECTED', 0, 0, 0, 'SELF_CROSS']])
      expect(market.isFree).toBe(false)
    })

    function behindHalted() {
      const { day } = behind()
      const market = day.market(code)!
      market.halt(at, at + MINUTE)
      return { day, market }
    }
  })

  test('a market order larger than the book takes what is in reach, and presses on the price for as long as it is not filled', () => {
    const { day, market } = open()
    const before = market.lastTenths!
    const step = specialQuoteStep(before)
    day.submit(order('a', 'm1', code, 'BUY', null, 50_000_000), at)
    const reports = day.takeReports()
    expect(reports.every(({ execType }) => execType === 'TRADE')).toBe(true)
    expect(reports.at(-1)!.leavesQty).toBeGreaterThan(0)
    expect(market.lastTenths! - before).toBeLessThanOrEqual(2 * step)
    expect(market.hold).toMatchObject({ side: BUY })
    // Three minutes later it has not gone through the book: a step at a time, and always on the other side of
    // a quote.
    day.advanceTo(at + 3 * MINUTE - SECOND)
    expect(market.lastTenths! - before).toBeLessThanOrEqual(3 * step)
  })

  test('orders wait for the auction before the opening, market orders trade first', () => {
    const day = dayOf(plan)
    const early = opening - MINUTE
    day.advanceTo(early)
    day.submit(order('m', 'm1', code, 'BUY', null, 100), early)
    day.submit(order('l', 'm2', code, 'BUY', day.market(code)!.limits.lowerTenths, 100), early)
    expect(told(day.takeReports()).map((each) => each.slice(0, 2))).toEqual([
      ['m', 'NEW'],
      ['l', 'NEW'],
    ])
    day.advanceTo(opening)
    const { openTenths } = day.market(code)!
    expect(told(day.takeReports())).toEqual([['m', 'TRADE', 100, openTenths, 0, '']])
  })

  test('at lunch and after the close nothing is taken; at the close what is left of the day expires', () => {
    const day = dayOf(plan)
    const lunch = opening + 3 * HOUR
    day.advanceTo(lunch)
    day.submit(order('a', 'm1', code, 'BUY', null, 100), lunch)
    const late = opening + 5 * HOUR
    day.advanceTo(late)
    day.submit(order('b', 'm1', code, 'BUY', day.market(code)!.limits.lowerTenths, 100), late)
    const end = closingAt(schedule, DATE)
    day.advanceTo(end + SECOND)
    day.submit(order('c', 'm1', code, 'BUY', null, 100), end + SECOND)
    expect(told(day.takeReports()).map((each) => [each[0], each[1], each[5]])).toEqual([
      ['a', 'REJECTED', 'MARKET_CLOSED'],
      ['b', 'NEW', ''],
      ['b', 'EXPIRED', 'DAY_END'],
      ['c', 'REJECTED', 'MARKET_CLOSED'],
    ])
    expect(day.isOver).toBe(true)
  })
})

test('market orders cannot sweep an issue to its limit: fifty boards at once move it by a few steps, in minutes', () => {
  const day = dayOf(planFor('whale', [...testUniverse.slice(0, 4), ...testUniverse.slice(100, 102)]))
  const start = opening + 30 * MINUTE
  day.advanceTo(start)
  const before = day.markets.map((market) => market.lastTenths!)
  for (const market of day.markets) {
    const offered = market.board().asks.reduce((sum, [, quantity]) => sum + quantity, 0)
    day.submit(order(market.plan.code, market.plan.code, market.plan.code, 'BUY', null, 50 * offered), start)
  }
  const high = before.map(() => 0)
  for (let minute = 0; minute <= 20; minute++) {
    day.advanceTo(start + minute * MINUTE)
    for (const [index, market] of day.markets.entries()) {
      const steps = (market.lastTenths! - before[index]!) / specialQuoteStep(before[index]!)
      // Two steps from where the run began in the first minute, then one in each three minutes.
      expect(steps).toBeLessThanOrEqual(2.5 + Math.ceil(minute / 3))
      high[index] = Math.max(high[index]!, steps)
      expect(market.highTenths).toBeLessThan(market.limits.upperTenths)
    }
  }
  // It does move the price, and it is filled in the end: a quote that is too good draws the other side.
  expect(Math.max(...high)).toBeGreaterThan(0.5)
  expect(day.markets.map((market) => day.members.get(market.plan.code)?.leavesQty ?? 0)).toEqual(
    before.map(() => 0),
  )
})

test('special quotes are renewed until three minutes before pre-closing, and not after (market rules 6)', () => {
  const plan = planFor('late')
  const { code } = plan.issues[0]!
  const until = preClosingAt(schedule, DATE)
  const day = dayOf(plan, until - 40 * MINUTE)
  day.advanceTo(until - 12 * MINUTE)
  day.submit(order('whale', 'm1', code, 'BUY', null, 50_000_000), until - 12 * MINUTE)
  const quotes = new Map<number, number>()
  for (let at = until - 12 * MINUTE; at < until; at += SECOND) {
    day.advanceTo(at)
    const { hold } = day.market(code)!
    if (hold?.kind === 'special' && !quotes.has(hold.priceTenths)) quotes.set(hold.priceTenths, at)
  }
  const shown = [...quotes.values()].map((at) => until - at)
  expect(shown.length).toBeGreaterThan(1)
  expect(Math.min(...shown)).toBeGreaterThan(3 * MINUTE)
  expect(day.market(code)!.hold).toMatchObject({ kind: 'special' })
})

/**
 * A random member every few seconds: market and limit orders, some far too large, some with a condition;
 * cancels, amendments.
 */
function play(day: ExchangeDay, seed: string, from: Ms, to: Ms, between: (at: Ms) => void = () => {}): void {
  const random = seeded(seed)
  const open: string[] = []
  let count = 0
  for (let at = from; at < to; at += 100 + random.below(3_000)) {
    day.advanceTo(at)
    between(at)
    const issue = day.plan.issues[random.below(day.plan.issues.length)]!
    const market = day.market(issue.code)!
    const dice = random.next()
    const victim = open[random.below(Math.max(open.length, 1))]
    if (dice < 0.15 && victim) day.cancel(victim, at)
    else if (dice < 0.25 && victim)
      day.amend(victim, { priceTenths: market.book.bestBidTenths() ?? issue.baseTenths }, at)
    else {
      const id = `${seed}-${count++}`
      const side: Side = random.next() < 0.5 ? 'BUY' : 'SELL'
      const price =
        dice < 0.5 ? null : side === 'BUY' ? market.book.bestBidTenths() : market.book.bestAskTenths()
      const lots = random.next() < 0.04 ? 2_000 : 1 + random.below(20)
      const condition: Condition =
        price !== null && random.next() < 0.1
          ? 'FUNARI'
          : random.next() < 0.05
            ? 'AT_CLOSE'
            : random.next() < 0.05
              ? 'AT_OPEN'
              : 'NONE'
      const timeInForce = condition === 'NONE' && random.next() < 0.1 ? 'IOC' : 'DAY'
      open.push(id)
      day.submit(
        { ...order(id, `m${random.below(5)}`, issue.code, side, price, 100 * lots), condition, timeInForce },
        at,
      )
    }
  }
}

test('a snapshot with the messages after it gives exactly what the straight run gave', () => {
  const plan = planFor('determinism')
  const from = opening - 20 * SECOND
  const middle = opening + 10 * MINUTE
  const end = opening + 20 * MINUTE
  const straight = dayOf(plan)
  play(straight, 'first', from, middle)
  const kept = JSON.parse(JSON.stringify(straight.snapshot())) as ExchangeSnapshot
  straight.takeReports()
  straight.takeTrades()
  play(straight, 'second', middle, end)

  const again = new ExchangeDay(
    plan,
    schedule,
    new Participants(plan, activityClock(schedule, DATE), opening),
    opening,
  )
  again.restore(kept)
  play(again, 'second', middle, end)
  expect(again.reports.length).toBeGreaterThan(100)
  expect(again.reports).toEqual(straight.reports)
  expect(again.trades).toEqual(straight.trades)
  expect(again.snapshot()).toEqual(straight.snapshot())
})

test('another seed is another day, the same seed the same', () => {
  const closes = (seed: string) => {
    const day = dayOf(planFor(seed))
    day.advanceTo(opening + MINUTE)
    return day.markets.map((market) => market.lastTenths)
  }
  expect(closes('one')).toEqual(closes('one'))
  expect(closes('one')).not.toEqual(closes('two'))
})

test('property: no trade outside limits, range, grid or session; better never trades after worse; shares are neither made nor lost', () => {
  const kinds = new Set<string>()
  for (const seed of ['p1', 'p2', 'p3']) {
    const plan = planFor(seed)
    const day = dayOf(plan)
    const limits = new Map(plan.issues.map((issue) => [issue.code, issue]))
    const trades: Trade[] = []
    const reports: ExecutionReport[] = []
    play(day, seed, opening - MINUTE, opening + 15 * MINUTE, () => {
      trades.push(...day.takeTrades())
      reports.push(...day.takeReports())
      for (const market of day.markets) {
        if (market.hold !== null) kinds.add(market.hold.kind)
        if (!market.isFree) continue
        const [bid, ask] = [market.book.bestBidTenths(), market.book.bestAskTenths()]
        expect(bid === null || ask === null || bid < ask).toBe(true)
        expect([market.book.firstAt(BUY, null), market.book.firstAt(SELL, null)]).toEqual([NONE, NONE])
      }
    })
    for (const trade of trades) {
      const issue = limits.get(trade.code)!
      expect(trade.at).toBeGreaterThanOrEqual(opening)
      expect(isOnTick(trade.priceTenths, issue.tickTable)).toBe(true)
      expect(
        trade.priceTenths >= issue.limits.lowerTenths && trade.priceTenths <= issue.limits.upperTenths,
      ).toBe(true)
    }
    for (const market of day.markets) {
      const own = trades.filter((trade) => trade.code === market.plan.code)
      expect(own.map((trade) => trade.no)).toEqual(own.map((_, index) => index + 1))
      for (const [index, { aggressor, priceTenths }] of own.entries()) {
        const before = own[index - 1]?.priceTenths ?? market.plan.baseTenths
        if (aggressor !== 'AUCTION')
          expect(Math.abs(priceTenths - before)).toBeLessThanOrEqual(specialQuoteStep(before))
      }
    }
    const byOrder = Map.groupBy(reports, (report) => report.orderId)
    for (const [, own] of byOrder) {
      let cum = 0
      for (const report of own) {
        cum += report.lastQty
        expect(report.cumQty).toBe(cum)
      }
      expect(
        own
          .slice(0, -1)
          .every((report) => !['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'].includes(report.ordStatus)),
      ).toBe(true)
    }
    expect(new Set(reports.map((report) => report.execId)).size).toBe(reports.length)
  }
  expect([...kinds].sort()).toEqual(['sequential', 'special'])
})

const LIQUID = 4
test('a whole day looks like one: spreads, depth, volumes, moves', () => {
  const issues = [...universe].sort((a, b) => b.turnoverYen - a.turnoverYen)
  const plan = planFor('statistics', [
    ...issues.slice(0, LIQUID),
    ...issues.slice(100, 104),
    ...issues.slice(-4),
  ])
  const day = dayOf(plan)
  const spreads = plan.issues.map(() => [] as number[])
  const distances: number[] = []
  let held = 0
  let thin = 0
  let looks = 0
  for (let at = opening + MINUTE; at < closingAt(schedule, DATE); at += 10 * MINUTE) {
    day.advanceTo(at)
    if (day.phase !== 'continuous') continue
    for (const [index, market] of day.markets.entries()) {
      const board = market.board()
      looks++
      if (market.hold !== null) held++
      if (board.bids.length < 10 || board.asks.length < 10) thin++
      if (board.bids[0] && board.asks[0]) spreads[index]!.push(board.asks[0][0] - board.bids[0][0])
      distances.push(Math.abs(market.lastTenths! / market.plan.baseTenths - 1))
    }
  }
  day.advanceTo(closingAt(schedule, DATE) + SECOND)
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
  // 3 ticks, or 6 basis points where ticks are finer than 2.
  for (const [index, market] of day.markets.slice(0, LIQUID).entries()) {
    expect(median(spreads[index]!)).toBeLessThanOrEqual(
      Math.max(3 * market.book.unitTenths, 0.0006 * market.plan.baseTenths),
    )
  }
  expect(thin / looks).toBeLessThan(0.05)
  // Special quotes are an exception, and everything has opened: gaps of several steps take minutes.
  expect(held / looks).toBeLessThan(0.02)
  for (const market of day.markets) {
    expect(market.trades).toBeGreaterThan(3)
    expect(market.volume / market.plan.volume).toBeGreaterThan(0.5)
    expect(market.volume / market.plan.volume).toBeLessThan(2.5)
    const expected =
      market.plan.fairTenths * Math.exp(plan.marketReturn * market.plan.beta + market.plan.ownReturn)
    expect(Math.abs(market.lastTenths! / expected - 1)).toBeLessThan(0.02)
  }
  expect(median(distances)).toBeLessThan(0.05)
}, 30_000)
