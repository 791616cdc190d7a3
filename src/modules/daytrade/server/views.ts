import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { iso } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import type { ListingStatus } from '#modules/listings/model/check.ts'
import type { Listing } from '#modules/listings/server/public.ts'
import { DAY_PENALTY } from '#modules/margin/model/rates.ts'
import { valuedTenths } from '#modules/market/model/figures.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { DayApplicationView, DayRowView, DayTradeView } from '../contract.ts'
import { hedgingTenths } from '../model/decide.ts'
import { dayTimes } from '../model/times.ts'
import { inventory, type ApplicationRow } from './tables.ts'

/** The exchange is simulated, whatever the prices come from. */
const SIMULATED = true
const yen = (tenths: PriceTenths | null | undefined): number | null =>
  tenths === null || tenths === undefined ? null : yenOf(tenths)

type Deps = {
  tables: TableReader
  market: Pick<MarketPublic, 'quote' | 'nameOf' | 'instrument' | 'isStale'>
  lang: string
}

function rowView({ tables, market, lang }: Deps, listingId: string, code: string): DayRowView {
  const quote = market.quote(code)
  const {
    longUnits = 0,
    longLeft = 0,
    shortUnits = 0,
    shortLeft = 0,
  } = tables.of(inventory).get(listingId, code) ?? {}
  return {
    code,
    name: market.nameOf(code, lang),
    unit: market.instrument(code)?.unit ?? 1,
    stale: market.isStale(code),
    price: yen(quote && valuedTenths(quote)),
    longPrice: yen(quote && hedgingTenths('up', quote)),
    shortPrice: yen(quote && hedgingTenths('down', quote)),
    longUnits,
    longLeft,
    shortUnits,
    shortLeft,
  }
}

export function dayTradeView(
  deps: Deps,
  schedule: Schedule,
  { id: listingId, terms }: Listing<'day-inventory'>,
  status: Exclude<ListingStatus, 'void'>,
): DayTradeView {
  const { tradeOn, opensAt, closesAt, perMemberUnits, rows } = terms
  const { warnAt, closeAt } = dayTimes(schedule, tradeOn)
  return {
    listingId,
    tradeOn,
    status,
    opensAt: iso(opensAt),
    closesAt: iso(closesAt),
    warnAt: iso(warnAt),
    closingAt: iso(closeAt),
    perMemberUnits,
    penalty: DAY_PENALTY.yen,
    rows: rows.map(({ code }) => rowView(deps, listingId, code)),
    simulated: SIMULATED,
  }
}

export const applicationView = (
  row: ApplicationRow,
  nameOf: (code: string) => string,
): DayApplicationView => ({
  id: row.orderId,
  number: row.number,
  listingId: row.listingId,
  tradeOn: row.tradeDate,
  code: row.code,
  name: nameOf(row.code),
  side: row.side,
  leverage: row.leverageTenths / 10,
  units: row.units,
  quantity: row.units * row.unit,
  price: yenOf(row.priceTenths),
  status: row.status,
  filledQuantity: row.filledQuantity,
  back: row.units - row.takenUnits,
  reason: row.reason,
  penalty: row.penaltyYen,
  appliedAt: iso(row.appliedAt),
  decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
  simulated: SIMULATED,
})
