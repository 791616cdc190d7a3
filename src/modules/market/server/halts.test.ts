import { beforeAll, expect, it } from 'vitest'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { PowerName } from '#registry/powers.ts'

let app: TestApp
let open: Awaited<ReturnType<typeof reopen>>
let code: string
beforeAll(async () => {
  open = app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  code = (await app.affordable(1))[0]!
}, 60_000)

const halt = (operatorId: string, power: PowerName, subject: string, reason = 'disorderly') =>
  open.modules.staff.act(operatorId, { power, subject, body: {}, reason: { code: reason, text: null } })
const resume = (operatorId: string, power: PowerName, subject: string, since: number) =>
  open.modules.staff.act(operatorId, { power, subject, body: { since } })
const stateOf = async (of: string) => (await app.call('GET', `/api/stocks/${of}`)).data.quote.state
const halts = async () => (await app.call('GET', '/api/market')).data.halts
const sinceOf = async (subject: string) =>
  Date.parse((await halts()).find((one: { subject: string }) => one.subject === subject).since)

it('an issue is stopped by one reviewer, at the exchange itself, and let go by two', async () => {
  expect(await halt('demo-reviewer-1', 'stock.halt', '9999')).toMatchObject({ rejection: 'ISSUE_UNKNOWN' })
  expect(await halt('demo-reviewer-1', 'stock.halt', 'market')).toMatchObject({ rejection: 'ISSUE_UNKNOWN' })
  expect(await halt('demo-treasurer-1', 'stock.halt', code)).toMatchObject({ rejection: 'ROLE_MAY_NOT' })
  expect(await halt('demo-reviewer-1', 'stock.halt', code, 'mood')).toMatchObject({
    rejection: 'REASON_UNLISTED',
  })
  expect(await halt('demo-reviewer-1', 'stock.halt', code)).toMatchObject({
    ok: true,
    answer: { status: 'carried-out' },
  })
  expect(await halt('demo-reviewer-2', 'stock.halt', code)).toMatchObject({ rejection: 'HALTED_ALREADY' })
  await waitFor(
    () => stateOf(code),
    (state) => state === 'halted',
    5_000,
  )
  expect(await waitFor(halts, (found) => found.length === 1, 5_000)).toMatchObject([
    { subject: code, reason: 'disorderly' },
  ])
  const volume = (await app.call('GET', `/api/stocks/${code}`)).data.quote.volume

  const since = await sinceOf(code)
  expect(await resume('demo-reviewer-2', 'stock.resume', code, since)).toMatchObject({
    ok: true,
    answer: { status: 'open', missing: 1 },
  })
  expect(await resume('demo-reviewer-2', 'stock.resume', code, since)).toMatchObject({
    rejection: 'SIGNED_ALREADY',
  })
  expect([await stateOf(code), (await app.call('GET', `/api/stocks/${code}`)).data.quote.volume]).toEqual([
    'halted',
    volume,
  ])
  expect(await resume('demo-reviewer-3', 'stock.resume', code, since)).toMatchObject({
    ok: true,
    answer: { status: 'carried-out' },
  })
  await waitFor(
    () => stateOf(code),
    (state) => state !== 'halted',
    5_000,
  )
  expect(await resume('demo-reviewer-3', 'stock.resume', code, since)).toMatchObject({
    rejection: 'NOT_HALTED',
  })
})

it('a signature for the end of one halt never ends the next one', async () => {
  await halt('demo-reviewer-1', 'stock.halt', code)
  const first = await waitFor(
    () => sinceOf(code).catch(() => 0),
    (since) => since > 0,
    5_000,
  )
  await resume('demo-reviewer-1', 'stock.resume', code, first)
  await resume('demo-reviewer-2', 'stock.resume', code, first)
  await halt('demo-reviewer-1', 'stock.halt', code)
  expect(await resume('demo-reviewer-3', 'stock.resume', code, first)).toMatchObject({
    rejection: 'HALT_ANOTHER',
  })
  expect(await resume('demo-reviewer-3', 'market.resume', code, first)).toMatchObject({
    rejection: 'NOT_HALTED',
  })
})

it('the market is stopped as a whole, over a restart too', async () => {
  expect(await halt('demo-reviewer-1', 'market.halt', code)).toMatchObject({ rejection: 'ISSUE_UNKNOWN' })
  expect(await halt('demo-reviewer-1', 'market.halt', 'market', 'system')).toMatchObject({ ok: true })
  const others = (await app.affordable(3)).filter((one) => one !== code)
  for (const one of others)
    await waitFor(
      () => stateOf(one),
      (state) => state === 'halted',
      5_000,
    )
  open = await reopen(open)
  const market = async () =>
    (
      (await (await fetch(`http://localhost:${open.port}/api/market`)).json()) as {
        data: { halts: { subject: string }[] }
      }
    ).data
  expect((await market()).halts.map(({ subject }) => subject).toSorted()).toEqual([code, 'market'].toSorted())
  const stock = async () =>
    (
      (await (await fetch(`http://localhost:${open.port}/api/stocks/${others[0]!}`)).json()) as {
        data: { quote: { state: string } }
      }
    ).data?.quote.state
  expect(await waitFor(stock, (state) => state === 'halted', 5_000)).toBe('halted')
}, 30_000)

it('the journal alone rebuilds what is halted', async () => {
  const { held, again } = await replayJournal(open)
  expect([held['halts']!.length, again['halts']]).toEqual([2, held['halts']])
})
