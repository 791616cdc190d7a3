import type { MemberId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { dateJst } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { lastOpenedDate, preOpenAt } from '#modules/instruments/model/schedule.ts'
import { kindsOf } from '#registry/transfer-kinds.ts'
import { OWN_ACCOUNTS, DEBT_ACCOUNTS, type MemberAccount } from '#modules/ledger/model/accounts.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { balances, entriesOf } from '#modules/ledger/server/public.ts'
import { callsOf } from '#modules/margin/server/public.ts'
import { isOffered, todayFromTenths, valuedTenths } from '#modules/market/model/figures.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import { averageCostOf, dueResults } from '#modules/tax/server/public.ts'
import * as contract from '../contract.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { accountFigures, closedTodayYen, type Beside, type BesideParts, type Mark } from '../model/account.ts'
import { dayClosesAt } from '../model/day-closes.ts'
import type { Lot } from '../model/lot.ts'
import { openLots, taxDueOf } from './bookkeeping.ts'
import { EXAMPLES } from './examples.ts'
import type { PortfolioPublic } from './public.ts'
import { closedOn, deliveryOf, lotOf, lotsOf } from './queries.ts'
import { realizedOn } from './realized.ts'
import { settle } from './settle.ts'
import { daySales, dayShorts, lotDeliveries, lots, realized as realizedTable, settlements } from './tables.ts'
import { accountView, deliveryView, entryView, liveLot, lotView, type Today } from './views.ts'

/** The exchange is simulated, whatever the prices come from. */
const SIMULATED = true
const USUAL_LOTS = 200
const MOST_LOTS = 500
const USUAL_ENTRIES = 1_000
const MOST_ENTRIES = 9_999
const SETTLED_AT_ONCE = 200

/** Lots, account summary and account log; settles proceeds on their day. */
export function createPortfolio(
  context: AppContext,
  { market }: { market: MarketPublic },
): { module: Module; portfolio: PortfolioPublic } {
  const { calendar, schedule, clock, db } = context

  const today = (): Today => ({
    tradeDate: lastOpenedDate(schedule, calendar, clock.market()),
    settlementDate: calendar.settlementDate(market.phase().tradeDate),
    dayClosesAt: (openedOn) => dayClosesAt(schedule, market.phase().tradeDate, openedOn, clock.market()),
  })
  const markOf = (code: string): Mark | undefined => {
    const quote = market.quote(code)
    return quote
      ? {
          lastTenths: valuedTenths(quote),
          previousCloseTenths: todayFromTenths(quote),
          isOffer: isOffered(quote),
        }
      : undefined
  }
  const viewOf = (lang: string) => {
    const now = today()
    return (lot: Lot) =>
      lotView(
        lot,
        market.nameOf(lot.code, lang),
        markOf(lot.code),
        now,
        market.instrument(lot.code)?.unit ?? 1,
        averageCostOf(context.engine.read, lot.memberId, lot.code),
        SIMULATED,
      )
  }
  const beside = new Map<Beside, (tables: TableReader, memberId: MemberId) => number>()
  const besideOf = (tables: TableReader, memberId: MemberId): BesideParts =>
    // A pool is an account, but nobody: it owes no loan, follows no pool and has no credit.
    memberOf(tables, memberId) === undefined
      ? {}
      : Object.fromEntries([...beside].map(([part, of]) => [part, of(tables, memberId)]))
  const portfolio: PortfolioPublic = {
    viewOf,
    reckon: (part, of) => void beside.set(part, of),
    beside: besideOf,
    totalAssets(memberId) {
      const { read } = context.engine
      const now = today()
      const live = openLots(read, memberId).map((lot) => liveLot(lot, now))
      return accountFigures(balances(read, memberId), live, markOf, 0, besideOf(read, memberId))
        .totalAssetsYen
    },
    async account(memberId) {
      const now = today()
      const { read } = context.engine
      const [realized, { closed, ownYen }] = await Promise.all([
        realizedOn(context, memberId, now.tradeDate),
        closedOn(db, memberId, now.tradeDate),
      ])
      return accountView({
        memberId,
        balances: balances(read, memberId),
        lots: openLots(read, memberId),
        markOf,
        beside: besideOf(read, memberId),
        averageCostOf: (code) => averageCostOf(read, memberId, code),
        realized,
        closedTodayYen: closedTodayYen(closed, ownYen, markOf),
        taxDueYen: taxDueOf(read, memberId),
        calls: callsOf(read, memberId),
        today: now,
        at: clock.market(),
        simulated: SIMULATED,
      })
    },
    hasLot: async (memberId, lotId) => (await lotOf(db, memberId, lotId)) !== undefined,
  }
  const module: Module = {
    name: 'portfolio',
    tables: [lots, settlements, realizedTable, daySales, dayShorts, lotDeliveries],
    commands: [settle],
    topics: [{ topic: contract.memberTopic }],
    examples: EXAMPLES,
    routes: [
      on(contract.getAccount, ({ caller }) => portfolio.account(caller.memberId)),
      on(contract.listLots, async ({ caller, query, lang }) => {
        // Open lots are few enough to come whole: the oldest must not be missing from sums and closings.
        const limit = rows(query.limit, query.status === 'open' ? MOST_LOTS : USUAL_LOTS, MOST_LOTS)
        const filter = {
          status: query.status ?? 'all',
          code: query.code ?? null,
          before: query.before ?? null,
          limit,
        } as const
        return (await lotsOf(db, caller.memberId, filter)).map(viewOf(lang))
      }),
      on(contract.getLot, async ({ caller, params, lang }) => {
        const lot = await lotOf(db, caller.memberId, params.id)
        if (!lot) throw new NotFound()
        return viewOf(lang)(lot)
      }),
      on(contract.getDelivery, async ({ caller, params, lang }) => {
        const row = await deliveryOf(db, caller.memberId, params.id)
        if (!row) throw new NotFound()
        return deliveryView(row, market.nameOf(row.code, lang), SIMULATED)
      }),
      on(contract.getAccountLog, async ({ caller, query }) => {
        if (query.account !== undefined && !isMemberAccount(query.account)) return []
        const entries = await entriesOf(db, caller.memberId, {
          before: entryId(query.before),
          limit: rows(query.limit, USUAL_ENTRIES, MOST_ENTRIES),
          account: query.account ?? null,
          orderId: query.order ?? null,
          lotId: query.lot ?? null,
          kinds: query.group && kindsOf(query.group),
          from: query.from,
          to: query.to,
        })
        return entries.map((entry) => entryView(entry, SIMULATED))
      }),
    ],
    listeners: [
      listen(lotChanged, ({ memberId, lotId, status, code }) =>
        context.bus.publish(`member/${memberId}`, { type: 'lot', lotId, status, code }),
      ),
      listen(accountChanged, ({ memberId }) =>
        context.bus.publish(`member/${memberId}`, { type: 'account' }),
      ),
    ],
    jobs: [settlementJob(context)],
  }
  return { module, portfolio }
}

const rows = (asked: string | undefined, usual: number, most: number): number =>
  asked === undefined ? usual : Math.min(Math.max(Number(asked), 1), most)

/**
 * `482-1`: the entry before which to go on reading; anything else reads nothing older, as an unknown place
 * would.
 */
function entryId(text: string | undefined): { seq: number; n: number } | null {
  if (text === undefined) return null
  const match = /^(\d{1,15})-(\d{1,9})$/.exec(text)
  return match ? { seq: Number(match[1]), n: Number(match[2]) } : { seq: 0, n: 0 }
}

const MEMBER_ACCOUNTS: readonly string[] = [...OWN_ACCOUNTS, ...DEBT_ACCOUNTS]
const isMemberAccount = (text: string): text is MemberAccount => MEMBER_ACCOUNTS.includes(text)

/** Every trading day, when the exchange begins to take orders, the money that is due settles. */
function settlementJob(context: AppContext) {
  const { calendar, schedule } = context
  const due = (date: DateJst) => preOpenAt(schedule, date)
  return {
    name: 'portfolio.settle',
    next(after: Ms) {
      const date = dateJst(after)
      return calendar.isTradingDay(date) && due(date) > after ? due(date) : due(calendar.next(date))
    },
    async run(dueAt: Ms) {
      for (;;) {
        const { read } = context.engine
        const date = dateJst(dueAt)
        const due = [
          ...read.of(settlements).range('due', 'all', { to: Date.parse(date), limit: SETTLED_AT_ONCE }),
          ...dueResults(read, date, SETTLED_AT_ONCE).map(({ memberId, settlementDate }) => ({
            memberId,
            dueDate: settlementDate,
          })),
        ]
        if (due.length === 0) return
        const dueDate = due
          .map((row) => row.dueDate)
          .reduce((first, other) => (other < first ? other : first))
        const memberIds = [
          ...new Set(due.filter((row) => row.dueDate === dueDate).map((row) => row.memberId)),
        ]
        await context.engine.submit(settle, { dueDate, memberIds, at: dueAt }, SYSTEM_CALLER)
      }
    },
  }
}
