/** `npm test`: everything that must hold. `--long` runs simulation, kills and fuzz at full length; other arguments pick test files. */
import { startVitest } from 'vitest/node'
import { buildWhereStale } from './build.ts'
import { ensureTools } from './test/debian.ts'
import { summary } from './test/summary.ts'

const args = process.argv.slice(2)
const filters = args.filter((arg) => arg !== '--long')
if (args.includes('--long')) process.env['TEST_LONG'] = '1'
// Tests bring their own PostgreSQL: never someone's real database.
delete process.env['DATABASE_URL']

const buildErrors: unknown[] = await buildWhereStale().then(() => [], (error: unknown) => [error])
ensureTools('chromium', 'hledger')

const vitest = await startVitest(filters, { run: true, watch: false, passWithNoTests: true, reporters: ['default'] })
const { lines, ok } = summary(vitest.state.getTestModules(), [...buildErrors, ...vitest.state.getUnhandledErrors()])
await vitest.close()

console.log(lines.join('\n'))
process.exit(ok ? 0 : 1)
