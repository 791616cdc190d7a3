import { damaged, eachRow, type StoredCheck } from '#platform/engine/check-stored.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { REGISTER } from './device-keys.ts'

type KeyRow = { key: string; memberId: string; deviceKey: Buffer; record: Buffer | null }

/** A session that signs has the member and the key that the journal registered for it. */
export const sessionKeysCheck: StoredCheck = {
  tables: ['keys of sessions'],
  columns: { sessions: ['id', 'member_id', 'device_key', 'key_seq'] },
  async run(client) {
    const found: string[] = []
    const rows = await eachRow(
      client,
      `select s.id as key, s.member_id as "memberId", s.device_key as "deviceKey", j.record
        from sessions s left join journal j on j.seq = s.key_seq where s.device_key is not null`,
      (row: KeyRow) => {
        if (!isRegistered(row)) found.push(row.key)
      },
    )
    return {
      rows,
      differences: found.map((id) =>
        damaged('sessions', id, 'the journal knows no such key of this member for this session'),
      ),
    }
  },
}

function isRegistered({ key, memberId, deviceKey, record }: KeyRow): boolean {
  if (record === null) return false
  const { type, actor, body } = readRecord(record)
  const { sessionId, publicKey } = body['input'] as { sessionId?: string; publicKey?: string }
  return (
    type === REGISTER &&
    actor === `m:${memberId}` &&
    sessionId === key &&
    publicKey === deviceKey.toString('base64url')
  )
}
