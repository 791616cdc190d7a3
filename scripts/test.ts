/**
 * `npm test`: everything that must hold. `--long` runs simulation, kills and fuzz at full length; other
 * arguments pick test files.
 */
import { startVitest, type TestModule } from 'vitest/node'
import { buildWhereStale } from './build.ts'
import { ensureTools } from './test/debian.ts'
import { broken, summary } from './test/summary.ts'

const args = process.argv.slice(2)
const filters = args.filter((arg) => arg !== '--long')
if (args.includes('--long')) process.env['TEST_LONG'] = '1'
// Tests bring their own PostgreSQL: never someone's real database.
delete process.env['DATABASE_URL']

const buildErrors: unknown[] = await buildWhereStale().then(
  () => [],
  (error: unknown) => [error],
)
ensureTools('chromium', 'chromium-headless-shell', 'g++', 'hledger', 'libquickfix-dev', 'python3-icalendar')

async function run(files: string[], alone: boolean): Promise<{ modules: TestModule[]; errors: unknown[] }> {
  const vitest = await startVitest(files, {
    run: true,
    watch: false,
    passWithNoTests: true,
    reporters: ['default'],
    ...(alone ? { maxWorkers: 1 } : {}),
  })
  const found = { modules: vitest.state.getTestModules(), errors: vitest.state.getUnhandledErrors() }
  await vitest.close()
  return found
}

/** More than this is no accident of a busy machine. */
const FEW = 4
const first = await run(filters, false)
const failed = first.modules.filter(broken)
const isWorthIt = failed.length > 0 && failed.length <= FEW && first.errors.length === 0
if (isWorthIt)
  console.log(
    `\nOnce more, with nothing beside: ${failed.map(({ relativeModuleId }) => relativeModuleId).join(', ')}`,
  )
const again = isWorthIt
  ? await run(
      failed.map(({ moduleId }) => moduleId),
      true,
    )
  : { modules: [], errors: [] }

const { lines, ok } = summary(first.modules, again.modules, [
  ...buildErrors,
  ...first.errors,
  ...again.errors,
])
console.log(lines.join('\n'))
process.exit(ok ? 0 : 1)
