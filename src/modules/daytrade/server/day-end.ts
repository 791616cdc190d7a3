import type { Yen } from '#kernel/money.ts'
import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { isTrading, type Phase } from '#modules/instruments/model/schedule.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { charge, draftFrom, type Draft } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { isDayTrade } from '#modules/margin/model/charges.ts'
import { DAY_PENALTY } from '#modules/margin/model/rates.ts'
import { closeAtMarket, followLot, isWithVenue } from '#modules/orders/server/public.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { bookLeftOpen, lots as allLots, openLots } from '#modules/portfolio/server/public.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { decideApplication } from './apply.ts'
import { applicationChanged } from './events.ts'
import { applications, inventory, type ApplicationRow } from './tables.ts'

/**
 * Inputs of a command of the day's end: the moment, the state of the market, an id for each order that it may
 * send.
 */
export type EndInputs = { at: Ms; phase: Phase; tradeDate: DateJst; ids: readonly string[]; says?: boolean }
/**
 * A charge that the firm could not ask for in its time is nobody's debt: later than this after the close,
 * nothing is charged.
 */
const IN_TIME: Ms = MINUTE
/**
 * `inTime`: early enough to charge; `tellsAll`: also who is charged nothing; `inSession`: so late that the
 * next opening auction is over, and the market trades.
 */
type LeftInputs = { inTime: boolean; settlementDate: DateJst; tellsAll?: true; inSession?: boolean }
/** The trade date whose end it is. */
export type EndInput = { tradeDate: DateJst }
type Now = () => Pick<EndInputs, 'at' | 'phase' | 'tradeDate'>

/**
 * Open lots on the terms of day trading, each with what it was applied for by, in the order of applications.
 */
export function dayLots(tables: TableReader): { lot: Lot; application: ApplicationRow }[] {
  return tables
    .of(applications)
    .all()
    .flatMap((application) => lotsOf(tables, application).map((lot) => ({ lot, application })))
}
const lotsOf = (tables: TableReader, { memberId, orderId }: ApplicationRow): Lot[] =>
  openLots(tables, memberId).filter((lot) => lot.orderId === orderId && isDayTrade(lot))

/**
 * 15:20: tells each member once how many lots will be closed, and when. Late, when that is past, it tells
 * nobody.
 */
export const warnCommand = (now: Now, closingAt: (date: DateJst) => Ms) =>
  defineCommand({
    type: 'day-trade.warn',
    captureInputs: (_world, { tradeDate }: EndInput) => ({ at: now().at, closingAt: closingAt(tradeDate) }),
    run(tables, _input: EndInput, { at, closingAt: closing }, { seq }) {
      if (at >= closing) return done({ told: 0 })
      const counts = new Map<string, number>()
      for (const { application } of dayLots(tables)) {
        if (!application.isWarned)
          counts.set(application.memberId, (counts.get(application.memberId) ?? 0) + 1)
      }
      for (const row of tables.of(applications).all()) {
        if (counts.has(row.memberId) && !row.isWarned) tables.of(applications).update(row, { isWarned: true })
      }
      const events = [...counts].map(([memberId, count]) =>
        notify(tables, { seq, at }, memberId, { kind: 'dayWarning', args: { count, at: closing } }),
      )
      return done({ told: events.length }, events)
    },
  })

/**
 * 15:25: every open lot goes into the closing auction at market. Where the market is closed already, `left`
 * does what is to be done.
 */
export const closeDayCommand = (now: Now) =>
  defineCommand({
    type: 'day-trade.close',
    captureInputs: (world, _input: EndInput, _call, tables): EndInputs => ({
      ...now(),
      ids: dayLots(tables).map(() => world.id()),
      says: true,
    }),
    run(tables, input: EndInput, inputs, { seq }) {
      if (inputs.tradeDate !== input.tradeDate || inputs.phase === 'closed') return done({ closing: 0 })
      const due = dayLots(tables)
      const events = due.flatMap(({ lot, application }, n) => {
        const current = tables.of(applications).get(application.orderId)!
        if (current.closingOn !== inputs.tradeDate)
          tables.of(applications).update(current, { closingOn: inputs.tradeDate })
        return closeAtMarket(
          tables,
          { seq, n, at: inputs.at, tradeDate: inputs.tradeDate, says: inputs.says, orderId: inputs.ids[n]! },
          lot,
          'day-close',
        )
      })
      return done({ closing: due.length }, events)
    },
  })

/**
 * After the close: what is still open goes into the next opening auction at market (at once, where a late
 * start has missed it), and costs the published
 * penalty, once for an application, where the firm had sent it into the closing auction of its day and asked
 * in time (a firm that was off may not charge for it). Its member is told whether it costs anything or not.
 * Answers how many wait for a last word of the exchange: ask again then.
 */
export const leftCommand = (
  now: Now,
  leftAt: (date: DateJst) => Ms,
  settlementDate: (tradeDate: DateJst) => DateJst,
) =>
  defineCommand({
    type: 'day-trade.left',
    captureInputs: (world, { tradeDate }: EndInput, _call, tables): EndInputs & LeftInputs => {
      const moment = now()
      return {
        ...moment,
        ids: dayLots(tables).map(() => world.id()),
        inTime: moment.at <= leftAt(tradeDate) + IN_TIME,
        settlementDate: settlementDate(tradeDate),
        // Missing in journals of before: who was charged nothing was told nothing.
        tellsAll: true,
        says: true,
        // Missing in journals of before: who was late waited for an opening that was over.
        ...(isTrading(moment.phase) ? { inSession: true } : {}),
      }
    },
    run(tables, input: EndInput, inputs, { seq }) {
      const { at, tradeDate, ids } = inputs
      const drafts = new Map<string, Draft>()
      const events: DomainEvent[] = []
      let waiting = 0
      let sent = 0
      for (const before of tables
        .of(applications)
        .all()
        .filter((row) => row.tradeDate <= input.tradeDate)) {
        if (isWithVenue(tables, before.memberId, ({ id }) => id === before.orderId)) {
          waiting++
          continue
        }
        // Its last report was never heard (the exchange was off over the close): nothing of it traded that a
        // lot does not show.
        if (before.status === 'applying')
          events.push(...decideApplication(tables, before, filledOf(tables, before), at))
        const application = tables.of(applications).get(before.orderId)!
        const lots = lotsOf(tables, application)
        if (lots.length === 0) {
          tables.of(applications).update(application, { isOver: true })
          continue
        }
        const left = lots.filter((lot) => lot.triggeredBy !== 'day-left')
        if (isWithVenue(tables, application.memberId, ({ lotId }) => left.some(({ id }) => id === lotId))) {
          waiting++
          continue
        }
        if (left.length === 0) continue
        for (const lot of left)
          events.push(
            ...closeAtMarket(
              tables,
              {
                seq,
                n: sent,
                at,
                tradeDate,
                says: inputs.says,
                orderId: ids[sent++]!,
                inSession: inputs.inSession === true,
              },
              lot,
              'day-left',
            ),
          )
        const isCharged =
          inputs.inTime && application.penaltyYen === 0 && application.closingOn === application.tradeDate
        if (isCharged)
          events.push(
            ...penalise(tables, drafts, application, lots[0]!, {
              seq,
              at,
              tradeDate: input.tradeDate,
              settlementDate: inputs.settlementDate,
            }),
          )
        if (isCharged || inputs.tellsAll === true)
          events.push(tellLeft(tables, { seq, at }, lots[0]!, isCharged ? DAY_PENALTY.yen : 0))
      }
      for (const row of tables.of(inventory).all())
        if (row.tradeOn <= input.tradeDate) tables.of(inventory).update(row, { isOver: true })
      post(
        tables,
        { seq, at, tradeDate: input.tradeDate },
        [...drafts.values()].flatMap(({ transfers }) => transfers),
      )
      events.push(
        ...[...drafts]
          .filter(([, { transfers }]) => transfers.length > 0)
          .map(([memberId]) => accountChanged(memberId)),
      )
      return done({ waiting, sent }, events)
    },
  })

const filledOf = (tables: TableReader, application: ApplicationRow): number =>
  lotsOf(tables, application).reduce((sum, { quantity }) => sum + quantity, 0)

function penalise(
  tables: TableAccess,
  drafts: Map<string, Draft>,
  application: ApplicationRow,
  lot: Lot,
  when: { seq: number; at: Ms; tradeDate: DateJst; settlementDate: DateJst },
): DomainEvent[] {
  const { memberId, code, orderId } = application
  const draft = drafts.get(memberId) ?? draftFrom(memberId, balances(tables, memberId))
  drafts.set(memberId, draft)
  charge(draft, 'fee', DAY_PENALTY.yen, {
    kind: 'day-penalty',
    about: { orderId, lotId: lot.id, code },
    taxYen: DAY_PENALTY.taxYen,
  })
  const before = tables.of(allLots).get(lot.id)!
  const after = bookLeftOpen(tables, before, DAY_PENALTY.yen, when)
  followLot(tables, before, after, 0 - DAY_PENALTY.yen, when.at)
  const charged = tables.of(applications).update(application, { penaltyYen: DAY_PENALTY.yen })
  return [applicationChanged(charged), lotChanged(after)]
}

/** `amountYen`: what was charged for it, 0 for nothing. */
const tellLeft = (
  tables: TableAccess,
  when: { seq: number; at: Ms },
  { id: lotId, memberId, code, orderId }: Lot,
  amountYen: Yen,
): DomainEvent =>
  notify(tables, when, memberId, { kind: 'dayLeft', args: { code, amount: amountYen }, orderId, lotId })
