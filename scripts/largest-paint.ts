/**
 * `node scripts/largest-paint.ts [tries]`: when the largest part of home stands on a slow phone
 * (test/journeys/largest-paint.ts). Builds the app where it is stale.
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
    [join(import.meta.dirname, '../test/journeys/largest-paint.ts'), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  ),
  'exit',
)
process.exitCode = code as number
