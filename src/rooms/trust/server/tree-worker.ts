import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '#kernel/assert.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { hexOf } from '../model/bytes.ts'
import { consistencyPath, inclusionPath } from '../model/tree.ts'
import type { Asked, Said } from './tree-thread.ts'
import { TreeStore, entryOf, saltOf } from './tree-store.ts'

/** The tree over the journal, in a thread with a connection of its own: hashing every record holds up nobody. */
assert(parentPort, 'the tree is made in a thread of its own')
const port = parentPort
const { database, saltKey } = workerData as { database: Database['config']; saltKey: Uint8Array }
// A connection that breaks is told by the question that fails on it.
const store = new TreeStore(connect(database, { error: () => {} }).pool, saltKey)

async function answer(asked: Asked): Promise<Said['value']> {
  switch (asked.kind) {
    case 'root': {
      const size = await store.records()
      return { size, root: hexOf(await store.root(size)) }
    }
    case 'consistency':
      return (await store.hashes(consistencyPath(asked.from, asked.size))).map(hexOf)
    case 'inclusion': {
      const record = await store.record(asked.seq)
      const path = (await store.hashes(inclusionPath(asked.seq, asked.size))).map(hexOf)
      return { path, entry: hexOf(entryOf(saltKey, asked.seq, record)), salt: hexOf(saltOf(saltKey, asked.seq)), record: record.toString('utf8') }
    }
  }
}

/** One after another: they share the connection. */
let line: Promise<void> = Promise.resolve()
port.on('message', (asked: Asked & { id: number }) => {
  line = line.then(async () => {
    try {
      port.postMessage({ id: asked.id, value: await answer(asked) } satisfies Said)
    } catch (err) {
      port.postMessage({ id: asked.id, failed: (err as Error).message } satisfies Said)
    }
  })
})
