import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { lots } from '#modules/portfolio/server/tables.ts'
import { orders } from '#modules/orders/server/tables.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { silent } from '#platform/engine/fixture.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import { RowSeal } from '#platform/engine/row-seal.ts'
import type { AnyTableDefinition } from '#platform/engine/table.ts'
import { fillMembers, MEMBERS_TABLES } from './app/many-members.ts'
import type { Config } from './pgbench.ts'
import type { Row } from './run.ts'

const FEW = Number(process.env['BENCH_MEMBERS'] ?? 20_000)
const MANY = 4 * FEW
const LOTS = 3
const A_MILLION = 1_000_000
const MOST_BYTES = 4 * 2 ** 30
/** Tables with a row a member. */
const OF_ONE = new Set<AnyTableDefinition>(MEMBERS_TABLES).difference(
  new Set<AnyTableDefinition>([orders, lots]),
)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Memory that the rows of these tables take, and the CPU of this thread while they are read and sealed. */
type Loaded = { bytes: number; cpu: number; rows: number }

async function load(config: Config, definitions: readonly AnyTableDefinition[]): Promise<Loaded> {
  const tables = new HotTables(definitions, new RowSeal({ key: Buffer.alloc(32, 7) }, definitions))
  const store = openPostgresStore(config, silent)
  const held = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const [before, used] = [held(), process.threadCpuUsage()]
  let rows = 0
  await store.recover(definitions, Date.now(), {
    row(definition, row) {
      rows += 1
      tables.load(definition, row)
    },
    key() {},
  })
  const { user, system } = process.threadCpuUsage(used)
  await store.close()
  const bytes = held() - before
  // Asked for after the look, so that they are held until then.
  if (rows === 0 || tables.takeChanges().length > 0) throw new Error('no rows were loaded')
  return { bytes, cpu: user + system, rows }
}

/** Memory of one more member, order and lot in the engine's tables, and the CPU of a row at a start. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder)
  const { config } = embedded
  try {
    await migrate(config)
    const sets = { member: [...OF_ONE], order: [orders], lot: [lots], all: MEMBERS_TABLES }
    const loaded = async () => ({
      member: await load(config, sets.member),
      order: await load(config, sets.order),
      lot: await load(config, sets.lot),
      all: await load(config, sets.all),
    })
    await fillMembers(config, 0, FEW, LOTS)
    await loaded()
    const few = await loaded()
    await fillMembers(config, FEW, MANY - FEW, LOTS)
    const many = await loaded()
    const slope = (of: keyof typeof sets, each: number) =>
      (many[of].bytes - few[of].bytes) / ((MANY - FEW) * each)
    const row = (metric: string, value: number, unit: string, goal = 'said, not set', ok = true): Row => ({
      bench: 'members',
      metric,
      value,
      unit,
      anchor: '',
      anchorValue: 0,
      ratio: 0,
      goal,
      ok,
    })
    const ofAll = slope('all', 1)
    return [
      row('a member without lots', slope('member', 1), 'B'),
      row('an order that is open or whose lots are', slope('order', LOTS), 'B'),
      row('an open lot', slope('lot', LOTS), 'B'),
      row(
        `a million members with ${LOTS} lots and orders each`,
        (ofAll * A_MILLION) / 2 ** 30,
        'GiB',
        '≤ 4 GiB',
        ofAll * A_MILLION <= MOST_BYTES,
      ),
      row(
        'CPU of a row, read, filed and sealed',
        (many.all.cpu - few.all.cpu) / (many.all.rows - few.all.rows),
        'µs',
      ),
    ]
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
