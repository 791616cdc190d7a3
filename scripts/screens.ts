/**
 * `npm run screens`: builds the app where it is stale, then has every screen photographed
 * (test/journeys/take-screens.ts).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildWhereStale } from './build.ts'
import { ensureTools } from './test/debian.ts'

await buildWhereStale()
ensureTools('chromium')
const [code] = await once(
  spawn(
    process.execPath,
    [join(import.meta.dirname, '../test/journeys/take-screens.ts'), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  ),
  'exit',
)
process.exitCode = code as number
