/**
 * Builds the phone app and holds its JavaScript, as it travels (gzip), against the budgets of the design.
 * `--list` prints every page.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhereStale } from './build.ts'
import { measure, overBudget, type Manifest } from './bundle/budget.ts'

const DIST = join(import.meta.dirname, '../dist/mobile')

await buildWhereStale()
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest
const loads = measure(manifest, (file) => readFileSync(join(DIST, file)))
const over = overBudget(loads)
for (const { name, bytes, limit } of process.argv.includes('--list') ? loads : over) {
  console.log(`${name}: ${(bytes / 1000).toFixed(1)} KB of ${limit / 1000} KB`)
}
process.exitCode = over.length === 0 ? 0 : 1
