import { randomBytes } from 'node:crypto'
import { withClient } from './with-client.ts'

/** The variable by which `test/cluster.ts` tells test files about the one PostgreSQL of the run. */
export const CLUSTER_VARIABLE = 'AKARI_TEST_CLUSTER'
export const TEMPLATE = 'template_akari'
export const EMPTY = 'template0'

type Config = { host: string; port: number; user: string; password: string; database: string }

/**
 * A database of this test file's own, with all migrations applied, or with nothing at all; `drop` at the end.
 * About 50 ms.
 */
export async function testDatabase(template = TEMPLATE): Promise<{ config: Config; drop(): Promise<void> }> {
  const cluster = process.env[CLUSTER_VARIABLE]
  if (cluster === undefined)
    throw new Error('no test cluster: vitest must run with test/cluster.ts as globalSetup')
  const config = JSON.parse(cluster) as Config
  const database = `test_${randomBytes(6).toString('hex')}`
  await administer(config, `create database ${database} template ${template}`)
  return {
    config: { ...config, database },
    drop: () => administer(config, `drop database ${database} with (force)`),
  }
}

export async function administer(config: Config, sql: string): Promise<void> {
  return withClient(config, async (client) => {
    await client.query(sql)
  })
}
