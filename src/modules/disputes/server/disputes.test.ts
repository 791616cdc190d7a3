import { beforeAll, expect, it } from 'vitest'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { orders } from '#modules/orders/server/tables.ts'
import type { PowerName } from '#registry/powers.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

let app: TestApp
let owner: { token: string; userId: string }
let code: string
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  owner = await app.enrol('090-5757-0159')
  code = (await app.affordable(1))[0]!
}, 60_000)

const orderOf = async (id: string) =>
  (await app.call('GET', `/api/orders/${id}`, { token: owner.token })).data
const sign = async (operatorId: string, power: PowerName, subject: string, reason: string | null = null) =>
  app.modules.staff.act(operatorId, {
    power,
    subject,
    body: {},
    reason: reason === null ? null : { code: reason, text: null },
  })

/** An order at the foot of the day's range, which nothing fills. */
async function waiting(): Promise<string> {
  const { quote } = (await app.call('GET', `/api/stocks/${code}`)).data
  const { data } = await app.call('POST', '/api/orders', {
    token: owner.token,
    body: { code, side: 'up', type: 'limit', price: quote.lowerLimit, quantity: 100, leverage: 1 },
  })
  const id = data.id as string
  await waitFor(
    async () => app.context.engine.read.of(orders).get(id)?.ordStatus,
    (status) => status === 'NEW',
  )
  return id
}
/** Numbers that the exchange does not come to meanwhile. */
const FAR = 50_000_000
/** The venue reports a trade of this many shares. */
async function reports(id: string, lastQty: number): Promise<void> {
  const order = app.context.engine.read.of(orders).get(id)!
  const apply = app.modules.all.flatMap(({ commands = [] }) => commands)
  const command = apply.find(({ type }) => type === 'execution.apply')!
  const report = {
    at: Math.floor(app.context.clock.market()),
    execNo: order.lastExecNo + FAR,
    execType: 'TRADE',
    lastPxTenths: order.priceTenths,
    lastQty,
    leavesQty: 0,
    priceTenths: null,
    reason: null,
    tradeDate: order.tradeDate,
    venueSeq: order.venueSeq,
  }
  await app.context.engine.submit(command, { orderId: id, reports: [report] }, SYSTEM_CALLER)
}
const listed = async (by = 'demo-reviewer-1') => (await atConsole(app, by)).get('/disputes?state=open')

it('an overfill disputes its order: the money stays held through a cancel until two people have decided', async () => {
  const id = await waiting()
  const held = (await orderOf(id)).hold
  expect(held).toBeGreaterThan(0)
  await reports(id, 200)
  expect(await orderOf(id)).toMatchObject({
    disputed: true,
    hold: held,
    filledQuantity: 0,
    status: 'pending',
  })
  expect((await orderOf(id)).reason).toContain('取引所からの報告')
  const messages = (await app.call('GET', '/api/messages', { token: owner.token })).data
  expect(JSON.stringify(messages)).toContain('注文と合わないため')
  const { rows } = await listed()
  expect(rows).toMatchObject([
    { orderId: id, code, fault: 'REPORT_QUANTITY', state: 'open', bookable: false },
  ])

  expect((await app.call('POST', `/api/orders/${id}/cancel`, { token: owner.token })).code).toBe(1)
  const both = await waitFor(listed, (found) => found.rows.length === 2)
  expect(await orderOf(id)).toMatchObject({ disputed: true, hold: held, status: 'pending' })

  const [one, waits] = [
    rows[0].id as string,
    both.rows.find((row: { id: string }) => row.id !== rows[0].id).id,
  ]
  expect(await sign('demo-reviewer-1', 'report.set-aside', waits, 'firm-bears')).toMatchObject({
    rejection: 'REPORT_WAITS_ON',
  })
  expect(await sign('demo-treasurer-1', 'report.book', one)).toMatchObject({
    rejection: 'REPORT_NOT_BOOKABLE',
  })
  expect(await sign('demo-treasurer-1', 'report.set-aside', one, 'mood')).toMatchObject({
    rejection: 'REASON_UNLISTED',
  })
  expect(await sign('demo-treasurer-1', 'report.set-aside', one, 'venue-withdrew')).toMatchObject({
    ok: true,
    answer: { status: 'open', missing: 1 },
  })
  expect((await orderOf(id)).disputed).toBe(true)
  expect(await sign('demo-reviewer-1', 'report.set-aside', one, 'venue-withdrew')).toMatchObject({
    ok: true,
    answer: { status: 'carried-out' },
  })
  expect(await orderOf(id)).toMatchObject({ disputed: false, hold: 0, status: 'cancelled' })
  expect((await listed()).rows).toEqual([])
  expect(await sign('demo-reviewer-2', 'report.set-aside', one, 'duplicate')).toMatchObject({
    rejection: 'REPORT_DECIDED',
  })
})

it('a report of no order of ours is listed without a member, and set aside by two', async () => {
  const list = app.modules.all
    .flatMap(({ commands = [] }) => commands)
    .find(({ type }) => type === 'report.list')!
  const said = { orderId: 'X-1', execId: 'E5', fault: 'REPORT_UNKNOWN', said: '{}', order: null }
  for (let twice = 0; twice < 2; twice++) await app.context.engine.submit(list, said, SYSTEM_CALLER)
  const { rows } = await listed('demo-auditor-1')
  expect(rows).toMatchObject([{ orderId: 'X-1', execId: 'E5', member: null }])
  const { id } = rows[0] as { id: string }
  await sign('demo-treasurer-2', 'report.set-aside', id, 'firm-bears')
  expect(await sign('demo-reviewer-2', 'report.set-aside', id, 'firm-bears')).toMatchObject({
    answer: { status: 'carried-out' },
  })
})

it('the journal makes all of it again', async () => {
  const { held, again } = await replayJournal(app)
  expect([held['venue_exceptions']!.length, again['venue_exceptions']]).toEqual([3, held['venue_exceptions']])
}, 60_000)
