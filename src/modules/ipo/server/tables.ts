import type { LotId, MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, TradingUnits } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { WinState } from '../model/states.ts'

/**
 * An offering whose draw is decided; its id is the listing's. Times are market time. `isVoid`: its issue
 * could not be listed.
 */
export type ResultRow = {
  id: string
  code: string
  /** By the published rule, from `wantedUnits`. */
  offerTenths: PriceTenths
  applications: number
  wantedUnits: TradingUnits
  decidedAt: Ms
  passedOnAt: Ms | null
  endedAt: Ms | null
  listedAt: Ms | null
  isVoid: boolean
}
export const results = defineTable<ResultRow>()({
  name: 'ipo_results',
  columns: {
    id: 'text',
    code: 'text',
    offerTenths: 'int8',
    applications: 'int4',
    wantedUnits: 'int8',
    decidedAt: 'int8',
    passedOnAt: 'int8?',
    endedAt: 'int8?',
    listedAt: 'int8?',
    isVoid: 'bool',
  },
  key: 'id',
  fixed: ['code', 'offerTenths', 'applications', 'wantedUnits', 'decidedAt', 'isVoid'],
})

/** The win of an application; its id is the application's. */
export type WinRow = {
  id: string
  offeringId: string
  memberId: MemberId
  units: TradingUnits
  state: WinState
  payableYen: Yen
  paidYen: Yen
  confirmBy: Ms
  wonAt: Ms
  changedAt: Ms
  lotId: LotId | null
}
export const wins = defineTable<WinRow>()({
  name: 'ipo_wins',
  columns: {
    id: 'text',
    offeringId: 'text',
    memberId: 'text',
    units: 'int8',
    state: 'text',
    payableYen: 'int8',
    paidYen: 'int8',
    confirmBy: 'int8',
    wonAt: 'int8',
    changedAt: 'int8',
    lotId: 'text?',
  },
  key: 'id',
  fixed: ['offeringId', 'memberId', 'units', 'payableYen', 'confirmBy', 'wonAt'],
  indexes: { offering: (row) => row.offeringId },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    ipoResults: ResultRow
    ipoWins: WinRow
  }
}
