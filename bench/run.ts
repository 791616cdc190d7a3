/**
 * `npm run bench -- [name…] [--json FILE]`: runs `bench/<name>.ts`, prints one line per figure, and writes
 * them as JSON if asked.
 */
import { readdirSync, writeFileSync } from 'node:fs'

export type Row = {
  bench: string
  metric: string
  value: number
  unit: string
  /**
   * The figure that it is compared with, measured in the same run, because machines differ; '' where a figure
   * stands by itself.
   */
  anchor: string
  anchorValue: number
  ratio: number
  goal: string
  ok: boolean
}

/** A bench exports one of these as default. */
export type Bench = () => Promise<Row[]>

const NOT_BENCHES = ['run.ts', 'pgbench.ts', 'median.ts']

function benchNames(): string[] {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  return files
    .filter((file) => !NOT_BENCHES.includes(file))
    .map((file) => file.slice(0, -3))
    .sort()
}

function line(row: Row): string {
  const figure = (value: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 })
  const against = row.anchor === '' ? '' : `${row.anchor} ${figure(row.anchorValue)}`
  const ratio = row.anchor === '' ? '' : `${row.ratio.toFixed(2)}×`
  return (
    `${row.ok ? 'ok  ' : 'MISS'} ${row.bench.padEnd(8)} ${row.metric.padEnd(40)} ${figure(row.value).padStart(10)} ${row.unit.padEnd(4)} ` +
    `${against.padEnd(32)} ${ratio.padStart(7)}  goal ${row.goal}`
  )
}

async function main(args: string[]): Promise<void> {
  const jsonAt = args.indexOf('--json')
  const json = jsonAt === -1 ? null : args[jsonAt + 1]
  if (json === undefined) throw new Error('--json needs the name of a file')
  const asked = args.filter((_, index) => jsonAt === -1 || (index !== jsonAt && index !== jsonAt + 1))
  const names = benchNames()
  const unknown = asked.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no bench ${unknown}; there are ${names.join(', ')}`)

  const rows: Row[] = []
  for (const name of asked.length > 0 ? asked : names) {
    const { default: bench } = (await import(`./${name}.ts`)) as { default: Bench }
    for (const row of await bench()) {
      rows.push(row)
      console.log(line(row))
    }
  }
  if (json !== null) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`)
  const missed = rows.filter((row) => !row.ok).length
  console.log(`${rows.length - missed} of ${rows.length} figures reach their goal`)
  process.exitCode = missed > 0 ? 1 : 0
}

await main(process.argv.slice(2))
