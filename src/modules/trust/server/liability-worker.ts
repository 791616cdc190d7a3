import { workerData } from 'node:worker_threads'
import { connect, type Database } from '#platform/database/connect.ts'
import { serveWorker } from './serve-worker.ts'
import { LiabilityStore } from './liability-store.ts'
import type { Asked } from './liability-thread.ts'

/**
 * The server's debt, reckoned in a thread with a connection of its own: neither orders nor heads wait for it.
 */
const { database, saltKey } = workerData as { database: Database['config']; saltKey: Uint8Array }
const store = new LiabilityStore(connect(database, { error: () => {} }).pool, saltKey)

serveWorker((asked: Asked) =>
  asked.kind === 'reckon' ? store.reckon(asked.day, asked.at) : store.proof(asked.day, asked.memberId),
)
