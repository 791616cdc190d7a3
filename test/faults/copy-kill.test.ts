import { afterAll, expect, it } from 'vitest'
import type { FollowView, PoolDetail, PoolView } from '#modules/copy/contract.ts'
import { accountIdentity, apiOf, logIn, must, waitFor } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

/** Milliseconds after the clock has passed the close: before the NAV, and in it or just after. */
const KILLED_AFTER = process.env['TEST_LONG'] === '1' ? [0, 20, 40, 80, 160, 320] : [0, 60]

let dataDir = ''
afterAll(async () => {
  if (dataDir !== '') await removeDir(dataDir)
})

it(
  'a NAV that is killed in the middle is taken once, and its units, fees and money are all there',
  { timeout: KILLED_AFTER.length * 100_000 },
  async () => {
    dataDir = await temporaryDir()
    let app = await startServer({ dataDir })
    const { account, password } = app.members[0]!
    const { token, api: first } = await logIn(app.url, account, password)
    let api = first
    const jump = async (at: number) =>
      must(await apiOf(app.url).post('/dev/clock', { at: new Date(at).toISOString() }))
    const poolOf = async (id: string): Promise<PoolDetail> => must(await api.get(`/copy/pools/${id}`)).data
    const records = async (): Promise<FollowView[]> => must(await api.get('/copy/records')).data
    // The sample of the demo desk: published by two, its stake paid by its lead.
    const [{ id, opensAt }] = (await waitFor(
      async () => must(await api.get('/copy/pools')).data as PoolView[],
      (pools) => pools.some(({ lead }) => lead > 0),
      40_000,
    )) as [PoolView]
    await jump(Date.parse(opensAt) + 1_000)

    for (const [round, delay] of KILLED_AFTER.entries()) {
      must(await api.post('/copy/subscriptions', { pool: id, amount: 100_000.5 }))
      await jump(Date.parse((await poolOf(id)).nextNavAt) + 1_000)
      await new Promise((resolve) => setTimeout(resolve, delay))
      await app.kill()
      app = await startServer({ dataDir })
      api = apiOf(app.url, token)
      const followed = await waitFor(
        records,
        (rows) => rows.every(({ status }) => status === 'following'),
        30_000,
      )
      const pool = await poolOf(id)
      expect(pool.curve.map(({ date }) => date)).toEqual([...new Set(pool.curve.map(({ date }) => date))])
      expect([pool.curve.length, followed.length]).toEqual([round + 1, round + 1])
      expect(pool.curve.at(-1)!.in).toBe(100_000)
      expect(pool.equity).toBe(pool.lead + followed.reduce((sum, { worth }) => sum + worth!, 0))
      const identity = await accountIdentity(api)
      expect(identity.balances).toBe(identity.log)
    }
    await app.stop()
    await checkDurable(dataDir)
  },
)
