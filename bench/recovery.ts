import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../test/app/start.ts'
import { fillJournal } from '../test/app/fill-journal.ts'
import type { Row } from './run.ts'

const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 50_000)
const MANY = 4
const BOOT = join(import.meta.dirname, '..', 'scripts', 'boot.mjs')

/** One of the project's commands, to its end; answers the seconds that it took. */
async function command(args: readonly string[], env: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, [BOOT, ...args], {
    env: { ...process.env, LOG: 'fatal', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return (performance.now() - begun) / 1_000
}

type Tried = { base: number; restore: number; megabytes: number }

/** A server of so many records: a base backup of it, and the way back to the end of its archive. */
async function tried(root: string, records: number): Promise<Tried> {
  const at = (name: string) => join(root, `${name}-${records}`)
  const env = { DATA_DIR: at('data'), ARCHIVE_DIR: at('archive') }
  const start = () => startServer({ dataDir: at('data'), env: { ...env, DEMO_DESK: 'off' } })
  await (await start()).stop()
  await fillJournal(at('data'), records)
  const server = await start()
  const base = await command(['backup', '--base'], env)
  await server.stop()
  const restore = await command(['restore', '--to', 'latest'], { ...env, DATA_DIR: at('again') })
  const megabytes = sizeOf(at('archive'), /^cluster/) / 2 ** 20
  for (const name of ['data', 'archive', 'again']) rmSync(at(name), { recursive: true, force: true })
  return { base, restore, megabytes }
}

const sizeOf = (folder: string, name: RegExp): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .reduce((sum, { parentPath, name: file }) => sum + statSync(join(parentPath, file)).size, 0)

/** RTO as a slope: a restore to a moment after so many records, and after four times as many. */
export default async function bench(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(root, 0o711)
  try {
    const few = await tried(root, RECORDS)
    const many = await tried(root, MANY * RECORDS)
    const slope = (of: keyof Tried) => ((many[of] - few[of]) / ((MANY - 1) * RECORDS)) * 100_000
    const row = (metric: string, of: keyof Tried, unit: string): Row => ({
      bench: 'recovery',
      metric,
      value: slope(of),
      unit,
      anchor: `after ${RECORDS.toLocaleString('en-US')} records`,
      anchorValue: few[of],
      ratio: many[of] / few[of],
      goal: `≤ ${MANY}× for ${MANY}× the records`,
      ok: many[of] <= few[of] * MANY,
    })
    return [
      row('restore to a moment, 100,000 records more', 'restore', 's'),
      row('base backup, 100,000 records more', 'base', 's'),
      row('size of it, 100,000 records more', 'megabytes', 'MB'),
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
