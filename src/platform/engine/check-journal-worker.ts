import { parentPort, workerData } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import { assert } from '#kernel/assert.ts'
import { checkJournal, type JournalCheck } from './check-journal.ts'

/** A check of the journal in a thread of its own: reading and hashing all of it holds up nobody. */
export type CheckSaid = { kind: 'read'; read: number; of: number } | { kind: 'ended'; check: JournalCheck }

assert(parentPort, 'the check runs in a thread of its own')
const port = parentPort
const check = await checkJournal(workerData as ClientConfig, (read, of) =>
  port.postMessage({ kind: 'read', read, of } satisfies CheckSaid),
)
port.postMessage({ kind: 'ended', check } satisfies CheckSaid)
