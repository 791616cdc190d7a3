import { hash } from 'node:crypto'
import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'

type TextRow = { text: string; salt: Buffer }

/** Texts that operators wrote to members: the acts and requests that name a text have its hash. */
export const textsCheck: StoredCheck = hashedRows({
  table: 'staff_texts',
  columns: ['id', 'text', 'salt'],
  sql: `select named.id as key, named.hash as said, t.id is not null as present, t.text, t.salt
    from (select text_id as id, text_hash as hash from operator_acts where text_id is not null
      union select text_id, text_hash from approvals where text_id is not null) as named
    left join staff_texts t on t.id = named.id`,
  hash: ({ salt, text }: TextRow) => hash('sha256', Buffer.concat([salt, Buffer.from(text)])),
})
