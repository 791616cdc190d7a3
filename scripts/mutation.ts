/**
 * `npm run mutation [-- module…] [--json FILE]`: changes each rule in every small way that there is, and
 * counts the changes that its tests notice. One line a module, then each change that nobody noticed. Modules
 * and goals: `mutation/modules.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { MODULES, type MutationModule } from './mutation/modules.ts'

type Options = ConstructorParameters<typeof Stryker>[0]
type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]
type Score = {
  readonly module: string
  readonly mutants: number
  readonly noticed: number
  readonly percent: number
  readonly goal: number
  readonly unnoticed: readonly string[]
}

const NOTICED = new Set(['Killed', 'Timeout'])
const COUNTED = new Set([...NOTICED, 'Survived', 'NoCoverage'])

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
const unknown = positionals.filter((name) => !(name in MODULES))
if (unknown.length > 0) {
  console.error(`Unknown module ${unknown.join(', ')}. One of: ${Object.keys(MODULES).join(', ')}`)
  process.exit(1)
}

/** One after another, each with the tests that are named for it and nothing else on the disk. */
async function mutantsOf({ files, tests }: MutationModule): Promise<Mutant[]> {
  process.env['MUTATION_TESTS'] = tests.join(' ')
  return new Stryker({
    mutate: [...files, '!src/**/*.test.ts', '!src/**/*.fixture.ts'],
    testRunner: 'vitest',
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: [],
    logLevel: 'error' as Options['logLevel'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/sentences.ts'],
    ignorers: ['sentences'],
    // Beyond half as long again as all its tests: a machine that is busy elsewhere is no change that runs for
    // ever.
    timeoutMS: 30_000,
    tempDirName: join(tmpdir(), 'akari-mutation'),
    ignorePatterns: ['**', '!package.json', '!src/**', '!scripts/**'],
    tsconfigFile: 'none.json',
  }).runMutationTest()
}

/** A report of one mutant: its place, the code that stood there, and the change that no test noticed. */
function line({ fileName, location: { start, end }, replacement, status }: Mutant): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1)
  const original = lines.join(' ').slice(start.column - 1)
  return `${relative(process.cwd(), fileName)}:${start.line} ${status === 'NoCoverage' ? 'never run' : 'unnoticed'}: ${short(original)} → ${short(replacement)}`
}
const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 100)

function scoreOf(module: string, { goal }: MutationModule, mutants: readonly Mutant[]): Score {
  const counted = mutants.filter(({ status }) => COUNTED.has(status))
  const noticed = counted.filter(({ status }) => NOTICED.has(status)).length
  const unnoticed = counted.filter(({ status }) => !NOTICED.has(status)).map(line)
  return {
    module,
    mutants: counted.length,
    noticed,
    percent: Math.round((1_000 * noticed) / counted.length) / 10,
    goal,
    unnoticed,
  }
}

const scores: Score[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(MODULES)) {
  const score = scoreOf(name, MODULES[name]!, await mutantsOf(MODULES[name]!))
  scores.push(score)
  console.log(
    `${name.padEnd(12)} ${String(score.noticed).padStart(5)} of ${String(score.mutants).padStart(5)} noticed, ${score.percent.toFixed(1)} % (goal ${score.goal} %)`,
  )
  for (const each of score.unnoticed) console.log(`  ${each}`)
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(scores, null, 2))
process.exit(scores.every(({ percent, goal }) => percent >= goal) ? 0 : 1)
