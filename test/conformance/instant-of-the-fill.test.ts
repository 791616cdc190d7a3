import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yenOf } from '#kernel/price.ts'
import { HOUR, SECOND, timeJst } from '#kernel/time.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import type { MessageRow } from '#modules/inbox/server/tables.ts'
import { isWorking } from '#modules/orders/model/order-life.ts'
import { holdYen, restQuantity, type Order } from '#modules/orders/model/order.ts'
import { newAtVenue } from '#modules/orders/model/venue-order.ts'
import { CODE, MEMBER, moneyDesk, TODAY, type Answer } from '#modules/orders/server/money.fixture.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { Background } from '#modules/venue/model/background.ts'
import { apply, type Message } from '#modules/venue/model/day-log.ts'
import { planOf } from '#modules/venue/model/day-plan.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import { ExchangeDay, type Reported } from '#modules/venue/model/exchange.ts'
import { planFor } from '#modules/venue/model/test-day.ts'

/**
 * Engine and exchange with a line between them on which everything takes its time, in both directions: fills
 * meet amendments and cancels under way in every order in which they can. Each of those ends in one of two
 * named outcomes, and in the end both sides say the same of every order.
 */
const START = timeJst(TODAY, 10)
const BASE = 34_000
const nobody: Background = {
  step() {},
  act: () => HOUR,
  traded() {},
  beforeAuction() {},
  state: () => null,
  restore() {},
}

function exchange(): ExchangeDay {
  const [some] = planFor('instant').issues
  const issue = {
    ...some!,
    code: CODE,
    tickTable: 'topix500' as const,
    baseTenths: BASE,
    previousCloseTenths: BASE,
    fairTenths: BASE,
    limits: limitsFor(BASE, 'topix500'),
  }
  const day = new ExchangeDay(planOf(TODAY, 'instant', 0, [issue]), schedules.tse, nobody, START)
  day.open([])
  return day
}

type Act =
  | { kind: 'place'; yen: number; units: number }
  | { kind: 'amend'; which: number; yen: number | null; units: number | null; gain: number | null }
  | { kind: 'cancel'; which: number }
  | { kind: 'sold'; yen: number; units: number }
  | { kind: 'out'; count: number }
  | { kind: 'back'; count: number }

const yen = fc.integer({ min: 3_396, max: 3_404 })
const units = fc.integer({ min: 1, max: 5 })
const which = fc.nat(20)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('place' as const), yen, units }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      which,
      yen: fc.option(yen),
      units: fc.option(units),
      gain: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sold' as const), yen, units }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('out' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('back' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
)

type Outcome =
  | 'amended'
  | 'too late to amend'
  | 'cancelled while amended'
  | 'cancelled'
  | 'filled before the cancel'

/**
 * Lives through these acts and lets everything on the line arrive; what became of each amendment and each
 * cancel.
 */
function live(acts: readonly Act[]): Outcome[] {
  const desk = moneyDesk({ level: 'advanced', depositYen: 20_000_000 })
  const day = exchange()
  const out: Message[] = []
  const back: Reported[] = []
  const asked = new Map<string, { amendments: number; cancels: number }>()
  let at = START
  let others = 0
  // Those that are over too.
  const order = (id: string): Order => desk.kept.rows.get(`orders ${id}`) as Order

  /** The engine's decisions go out, as its link to the venue says it. */
  const heard = (answer: Answer) => {
    if (!answer.ok) return
    for (const event of answer.events) {
      const id = event['orderId'] as string
      if (event.type === 'order.accepted') out.push(['submit', newAtVenue(order(id), MEMBER, null)])
      if (event.type === 'order.cancel-asked') out.push(['cancel', id])
      if (event.type !== 'order.amend-asked') continue
      const { amendPriceTenths, amendQuantity } = order(id)
      out.push([
        'amend',
        id,
        {
          ...(amendPriceTenths === null ? {} : { priceTenths: amendPriceTenths }),
          ...(amendQuantity === null ? {} : { quantity: amendQuantity }),
        },
      ])
    }
  }
  const worked = (message: Message) => {
    at += SECOND
    day.advanceTo(at)
    apply(day, message, at)
    back.push(...day.takeReports().filter(({ orderId }) => asked.has(orderId)))
  }
  const arrived = (reports: readonly Reported[]) => {
    for (const [orderId, own] of Map.groupBy(reports, (report) => report.orderId)) {
      heard(
        desk.apply(
          orderId,
          own.map((report) => ({
            ...report,
            execNo: execNo(report.execId),
            priceTenths: report.priceTenths ?? null,
            reason: report.reason ?? null,
          })),
        ),
      )
    }
  }
  const any = (index: number): Order | undefined => {
    const open = [...asked.keys()].map(order).filter(({ ordStatus }) => isWorking(ordStatus))
    return open[index % Math.max(open.length, 1)]
  }

  for (const one of acts) {
    if (one.kind === 'place') {
      const answer = desk.place({ type: 'limit', price: one.yen, quantity: one.units * 100 })
      if (answer.ok) asked.set(answer.answer.id, { amendments: 0, cancels: 0 })
      heard(answer)
    } else if (one.kind === 'sold') {
      const quantity = one.units * 100
      worked([
        'submit',
        {
          orderId: `other ${others++}`,
          memberId: 'somebody else',
          code: CODE,
          side: 'SELL',
          ordType: 'LIMIT',
          timeInForce: 'DAY',
          condition: 'NONE',
          priceTenths: one.yen * 10,
          quantity,
          leavesQty: quantity,
          venueSeq: null,
        },
      ])
    } else if (one.kind === 'out') for (const message of out.splice(0, one.count)) worked(message)
    else if (one.kind === 'back') arrived(back.splice(0, one.count))
    else {
      const chosen = any(one.which)
      if (!chosen) continue
      const answer =
        one.kind === 'cancel'
          ? desk.cancel(chosen.id)
          : desk.amend(chosen.id, {
              ...(one.yen === null ? {} : { price: one.yen }),
              ...(one.units === null ? {} : { quantity: one.units * 100 }),
              // Close above the limit that it goes with: at a dearer one it would stand on the wrong side.
              ...(one.gain === null
                ? {}
                : { exits: { takeProfit: (one.yen ?? yenOf(chosen.priceTenths!)) + one.gain } }),
            })
      if (answer.ok && one.kind === 'cancel') asked.get(chosen.id)!.cancels++
      // Exits alone hold at once, and the venue is asked nothing.
      else if (answer.ok && answer.answer.amending !== null) asked.get(chosen.id)!.amendments++
      heard(answer)
    }
  }
  while (out.length + back.length > 0) {
    for (const message of out.splice(0)) worked(message)
    arrived(back.splice(0))
  }

  const told = [...desk.kept.rows]
    .filter(([key]) => key.startsWith('messages '))
    .map(([, row]) => row as MessageRow)
  const outcomes: Outcome[] = []
  for (const [id, { amendments, cancels }] of asked) {
    const now = order(id)
    const said = (kind: string) =>
      told.filter((message) => message.orderId === id && message.kind === kind).length
    const [done, late] = [said('orderAmended'), said('amendTooLate')]
    // One that is under way when the order is taken back goes with it, and the member is told of that.
    const gone = amendments - done - late
    expect([gone, now.ordStatus]).toEqual([gone === 1 ? 1 : 0, gone === 1 ? 'CANCELED' : now.ordStatus])
    expect([now.amendPriceTenths, now.amendQuantity, now.amendExits]).toEqual([null, null, null])
    expect(cancels).toBeLessThanOrEqual(1)
    if (cancels === 1) expect(['CANCELED', 'FILLED']).toContain(now.ordStatus)
    if (now.ordStatus === 'CANCELED') expect(said('orderCancelled')).toBe(1)
    outcomes.push(
      ...Array.from({ length: done }, (): Outcome => 'amended'),
      ...Array.from({ length: late }, (): Outcome => 'too late to amend'),
      ...(gone === 1 ? ['cancelled while amended' as const] : []),
      ...(cancels === 0
        ? []
        : now.ordStatus === 'FILLED'
          ? ['filled before the cancel' as const]
          : ['cancelled' as const]),
    )
    const there = day.members.get(id)
    expect(there && [there.priceTenths, there.leavesQty]).toEqual(
      isWorking(now.ordStatus) ? [now.priceTenths, restQuantity(now)] : null,
    )
    if (!isWorking(now.ordStatus)) expect(holdYen(now)).toBe(0)
  }
  for (const { takeProfitTenths, openPriceTenths } of desk.tables.of(lots).by('member', MEMBER))
    if (takeProfitTenths !== null) expect(takeProfitTenths).toBeGreaterThan(openPriceTenths)
  expect(desk.balances().orderHold).toBe([...asked.keys()].reduce((sum, id) => sum + holdYen(order(id)), 0))
  return outcomes
}

test('an amendment or a cancel in the instant of a fill ends in one of two named outcomes, never in between', () => {
  const counts = new Map<Outcome, number>()
  fc.assert(
    fc.property(fc.array(act, { minLength: 20, maxLength: 90, size: 'max' }), (acts) => {
      for (const outcome of live(acts)) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }),
    { numRuns: process.env['TEST_LONG'] === '1' ? 3_000 : 200 },
  )
  // All of them have come, and often.
  const all: Outcome[] = [
    'amended',
    'too late to amend',
    'cancelled while amended',
    'cancelled',
    'filled before the cancel',
  ]
  for (const outcome of all) expect([outcome, (counts.get(outcome) ?? 0) > 10]).toEqual([outcome, true])
})
