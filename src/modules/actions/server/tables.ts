import type { DateJst, Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
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

/** Ex-dates that the holders of an issue have been through. */
export type ExDayRow = { code: string; exDate: DateJst; at: Ms }
export const exDays = defineTable<ExDayRow>()({
  name: 'ex_days',
  columns: { code: 'text', exDate: 'text', at: 'int8' },
  key: ['code', 'exDate'],
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    entitlements: Entitlement
  }
}
