import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { administer, testDatabase } from '#platform/database/test-database.ts'
import { waitFor } from '../app/api.ts'
import { freePort, removeDir, startServer, temporaryDir, urlOf } from '../app/start.ts'

let dataDir = ''
afterEach(() => removeDir(dataDir))

/** The words of a start that is refused, and its exit code. */
async function refused(env: Record<string, string>): Promise<{ said: string[]; code: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, LOG: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { said: said.trimEnd().split('\n'), code }
}

it('a port that another uses is said in a sentence, before anything is made', async () => {
  dataDir = await temporaryDir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await refused({ PORT: String(port) })).toEqual({
    said: ['Akari cannot start: another program uses this port. Set PORT to another.'],
    code: 1,
  })
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  other.close()
}, 60_000)

it('a port of the metrics that another uses is said in a sentence that names it', async () => {
  dataDir = await temporaryDir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { said, code } = await refused({ PORT: '0', METRICS_PORT: String(port) })
  expect([said, code]).toEqual([
    [
      expect.stringContaining(
        `Akari cannot start: METRICS_PORT is ${port}, and 127.0.0.1 cannot be listened at`,
      ),
    ],
    2,
  ])
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  other.close()
}, 60_000)

it('a port that another takes while the server starts is said in the same sentence, and nothing else', async () => {
  dataDir = await temporaryDir()
  const port = await freePort()
  const database = await testDatabase()
  const refusal = refused({ PORT: String(port), DATABASE_URL: urlOf(database.config), DEMO: 'true' })
  // The keys are written by a start that has passed its own look at the port.
  await waitFor(
    async () => existsSync(join(dataDir, 'keys')),
    (made) => made,
  )
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  expect(await refusal).toEqual({
    said: ['Akari cannot start: another program uses this port. Set PORT to another.'],
    code: 1,
  })
  other.close()
  await database.drop()
}, 60_000)

it('a variable that is nearly a setting, and services that are missing, are named while the server starts', async () => {
  dataDir = await temporaryDir()
  const database = await testDatabase()
  const server = await startServer({
    dataDir,
    env: { DATABASE_URL: urlOf(database.config), DEMO: 'off', ORGIN: 'https://akari.example', LOG: 'warn' },
  })
  const said = server.output()
  expect(said).toContain('ORGIN is set, and there is no such setting: ORIGIN may be meant')
  expect(said).toContain('SMS_URL is not set: nobody can register')
  expect(said).toContain('neither MAIL_URL nor MAIL_DIR is set')
  const health = (await (await fetch(`${server.url}/api/health`)).json()) as { data: { faults: string[] } }
  expect(health.data.faults).toEqual(['sms-missing', 'mail-missing', 'firm-missing'])
  const code = await fetch(`${server.url}/api/auth/sms-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile: '090-1234-5678' }),
  })
  expect([code.status, ((await code.json()) as { data: object }).data]).toMatchObject([
    200,
    { rejection: 'SENDING_MISSING' },
  ])
  await server.stop()
  await database.drop()
}, 60_000)

it('rows that were changed are said in a sentence, and it is not tried again', async () => {
  dataDir = await temporaryDir()
  const database = await testDatabase()
  const env = { DATABASE_URL: urlOf(database.config), DEMO: 'true' }
  const server = await startServer({ dataDir, env })
  await server.stop()
  const venue = () => readdirSync(join(dataDir, 'venue')).toSorted()
  const before = venue()
  await administer(
    database.config,
    "update members set number = number + 1000; update exchange_log_mark set digest = repeat('0', 64)",
  )
  const { said, code } = await refused({ ...env, PORT: String(await freePort()) })
  expect(said).toEqual([
    expect.stringMatching(
      /^Akari cannot start: the rows in the database are not those that record \d+ left\. Nothing was begun: npm run verify names them \(docs\/operate\.md, Changed rows\)\.$/,
    ),
  ])
  expect(code).toBe(2)
  expect(venue(), 'files of the exchange stay until a start goes on').toEqual(before)
  await database.drop()
}, 120_000)
