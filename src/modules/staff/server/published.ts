import type { PowerName } from '#registry/powers.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { Ms } from '#kernel/time.ts'
import { operatorActed } from './events.ts'
import { operatorActs } from './tables.ts'

/** Writes what a published rule did, and nobody signed, into the record that everybody reads. */
export function publishByRule(
  tables: TableAccess,
  power: PowerName,
  subject: string,
  { seq, at }: { seq: number; at: Ms },
): DomainEvent {
  const id = `${String(seq).padStart(12, '0')}-rule`
  tables
    .of(operatorActs)
    .insert({
      id,
      approvalId: id,
      memberId: null,
      power,
      subject,
      reason: null,
      textId: null,
      textHash: null,
      signatures: [],
      at,
    })
  return operatorActed(id, null, power, subject)
}
