import { expect, test } from 'vitest'
import { seeded, type Random } from '#kernel/random.ts'
import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { firstPriceRange } from '#modules/instruments/model/first-price.ts'
import { closingAt, openingAt } from '#modules/instruments/model/schedule.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { activityClock } from '#modules/venue/model/activity.ts'
import { BUY, SELL } from '#modules/venue/model/book.ts'
import type { DayPlan } from '#modules/venue/model/day-plan.ts'
import { ExchangeDay, type ExchangeSnapshot } from '#modules/venue/model/exchange.ts'
import { Participants } from '#modules/venue/model/participants.ts'
import type { Condition, ExecutionReport } from '#modules/venue/model/terms.ts'
import { DATE, order, planFor, schedule, testUniverse } from '#modules/venue/model/test-day.ts'

/**
 * Whole days of the exchange under members who send everything at any time: orders of a hundred boards, each
 * condition, amendments, cancels; with halts, openings far from the base price, new listings, and a restart
 * from a snapshot every hundred messages. What must hold in the machine is asserted there; here is what the
 * outside may rely on.
 */
const DAYS = process.env['TEST_LONG'] === '1' ? 100 : 6
const opening = openingAt(schedule, DATE)
const from = opening - 2 * MINUTE
const end = closingAt(schedule, DATE) + SECOND

function wildPlan(seed: string, number: number, random: Random): DayPlan {
  const start = random.below(testUniverse.length - 3)
  const plain = planFor(seed, testUniverse.slice(start, start + 3))
  const [listing, halted, gapping] = plain.issues as [
    DayPlan['issues'][number],
    DayPlan['issues'][number],
    DayPlan['issues'][number],
  ]
  const isListing = number % 3 === 0
  return {
    ...plain,
    halts: [{ code: halted.code, from: opening + 40 * MINUTE, until: opening + 55 * MINUTE }],
    issues: [
      isListing
        ? {
            ...listing,
            firstDay: { offerTenths: listing.baseTenths },
            limits: firstPriceRange(listing.baseTenths, listing.tickTable),
            fairTenths: Math.round(listing.baseTenths * (0.6 + 1.6 * random.next())),
          }
        : listing,
      halted,
      { ...gapping, fairTenths: Math.round(gapping.baseTenths * (0.7 + 0.6 * random.next())) },
    ],
  }
}

const dayOf = (plan: DayPlan) =>
  new ExchangeDay(plan, schedule, new Participants(plan, activityClock(schedule, DATE), from), from)

function act(day: ExchangeDay, random: Random, open: string[], at: Ms): void {
  const market = day.markets[random.below(3)]!
  const dice = random.next()
  const victim = open[random.below(Math.max(open.length, 1))]
  const near =
    market.referenceTenths + (random.below(9) - 4) * market.book.unitTenths * (random.next() < 0.1 ? 40 : 1)
  const lots = random.next() < 0.06 ? 100 + random.below(30_000) : 1 + random.below(30)
  if (dice < 0.12 && victim) return day.cancel(victim, at)
  if (dice < 0.25 && victim)
    return day.amend(victim, random.next() < 0.5 ? { priceTenths: near } : { quantity: 100 * lots }, at)
  const price = random.next() < 0.45 ? null : near
  const kind = random.next()
  const condition: Condition =
    kind < 0.1 ? 'AT_CLOSE' : kind < 0.2 ? 'AT_OPEN' : kind < 0.3 && price !== null ? 'FUNARI' : 'NONE'
  const id = `o${open.length}`
  open.push(id)
  const side = random.next() < 0.5 ? 'BUY' : 'SELL'
  const timeInForce = condition === 'NONE' && random.next() < 0.15 ? 'IOC' : 'DAY'
  day.submit(
    {
      ...order(id, `m${random.below(9)}`, market.plan.code, side, price, 100 * lots),
      condition,
      timeInForce,
    },
    at,
  )
}

/** Reports of one day: each once, nothing after an order's end, and what was traded adds up. */
function ledgerOfReports() {
  const seen = new Set<string>()
  const traded = new Map<string, number>()
  const ended = new Set<string>()
  return (reports: readonly ExecutionReport[]) => {
    for (const { execId, orderId, lastQty, cumQty, ordStatus } of reports) {
      expect(seen.has(execId) || ended.has(orderId)).toBe(false)
      seen.add(execId)
      traded.set(orderId, (traded.get(orderId) ?? 0) + lastQty)
      expect(traded.get(orderId)).toBe(cumQty)
      if (['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'].includes(ordStatus)) ended.add(orderId)
    }
  }
}

function checkMarkets(day: ExchangeDay): void {
  for (const { isFree, book } of day.markets) {
    if (!isFree) continue
    const [bid, ask] = [book.bestBidTenths(), book.bestAskTenths()]
    expect(bid === null || ask === null || bid < ask).toBe(true)
    expect(book.quantityAt(BUY, null) + book.quantityAt(SELL, null)).toBe(0)
  }
  for (const { code, priceTenths } of day.takeTrades()) {
    const { tickTable, limits } = day.market(code)!.plan
    expect(
      isOnTick(priceTenths, tickTable) &&
        priceTenths >= limits.lowerTenths &&
        priceTenths <= limits.upperTenths,
    ).toBe(true)
  }
}

test('nothing that members send breaks the exchange, whatever its issues are in', () => {
  const met = new Set<string>()
  for (let number = 0; number < DAYS; number++) {
    const seed = `wild ${number}`
    const random = seeded(seed)
    const plan = wildPlan(seed, number, random)
    const check = ledgerOfReports()
    const open: string[] = []
    let day = dayOf(plan)
    day.open([])
    for (let at = from; at < end; at += 200 + random.below(random.next() < 0.9 ? 20_000 : 10 * MINUTE)) {
      day.advanceTo(at)
      checkMarkets(day)
      check(day.takeReports())
      for (const { hold } of day.markets) if (hold !== null) met.add(hold.kind)
      if (open.length % 100 === 99) {
        const kept = JSON.parse(JSON.stringify(day.snapshot())) as ExchangeSnapshot
        day = dayOf(plan)
        day.restore(kept)
      }
      act(day, random, open, at)
    }
    day.advanceTo(end)
    check(day.takeReports())
    expect([day.isOver, day.members.all(), day.markets.map((market) => market.memberOrders)]).toEqual([
      true,
      [],
      [0, 0, 0],
    ])
  }
  expect([...met].sort()).toEqual(['halted', 'sequential', 'special'])
}, 300_000)
