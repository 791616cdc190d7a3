import type { MemberId } from '#kernel/id.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'

/**
 * Shares that a member got in a block sale: paid in the command of the draw, a lot from the sale's own day
 * on. The lot has the application's id.
 */
export type DeliveryRow = {
  applicationId: string
  memberId: MemberId
  drawId: string
  code: string
  quantity: Quantity
  priceTenths: PriceTenths
  saleOn: DateJst
  /** Market time: when the exchange begins to take orders for that day. */
  dueAt: Ms
  deliveredAt: Ms | null
}
export const deliveries = defineTable<DeliveryRow>()({
  name: 'block_deliveries',
  columns: {
    applicationId: 'text',
    memberId: 'text',
    drawId: 'text',
    code: 'text',
    quantity: 'int8',
    priceTenths: 'int8',
    saleOn: 'text',
    dueAt: 'int8',
    deliveredAt: 'int8?',
  },
  key: 'applicationId',
  fixed: ['memberId', 'drawId', 'code', 'quantity', 'priceTenths', 'saleOn', 'dueAt'],
  hot: { when: (row) => row.deliveredAt === null, sql: 'delivered_at is null' },
  once: true,
  ordered: { due: { group: () => 'all', value: (row) => row.dueAt } },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    blockDeliveries: DeliveryRow
  }
}
