import { event } from '#platform/engine/event.ts'
import type { ApplicationRow, InventoryRow } from './tables.ts'

export const inventoryChanged = event(
  'day-inventory.changed',
  ({ listingId }: Pick<InventoryRow, 'listingId'>) => ({ listingId }),
)
export const applicationChanged = event(
  'day-application.changed',
  ({ memberId, orderId, status }: ApplicationRow) => ({ memberId, orderId, status }),
)
