import { event } from '#platform/engine/event.ts'
import type { PowerName } from '#registry/powers.ts'

export const operatorActed = event(
  'operator.acted',
  (actId: string, memberId: string | null, power: PowerName, subject: string) => ({
    actId,
    memberId,
    power,
    subject,
  }),
)
