import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/database/embedded.ts'
import { silent } from '#platform/engine/fixture.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import type { Batch, Store } from '#platform/engine/store.ts'
import { anyone, measure, nullStore, prepareFixture, SHAPE } from './app/fixture-load.ts'
import { median } from './median.ts'
import { ANCHOR, preparePgbench, runPgbench } from './pgbench.ts'
import type { Row } from './run.ts'

const MEMBERS = 10_000
const ROUNDS = 5
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

/** Counts on the way to the disk. */
function counted(store: Store) {
  const count = { rows: 0, commands: 0, batches: 0 }
  const flush = (batch: Batch) => {
    count.batches += 1
    count.commands += batch.journal.length
    count.rows +=
      batch.journal.length +
      batch.answers.length +
      batch.changes.reduce((sum, { rows }) => sum + rows.length, 0)
    return store.flush(batch)
  }
  const counting: Store = {
    recover: (...args) => store.recover(...args),
    eachRow: (definition, onRow) => store.eachRow(definition, onRow),
    seal: (seal) => store.seal(seal),
    flush,
    answer: (...args) => store.answer(...args),
    forgetAnswers: (at) => store.forgetAnswers(at),
    close: () => store.close(),
  }
  return { store: counting, count }
}

const WHATS = ['anchor', 'durable', 'memory'] as const
type What = (typeof WHATS)[number]

const measured = async (store: Store, seconds: number): Promise<number> =>
  (await measure(store, seconds, MEMBERS, anyone)).perSecond

/** Commands per second with and without the disk, against TPC-B in the same rounds. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder)
  try {
    preparePgbench(embedded.config)
    await prepareFixture(embedded.config, MEMBERS)
    const rounds: (Record<What, number> & { rows: number; batch: number })[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { store, count } = counted(openPostgresStore(embedded.config, silent))
      const run: Record<What, () => number | Promise<number>> = {
        anchor: () => runPgbench(embedded.config, SECONDS),
        durable: () => measured(store, SECONDS),
        memory: () => measured(nullStore(MEMBERS), SECONDS / 2),
      }
      const speed = { anchor: 0, durable: 0, memory: 0 }
      // Each leaves the disk something to do: none may always come after the same one.
      for (let turn = 0; turn < 3; turn++) {
        const what = WHATS[(turn + round) % 3]!
        speed[what] = await run[what]()
      }
      rounds.push({ ...speed, rows: count.rows / count.commands, batch: count.commands / count.batches })
    }
    const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
    const row = (metric: string, of: 'durable' | 'memory', goal: number): Row => {
      const ratio = middle((round) => round[of] / round.anchor)
      return {
        bench: 'engine',
        metric,
        value: Math.round(middle((round) => round[of])),
        unit: '1/s',
        anchor: ANCHOR,
        anchorValue: Math.round(middle((round) => round.anchor)),
        ratio,
        goal: `≥ ${goal}×`,
        ok: ratio >= goal,
      }
    }
    const shape = `${SHAPE}, ${middle((round) => round.rows).toFixed(1)} rows each`
    return [row(`durable, ${shape}`, 'durable', 5), row('without disk', 'memory', 20)]
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
