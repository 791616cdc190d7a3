import type { MemberId } from '#kernel/id.ts'
import { MINUTE, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { type Caller, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import {
  closingAt,
  lastOpenedDate,
  openingAt,
  preClosingAt,
  preOpenAt,
} from '#modules/instruments/model/schedule.ts'
import { dayJob, type InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { Listing } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { PLAIN_TERMS } from '#modules/orders/model/terms.ts'
import { orderOf, type OrdersPublic } from '#modules/orders/server/public.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { basketOf, outcomeOf, RULE } from '../model/method.ts'
import { sendCommand } from './apply.ts'
import { dayIdOf, endCommand, exitedCommand, outcomeCommand, publishCommand } from './commands.ts'
import type { Measures } from './measure.ts'
import { aiApplications, aiDays, aiPicks, type AiApplication, type Reason } from './tables.ts'

/** The exchange's last words of a day come within a moment of its closing auction. */
const AFTER_CLOSE: Ms = 3 * SECOND
/** Orders of the day are sent as soon as the exchange takes them. */
const AFTER_PRE_OPEN: Ms = SECOND
/**
 * The time exit goes into the closing auction of its day: so long before that is collected, when no other
 * closing auction is ahead.
 */
const BEFORE_PRE_CLOSING: Ms = 10 * MINUTE
const SENT_AT_ONCE = 100

/** The caller under which the server acts on a member's application. */
const forMember = ({ memberId }: AiApplication): Caller & { memberId: MemberId } => callerFor(memberId, 'ai')

export type RunsDeps = {
  context: AppContext
  market: MarketPublic
  instruments: InstrumentsPublic
  orders: OrdersPublic
  measures: Measures
  lag: number
  /** The card that picks are published under now; null: none. */
  card: () => Listing<'ai-card'> | null
}
export type Runs = ReturnType<typeof openRuns>

/**
 * Jobs that run by the clock: picks after a close, orders at an opening, time exits before a closing auction;
 * and what a restart has to look after.
 */
export function openRuns({ context, market, instruments, orders, measures, lag, card }: RunsDeps) {
  const { calendar, schedule, clock, db } = context
  const now = () => clock.market()
  const read = () => context.engine.read
  const publish = publishCommand(now)
  const send = sendCommand(orders, () => ({ today: market.phase().tradeDate, at: Math.floor(now()) }))
  const end = endCommand(now)
  const exited = exitedCommand(now)
  /** The newest trade date that is over. */
  const closedDay = (): DateJst => {
    const opened = lastOpenedDate(schedule, calendar, now())
    return now() >= closingAt(schedule, opened) + AFTER_CLOSE ? opened : calendar.previous(opened)
  }
  const entryOf = (day: DateJst): DateJst => calendar.next(day, lag)
  const lastOf = (entryOn: DateJst): DateJst =>
    RULE.holdDays > 1 ? calendar.next(entryOn, RULE.holdDays - 1) : entryOn

  /**
   * Publishes the picks of the newest close where a card is open for them and their opening is still ahead,
   * and says how older ones ended. Again, it changes nothing.
   */
  async function pick(): Promise<void> {
    const day = closedDay()
    const current = card()
    const entryOn = entryOf(day)
    const wanted =
      current !== null &&
      read().of(aiDays).get(dayIdOf(current.id, day)) === undefined &&
      now() < openingAt(schedule, entryOn)
    const over = read()
      .of(aiPicks)
      .all()
      .filter(({ exitOn }) => exitOn <= day)
    if (!wanted && over.length === 0) return
    await market.closesOf(
      instruments.all().map(({ code }) => code),
      day,
    )
    const { panel, evaluation } = await measures.upTo(day)
    if (wanted && evaluation !== null) {
      const {
        next,
        figures: { version },
      } = evaluation
      const ticks = Object.fromEntries(next.picks.map((code) => [code, instruments.get(code)!.tickTable]))
      await context.engine.submit(
        publish,
        {
          published: { cardId: current.id, entryOn, version, ...next },
          exitOn: lastOf(entryOn),
          opensAt: openingAt(schedule, entryOn),
          ticks,
        },
        SYSTEM_CALLER,
      )
    }
    const basket = basketOf(panel)
    for (const { id, dayId, code } of over) {
      const issue = panel.issues.find((one) => one.code === code)
      const outcome =
        issue && outcomeOf(issue, basket, panel.dates.indexOf(read().of(aiDays).get(dayId)!.day), lag)
      if (!outcome) continue
      const { exitDay, ...ended } = outcome
      await context.engine.submit(
        outcomeCommand,
        { pickId: id, endedOn: panel.dates[exitDay]!, ...ended },
        SYSTEM_CALLER,
      )
    }
  }

  /** Sends what is due: each application's order and that it was sent are one command. */
  async function sendDue(): Promise<void> {
    const today = market.phase().tradeDate
    if (now() < preOpenAt(schedule, today)) return
    const due = read()
      .of(aiApplications)
      .by('unsent', 'all')
      .filter(({ entryOn }) => entryOn <= today)
    for (let from = 0; from < due.length; from += SENT_AT_ONCE) {
      await Promise.all(
        due
          .slice(from, from + SENT_AT_ONCE)
          .map((one) => context.engine.submit(send, { id: one.id }, forMember(one))),
      )
    }
  }

  /** Looks at the order of an application: over, or with all that it will buy, it decides. */
  async function follow(application: AiApplication): Promise<void> {
    const found = await orderOf(db, application.memberId, application.orderId!)
    if (found === undefined || found.order.status === 'pending') return
    const { filledQuantity, filledYen } = found.order
    await context.engine.submit(
      end,
      {
        id: application.id,
        filledQuantity,
        filledYen,
        reason: filledQuantity > 0 ? null : reasonOf(found.order),
      },
      SYSTEM_CALLER,
    )
  }
  const followAll = async () => {
    for (const application of read().of(aiApplications).by('sent', 'all')) await follow(application)
  }

  /**
   * Time exit: whatever is left of a pick on its last day goes into the closing auction, unless its member
   * has said no; where nothing is left, the application is through.
   */
  async function exitDue(): Promise<void> {
    const today = market.phase().tradeDate
    for (const application of read().of(aiApplications).by('bought', 'all')) {
      const open = openLots(read(), application.memberId).filter(
        ({ orderId }) => orderId === application.orderId,
      )
      if (open.length === 0) await context.engine.submit(exited, { id: application.id }, SYSTEM_CALLER)
      if (today < application.exitOn || !application.timeExit) continue
      for (const lot of open) {
        if (lot.openQuantity === lot.closingQuantity) continue
        const closed = await orders.closeLot(
          application.memberId,
          lot.id,
          { ...PLAIN_TERMS, type: 'market', priceTenths: null, condition: 'at-close', quantity: null },
          forMember(application),
        )
        if (!closed.ok)
          context.log.warn(
            { application: application.id, refusal: closed.rejection },
            'a time exit was refused, and is tried again on the next day',
          )
      }
    }
  }

  const daily = (name: string, at: (date: DateJst) => Ms, run: () => Promise<void>): Job =>
    dayJob(calendar, name, at, run)
  return {
    commands: [publish, send, outcomeCommand, end, exited],
    jobs: [
      daily('ai.picks', (date) => closingAt(schedule, date) + AFTER_CLOSE, pick),
      daily('ai.orders', (date) => preOpenAt(schedule, date) + AFTER_PRE_OPEN, sendDue),
      daily('ai.exits', (date) => preClosingAt(schedule, date) - BEFORE_PRE_CLOSING, exitDue),
    ],
    closedDay,
    pick,
    sendDue,
    follow,
    followAll,
    nextAt: (): Ms => closingAt(schedule, calendar.next(closedDay())) + AFTER_CLOSE,
    /** After a start: what the last one may have left between an order and what came of it. */
    async takeUp(): Promise<void> {
      await sendDue()
      await followAll()
      await pick()
    },
  }
}

/** Reason why nothing was bought: the key of a text that exists, and its figures. */
const reasonOf = ({ status, reason }: { status: string; reason: string | null }): Reason => ({
  key:
    status === 'rejected' && reason !== null
      ? `orders.reason.${reason}`
      : status === 'cancelled'
        ? 'ai.reason.ORDER_CANCELLED'
        : 'ai.reason.UNFILLED',
  detail: {},
})
