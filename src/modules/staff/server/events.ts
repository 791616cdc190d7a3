import { event } from '#platform/engine/event.ts'
import type { PowerName } from '#registry/powers.ts'

export const approvalSigned = event('approval.signed', (approvalId: string, power: PowerName) => ({
  approvalId,
  power,
}))
export const operatorActed = event(
  'operator.acted',
  (actId: string, memberId: string | null, power: PowerName, subject: string) => ({
    actId,
    memberId,
    power,
    subject,
  }),
)
