import { afterAll, expect, it } from 'vitest'
import { DAY, dateJst, MINUTE, timeJst } from '#kernel/time.ts'
import { openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { apiOf, logIn, must, waitFor } from '../app/api.ts'
import { removeDir, startServer, temporaryDir, type RunningServer } from '../app/start.ts'

const ID = 'BLK-2026-0001'
let dataDir = ''
afterAll(async () => {
  if (dataDir !== '') await removeDir(dataDir)
})

/**
 * A sale of one unit that opens in a moment, signed by two operators. Answers when its book closes, and the
 * price of a unit.
 */
async function publish({ url }: RunningServer): Promise<{ closesAt: number; unitYen: number }> {
  const api = apiOf(url)
  const operators = must(await api.get('/dev/operators')).data as { operatorId: string; code: string }[]
  // In the middle of a day, and a time that is known here.
  const now = timeJst(dateJst(Date.now() + DAY), 10)
  must(await api.post('/dev/clock', { at: new Date(now).toISOString() }))
  const rows = must(
    await waitFor(
      () => api.get('/stocks?sort=turnover&limit=200'),
      ({ data }) => data[0].quote.state === 'trading',
    ),
  ).data as { code: string; quote: { previousClose: number } }[]
  const goesEx = new Set(
    (must(await api.get('/actions')).data as { actions: { code: string }[] }).actions.map(({ code }) => code),
  )
  const {
    code,
    quote: { previousClose },
  } = rows.find(
    (row) => row.quote.previousClose !== null && row.quote.previousClose <= 3_000 && !goesEx.has(row.code),
  )!
  const saleOn = dateJst(now + 2 * DAY)
  const terms = {
    code,
    saleOn,
    previousCloseTenths: Math.round(previousClose * 10),
    priceTenths: Math.round(previousClose * 10),
    units: 1,
    perMemberUnits: 1,
    opensAt: now + 8_000,
    closesAt: openingAt(schedules['always-open'], saleOn) - 30 * MINUTE,
  }
  for (const operatorId of ['demo-listing-1', 'demo-auditor-1']) {
    const { code: printed } = operators.find((each) => each.operatorId === operatorId)!
    const { token } = must(await api.post('/console/auth/login', { operatorId, code: printed }, null))
      .data as { token: string }
    must(
      await api.as(token).post('/console/act', { power: 'block-sale.publish', subject: ID, body: { terms } }),
    )
  }
  return { closesAt: terms.closesAt, unitYen: previousClose * 100 }
}

it(
  'a draw that is killed while its chain is computed goes on from there, and is decided once',
  { timeout: 90_000 },
  async () => {
    dataDir = await temporaryDir()
    const env = { DEMO_DESK: 'off' }
    let app = await startServer({ dataDir, env })
    const { closesAt, unitYen } = await publish(app)
    const members = await Promise.all(
      app.members.map(({ account, password }) => logIn(app.url, account, password)),
    )
    const before = await Promise.all(
      members.map(
        async ({ api }) => (must(await api.get('/account')).data as { available: number }).available,
      ),
    )
    await waitFor(
      () => apiOf(app.url).get(`/block-sales/${ID}`),
      ({ data }) => data.status === 'open',
    )
    for (const [n, { api }] of members.entries())
      must(await api.post('/applications', { drawId: ID, units: 1, r: String(n + 1).repeat(32) }))

    // The clock's answer never comes: it waits for the draw, in the middle of which everything is killed.
    const jump = apiOf(app.url)
      .post('/dev/clock', { at: new Date(closesAt + MINUTE).toISOString() })
      .catch(() => null)
    const half = await waitFor(
      () => apiOf(app.url).get(`/draws/${ID}`),
      ({ data }) => data.linksDone > 0 || data.status === 'decided',
      30_000,
    )
    expect(half.data).toMatchObject({ status: 'revealed', beacon: null })
    await app.kill()
    await jump

    app = await startServer({ dataDir, env })
    try {
      const { data: draw } = await waitFor(
        () => apiOf(app.url).get(`/draws/${ID}`),
        ({ data }) => data.status === 'decided',
        30_000,
      )
      // The public part stayed as it was: nobody draws twice until the result pleases.
      expect(draw).toMatchObject({
        root: half.data.root,
        seeds: half.data.seeds,
        commitments: half.data.commitments,
        linksDone: draw.links,
        tickets: 2,
      })
      const again = members.map((member) => ({ ...member, api: apiOf(app.url, member.token) }))
      const ends = await Promise.all(
        again.map(
          async ({ api }) =>
            must(await api.get('/applications')).data[0] as {
              status: string
              wonUnits: number
              held: number
            },
        ),
      )
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['not-won', 'won'])
      for (const [n, { api }] of again.entries()) {
        const account = must(await api.get('/account')).data as {
          available: number
          subscriptionHold: number
          paidShares: number
          usedFunds: number
        }
        expect(account).toMatchObject({
          available: before[n]! - ends[n]!.wonUnits * unitYen,
          subscriptionHold: 0,
        })
      }
    } finally {
      await app.stop()
    }
  },
)
