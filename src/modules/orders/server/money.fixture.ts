import { standIn } from '#kernel/stand-in.fixture.ts'
import type { AnyJson } from '#server/test-app.ts'
import type { BasisPoints, Yen } from '#kernel/money.ts'
import type { PriceTenths, PriceYen, Quantity } from '#kernel/price.ts'
import { assert } from '#kernel/assert.ts'
import type { Json } from '#kernel/hash.ts'
import { uuidv7, type LotId, type MemberId, type OrderId } from '#kernel/id.ts'
import { HOUR, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Refusal } from '#kernel/result.ts'
import {
  defineCommand,
  done,
  type Command,
  type DomainEvent,
  type NondeterministicInputs,
} from '#platform/engine/command.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { bodyText, commandBody, recordText } from '#platform/engine/journal.ts'
import type { AnyDefinition, Row, TableAccess } from '#platform/engine/table.ts'
import type { Level } from '#modules/identity/contract.ts'
import { freezeMember, isFrozen } from '#modules/identity/server/public.ts'
import { managedAccounts } from '#modules/identity/server/managed-accounts.ts'
import { members } from '#modules/identity/server/tables.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import type { Phase, ScheduleId } from '#modules/instruments/model/schedule.ts'
import {
  MEMBER_ACCOUNTS,
  NO_MONEY,
  type FirmAccount,
  type MemberAccount,
} from '#modules/ledger/model/accounts.ts'
import { openingDeposit } from '#modules/ledger/server/public.ts'
import { houseBalances, memberBalances, transfers, type TransferRow } from '#modules/ledger/server/tables.ts'
import { lossCuts, marginCalls, marginCloses } from '#modules/margin/server/tables.ts'
import type { MarketPublic, Quote } from '#modules/market/server/public.ts'
import { settle } from '#modules/portfolio/server/settle.ts'
import {
  daySales,
  dayShorts,
  lotDeliveries,
  lots,
  realized,
  settlements,
} from '#modules/portfolio/server/tables.ts'
import { schedules } from '#modules/schedules/server/tables.ts'
import { dueResults, TAX_TABLES } from '#modules/tax/server/public.ts'
import { taxRules } from '#modules/tax/server/tables.ts'
import type { Depth, Trade } from '#modules/venue/server/ports.ts'
import type { Report } from '../model/apply-execution.ts'
import { maybeTenths, placeOrderOf } from '../model/order.ts'
import { PLAIN_TERMS, type Terms } from '../model/terms.ts'
import { amendOrderCommand } from './amend-order.ts'
import { applyExecutionCommand, type Products } from './apply-execution.ts'
import { cancelOrderCommand } from './cancel-order.ts'
import { closeLotCommand, closeLotsCommand } from './close-lot.ts'
import type { ManagedReports, Moment } from './end-order.ts'
import { expireForSplit } from './expire-for-split.ts'
import { waitingOrders } from './load-facts.ts'
import { deliverLotCommand } from './deliver-lot.ts'
import { placeOrderCommand } from './place-order.ts'
import { setExitsCommand } from './set-exits.ts'
import { fills, orders } from './tables.ts'
import { dueToFollow, trailPrint, trailStopsCommand } from './trail-stops.ts'
import { triggerLotCommand } from './trigger-lot.ts'
import { listReportCommand, venueExceptions } from './venue-exceptions.ts'
import { loseOrderCommand, resendOrderCommand } from './unknown-orders.ts'
import { venueExecutions } from './venue-executions.ts'
import { isDue, releaseOrderCommand, triggerOrderCommand } from './waiting.ts'

export const MONEY_TABLES = [
  members,
  managedAccounts,
  memberBalances,
  houseBalances,
  transfers,
  lots,
  settlements,
  realized,
  daySales,
  dayShorts,
  lotDeliveries,
  orders,
  fills,
  venueExceptions,
  venueExecutions,
  messages,
  marginCalls,
  marginCloses,
  lossCuts,
  schedules,
  ...TAX_TABLES,
]

/** A member, with money from outside as a deposit would bring it. */
const joinCommand = defineCommand({
  type: 'test.join',
  captureInputs: () => undefined,
  run(access, input: { level: Level; yen: Yen; tradeDate: DateJst; reckonedByDay: boolean }, _inputs, call) {
    if (input.reckonedByDay) access.of(taxRules).insert({ name: 'same-day', since: input.tradeDate })
    access
      .of(members)
      .insert({
        id: MEMBER,
        number: 1,
        level: input.level,
        openedAt: call.at,
        frozenAt: null,
        heldUntil: null,
        withdrawalsClosedUntil: null,
        tradingLimitedUntil: null,
        restsBecause: null,
      })
    openingDeposit(access, { seq: call.seq, at: call.at, tradeDate: input.tradeDate }, MEMBER, input.yen)
    return done(null)
  },
})
const depositCommand = defineCommand({
  type: 'test.deposit',
  captureInputs: () => undefined,
  run(access, input: { yen: Yen; tradeDate: DateJst }, _inputs, call) {
    openingDeposit(access, { seq: call.seq, at: call.at, tradeDate: input.tradeDate }, MEMBER, input.yen)
    return done(null)
  },
})

const restCommand = defineCommand({
  type: 'test.rest',
  captureInputs: () => undefined,
  run(access, _input: null, _inputs, call) {
    const table = access.of(members)
    table.update(table.get(MEMBER)!, { tradingLimitedUntil: call.at + HOUR })
    return done(null)
  },
})

const freezeCommand = defineCommand({
  type: 'test.freeze',
  captureInputs: () => undefined,
  run(access, _input: null, _inputs, call) {
    freezeMember(access, MEMBER, { own: call.at })
    return done(null)
  },
})

/**
 * The money commands over hot tables, without a disk, a venue or a clock of their own: tests turn prices and
 * time by hand.
 */

export const TODAY = '2026-11-19'
export const CODE = 'S214'
export const MEMBER = 'alice'
const UNIT = 100

type Ticket = Parameters<typeof placeOrderOf>[0]
export type Answer = { ok: true; answer: AnyJson; events: readonly DomainEvent[] } | Refusal

export type MoneyDesk = ReturnType<typeof moneyDesk>

/**
 * `tables`, `products`, `managed`: of a module above this one. `reckonedByDay`: false as in the journal of a
 * version before that rule of tax.
 */
export function moneyDesk(
  options: {
    level?: Level
    depositYen?: Yen
    baseYen?: Yen
    schedule?: ScheduleId
    reckonedByDay?: boolean
    tables?: readonly AnyDefinition[]
    products?: Products
    managed?: ManagedReports
  } = {},
) {
  const { level = 'advanced', depositYen = 10_000_000, baseYen = 3_400 } = options
  const tables = new HotTables([...MONEY_TABLES, ...(options.tables ?? [])])
  const kept: { transfers: TransferRow[]; rows: Map<string, Row> } = { transfers: [], rows: new Map() }
  const market = {
    at: timeJst(TODAY, 10),
    baseYen,
    tradeDate: TODAY,
    phase: 'continuous' as Phase,
    stale: false,
    away: false,
    listed: true,
    last: new Map<string, number>([[CODE, baseYen * 10]]),
    state: 'trading' as Quote['state'],
    quoteDate: null as string | null,
    touch: null as null | [number, number],
    /** Boards that are seen, by issue. */
    boards: new Map<string, Depth>(),
  }
  const quote = (code: string): Quote | null => {
    const lastTenths = market.last.get(code)
    if (lastTenths === undefined) return null
    const baseTenths = market.baseYen * 10
    const { lowerTenths, upperTenths } = limitsFor(baseTenths, 'topix500')
    const [bidTenths, askTenths] = market.touch ?? [null, null]
    return {
      code,
      lastTenths,
      previousCloseTenths: baseTenths,
      baseTenths,
      openTenths: null,
      highTenths: null,
      lowTenths: null,
      volume: 0,
      turnoverYen: 0,
      vwapTenths: null,
      bidTenths,
      bidQty: 0,
      askTenths,
      askQty: 0,
      upperLimitTenths: upperTenths,
      lowerLimitTenths: lowerTenths,
      state: market.state,
      indication: null,
      shortRestricted: false,
      firstDay: false,
      at: market.at,
      tradeDate: market.quoteDate ?? market.tradeDate,
    }
  }
  const deps = {
    market: standIn<MarketPublic>({
      instrument: (code: string) =>
        market.listed && market.last.has(code) ? { unit: UNIT, tickTable: 'topix500' } : null,
      quote,
      depth: (code: string) => market.boards.get(code) ?? null,
      isStale: () => market.stale,
      phase: () => ({ phase: market.phase, tradeDate: market.tradeDate, nextChangeAt: 0 }),
      lastPrices: (codes: Iterable<string>) =>
        new Map(
          [...codes].flatMap((code) => (market.last.has(code) ? [[code, market.last.get(code)!]] : [])),
        ),
    }),
    calendar: everyDayCalendar,
    settlementDate: everyDayCalendar.settlementDate,
    now: () => market.at,
    schedule: options.schedule ?? 'always-open',
    isAway: () => market.away,
  }
  const managed = { reports: options.managed ?? null }
  const commands = {
    place: placeOrderCommand(deps),
    cancel: cancelOrderCommand(deps, managed),
    amend: amendOrderCommand(deps),
    close: closeLotCommand(deps),
    closeMany: closeLotsCommand(deps),
    exits: setExitsCommand(deps, managed),
    trigger: triggerLotCommand(deps, managed),
    release: releaseOrderCommand(deps, managed),
    triggerOrder: triggerOrderCommand(deps, managed),
    trail: trailStopsCommand(deps),
    apply: applyExecutionCommand(deps, options.products ?? new Map(), managed),
    list: listReportCommand(deps),
    lose: loseOrderCommand(deps),
    resend: resendOrderCommand(deps),
    deliver: deliverLotCommand(deps),
    settle,
    join: joinCommand,
    deposit: depositCommand,
    freeze: freezeCommand,
    rest: restCommand,
  }
  let seq = 0
  let ids = 0
  const world: NondeterministicInputs = {
    id: () =>
      uuidv7(
        market.at,
        Uint8Array.from({ length: 16 }, (_, index) =>
          index === 15 ? ids++ % 256 : Math.floor(ids / 256) % 256,
        ),
      ),
  }
  const journal: { command: Command; input: unknown }[] = []
  const records: Buffer[] = []

  const submit = (command: Command, input: unknown, memberId: MemberId | null): Answer => {
    const call = {
      actor: memberId === null ? 'system' : `m:${memberId}`,
      memberId,
      device: '',
      key: '',
      seq: ++seq,
      at: market.at,
    }
    const inputs: unknown = command.captureInputs(world, input, call, tables.access)
    journal.push({ command, input })
    const outcome: Answer = command.run(tables.access, input, inputs, call)
    if (!outcome.ok) tables.undo()
    const body = commandBody(inputs, bodyText(input as Json), outcome, tables.transfers())
    records.push(
      Buffer.from(
        recordText({ actor: call.actor, device: '', key: '', seq, ts: call.at, type: command.type }, body),
      ),
    )
    tables.keep()
    for (const { definition, rows } of tables.takeChanges()) {
      for (const row of rows) {
        if (definition === transfers) kept.transfers.push(row as TransferRow)
        kept.rows.set(`${definition.name} ${keyOf(definition.key, row)}`, row)
      }
    }
    return outcome
  }
  submit(
    joinCommand,
    { level, tradeDate: TODAY, yen: depositYen, reckonedByDay: options.reckonedByDay ?? true },
    null,
  )

  let exec = 0
  let prints = 0
  const report = (orderId: OrderId, patch: Partial<Report>): Report => {
    const order = tables.access.of(orders).get(orderId)
    assert(order !== undefined, 'the order is not at work')
    return {
      execNo: ++exec,
      execType: 'NEW',
      lastQty: 0,
      lastPxTenths: 0,
      leavesQty: order.quantity - order.filledQuantity,
      venueSeq: exec,
      at: market.at,
      tradeDate: market.tradeDate,
      reason: null,
      priceTenths: null,
      ...patch,
    }
  }
  const apply = (orderId: OrderId, reports: readonly Report[]) =>
    submit(commands.apply, { orderId, reports }, null)
  return {
    expireForSplit: (access: TableAccess, code: string, moment: Moment) =>
      expireForSplit(access, code, moment, managed),
    market,
    deps,
    tables: tables.access,
    kept,
    journal,
    records,
    commands,
    submit,
    report,
    apply,
    place: (ticket: Partial<Ticket>) =>
      submit(
        commands.place,
        placeOrderOf({ code: CODE, side: 'up', type: 'market', quantity: 100, leverage: 1, ...ticket }),
        MEMBER,
      ),
    amend: (
      orderId: OrderId,
      to: {
        price?: PriceYen
        quantity?: Quantity
        triggerPrice?: PriceYen
        trailYen?: PriceYen
        endTrail?: true
        /** Yen; null: records from before exits could be amended. */
        exits?: {
          takeProfit?: PriceYen
          stopLoss?: PriceYen
          trailYen?: PriceYen
          trailBp?: BasisPoints
        } | null
      },
      memberId = MEMBER,
    ) =>
      submit(
        commands.amend,
        {
          orderId,
          priceTenths: to.price === undefined ? null : Math.round(to.price * 10),
          quantity: to.quantity ?? null,
          ...(to.endTrail ? { endTrail: true } : {}),
          mayBegin: true,
          ...(to.exits === null
            ? {}
            : {
                exits: to.exits
                  ? {
                      exitTrailBp: to.exits.trailBp ?? null,
                      exitTrailTenths: maybeTenths(to.exits.trailYen),
                      stopLossTenths: maybeTenths(to.exits.stopLoss),
                      takeProfitTenths: maybeTenths(to.exits.takeProfit),
                    }
                  : null,
              }),
          ...(to.trailYen === undefined ? {} : { trailTenths: Math.round(to.trailYen * 10) }),
          ...(to.triggerPrice === undefined ? {} : { triggerTenths: Math.round(to.triggerPrice * 10) }),
        },
        memberId,
      ),
    /** The venue's answer to an amendment: price and whole quantity as it has them now. */
    replaced: (orderId: OrderId, price: PriceYen | null, quantity: Quantity) =>
      apply(orderId, [
        report(orderId, {
          execType: 'REPLACED',
          priceTenths: price === null ? null : Math.round(price * 10),
          leavesQty: quantity - tables.access.of(orders).get(orderId)!.filledQuantity,
        }),
      ]),
    freeze: () => submit(commands.freeze, null, null),
    /** For an hour. */
    rest: () => submit(commands.rest, null, null),
    cancel: (orderId: OrderId, memberId = MEMBER) => submit(commands.cancel, { orderId }, memberId),
    close: (
      lotId: LotId,
      input: { quantity?: Quantity; price?: PriceYen } & Partial<Terms> = {},
      memberId = MEMBER,
    ) => {
      const { quantity = null, price, ...terms } = input
      return submit(
        commands.close,
        {
          ...PLAIN_TERMS,
          type: 'market',
          lotId,
          quantity,
          priceTenths: price ? Math.round(price * 10) : null,
          ...terms,
        },
        memberId,
      )
    },
    closeMany: (
      input: { quantity: Quantity; price?: PriceYen; side?: 'up' | 'down'; lots?: string[] } & Partial<Terms>,
    ) => {
      const { price, lots: named = null, ...rest } = input
      return submit(
        commands.closeMany,
        {
          ...PLAIN_TERMS,
          type: 'market',
          code: CODE,
          side: 'up',
          priceTenths: price ? Math.round(price * 10) : null,
          lots: named,
          ...rest,
        },
        MEMBER,
      )
    },
    exits: (
      lotId: LotId,
      to: { takeProfit?: number; stopLoss?: number; trailYen?: number; trailBp?: BasisPoints },
      memberId = MEMBER,
    ) =>
      submit(
        commands.exits,
        {
          lotId,
          takeProfitTenths: to.takeProfit === undefined ? null : Math.round(to.takeProfit * 10),
          stopLossTenths: to.stopLoss === undefined ? null : Math.round(to.stopLoss * 10),
          ...(to.trailYen === undefined ? {} : { trailTenths: Math.round(to.trailYen * 10) }),
          ...(to.trailBp === undefined ? {} : { trailBp: to.trailBp }),
        },
        memberId,
      ),
    deliver: (lotId: LotId, memberId = MEMBER) => submit(commands.deliver, { lotId }, memberId),
    /** One trade of an order. */
    fill(orderId: OrderId, quantity: Quantity, priceYen: PriceYen): Answer {
      const order = tables.access.of(orders).get(orderId)!
      const leavesQty = order.quantity - order.filledQuantity - quantity
      return apply(orderId, [
        report(orderId, {
          execType: 'TRADE',
          lastQty: quantity,
          lastPxTenths: Math.round(priceYen * 10),
          leavesQty,
        }),
      ])
    },
    end: (orderId: OrderId, execType: 'CANCELED' | 'EXPIRED' | 'REJECTED', reason = 'REQUESTED') =>
      apply(orderId, [report(orderId, { execType, leavesQty: 0, reason })]),
    /** The work of the venue link once a second: it gives the number of orders that it found due. */
    look(): number {
      const due = waitingOrders(tables.access).filter((order) =>
        isDue(order, deps.market, isFrozen(tables.access, order.memberId, market.at)),
      )
      for (const order of due) submit(commands.release, { orderId: order.id }, null)
      return due.length
    },
    /** A trade: the stops that follow the price follow it, and those that it reaches are released. */
    trade(priceYen: PriceYen): number {
      const priceTenths = Math.round(priceYen * 10)
      market.last.set(CODE, priceTenths)
      const table = tables.access.of(orders)
      const print = tradeOf(market, priceTenths, ++prints)
      const moved = dueToFollow(tables.access, print, () => 'topix500', new Set())
      if (moved.length > 0) submit(commands.trail, trailPrint(moved, print), null)
      const reached = [
        ...table.range('stopsAbove', CODE, { to: priceTenths }),
        ...table.range('stopsBelow', CODE, { from: priceTenths }),
      ]
      for (const order of reached) submit(commands.triggerOrder, { orderId: order.id, priceTenths }, null)
      return reached.length
    },
    settleUpTo(date: DateJst): void {
      const money = tables.access
        .of(settlements)
        .range('due', 'all', { to: Date.parse(date) })
        .map(({ dueDate }) => dueDate)
      const taxed = dueResults(tables.access, date, 1_000).map(({ settlementDate }) => settlementDate)
      for (const dueDate of new Set([...money, ...taxed].toSorted()))
        submit(settle, { dueDate, memberIds: [MEMBER], at: market.at }, null)
    },
    /** Balance of a firm account. */
    firm: (name: FirmAccount): number => tables.access.of(houseBalances).get(name)?.balanceYen ?? 0,
    /** Credits less debits: a debt stands below zero. */
    balances: () => {
      const row = tables.access.of(memberBalances).get(MEMBER)
      const found: Record<MemberAccount, number> = { ...NO_MONEY }
      for (const name of MEMBER_ACCOUNTS) found[name] = row?.[name] ?? 0
      return found
    },
    deposit: (yen: Yen) => submit(depositCommand, { tradeDate: market.tradeDate, yen }, null),
  }
}

/** The time of a desk is turned by hand: its trades are from just after it, one after another. */
const tradeOf = (
  { at, tradeDate }: { at: Ms; tradeDate: DateJst },
  priceTenths: PriceTenths,
  no: number,
): Trade => ({ code: CODE, no, at: at + no, tradeDate, priceTenths, quantity: UNIT, aggressor: 'BUY' })

export const keyOf = (key: unknown, row: Row): string =>
  (Array.isArray(key) ? key : [key])
    .map((name) => String((row as Record<string, unknown>)[name as string]))
    .join(' ')
