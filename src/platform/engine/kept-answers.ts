import { damaged, eachRow, type StoredCheck } from './check-stored.ts'
import type { Difference } from './difference.ts'
import { readRecord } from './journal.ts'

/** An answer that is kept under its key, beside the record of its command (null: it is gone). */
export type KeptAnswer = { key: string; member: string; answer: string; record: Buffer | null }

/**
 * The answer has the outcome of its record: of the same member and key, done or refused by the same name.
 * What a done command said beyond it follows from the rows: `npm run verify` holds it against them.
 */
export function hasOutcome({ key, member, answer, record }: KeptAnswer): boolean {
  if (record === null) return false
  const { actor, key: said, body } = readRecord(record)
  const [held, outcome] = [outcomeIn(answer), body['result'] as Outcome]
  return (
    (!actor.startsWith('m:') || actor === `m:${member}`) &&
    said === key &&
    held?.ok === outcome.ok &&
    held.rejection === outcome.rejection
  )
}

type Outcome = { ok: boolean; rejection?: string }
/** null: whoever wrote this wrote no JSON. */
function outcomeIn(answer: string): Outcome | null {
  try {
    return JSON.parse(answer) as Outcome | null
  } catch {
    return null
  }
}

const TABLE = 'idempotency'
/** For a running server: the whole check runs every command again. */
export const answersCheck: StoredCheck = {
  tables: [TABLE],
  async run(client) {
    const differences: Difference[] = []
    const sql = `select i.key || ' ' || i.member as key, i.key::text as own, member, answer, record
      from ${TABLE} i left join journal using (seq)`
    const rows = await eachRow(client, sql, ({ own, ...row }: KeptAnswer & { own: string }) => {
      if (!hasOutcome({ ...row, key: own }))
        differences.push(damaged(TABLE, row.key, 'the answer is not that of its record'))
    })
    return { rows, differences }
  },
}
