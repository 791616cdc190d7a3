import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compiled } from '#platform/fix/quickfix.fixture.ts'
import { Counterparty, freePort } from '#modules/fix/server/counterparty.fixture.ts'
import { apiOf, logIn, waitFor } from '../app/api.ts'
import { removeDir, startServer, temporaryDir, type RunningServer } from '../app/start.ts'

/**
 * A venue by FIX and a server that are killed, cut off and frozen while orders flow: none is lost, none is
 * doubled, and the venue's fills are the server's.
 */
const ROUNDS = process.env['TEST_LONG'] === '1' ? 20 : 2

const folder = mkdtempSync(join(tmpdir(), 'akari-venue-kill-'))
const program = compiled(folder)

describe.skipIf(program === null)('a server whose venue is reached by FIX', () => {
  const dirs: string[] = []
  let server: RunningServer | null = null
  let venue: Counterparty | null = null
  afterAll(async () => {
    await server?.kill()
    await venue?.stop()
    await Promise.all(dirs.map(removeDir))
    rmSync(folder, { recursive: true, force: true })
  })

  it('loses nothing and doubles nothing where it is killed with its database', async () => {
    const world = new Counterparty({ folder, program: program! }, [await freePort(), await freePort()])
    venue = world
    world.start()
    const ticking = setInterval(() => world.quote('7203', 200), 300)
    ticking.unref()
    const dataDir = await temporaryDir()
    dirs.push(dataDir)
    const env = { ...world.env, DEMO_PAST: 'off' }
    const start = async () => {
      server = await startServer({ dataDir, env })
      return server
    }
    let app = await start()
    const { account, password } = app.members[0]!
    const member = await logIn(app.url, account, password)
    const ids: string[] = []
    const place = async () => {
      const body = { code: '7203', side: 'up', type: 'limit', price: 200, quantity: 100, leverage: 1 }
      const answer = await apiOf(app.url, member.token).post('/orders', body)
      if (answer.code === 1) ids.push(answer.data.id)
      return answer.code
    }
    const places = (count: number) =>
      waitFor(
        async () => ((await place()) === 1 ? --count : count),
        (left) => left <= 0,
        60_000,
      )
    const named = (id: string) => id.replaceAll('-', '')
    for (let round = 0; round < ROUNDS; round++) {
      await places(3)
      // Some are filled while the server goes down: it hears of them after.
      const filled = ids.filter((id) => world.taken.get(named(id))?.ended === null)
      for (const id of filled) world.fill(named(id), 100, '200')
      await new Promise((resolve) => setTimeout(resolve, 60 * Math.random()))
      await app.kill()
      app = await start()
    }
    await waitFor(
      () => Promise.resolve(ids.filter((id) => !world.taken.has(named(id)))),
      (missing) => missing.length === 0,
      60_000,
    )
    for (const id of ids) if (world.taken.get(named(id))!.ended === null) world.fill(named(id), 100, '200')
    const filled = async (id: string): Promise<string> => {
      const { data } = await apiOf(app.url, member.token).get(`/orders/${id}`)
      return `${data.status} ${data.filledQuantity}`
    }
    const found = await waitFor(
      () => Promise.all(ids.map(filled)),
      (all) => all.every((each) => each === 'holding 100'),
      60_000,
    )
    expect(found).toHaveLength(3 * ROUNDS)
    expect(world.doubled).toBe(0)
    clearInterval(ticking)
  }, 300_000)
})
