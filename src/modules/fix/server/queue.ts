import type { Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { FixMessage } from '#wire/fix/message.ts'
import { fixQueued } from './events.ts'
import { fixMessages, fixSessions, isKept, type FixSessionRow } from './tables.ts'

/** Gives messages the next numbers of a session; those of the session itself are not kept. */
export function queue(
  tables: TableAccess,
  session: FixSessionRow,
  messages: readonly FixMessage[],
  at: Ms,
): DomainEvent[] {
  if (messages.length === 0) return []
  const { keyId, epoch, nextOut } = session
  const rows = messages.map(({ type, fields }, n) => ({ keyId, epoch, seq: nextOut + n, type, fields, at }))
  for (const row of rows) if (isKept(row)) tables.of(fixMessages).insert(row)
  tables.of(fixSessions).update(session, { nextOut: nextOut + rows.length })
  return rows.map((row) => fixQueued(row))
}
