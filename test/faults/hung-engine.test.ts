import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { administer, testDatabase } from '#platform/database/test-database.ts'
import { waitFor } from '../app/api.ts'
import { freePort, removeDir, startServer, temporaryDir, urlOf } from '../app/start.ts'

let dataDir = ''
afterEach(() => removeDir(dataDir))

it('a server that hangs keeps its lease: the next start says who, since when and what to do, and that works', async () => {
  dataDir = await temporaryDir()
  const database = await testDatabase()
  const env = { DATABASE_URL: urlOf(database.config), DEMO: 'true' }
  const hung = await startServer({ dataDir, env })
  const pid = hung.pid
  process.kill(pid, 'SIGSTOP')

  const second = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, LOG: 'error', PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [second.stdout, second.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(second, 'close')
  const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`
  const holder = new RegExp(
    `^Akari cannot start: another Akari is at work on this data: process ${pid} on ${hostname()}, since ${at}; it last spoke to the database at ${at} \\(\\d+ s ago\\)\\.`,
  )
  expect(said).toMatch(holder)
  expect(said).toContain(`kill -9 ${pid}`)
  const way = /select pg_terminate_backend\(\d+\);/.exec(said)
  expect(way, 'what to do').not.toBe(null)

  await administer(database.config, way![0])
  const next = await startServer({ dataDir, env })
  process.kill(pid, 'SIGCONT')
  await hung.ended()
  expect(hung.output(), 'the one that slept ends itself').toContain('stopping at once')
  // Side work of a start may be under way as it answers for the first time.
  await waitFor(
    async () => (await (await fetch(`${next.url}/api/health`)).json()) as { data: { status: string } },
    ({ data }) => data.status === 'ok',
    60_000,
  )
  await next.stop()
  await database.drop()
}, 120_000)
