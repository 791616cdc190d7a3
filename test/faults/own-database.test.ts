import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OLDEST_POSTGRES } from '#platform/database/fitness.ts'
import { freePort, removeDir, startServer, temporaryDir } from '../app/start.ts'
import { onPath } from '../debian.ts'
import { installedPostgres, startPooler, startPostgres, type OwnPostgres } from '../postgres.ts'

/**
 * A PostgreSQL of one's own: of each version that this machine has; the embedded one is 18, on which all
 * other tests run.
 */
const installed = installedPostgres()
const bouncer = onPath('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find((path) => existsSync(path))

let folder = ''
beforeAll(async () => {
  folder = await temporaryDir()
})
afterAll(() => removeDir(folder))

/** The words of a start that is refused, and its exit code. */
async function refused(url: string): Promise<{ said: string; code: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'refused'),
      LOG: 'warn',
      DATABASE_URL: url,
      PORT: String(await freePort()),
      DEMO: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { said: said.trimEnd(), code }
}

/** The answer to a login of a printed member, after a start and before a stop. */
async function loginOn(url: string, dataDir: string): Promise<object> {
  const server = await startServer({ dataDir, env: { DATABASE_URL: url, DEMO: 'on' } })
  const [account, password] = [server.members[0]!.account, server.members[0]!.password]
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  })
  const answer = (await login.json()) as object
  await server.stop()
  return answer
}

describe.each(installed)('PostgreSQL $version', ({ version, binaries }) => {
  let postgres: OwnPostgres
  beforeAll(async () => {
    postgres = await startPostgres({ version, binaries }, join(folder, `pg-${version}`))
  }, 120_000)
  afterAll(() => postgres.stop())

  it.runIf(version >= OLDEST_POSTGRES)(
    'serves a start, a login and a second start',
    async () => {
      for (let start = 0; start < 2; start++)
        expect(await loginOn(postgres.url, join(folder, `data-${version}`))).toMatchObject({ code: 1 })
    },
    120_000,
  )

  it.runIf(version < OLDEST_POSTGRES)(
    'is refused in a sentence: it is too old',
    async () => {
      expect(await refused(postgres.url)).toMatchObject({
        said: expect.stringMatching(/; 15 or later is needed/),
        code: 2,
      })
    },
    120_000,
  )
})

describe.skipIf(installed.length === 0)(
  'a PostgreSQL that does not do (needs one beside the embedded)',
  () => {
    const newest = installed.at(-1)!
    const trial = async (settings: Record<string, string>, use: (postgres: OwnPostgres) => Promise<void>) => {
      const at = join(folder, `trial-${Math.round(performance.now() * 1_000)}`)
      const postgres = await startPostgres(newest, at, settings)
      await use(postgres).finally(() => postgres.stop())
    }

    it(
      'is refused in a sentence, and not tried again: fsync=off',
      () =>
        trial({ fsync: 'off' }, async (postgres) => {
          expect(await refused(postgres.url)).toEqual({
            said: 'Akari cannot start: PostgreSQL of DATABASE_URL runs with fsync=off: what it confirms would be lost with its power. Set fsync = on in postgresql.conf, and restart it.',
            code: 2,
          })
        }),
      120_000,
    )

    it(
      'is refused in a sentence: no right to make tables, a wrong password, no such database, nobody there',
      () =>
        trial({}, async (postgres) => {
          await postgres.asAdministrator("create role guest login password 'for-a-test'")
          const as = (from: string, to: string) => refused(postgres.url.replace(from, to))
          expect(await as('akari:', 'guest:')).toEqual({
            said: 'Akari cannot start: The user "guest" of DATABASE_URL may not make tables in the schema public of the database "akari". As its owner: grant create on schema public to "guest"; or make the database with "guest" as its owner.',
            code: 2,
          })
          const place = `127.0.0.1:${postgres.port}`
          expect(await as('for-a-test', 'wrong')).toEqual({
            said: `Akari cannot start: PostgreSQL at ${place} does not take the user "akari" with this password. Look at user and password in DATABASE_URL.`,
            code: 1,
          })
          expect((await as(`:${postgres.port}/akari`, `:${postgres.port}/none`)).said).toContain(
            'has no database "none". Make it: create database',
          )
          const nowhere = `127.0.0.1:${await freePort()}`
          expect((await as(place, nowhere)).said).toContain(
            `For DATABASE_URL nobody answers at ${nowhere} (ECONNREFUSED)`,
          )
        }),
      120_000,
    )

    it.skipIf(bouncer === undefined)(
      'behind PgBouncer: by transaction it is refused in a sentence, by session it serves',
      () =>
        trial({}, async (postgres) => {
          const lending = await startPooler(bouncer!, join(folder, 'lending'), postgres, 'transaction')
          expect(await refused(lending.url)).toMatchObject({
            said: expect.stringContaining('a pooler that lends PostgreSQL by transaction'),
            code: 2,
          })
          await lending.stop()
          const keeping = await startPooler(bouncer!, join(folder, 'keeping'), postgres, 'session')
          const answer = await loginOn(keeping.url, join(folder, 'data-pooled')).finally(() => keeping.stop())
          expect(answer).toMatchObject({ code: 1 })
        }),
      120_000,
    )
  },
)
