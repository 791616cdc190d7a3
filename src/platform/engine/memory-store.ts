import { timeOfUuidv7 } from '#kernel/id.ts'
import { CHAIN_START, chainChecker } from './journal.ts'
import { keyReader, type Key } from './row-key.ts'
import type { Batch, HashText, JournalRecord, StoredAnswer, Store } from './store.ts'
import type { AnyDefinition, Row } from './table.ts'

/** A disk in memory. It outlives the engines that write to it, so that a simulation can crash them. */
export type MemoryDisk = {
  journal: JournalRecord[]
  rows: Map<AnyDefinition, Map<Key, Row>>
  answers: Map<string, StoredAnswer>
  epoch: number
  seal?: HashText
}
export const memoryDisk = (): MemoryDisk => ({ journal: [], rows: new Map(), answers: new Map(), epoch: 0 })

/**
 * The store of tests and of the simulation. `reach` stands for the way to the disk: it may take its time, or
 * fail, and then the batch is not written, nor any after it.
 */
export function openMemoryStore(
  disk: MemoryDisk,
  reach: (batch: Batch) => Promise<void> = () => Promise.resolve(),
): Store {
  let epoch = -1
  let before: Promise<void> = Promise.resolve()

  function write(batch: Batch): void {
    if (epoch !== disk.epoch || (disk.journal.at(-1)?.seq ?? -1) !== batch.previous)
      throw new Error('another engine has taken the lease')
    for (const written of batch.journal) {
      disk.journal.push({
        ...written,
        record: Buffer.from(written.record),
        hash: Buffer.from(written.hash, 'latin1'),
      })
    }
    if (batch.seal === undefined) delete disk.seal
    else disk.seal = batch.seal
    for (const answer of batch.answers) disk.answers.set(`${answer.member} ${answer.key}`, answer)
    for (const { definition, rows } of batch.changes) {
      const keyOf = keyReader(definition)
      const table = disk.rows.get(definition) ?? new Map<Key, Row>()
      for (const row of rows) table.set(keyOf(row), row)
      disk.rows.set(definition, table)
    }
  }

  return {
    async recover(definitions, keysFrom, load) {
      epoch = ++disk.epoch
      const checker = chainChecker({ seq: -1, hash: CHAIN_START, ts: 0 })
      for (const record of disk.journal) checker.next(record)
      for (const definition of definitions) {
        if (definition.append) continue
        for (const row of disk.rows.get(definition)?.values() ?? [])
          if (definition.hot?.when(row) ?? true) load.row(definition, row)
      }
      const keys = [...disk.answers.values()]
        .filter(({ key }) => (timeOfUuidv7(key) ?? 0) >= keysFrom)
        .sort((a, b) => (a.key < b.key ? 1 : -1))
      for (const answer of keys.slice(0, load.mostKeys)) load.key(answer)
      return { ...checker.head(), ...(disk.seal === undefined ? {} : { seal: disk.seal }) }
    },
    async eachRow(definition, onRow) {
      for (const [{ name }, rows] of disk.rows) if (name === definition.name) rows.forEach(onRow)
    },
    async seal(seal) {
      disk.seal = seal
    },
    flush(batch) {
      const reached = reach(batch)
      before = before.then(() => reached).then(() => write(batch))
      return before
    },
    async answer(member, key) {
      const kept = disk.answers.get(`${member} ${key}`)
      return kept === undefined ? null : { ...kept, type: disk.journal[kept.seq]!.type }
    },
    async forgetAnswers(until) {
      for (const [name, answer] of disk.answers)
        if ((timeOfUuidv7(answer.key) ?? 0) < until) disk.answers.delete(name)
    },
    close: () => Promise.resolve(),
  }
}
