import { iso } from '#kernel/time.ts'
import type { DeliveryRow } from './tables.ts'

/** A delivery as its page shows it. */
export const deliveryView = ({
  id,
  eventId,
  type,
  state,
  tries,
  answered,
  problem,
  ...times
}: DeliveryRow) => ({
  id,
  eventId,
  type,
  state,
  tries,
  answered,
  problem,
  madeAt: iso(times.madeAt),
  triedAt: times.triedAt === null ? null : iso(times.triedAt),
  nextAt: times.nextAt === null ? null : iso(times.nextAt),
})
export type DeliveryView = ReturnType<typeof deliveryView>
