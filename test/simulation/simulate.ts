/**
 * `npm run simulate -- --seed 7`: lives through one seed and says what became of it. `--seeds 200 --from 1
 * --steps 2000`: so many of them. `--bug <name>`: with this bug planted (`planted-bugs.ts`), until a seed
 * finds it. The last line is one of JSON with `--json`.
 */
import { enableCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { failuresWith } from '../invariants/planting.ts'
import { MODULE_BUGS } from '../invariants/planted-bugs.ts'
import { plant } from './planting.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '2000' },
    bug: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const steps = Number(values.steps)
const [from, count] =
  values.seed === undefined ? [Number(values.from), Number(values.seeds ?? 1)] : [Number(values.seed), 1]
const moduleBug = MODULE_BUGS.find(({ name }) => name === values.bug)
if (moduleBug !== undefined) {
  const failed = await failuresWith(moduleBug)
  process.stdout.write(
    `${failed.length === 0 ? `${moduleBug.test} does not see it` : `seen by ${moduleBug.test}: ${failed.join('; ')}`}\n`,
  )
  process.exit(failed.length === 0 ? 0 : 1)
}
const bug = PLANTED_BUGS.find(({ name }) => name === values.bug)
if (values.bug !== undefined && bug === undefined)
  throw new RangeError(
    `no bug is called ${values.bug}; there are ${[...PLANTED_BUGS, ...MODULE_BUGS].map(({ name }) => name).join(', ')}`,
  )
if (bug === undefined) enableCompileCache()
else plant(bug)

const { simulateSeed } = await import('./simulate-seed.ts')
const say = (line: string) => void (values.json || process.stdout.write(`${line}\n`))
const outcomes = new Map<string, number>()
const begun = process.cpuUsage()
let found = null
let seeds = 0
let records = 0
let crashes = 0
for (let seed = from; seed < from + count && found === null; seed++) {
  const ran = await simulateSeed(seed, steps, values.seed === undefined ? () => {} : say)
  found = ran.found
  seeds++
  records += ran.records
  crashes += ran.crashes
  for (const [name, times] of ran.outcomes) outcomes.set(name, (outcomes.get(name) ?? 0) + times)
}
const { user, system } = process.cpuUsage(begun)
const cpuMs = Math.round((user + system) / 1_000)
if (!values.json) {
  for (const [name, times] of [...outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    say(`${String(times).padStart(8)}  ${name}`)
  say(`${seeds} seeds of ${steps} steps: ${records} records, ${crashes} crashes, ${cpuMs} ms of CPU`)
  if (found !== null)
    say(
      `seed ${found.seed}, step ${found.step}, ${found.invariant}: ${found.what}\n${found.stack}\nagain: npm run simulate -- --seed ${found.seed} --steps ${steps}${bug === undefined ? '' : ` --bug ${bug.name}`}`,
    )
  else say('0 breaches')
} else
  process.stdout.write(
    `${JSON.stringify({ seeds, steps, records, crashes, cpuMs, found, outcomes: Object.fromEntries(outcomes) })}\n`,
  )
process.exitCode = found === null ? 0 : 1
