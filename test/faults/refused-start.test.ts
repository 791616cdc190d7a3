import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { administer, testDatabase } from '#platform/database/test-database.ts'
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
