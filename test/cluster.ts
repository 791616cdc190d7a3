import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { administer, CLUSTER_VARIABLE, TEMPLATE } from '../src/platform/database/test-database.ts'

/**
 * vitest's globalSetup: one PostgreSQL per run, with a template that has every migration. Each file copies
 * it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[CLUSTER_VARIABLE] !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'akari-test-'))
  // PostgreSQL started by root runs as nobody, who must get through.
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder)
  await administer(embedded.config, `create database ${TEMPLATE}`)
  await migrate({ ...embedded.config, database: TEMPLATE })
  process.env[CLUSTER_VARIABLE] = JSON.stringify(embedded.config)
  return async () => {
    delete process.env[CLUSTER_VARIABLE]
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
