import { event } from '#platform/engine/event.ts'
import type { FirmEventRow } from './tables.ts'

/** Something has happened that webhooks of the firm tell of. */
export const firmTold = event('firm.told', (row: FirmEventRow) => ({ row }))
