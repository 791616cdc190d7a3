import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY, HOUR, SECOND } from '#kernel/time.ts'
import { CLOCK_WATCH, MACHINE_CLOCKS } from '#platform/clock-watch.ts'
import { withdrawals } from '#modules/funding/server/tables.ts'
import type { RunningApp } from '#server/app.ts'
import { businessTime, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { bankAccountByHand, verifyByHand } from '#server/manual-review.fixture.ts'
import { newKey, reopen, startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '../app/api.ts'

/**
 * The server starts with a machine's clock that is wrong and stays wrong: what lets money leave because a
 * time has come waits for time that the server has seen pass, or for two people (decision 112).
 */
let set = 0
let passed = 0
const clocks = {
  machine: () => Date.now() + passed + set,
  monotonic: () => MACHINE_CLOCKS.monotonic() + passed,
  uptime: () => MACHINE_CLOCKS.monotonic() + passed,
}
let app: TestApp
let now: RunningApp
let member: { token: string; userId: string }
let accountId: string
beforeAll(async () => {
  now = app = await startTestApp({ clocks, env: { DEMO_DESK: 'off' } })
  member = await app.enrol('090-2323-0002')
  await verifyByHand(app, member)
  accountId = await bankAccountByHand(app, member)
}, 60_000)
afterAll(async () => {
  await now.stop()
  rmSync(app.context.config.dataDir, { recursive: true, force: true })
})

type Asked = { key?: string; body?: object; token?: string | null }
async function ask(method: string, path: string, { key, body, token = member.token }: Asked = {}) {
  const answer = await fetch(`http://localhost:${now.port}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { token }),
      ...(method === 'GET' ? {} : { 'idempotency-key': key ?? newKey(now.context.clock.machine()) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { code: number; data: AnyJson }
  return { status: answer.status, replay: answer.headers.get('idempotent-replay'), ...envelope }
}
const withdraw = (amount: number, key?: string) =>
  ask('POST', '/api/withdrawals', {
    body: { amount, accountId, transactionPassword: TRANSACTION_PASSWORD },
    ...(key === undefined ? {} : { key }),
  })
const one = async (id: string) => (await ask('GET', `/api/withdrawals/${id}`)).data.withdrawal
const health = async () => (await ask('GET', '/api/health', { token: null })).data
const isOk = () =>
  waitFor(
    async () => {
      passed += 5 * SECOND
      return (await health()).status as string
    },
    (status) => status === 'ok',
  )
const sign = (operator: string, byMs: number) =>
  now.modules.staff.act(operator, { power: 'clock.confirm', subject: 'clock', body: { byMs } })
const startAgain = async () => {
  now = await reopen(now, { clocks })
}

it('a start on the next business day is believed, and no withdrawal is approved by it before two people have confirmed it', async () => {
  const key = newKey(now.context.clock.machine())
  const made = await withdraw(1_010_000, key)
  expect(made.data).toMatchObject({ state: 'requested', decider: 'two', stopped: null })
  const { id, dueAt } = made.data
  set = businessTime(Date.parse(dueAt), 10, 30) - now.context.clock.wall()
  await startAgain()
  await isOk()
  const { clock } = now.context
  expect(Date.parse(dueAt), 'the time is over by the machine’s clock').toBeLessThan(clock.wall())
  expect(await health()).toMatchObject({ status: 'ok', faults: ['clock-unconfirmed'] })
  const { byMs, since } = clock.unconfirmed()!
  expect(byMs / HOUR).toBeCloseTo(set / HOUR, 0)
  expect((await one(id)).stopped).toEqual({ for: 'clock', since: new Date(since).toISOString() })

  // Whoever asks again for what was taken before is told the same, and nothing happens twice.
  expect(await withdraw(1_010_000, key)).toMatchObject({ replay: '1', data: { id } })
  // The day’s sum by rule does not begin anew because the machine says that it is tomorrow.
  expect((await withdraw(1_000_000)).data.decider).toBe('two')

  expect(await sign('demo-administrator-1', byMs + DAY)).toMatchObject({ rejection: 'CLOCK_CONFIRMED' })
  expect(await sign('demo-administrator-1', byMs)).toMatchObject({ ok: true, answer: { status: 'open' } })
  await now.jobs.runDue()
  expect((await one(id)).state).toBe('requested')
  expect(await sign('demo-auditor-1', byMs)).toMatchObject({ ok: true })
  expect(
    await waitFor(
      () => one(id),
      ({ state }) => state !== 'requested',
    ),
  ).toMatchObject({ state: 'approved', approvedBy: 'time', approvedAt: dueAt })
  expect([await health(), clock.unconfirmed()]).toMatchObject([{ faults: [] }, null])
  expect(
    now.context.engine.read
      .of(withdrawals)
      .by('member', member.userId)
      .map(({ state }) => state),
    'the other was asked for after the stop, and its own time runs',
  ).toEqual(['approved', 'requested'])
}, 90_000)

it('what was confirmed stays so over the next start; a stop counts from there', async () => {
  passed += 2 * CLOCK_WATCH.freeGapMs
  set += 5 * HOUR
  await startAgain()
  await isOk()
  expect(now.context.clock.unconfirmed()!.byMs / HOUR).toBeCloseTo(5, 0)
  await startAgain()
  await isOk()
  expect(now.context.clock.unconfirmed()!.byMs / HOUR, 'and is not forgotten by another').toBeCloseTo(5, 0)
}, 60_000)
