/**
 * `npm run check`: all that can be said of the source without running the product. One line per step, and why
 * where one fails. `npm run check -- --fix` lays out the files first.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { ageWarning, POSTGRES_PACKAGE, releasesOf } from './postgres-age.ts'

const FIX = process.argv.includes('--fix')

const STEPS: [name: string, ...command: string[]][] = [
  ['bundle: builds, and within its budgets', 'node', 'scripts/bundle-size.ts'],
  ['format', 'oxfmt', ...(FIX ? [] : ['--check'])],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', '--format', 'unix'],
  ['types: pure (neither Node nor browser)', 'tsc', '-p', 'tsconfig.pure.json'],
  ['types: server', 'tsc', '-p', 'tsconfig.server.json'],
  ['types: web', 'tsc', '-p', 'tsconfig.web.json'],
  ['types: service worker', 'tsc', '-p', 'tsconfig.worker.json'],
  ['types: all, with the tests of the web', 'tsc', '-p', 'tsconfig.json'],
  ['unused exports and dependencies', 'knip', '--no-progress'],
  ['tidy: imports, libraries, names, sizes', 'node', 'scripts/tidy.ts'],
  ['openapi: the document of all contracts', 'node', 'scripts/openapi.ts'],
  ['console: every write names a power and enough signatures', 'node', 'scripts/console-writes.ts'],
]

/** First, because the type-checks read the keys that it writes. */
const TEXTS: (typeof STEPS)[number] = ['texts: same keys, same arguments', 'node', 'scripts/texts.ts']

const ROOT = join(import.meta.dirname, '..')
const env = { ...process.env, PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter) }

/** Runs a step to its end and prints its line; the output only where it failed. */
async function runStep([name, command = '', ...args]: (typeof STEPS)[number]): Promise<boolean> {
  const start = performance.now()
  const { ok, output } = await outcomeOf(command, args)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const warnings = output.split('\n').filter((line) => line.includes(' warning: ')).length
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s${warnings > 0 ? `, warnings: ${warnings}` : ''})`)
  if (!ok) console.log(`${output.trimEnd()}\n`)
  return ok
}

function outcomeOf(command: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/** Never a failure: without a network nobody can say. */
async function postgresWarning(): Promise<string | null> {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const released = await releasesOf(POSTGRES_PACKAGE)
  return released && ageWarning(optionalDependencies[POSTGRES_PACKAGE] ?? '', released, Date.now())
}

const aged = postgresWarning()
const waiting = [...STEPS]
const results: boolean[] = [await runStep(TEXTS)]
const worker = async () => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
    results.push(await runStep(step))
}
await Promise.all(Array.from({ length: availableParallelism() }, worker))

const warning = await aged
if (warning !== null) console.log(warning)

const failed = results.filter((ok) => !ok).length
console.log(failed === 0 ? 'All checks pass.' : `${failed} of ${results.length} checks failed.`)
process.exit(failed === 0 ? 0 : 1)
