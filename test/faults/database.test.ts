import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administer, testDatabase } from '#platform/database/test-database.ts'
import { apiOf, newKey, registerMember, waitFor, type Registered } from '../app/api.ts'
import { contention } from '../app/contention.ts'
import { checkDurable, checkDurableIn } from '../app/durable.ts'
import { cheapCodes, expectAll, load, type Acknowledged } from '../app/load.ts'
import { removeDir, startServer, temporaryDir, type RunningServer } from '../app/start.ts'
import { look, openConnection, postgresOf, watchOutage, type HttpConnection, type Seen } from './outage.ts'

/**
 * The database fails under load, in every way but the disk's own (`platform/engine/disk-faults.test.ts`): the
 * server says so, and is back by itself.
 */
const IS_LONG = process.env['TEST_LONG'] === '1'
const ROUNDS = IS_LONG ? 20 : 1
const LOAD_MS = 1_000
/**
 * The promise of docs/operate.md for a machine that has nothing else to do; in the crowd of the short form,
 * that it comes back.
 */
const BACK_MS = IS_LONG ? 5_000 : 20_000
const UNAVAILABLE = 'Temporarily unavailable. Please wait a moment and try again'
const signal = (pids: readonly number[], what: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, what)
}

/**
 * Orders go on through whatever `fault` does; answers what was acknowledged before the server was well again.
 */
async function underLoad<T>(
  app: RunningServer,
  members: readonly Registered[],
  fault: () => Promise<T>,
): Promise<{ noted: Acknowledged[]; saw: T }> {
  const codes = await waitFor(
    () => cheapCodes(apiOf(app.url)),
    (found) => found.length >= 6,
    30_000,
  )
  const noted: Acknowledged[] = []
  let over = false
  const running = members.map((member) => load(member, codes, noted, () => over))
  await waitFor(
    () => Promise.resolve(noted),
    (all) => all.length >= members.length,
    20_000,
  )
  await new Promise((resolve) => setTimeout(resolve, LOAD_MS * Math.random()))
  const saw = await fault()
  over = true
  await Promise.all(running)
  return { noted, saw }
}

/** Nothing but "well", "away, ask again in a second", and nobody at the route for a moment. */
function expectTruthful(seen: readonly Seen[]): void {
  const said = seen.filter(({ status }) => status !== 0)
  expect(said.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  for (const { retryAfter, msg } of said.filter(({ status }) => status === 503))
    expect([retryAfter, msg]).toEqual(['1', UNAVAILABLE])
}

const awayOf = (seen: readonly Seen[]) => seen.filter(({ status }) => status === 503)

/** One key until it is answered, as the app does. */
async function orderOnce(member: Registered, url: string, code: string): Promise<Acknowledged> {
  const [key, path] = [newKey(), '/orders']
  const body = { code, side: 'up', type: 'market', quantity: 100, leverage: 1 }
  const answer = await waitFor(
    () =>
      apiOf(url, member.token)
        .post(path, body, key)
        .catch(() => null),
    (found) => found?.code === 1,
    20_000,
  )
  return { member, key, path, body, id: answer!.data.id }
}

describe('a PostgreSQL of the server’s own', () => {
  let dataDir = ''
  let app: RunningServer
  let members: Registered[]
  beforeAll(async () => {
    dataDir = await temporaryDir()
    app = await startServer({ dataDir, kept: true, env: { DEMO_DESK: 'off' } })
    members = [
      await registerMember(app.url, app.invitationCode),
      await registerMember(app.url, app.invitationCode),
    ]
  })
  afterAll(async () => {
    await app.stop()
    await checkDurable(dataDir)
    await removeDir(dataDir)
  })

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'is stopped at once (%i): the port says that the server is away, and it is back by itself',
    async () => {
      const before = contention()
      const {
        noted,
        saw: { seen, awayMs },
      } = await underLoad(app, members, async () => {
        signal([postgresOf(dataDir).postmaster], 'SIGQUIT')
        return watchOutage(app.url, 60_000)
      })
      expectTruthful(seen)
      expect(awayOf(seen).length, 'somebody was told').toBeGreaterThan(0)
      expect(awayMs / Math.max(before, contention())).toBeLessThan(BACK_MS)
      await expectAll(noted, members, app.url)
      await expectAll(
        [await orderOnce(members[0]!, app.url, (await cheapCodes(apiOf(app.url)))[0]!)],
        members,
        app.url,
      )
    },
  )

  it('is put to sleep: after five seconds nothing new is taken, and nothing is lost of what was', async () => {
    let pids: number[] = []
    const { noted, saw } = await underLoad(app, members, async () => {
      pids = postgresOf(dataDir).all
      signal(pids, 'SIGSTOP')
      try {
        const stalled = await waitFor(
          () => look(app.url),
          ({ status }) => status === 503,
          20_000,
        )
        const asked = await Promise.all([look(app.url, '/stocks'), look(app.url, '/account')])
        return { stalled, asked }
      } finally {
        signal(pids, 'SIGCONT')
      }
    })
    expect([saw.stalled.state, saw.stalled.retryAfter]).toEqual(['stalled', '1'])
    for (const one of saw.asked)
      expect([one.status, one.retryAfter, one.msg]).toEqual([503, '1', UNAVAILABLE])
    const back = performance.now()
    await waitFor(
      () => look(app.url),
      ({ status }) => status === 200,
      20_000,
    )
    expect(performance.now() - back).toBeLessThan(BACK_MS)
    await expectAll(noted, members, app.url)
    expect(postgresOf(dataDir).postmaster, 'the same as before').toBe(pids[0])
  })

  it('dies with the server: a kill of the process alone is mended by its supervisor', async () => {
    const {
      noted,
      saw: { seen },
    } = await underLoad(app, members, async () => {
      signal([app.kept()], 'SIGKILL')
      return watchOutage(app.url, 60_000)
    })
    expectTruthful(seen)
    expect(awayOf(seen).length).toBeGreaterThan(0)
    await expectAll(noted, members, app.url)
  })
})

describe('a PostgreSQL at the other end of a line', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let line: HttpConnection
  let dataDir = ''
  let app: RunningServer
  let members: Registered[]
  beforeAll(async () => {
    database = await testDatabase()
    const { host, port, user, password, database: name } = database.config
    line = await openConnection(`${host}/.s.PGSQL.${port}`)
    dataDir = await temporaryDir()
    app = await startServer({
      dataDir,
      kept: true,
      env: {
        DATABASE_URL: `postgresql://${user}:${password}@127.0.0.1:${line.port}/${name}`,
        DEMO: 'true',
        DEMO_DESK: 'off',
      },
    })
    members = [
      await registerMember(app.url, app.invitationCode),
      await registerMember(app.url, app.invitationCode),
    ]
  })
  afterAll(async () => {
    await app.stop()
    await checkDurableIn(database.config)
    line.close()
    await database.drop()
    await removeDir(dataDir)
  })

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'ends every connection (%i): away, and back by itself',
    async () => {
      const {
        noted,
        saw: { seen },
      } = await underLoad(app, members, async () => {
        await administer(
          { ...database.config, database: 'postgres' },
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.config.database}'`,
        )
        return watchOutage(app.url, 60_000)
      })
      expectTruthful(seen)
      expect(awayOf(seen).length).toBeGreaterThan(0)
      await expectAll(noted, members, app.url)
    },
  )

  it('is not reachable for a while: the server tries again until it is', async () => {
    const {
      noted,
      saw: { seen },
    } = await underLoad(app, members, async () => {
      line.cut()
      setTimeout(() => line.mend(), 4_000)
      return watchOutage(app.url, 60_000)
    })
    expectTruthful(seen)
    expect(awayOf(seen).length).toBeGreaterThan(50)
    await expectAll(noted, members, app.url)
  })

  it('falls silent: 503 after five seconds, and what was on its way arrives when the line is back', async () => {
    const {
      noted,
      saw: { seen },
    } = await underLoad(app, members, async () => {
      line.hush()
      setTimeout(() => line.mend(), 7_000)
      return watchOutage(app.url, 60_000)
    })
    expectTruthful(seen)
    expect(awayOf(seen).map(({ state }) => state)).toContain('stalled')
    await expectAll(noted, members, app.url)
  })
})
