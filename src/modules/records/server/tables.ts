import type { MemberId } from '#kernel/id.ts'
import { csv, momentCell, type Cell } from '#kernel/csv.ts'
import { roundedUpTenths, yenOf, type PriceTenths } from '#kernel/price.ts'
import { dateJst, spanOf, type Ms } from '#kernel/time.ts'
import { withdrawalLogStatus } from '#modules/funding/model/states.ts'
import { bankDatesOf, depositLog, withdrawalLog } from '#modules/funding/server/public.ts'
import { navShown } from '#modules/copy/model/fund-value.ts'
import { unitsThen } from '#modules/copy/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import { groupOf, kindsOf } from '#registry/transfer-kinds.ts'
import { entriesOf } from '#modules/ledger/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { OrderStatus } from '#modules/orders/model/order-status.ts'
import { averageOf } from '#modules/orders/model/average.ts'
import { ordersOf } from '#modules/orders/server/public.ts'
import { accountKey } from '#modules/portfolio/model/account-key.ts'
import { entryView } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { INCOME_GROUPS, type TableName } from '../contract.ts'
import { byBooking } from '../model/entry-order.ts'
import { orderLogStatus } from '../model/order-log.ts'
import type { Period } from '../model/period.ts'
import { dealsOf, worthOf } from './deals.ts'
import type { Words } from './labels.ts'

/** More rows than any spreadsheet opens; a member who has more asks by period. */
const MOST_ROWS = 100_000

type Table = { head: readonly string[]; rows: readonly (readonly Cell[])[] }
/** `customer`: whose file it is, number and name. */
type Deps = {
  context: AppContext
  market: Pick<MarketPublic, 'nameOf'>
  listings: Pick<ListingsPublic, 'terms'>
  memberId: MemberId
  customer: string
  span: Period
  words: Words
}

/**
 * A log as the text of a CSV file: a head, whose last and empty column says that it is simulated, and the
 * rows, oldest first, each with its customer.
 */
export async function tableText(table: TableName, deps: Deps): Promise<string> {
  const { head, rows } = await MAKE[table](deps)
  const { t } = deps.words
  return csv([
    [...[...head, 'customer'].map((name) => t(`records.csv.${name}`)), t('records.simulated')],
    ...rows.map((row) => [...row, deps.customer, null]),
  ])
}

/** The outcome of the order itself: it traded, whatever became of its position since. */
const statusOf = (status: OrderStatus, t: Words['t']): string =>
  t(orderLogStatus(status) === 'approved' ? 'records.log.statusOrder.approved' : `orders.status.${status}`)
const yen = (tenths: PriceTenths | null): number | null => (tenths === null ? null : yenOf(tenths))

const MAKE: Readonly<Record<TableName, (deps: Deps) => Promise<Table>>> = {
  async orders({ context, market, memberId, span, words: { lang, t, side } }) {
    const found = await ordersOf(context.db, memberId, {
      statuses: null,
      before: null,
      limit: MOST_ROWS,
      ...spanOf(span),
    })
    return {
      head: [
        'number',
        'placedAt',
        'code',
        'name',
        'side',
        'status',
        'quantity',
        'filled',
        'price',
        'averagePrice',
        'leverage',
        'fee',
        'result',
      ],
      rows: found
        .toReversed()
        .map(({ order, fills }) => [
          order.number,
          momentCell(order.placedAt),
          order.code,
          market.nameOf(order.code, lang),
          side(order),
          statusOf(order.status, t),
          order.quantity,
          order.filledQuantity,
          yen(order.priceTenths),
          yen(averageOf(fills)),
          order.leverageTenths / 10,
          order.feeYen,
          order.purpose === 'close' ? order.profitYen : null,
        ]),
    }
  },
  async trades({ context, market, memberId, span, words: { lang, t, side } }) {
    const { trades, allotments } = await dealsOf(context.db, memberId, span)
    const rows = [
      ...trades.map((trade) => ({
        ...trade,
        says: side(trade),
        amountYen: worthOf(trade),
        roundedTenths: roundedUpTenths(trade.priceTenths, trade.quantity),
      })),
      ...allotments.map((allotment) => ({
        ...allotment,
        says: t(`records.deal.${allotment.kind}`),
        // The price of a fraction is that of an old share, its quantity a part of a new one.
        roundedTenths:
          allotment.kind === 'fraction' ? null : roundedUpTenths(allotment.priceTenths, allotment.quantity),
        feeYen: 0,
      })),
    ]
    return {
      head: [
        'at',
        'tradeDate',
        'number',
        'code',
        'name',
        'side',
        'quantity',
        'price',
        'traded',
        'rounding',
        'fee',
        'charges',
      ],
      rows: rows
        .toSorted((a, b) => (a.tradeDate < b.tradeDate ? -1 : a.tradeDate > b.tradeDate ? 1 : a.at - b.at))
        .map((row) => [
          momentCell(row.at),
          row.tradeDate,
          row.number,
          row.code,
          market.nameOf(row.code, lang),
          row.says,
          row.quantity,
          yenOf(row.priceTenths),
          row.amountYen,
          row.roundedTenths === null ? null : yenOf(row.roundedTenths),
          row.feeYen,
          row.chargesYen,
        ]),
    }
  },
  account: (deps) => entries(deps, false),
  income: (deps) => entries(deps, true),
  async deposits({ context, memberId, span, words: { t } }) {
    const found = await depositLog(context.db, memberId, EVERY)
    return {
      head: ['at', 'amount', 'status', 'reference', 'credited', 'endedAt'],
      rows: found
        .filter(within(span))
        .toReversed()
        .map((row) => [
          momentCell(row.requestedAt),
          row.yen,
          t(`records.status.${row.state}`),
          row.reference,
          row.creditedYen,
          momentCell(row.decidedAt),
        ]),
    }
  },
  async withdrawals({ context, memberId, span, words: { t } }) {
    const found = await withdrawalLog(context.db, memberId, EVERY)
    return {
      head: ['at', 'amount', 'status', 'reference', 'endedAt'],
      rows: found
        .filter(within(span))
        .toReversed()
        .map((row) => [
          momentCell(row.requestedAt),
          row.yen,
          t(`records.status.${withdrawalLogStatus(row.state)}`),
          row.reference,
          momentCell(row.paidAt ?? row.endedAt),
        ]),
    }
  },
  async pools({ context, listings, memberId, span: { to }, words: { lang } }) {
    const found = await unitsThen(context, listings, memberId, to)
    return {
      head: ['heldOn', 'pool', 'poolName', 'units', 'nav', 'navOn', 'worth'],
      rows: found.map(({ poolId, names, units, fundValue, navOn, worthYen }) => [
        to,
        poolId,
        names[lang]!,
        units,
        navShown(fundValue),
        navOn,
        worthYen,
      ]),
    }
  },
}

const EVERY = { states: null, before: null, limit: MOST_ROWS }
const within =
  (span: Period) =>
  ({ requestedAt }: { requestedAt: Ms }): boolean =>
    dateJst(requestedAt) >= span.from && dateJst(requestedAt) <= span.to

async function entries({ context, memberId, span, words: { t } }: Deps, incomeOnly: boolean): Promise<Table> {
  const bankDates = await bankDatesOf(context.db, memberId)
  const found = await entriesOf(context.db, memberId, {
    before: null,
    limit: MOST_ROWS,
    account: null,
    orderId: null,
    lotId: null,
    ...span,
    ...(incomeOnly ? { kinds: INCOME_GROUPS.flatMap(kindsOf) } : {}),
  })
  const nameOf = (account: string) => t(`portfolio.account.${accountKey(account)}`)
  return {
    head: [
      'at',
      'tradeDate',
      'bankDate',
      'group',
      'entry',
      'from',
      'to',
      'moved',
      'change',
      'tax',
      'code',
      'entryId',
    ],
    rows: found.toSorted(byBooking).map((row) => {
      const view = entryView(row, true)
      return [
        momentCell(row.at),
        row.tradeDate,
        bankDates.get(view.id) ?? null,
        t(`records.group.${groupOf(row.kind)}`),
        t(`portfolio.entry.${row.kind}`),
        nameOf(view.from),
        nameOf(view.to),
        view.moved,
        view.amount,
        row.taxYen,
        row.code,
        view.id,
      ]
    }),
  }
}
