import type { OrderId } from '#kernel/id.ts'
import { DAY, type DateJst, type Ms } from '#kernel/time.ts'
import { afterDay, FRESH_LIMITS } from '#modules/instruments/model/limits.ts'
import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { activityClock } from './activity.ts'
import type { Background } from './background.ts'
import { plannedSchedule, type Carried, type DayPlan, type SoFar } from './day-plan.ts'
import { STEP_MS } from './entry-tag.ts'
import { ExchangeDay, type Reported } from './exchange.ts'
import type { IssueMarket } from './issue-market.ts'
import { Participants } from './participants.ts'
import { sealedRandom } from './sealed-random.ts'
import type { VenueAmendment, VenueOrder } from './terms.ts'

/** A message of a member, as the exchange took it, or another input from outside. */
export type Message =
  | readonly ['submit', order: VenueOrder]
  | readonly ['cancel', orderId: OrderId]
  | readonly ['amend', orderId: OrderId, amendment: VenueAmendment]
  /** The stops by people of the firm, all of them. */
  | readonly ['stops', codes: readonly string[]]
  /** Issues that join the day that is on: a plan of them alone. */
  | readonly ['list', plan: DayPlan]
  /** The engine's orders know of fills that were lost here. */
  | readonly ['agree', order: VenueOrder]

/**
 * One line of a day's log: after which step and at what market time something came. `passed`: steps without
 * messages went by. `reopened`: the exchange was off, and took the day up again at this time. `abandoned`: it
 * was off when the day ended.
 */
export type LogLine = readonly [step: number, at: Ms, what: Message | 'passed' | 'reopened' | 'abandoned']
/** The state at the beginning of a day. */
export type DayOpening = { readonly plan: DayPlan; readonly from: Ms; readonly stops: readonly string[] }

export function apply(day: ExchangeDay, message: Message, at: Ms): void {
  if (message[0] === 'submit') day.submit(message[1], at)
  else if (message[0] === 'cancel') day.cancel(message[1], at)
  else if (message[0] === 'stops') day.setStops(message[1], at)
  else if (message[0] === 'list') day.list(message[1], at)
  else if (message[0] === 'agree') day.agree(message[1])
  else day.amend(message[1], message[2], at)
}

export type MakeBackground = (plan: DayPlan, from: Ms) => Background

export function openedDay(
  { plan, from, stops }: DayOpening,
  schedule: Schedule,
  background: MakeBackground,
  working: readonly VenueOrder[] = [],
): ExchangeDay {
  const day = new ExchangeDay(plan, schedule, background(plan, from), from)
  day.setStops(stops, from)
  day.open(working)
  return day
}

/**
 * The same day, taken up at `at` after it was off since its last step: with its figures, its orders, and
 * prices that the time has moved.
 */
export function reopenedDay(
  day: ExchangeDay,
  schedule: Schedule,
  background: MakeBackground,
  at: Ms,
): ExchangeDay {
  const offMs =
    at >= openingAt(plannedSchedule(schedule.id, day.plan), day.plan.tradeDate) ? at - day.step * STEP_MS : 0
  return openedDay(
    { plan: restOf(day, offMs), from: at, stops: day.stops },
    schedule,
    background,
    day.working(),
  )
}

/** However long the exchange was off, its prices move by no more than this many days. */
const MOST_DAYS_MOVED = 5

/** The state of an issue when the exchange goes off, or the day ends. */
export type Standing = {
  readonly lastTenths: PriceTenths
  readonly carried: Carried
  readonly fairTenths: PriceTenths | null
  readonly unpricedTenths: PriceTenths | null
}

/**
 * The state of an issue when the exchange went off, and the price that `offMs` of trading would have made. A
 * fall that restricts short sales stays known, how the day ended at its limits does not where its end was not
 * lived through.
 */
export function standing(day: ExchangeDay, market: IssueMarket, offMs: Ms): Standing {
  const { plan, referenceTenths: lastTenths, isShortTriggered: isShortRestricted } = market
  const unpricedTenths = market.isUnpriced
    ? Math.max(1, Math.round(plan.fairTenths * Math.exp(ofWholeDay(day, market))))
    : null
  if (offMs === 0) {
    const limits = afterDay(plan.carried.limits, market.end ?? 'traded')
    return { lastTenths, fairTenths: null, unpricedTenths, carried: { limits, isShortRestricted } }
  }
  const share = Math.sqrt(Math.min(offMs / DAY, MOST_DAYS_MOVED))
  const factor = sealedRandom(day.plan.seed, 'off', day.step).normal() * day.plan.marketSd
  const own = sealedRandom(day.plan.seed, 'off', day.step, plan.code).normal() * plan.ownSd
  const off = day.step * STEP_MS
  const said =
    plan.jump !== null && plan.jump.at > off && plan.jump.at <= off + offMs ? plan.jump.logReturn : 0
  const worthTenths = market.isUnpriced ? plan.fairTenths : lastTenths
  const fairTenths = Math.max(
    1,
    Math.round(worthTenths * Math.exp(share * (plan.beta * factor + own) + said)),
  )
  return {
    lastTenths,
    carried: { limits: FRESH_LIMITS, isShortRestricted },
    fairTenths,
    unpricedTenths: market.isUnpriced ? fairTenths : null,
  }
}

/** The drawn change of an issue's price from the opening to the close, logarithmic. */
const ofWholeDay = (day: ExchangeDay, { plan }: IssueMarket): number =>
  plan.beta * day.plan.marketReturn + plan.ownReturn + (plan.jump?.logReturn ?? 0)

/** The plan of a day that goes on after it was off: its figures so far, and prices that moved meanwhile. */
function restOf(day: ExchangeDay, offMs: Ms): DayPlan {
  return {
    ...day.plan,
    issues: day.markets.map((market) => {
      const { plan, limits, baseTenths, referenceTenths } = market
      const { lastTenths, fairTenths } = standing(day, market, offMs)
      const firstDay = plan.firstDay && { ...plan.firstDay, quotedTenths: referenceTenths }
      // The limits and the base of a new listing count from its first price.
      return {
        ...plan,
        limits,
        baseTenths,
        firstDay,
        fairTenths: fairTenths ?? (market.isUnpriced ? plan.fairTenths : lastTenths),
        soFar: figuresOf(market),
      }
    }),
  }
}

function figuresOf({
  lastTenths,
  openTenths,
  highTenths,
  lowTenths,
  volume,
  turnoverTenths,
  trades,
}: IssueMarket): SoFar | null {
  if (lastTenths === null || openTenths === null || highTenths === null || lowTenths === null) return null
  return {
    lastTenths,
    openTenths,
    highTenths,
    lowTenths,
    volume,
    turnoverYen: Math.floor(turnoverTenths / 10),
    trades,
  }
}

/** Closing price of each issue in tenths of a yen; null: it did not trade on this day. By code. */
export type Closes = readonly (readonly [code: string, closeTenths: PriceTenths | null])[]

export const closesOf = (day: ExchangeDay): Closes =>
  day.markets
    .map(({ plan: { code }, lastTenths }) => [code, lastTenths] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))

/**
 * A day of the simulated exchange lived again from how it began and what came to it: the same prices and the
 * same trades (security-and-trust 5.5). `report` hears every report. `tick`: called now and then, with market
 * time.
 */
export function liveAgain(
  opening: DayOpening,
  lines: readonly LogLine[],
  schedule: Schedule,
  {
    report = () => {},
    tick = () => {},
  }: { report?: (report: Reported) => void; tick?: (at: Ms) => void } = {},
): { readonly closes: Closes; readonly tradeDate: DateJst } {
  const background: MakeBackground = (plan, from) =>
    new Participants(plan, activityClock(plannedSchedule(schedule.id, plan), plan.tradeDate), from)
  let day = openedDay(opening, schedule, background)
  const told = () => {
    for (const each of day.takeReports()) report(each)
    day.takeTrades()
  }
  const advanceTo = (at: Ms) => {
    for (let next = day.step * STEP_MS + LOOK_MS; next < at && !day.isOver; next += LOOK_MS) {
      day.advanceTo(next)
      told()
      tick(next)
    }
    day.advanceTo(at)
    told()
  }
  for (const [index, [step, at, what]] of lines.entries()) {
    // A kill came between the word and the deed: it was said again.
    if (
      what === 'reopened' &&
      lines.slice(index + 1).some(([later, , again]) => again === 'reopened' && later === step)
    )
      continue
    advanceTo(step * STEP_MS)
    if (what === 'abandoned') day.abandon(at)
    else if (what === 'reopened') day = reopenedDay(day, schedule, background, at)
    else if (what !== 'passed') apply(day, what, at)
    told()
  }
  advanceTo(opening.from + 2 * DAY)
  return { closes: closesOf(day), tradeDate: day.plan.tradeDate }
}
const LOOK_MS = 60_000
