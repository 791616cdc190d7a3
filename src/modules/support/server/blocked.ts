import type { MemberId } from '#kernel/id.ts'
import { hash } from 'node:crypto'
import { defineCommand, done, operatorCaller } from '#platform/engine/command.ts'
import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import type { AppContext } from '#modules/module.ts'
import type { LineProblem } from '#modules/staff/model/line-filter.ts'
import { keepBlocked } from './queries.ts'
import { blockedLines } from './tables.ts'

const SALT_BYTES = 16

/** Journalled, so that an operator's tries cannot be made to disappear (security-and-trust 4). */
export const blockLine = defineCommand({
  type: 'support.block-line',
  captureInputs: () => undefined,
  run(
    tables,
    input: { id: string; memberId: MemberId; operatorId: string; problem: LineProblem; textHash: string },
    _inputs,
    call,
  ) {
    tables.of(blockedLines).insert({ ...input, at: call.at })
    return done(null)
  },
})

const textHashOf = ({ salt, text }: { salt: Buffer; text: string }): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(text)]))

/** Lines that were held back are what the journal has the hashes of. */
export const blockedTextsCheck: StoredCheck = hashedRows({
  table: 'blocked_texts',
  columns: ['id', 'text', 'salt'],
  sql: `select l.id as key, l.text_hash as said, t.id is not null as present, t.text, t.salt
    from blocked_lines l left join blocked_texts t on t.id = l.id`,
  hash: textHashOf,
})

/** Records a line that was held back: text and salt in SQL, its hash in the journal. */
export async function recordBlocked(
  { db, engine, ids }: AppContext,
  blocked: { memberId: MemberId; operatorId: string; problem: LineProblem; text: string },
): Promise<void> {
  const { text, ...line } = blocked
  const id = ids.uuid()
  const salt = Buffer.from(ids.bytes(SALT_BYTES))
  await keepBlocked(db, { id, text, salt })
  const textHash = textHashOf({ salt, text })
  await engine.submit(blockLine, { id, ...line, textHash }, operatorCaller(line.operatorId))
}
