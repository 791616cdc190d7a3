import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { closingAt, openingAt } from '#modules/instruments/model/schedule.ts'
import { activityClock } from './activity.ts'
import { ExchangeDay, type ExchangeSnapshot } from './exchange.ts'
import { Participants } from './participants.ts'
import { receiptOf, RECEIPT_TAG, rerun, SCENE_TAG, sceneOf, textHash } from './receipt.ts'
import { DATE, dayOf, order, planFor, schedule, told } from './test-day.ts'

const opening = openingAt(schedule, DATE)
const plan = planFor('odd lots')
const code = plan.issues[0]!.code
const at = opening + 10 * MINUTE
const openAt = (from = at) => {
  const day = dayOf(plan)
  day.advanceTo(from)
  day.takeReports()
  day.takeTrades()
  return { day, market: day.market(code)! }
}
/** Price of the issue's next trade. */
function nextPrice(day: ExchangeDay, from: number): number {
  day.takeTrades()
  for (let now = from; ; now += SECOND) {
    day.advanceTo(now)
    const trade = day.takeTrades().findLast((one) => one.code === code)
    if (trade) return trade.priceTenths
  }
}

describe('an odd lot', () => {
  test('trades beside the book, at the price of the next trade: neither volume nor board change by it', () => {
    const { day } = openAt()
    const without = openAt().day
    day.submit(order('a', 'm1', code, 'SELL', null, 25), at)
    expect(told(day.takeReports())).toEqual([['a', 'NEW', 0, 0, 25, '']])
    const price = nextPrice(day, at)
    expect(nextPrice(without, at)).toBe(price)
    expect(told(day.takeReports())).toEqual([['a', 'TRADE', 25, price, 0, '']])
    expect(day.members.all()).toEqual([])
    expect(day.market(code)!.snapshot().orders).toEqual(without.market(code)!.snapshot().orders)
    expect([day.market(code)!.volume, day.market(code)!.memberOrders]).toEqual([
      without.market(code)!.volume,
      0,
    ])
  })

  test('of a larger order trades after the whole units, at the price of the last of them', () => {
    const { day, market } = openAt()
    const bid = market.book.bestBidTenths()!
    day.submit(order('a', 'm1', code, 'SELL', null, 125), at)
    expect(told(day.takeReports())).toEqual([['a', 'TRADE', 100, bid, 25, '']])
    day.advanceTo(at + SECOND)
    expect(told(day.takeReports())[0]).toEqual(['a', 'TRADE', 25, expect.any(Number), 0, ''])
  })

  test('waits while its whole units do, and for a price that its limit allows', () => {
    const { day, market } = openAt()
    const high = market.limits.upperTenths
    day.submit(order('a', 'm1', code, 'SELL', high, 225), at)
    day.submit(order('b', 'm2', code, 'SELL', high, 25), at)
    day.advanceTo(at + 10 * MINUTE)
    expect(told(day.takeReports())).toEqual([
      ['a', 'NEW', 0, 0, 225, ''],
      ['b', 'NEW', 0, 0, 25, ''],
    ])
    expect(market.memberOrders).toBe(1)
    day.amend('a', { quantity: 125 }, at + 10 * MINUTE)
    expect(market.book.quantityAt(1, high) % 100).toBe(0)
    day.amend('b', { priceTenths: market.limits.lowerTenths }, at + 10 * MINUTE)
    const price = nextPrice(day, at + 10 * MINUTE)
    expect(told(day.takeReports())).toEqual([
      ['a', 'REPLACED', 0, 0, 125, ''],
      ['b', 'REPLACED', 0, 0, 25, ''],
      ['b', 'TRADE', 25, price, 0, ''],
    ])
    day.amend('a', { quantity: 25 }, at + 11 * MINUTE)
    expect(market.memberOrders).toBe(0)
    day.cancel('a', at + 11 * MINUTE)
    expect(told(day.takeReports()).at(-1)).toEqual(['a', 'CANCELED', 0, 0, 0, 'REQUESTED'])
  })

  test.each([
    ['AT_OPEN', openingAt(schedule, DATE)],
    ['AT_CLOSE', closingAt(schedule, DATE)],
  ] as const)('%s: at the price of that auction alone', (condition, auctionAt) => {
    const day = dayOf(plan)
    const from = condition === 'AT_OPEN' ? opening - MINUTE : auctionAt - HOUR
    day.advanceTo(from)
    day.submit({ ...order('a', 'm1', code, 'SELL', null, 25), condition }, from)
    day.advanceTo(auctionAt - SECOND)
    expect(told(day.takeReports())).toEqual([['a', 'NEW', 0, 0, 25, '']])
    day.takeTrades()
    const price = nextPrice(day, auctionAt)
    expect(told(day.takeReports())).toEqual([['a', 'TRADE', 25, price, 0, '']])
  })

  test('that nothing gives a price to ends with its day; one for now or never ends at once', () => {
    const { day, market } = openAt()
    day.submit(order('a', 'm1', code, 'SELL', market.limits.upperTenths, 25), at)
    day.submit({ ...order('b', 'm2', code, 'SELL', null, 125), timeInForce: 'IOC' }, at)
    expect(told(day.takeReports()).map(([who, what, shares]) => [who, what, shares])).toEqual([
      ['a', 'NEW', 0],
      ['b', 'TRADE', 100],
      ['b', 'EXPIRED', 0],
    ])
    day.advanceTo(closingAt(schedule, DATE) + SECOND)
    expect(told(day.takeReports())).toEqual([['a', 'EXPIRED', 0, 0, 0, 'DAY_END']])
  })

  test('is kept over a restart', () => {
    const { day, market } = openAt()
    day.submit(order('a', 'm1', code, 'SELL', null, 25), at)
    day.submit(order('b', 'm2', code, 'SELL', market.limits.upperTenths, 125), at)
    const again = new ExchangeDay(
      plan,
      schedule,
      new Participants(plan, activityClock(schedule, DATE), opening),
      opening,
    )
    again.restore(JSON.parse(JSON.stringify(day.snapshot())) as ExchangeSnapshot)
    day.takeReports()
    const price = nextPrice(day, at)
    expect([nextPrice(again, at), told(again.takeReports())]).toEqual([
      price,
      [['a', 'TRADE', 25, price, 0, '']],
    ])
    expect(again.snapshot()).toEqual(day.snapshot())
  })

  test('has a receipt, as its whole units have, and the same match gives the same fills', () => {
    const { day } = openAt()
    day.submit(order('a', 'm1', code, 'SELL', null, 125), at)
    day.submit(order('b', 'm2', code, 'BUY', null, 25), at)
    nextPrice(day, at + SECOND)
    const decisions = day.takeReports().flatMap(({ decision }) => (decision ? [decision] : []))
    expect(
      decisions.map(({ seen, order: { leavesQty, quantity } }) => [seen.event.kind, leavesQty, quantity]),
    ).toEqual([
      ['order', 100, 125],
      ['odd-lot', 25, 125],
      ['odd-lot', 25, 25],
    ])
    for (const decision of decisions) {
      const { text, rows } = sceneOf(decision.seen, [decision], '0'.repeat(64))
      const receipt = receiptOf(decision, rows[0]!, textHash(SCENE_TAG + text), DATE)
      expect(rerun({ digest: textHash(RECEIPT_TAG + receipt), receipt, scene: text })).toMatchObject({
        wrong: [],
        fills: decision.fills,
      })
    }
  })
})
