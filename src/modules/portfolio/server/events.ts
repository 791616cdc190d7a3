import { event } from '#platform/engine/event.ts'
import type { Lot } from '../model/lot.ts'

export const lotChanged = event('lot.changed', ({ memberId, id, status, code }: Lot) => ({
  memberId,
  lotId: id,
  status,
  code,
}))
