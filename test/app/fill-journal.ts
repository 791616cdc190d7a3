import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { uuidv7 } from '#kernel/id.ts'
import { startEmbedded, type Embedded } from '#platform/database/embedded.ts'
import { silent } from '#platform/engine/fixture.ts'
import { chained, recordText } from '#platform/engine/journal.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import { unseal } from '#server/unsealed.fixture.ts'
import type { Batch, HashText, Head, StoredAnswer, NewRecord } from '#platform/engine/store.ts'

const AT_ONCE = 5_000
/** Records since the last head that was written down: as many as a start may have to check. */
const UNCHECKED = 999

/**
 * A journal with as many records as a busy day leaves, half of them with a key that may come again, by the
 * engine's own way to the disk. `fill` adds rows beside it, by hand.
 */
export async function fillJournal(
  folder: string,
  records: number,
  fill: (config: Embedded['config']) => Promise<void> = async () => {},
): Promise<void> {
  const embedded = await startEmbedded(folder)
  const store = openPostgresStore(embedded.config, silent)
  let head: Head = await store.recover([], Date.now(), { row() {}, key() {} })
  while (head.seq < records) {
    const left = records - head.seq
    const batch = recordsAfter(
      head,
      left > AT_ONCE + UNCHECKED ? AT_ONCE : left > UNCHECKED ? left - UNCHECKED : left,
    )
    await store.flush(batch)
    head = batch.journal.at(-1)!
  }
  await store.close()
  await fill(embedded.config)
  const client = new pg.Client(embedded.config)
  await client.connect()
  await unseal(folder, client)
  await client.end()
  await embedded.stop()
}

const REQUEST: HashText = '\x01'.repeat(32)
/** Texts as long as the records and answers of orders. */
const BODY = JSON.stringify({ input: 'x'.repeat(900) })
const ANSWER = JSON.stringify({ answer: 'x'.repeat(900), ok: true })

function recordsAfter({ seq: previous, hash: before, ts: last }: Head, count: number): Batch {
  const journal: NewRecord[] = []
  const answers: StoredAnswer[] = []
  let hash = before
  for (let seq = previous + 1; seq <= previous + count; seq++) {
    const now = Date.now()
    // The server's clock may be ahead of the machine's, which keys go by: no record is of before the last.
    const ts = Math.max(last, now)
    const key = uuidv7(now, randomBytes(16))
    const member = `m${seq % 10_000}`
    const record = recordText({ actor: `m:${member}`, device: '', key, seq, ts, type: 'bench.filled' }, BODY)
    hash = chained(hash, record)
    journal.push({ seq, ts, type: 'bench.filled', record, hash })
    if (seq % 2 === 0) answers.push({ member, key, seq, request: REQUEST, answer: ANSWER })
  }
  return { previous, journal, answers, changes: [] }
}
