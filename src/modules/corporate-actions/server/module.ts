import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, dateJst, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { CorporateAction } from '#modules/instruments/model/corporate-actions.ts'
import { openingAt, preOpenAt } from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { OrdersPublic } from '#modules/orders/server/public.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { on, type AppContext, type Job, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { EXAMPLES } from './examples.ts'
import { exDateCommand, type ExDate } from './ex-date.ts'
import { payCommand } from './pay.ts'
import type { CorporateActionsPublic } from './public.ts'
import { dividendsOf } from './queries.ts'
import { entitlements, exDays, lotSplits, shareFractions } from './tables.ts'
import { actionView, dividendView, resultsView } from './views.ts'

/** Every exchange there is yet is simulated, also the one of a replay. */
const SIMULATED = true
/** Before orders that were held for the day are sent. */
const BEFORE_ACCEPTANCE: Ms = SECOND
/** However long the server was off, ex-dates of this many days are made up for. */
const LOOKS_BACK_DAYS = 400
const YEAR_DAYS = 365
const RESULTS_BACK_DAYS = 4_000
const SHOWN_DAYS = 100
const PAID_AT_ONCE = 200
const USUAL_ROWS = 100

/** Ex-dates, dividends and splits for those who hold, and the calendar of them. */
export function createCorporateActions(
  context: AppContext,
  {
    instruments,
    market,
    orders,
  }: { instruments: InstrumentsPublic; market: MarketPublic; orders: OrdersPublic },
): { module: Module; actions: CorporateActionsPublic } {
  const { calendar, schedule, clock, db } = context
  const exDate = exDateCommand({
    market,
    settlementDate: calendar.settlementDate,
    expireForSplit: orders.expireForSplit,
  })
  const beginsAt = (date: DateJst): Ms => preOpenAt(schedule, date) - BEFORE_ACCEPTANCE
  const goThrough = async (upTo: DateJst) => {
    // A new year is drawn issue by issue, letting others work in between.
    for (const { code } of instruments.all()) {
      instruments.actions.between(upTo, addDays(upTo, SHOWN_DAYS), code)
      await nextTurn()
    }
    for (const due of dueExDates(context, instruments, upTo)) {
      await context.engine.submit(
        exDate,
        { ...due, at: Math.min(beginsAt(due.exDate), clock.market()) },
        SYSTEM_CALLER,
      )
    }
  }
  const job: Job = {
    name: 'actions.day',
    next(after) {
      const date = dateJst(after)
      return calendar.isTradingDay(date) && beginsAt(date) > after
        ? beginsAt(date)
        : beginsAt(calendar.next(date))
    },
    async run(dueAt) {
      const date = dateJst(dueAt)
      await goThrough(date)
      await pay(context, date, dueAt)
    },
  }
  const actions: CorporateActionsPublic = {
    ready: async (tradeDate, at) => {
      if (clock.market() >= Math.min(at, beginsAt(tradeDate))) await goThrough(tradeDate)
    },
  }
  /** The days asked for; a single issue's from a year ago on. */
  const asked = ({
    from,
    to,
    code,
  }: {
    from?: DateJst | undefined
    to?: DateJst | undefined
    code?: string | undefined
  }) => {
    const today = dateJst(clock.market())
    const past = addDays(today, -YEAR_DAYS)
    // Nothing is announced earlier than that, and later or long past years need not be drawn for whoever
    // asks.
    const last = addDays(today, SHOWN_DAYS)
    const begin = from ?? (code === undefined ? today : past)
    return { today, from: begin < past ? past : begin, to: to === undefined || to > last ? last : to }
  }
  const module: Module = {
    name: 'corporate-actions',
    tables: [entitlements, exDays, lotSplits, shareFractions],
    commands: [exDate, payCommand],
    jobs: [job],
    examples: EXAMPLES,
    routes: [
      on(contract.listActions, ({ query, lang }) => {
        const { from, to, today } = asked(query)
        const found = instruments.actions
          .between(from, to, query.code)
          .filter(({ announcedOn }) => announcedOn <= today)
        return {
          known: instruments.actions.known,
          today,
          actions: found.map((action) =>
            actionView(action, instruments.nameOf(action.code, lang), today, SIMULATED),
          ),
        }
      }),
      on(contract.listResults, ({ query, lang }) => {
        const { from, to, today } = { ...asked(query), ...furtherBack(query, dateJst(clock.market())) }
        const isOut = (date: DateJst) => openingAt(schedule, date) <= clock.market()
        return {
          known: instruments.earnings.known,
          today,
          results: instruments.earnings
            .between(from, to, query.code)
            .map((date) =>
              resultsView(
                date,
                isOut(date.announcedOn) ? instruments.earnings.results(date) : null,
                instruments.nameOf(date.code, lang),
                SIMULATED,
              ),
            ),
        }
      }),
      on(contract.listDividends, async ({ caller, query, lang }) => {
        const rows = await dividendsOf(db, caller.memberId, Math.max(Number(query.limit ?? USUAL_ROWS), 1))
        return rows.map((row) => dividendView(row, instruments.nameOf(row.code, lang), SIMULATED))
      }),
    ],
  }
  return { module, actions }
}

/**
 * Of one issue the dates of results reach as far back as is asked: whoever computes with them again needs
 * them all.
 */
function furtherBack(
  { code, from }: { code?: string | undefined; from?: DateJst | undefined },
  today: DateJst,
): { from?: DateJst } {
  const oldest = addDays(today, -RESULTS_BACK_DAYS)
  return code === undefined || from === undefined ? {} : { from: from > oldest ? from : oldest }
}

/**
 * Ex-dates that have come and that somebody has a part in, oldest first: held lots, and for a split waiting
 * orders too.
 */
function dueExDates(
  context: AppContext,
  { actions }: InstrumentsPublic,
  upTo: DateJst,
): Omit<ExDate, 'at'>[] {
  const { read } = context.engine
  const due = new Map<string, Omit<ExDate, 'at'>>()
  for (const action of actions.between(addDays(upTo, -LOOKS_BACK_DAYS), upTo)) {
    const { code, exDate } = action
    if (read.of(exDays).get(code, exDate) || !concernsSomebody(context, action)) continue
    const key = `${code} ${exDate}`
    const known = due.get(key) ?? { code, exDate, dividend: null, split: null }
    due.set(
      key,
      action.kind === 'dividend'
        ? { ...known, dividend: { perShareTenths: action.perShareTenths, payDate: action.payDate } }
        : { ...known, split: { newShares: action.newShares, oldShares: action.oldShares } },
    )
  }
  return [...due.values()]
}

const concernsSomebody = (context: AppContext, { kind, code, exDate }: CorporateAction): boolean =>
  kind === 'split' ||
  context.engine.read
    .of(lots)
    .by('code', code)
    .some(({ tradeDate }) => tradeDate < exDate)

async function pay(context: AppContext, date: DateJst, at: Ms): Promise<void> {
  for (;;) {
    const first = context.engine.read
      .of(entitlements)
      .range('due', 'all', { to: Date.parse(date), limit: PAID_AT_ONCE })
    if (first.length === 0) return
    // A payment is one: all lots of a holder and ex-date go together.
    const paymentOf = ({ memberId, code, exDate }: (typeof first)[number]) => `${memberId} ${code} ${exDate}`
    const payments = new Set(first.map(paymentOf))
    const due =
      first.length < PAID_AT_ONCE
        ? first
        : context.engine.read
            .of(entitlements)
            .range('due', 'all', { to: Date.parse(date) })
            .filter((row) => payments.has(paymentOf(row)))
    await context.engine.submit(
      payCommand,
      { rows: due.map(({ lotId, exDate }) => ({ lotId, exDate })), payDate: date, at },
      SYSTEM_CALLER,
    )
  }
}
