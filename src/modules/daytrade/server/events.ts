import type { DomainEvent } from '#platform/engine/command.ts'
import type { ApplicationRow, InventoryRow } from './tables.ts'

/** What listeners hear, after it is durable. */
export const inventoryChanged = ({ listingId }: Pick<InventoryRow, 'listingId'>): DomainEvent => ({
  type: 'day-inventory.changed',
  listingId,
})
export const applicationChanged = ({ memberId, orderId, status }: ApplicationRow): DomainEvent => ({
  type: 'day-application.changed',
  memberId,
  orderId,
  status,
})
