import { workerData } from 'node:worker_threads'
import { hexOf } from '#kernel/hex.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { consistencyPath, inclusionPath } from '../model/tree.ts'
import { serveWorker } from './serve-worker.ts'
import type { Asked, Included } from './tree-thread.ts'
import { TreeStore } from './tree-store.ts'

/**
 * The tree over the journal, in a thread with a connection of its own: hashing every record holds up nobody.
 */
const { database, saltKey } = workerData as { database: Database['config']; saltKey: Uint8Array }
// A connection that breaks is told by the question that fails on it.
const store = new TreeStore(connect(database, { error: () => {} }).pool, saltKey)

serveWorker(async (asked: Asked) => {
  switch (asked.kind) {
    case 'leaves':
      return store.take(asked.first, asked.leaves)
    case 'root': {
      const size = await store.records()
      return { size, root: hexOf(await store.root(size)) }
    }
    case 'consistency':
      return (await store.hashes(consistencyPath(asked.from, asked.size))).map(hexOf)
    case 'inclusion': {
      const { record, salt, entry } = await store.record(asked.seq)
      const path = (await store.hashes(inclusionPath(asked.seq, asked.size))).map(hexOf)
      return {
        path,
        entry: hexOf(entry),
        salt: hexOf(salt),
        record: record.toString('utf8'),
      } satisfies Included
    }
  }
})
