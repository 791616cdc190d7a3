import type { MemberId } from '#kernel/id.ts'
import type { PartsPerMillion, Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable, type TableReader } from '#platform/engine/table.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import type { Entitlement } from '../model/dividend.ts'

/** In memory until they are paid. */
export const entitlements = defineTable<Entitlement>()({
  name: 'entitlements',
  columns: {
    lotId: 'text',
    exDate: 'text',
    memberId: 'text',
    orderId: 'text',
    code: 'text',
    side: 'text',
    leverageTenths: 'int4',
    quantity: 'int8',
    perShareTenths: 'int8',
    payDate: 'text',
    heldYen: 'int8',
    taxYen: 'int8',
    paidAt: 'int8?',
  },
  key: ['lotId', 'exDate'],
  fixed: [
    'memberId',
    'orderId',
    'code',
    'side',
    'leverageTenths',
    'quantity',
    'perShareTenths',
    'payDate',
    'heldYen',
  ],
  hot: { when: (row) => row.paidAt === null, sql: 'paid_at is null' },
  ordered: { due: { group: () => 'all', value: (row) => Date.parse(row.payDate) } },
})
/** True if dividends of this account are announced and not paid yet. */
export const hasPendingDividends = (tables: TableReader, memberId: MemberId): boolean =>
  tables
    .of(entitlements)
    .range('due', 'all')
    .some((row) => row.memberId === memberId)

/** Ex-dates that the holders of an issue have been through. */
export type ExDayRow = { code: string; exDate: DateJst; at: Ms }
export const exDays = defineTable<ExDayRow>()({
  name: 'ex_days',
  columns: { code: 'text', exDate: 'text', at: 'int8' },
  key: ['code', 'exDate'],
})

/**
 * The part of a lot that was less than a new share at a split, and was paid out: `fractionPpm` of a new
 * share, at `priceTenths` an old one. `paidYen`: the sum; a short owes it.
 */
export type ShareFraction = {
  readonly lotId: string
  readonly exDate: DateJst
  readonly memberId: string
  readonly number: string
  readonly code: string
  readonly side: Side
  readonly fractionPpm: PartsPerMillion
  readonly priceTenths: PriceTenths
  readonly paidYen: Yen
  readonly chargesYen: Yen
  readonly settlementDate: DateJst
  readonly at: Ms
}
export const shareFractions = defineAppendTable<ShareFraction>()({
  name: 'share_fractions',
  columns: {
    lotId: 'text',
    exDate: 'text',
    memberId: 'text',
    number: 'text',
    code: 'text',
    side: 'text',
    fractionPpm: 'int4',
    priceTenths: 'int8',
    paidYen: 'int8',
    chargesYen: 'int8',
    settlementDate: 'text',
    at: 'int8',
  },
  key: ['lotId', 'exDate'],
})

/**
 * A lot as it stood before a split changed it, for papers of the days before: what it held in all and still
 * holds, and the price at which it was opened, in old shares. None of splits of before decision 0119.
 */
export type LotSplit = {
  readonly lotId: string
  readonly exDate: DateJst
  readonly memberId: string
  readonly quantity: Quantity
  readonly openQuantity: Quantity
  readonly openPriceTenths: PriceTenths
}
export const lotSplits = defineAppendTable<LotSplit>()({
  name: 'lot_splits',
  columns: {
    lotId: 'text',
    exDate: 'text',
    memberId: 'text',
    quantity: 'int8',
    openQuantity: 'int8',
    openPriceTenths: 'int8',
  },
  key: ['lotId', 'exDate'],
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    entitlements: Entitlement
    exDays: ExDayRow
    lotSplits: LotSplit
    shareFractions: ShareFraction
  }
}
