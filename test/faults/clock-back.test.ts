import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { MACHINE_CLOCKS } from '#platform/clock-watch.ts'
import { phaseAt } from '#modules/instruments/model/schedule.ts'
import { orders } from '#modules/orders/server/tables.ts'
import type { RunningApp } from '#server/app.ts'
import { replayJournal, yenIn } from '#server/journal-replay.fixture.ts'
import { ClockWentBack, wallClock } from '#server/wall-clock.ts'
import { newKey, reopen, startTestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor as waitForUpTo } from '../app/api.ts'

/**
 * The server starts by a clock that is ahead by less than 31 days, believes it, and the clock is put right
 * (decision 120); and one that starts by a clock that is behind.
 */
const MOBILE = '090-2424-0001'
let set = 0
let passed = 0
const clocks = {
  machine: () => Date.now() + passed + set,
  monotonic: () => MACHINE_CLOCKS.monotonic() + passed,
  uptime: () => MACHINE_CLOCKS.monotonic() + passed,
}
let now: RunningApp
/** Error with which the server would have ended itself, for its supervisor to start it again. */
let ended: unknown = null
/** `<job> <its time>` of each that ran, in this run of the server. */
let ran: string[] = []
const fatal = (why: unknown) => void (ended = why)
afterEach(async () => {
  await now.stop()
  rmSync(now.context.config.dataDir, { recursive: true, force: true })
  set = 0
})

function watchJobs(): void {
  ran = []
  for (const { jobs = [] } of now.modules.all)
    for (const job of jobs) {
      const { run } = job
      job.run = (dueAt) => {
        ran.push(`${job.name} ${new Date(dueAt).toISOString()}`)
        return run(dueAt)
      }
    }
}
async function startAgain(): Promise<void> {
  ended = null
  now = await reopen(now, { clocks, fatal })
  watchJobs()
}

type Asked = { token?: string; body?: object; key?: string }
async function ask(method: string, path: string, { token, body, key }: Asked = {}) {
  const answer = await fetch(`http://localhost:${now.port}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { token }),
      ...(method === 'GET' ? {} : { 'idempotency-key': key ?? newKey(now.context.clock.machine()) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { code: number; msg: string; data: AnyJson }
  return { status: answer.status, ...envelope }
}
const waitFor = <T>(asked: () => T | Promise<T>, found: (value: T) => boolean) =>
  waitForUpTo(asked, found, MINUTE)
const health = async () => (await ask('GET', '/health')).data
const logIn = async () =>
  (await ask('POST', '/auth/login', { body: { account: MOBILE, password: 'lamp-7Kq' } })).data.token as string
/** Half a minute of the clock passes for each of a few seconds. */
const until = (found: () => boolean | Promise<boolean>) =>
  waitFor(
    async () => {
      passed += 5 * SECOND
      return found()
    },
    (is) => is,
  )
const isOk = async () => (await health()).status === 'ok'
const place = (token: string, code: string, body = {}) =>
  ask('POST', '/orders', {
    token,
    body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1, ...body },
  })
const lowest = async (code: string) => (await ask('GET', `/stocks/${code}`)).data.quote.lowerLimit as number
const orderOf = async (token: string, id: string) => (await ask('GET', `/orders/${id}`, { token })).data
const fills = async (token: string, code: string) => {
  const order = await waitFor(
    () => place(token, code),
    ({ code: said }) => said === 1,
  )
  await waitFor(
    () => orderOf(token, order.data.id),
    ({ status }) => status === 'holding',
  )
  return order.data.id as string
}
/** A limit order that nobody meets, as soon as the venue has it. */
const rests = async (token: string, code: string, body = {}) => {
  const {
    data,
    msg,
    code: said,
  } = await place(token, code, { type: 'limit', price: await lowest(code), ...body })
  expect(said, msg).toBe(1)
  await waitFor(
    () => now.context.engine.read.of(orders).get(data.id)!.ordStatus,
    (status) => status === 'NEW',
  )
  return data.id as string
}

async function started() {
  set = passed = 0
  ended = null
  const app = await startTestApp({ clocks, fatal })
  now = app
  const { token } = await app.enrol(MOBILE)
  const [code] = (await app.affordable(1)) as [string]
  return { token, code }
}

describe('a clock that was ahead is put right', () => {
  it.each([
    ['21 hours', 'while the server runs', 21 * HOUR],
    ['5 days', 'while it is stopped', 5 * DAY],
  ])(
    '%s, %s: within a minute it trades, nothing is undone, and no job does anything twice',
    async (_by, when, atLeastMs) => {
      const { token, code } = await started()
      await fills(token, code)
      const atRight = await rests(token, code, { validity: 'week' })
      const { tradeDate } = now.modules.market.phase()
      // In the first hours after midnight 21 hours later is the same trade date.
      const { schedule, calendar, clock } = now.context
      const dateAt = (ms: number) => phaseAt(schedule, calendar, clock.market() + ms).tradeDate
      const aheadMs = dateAt(atLeastMs) > tradeDate ? atLeastMs : atLeastMs + 6 * HOUR

      set = aheadMs
      await startAgain()
      await until(isOk)
      await waitFor(
        () => now.modules.market.quote(code)!.tradeDate,
        (date) => date > tradeDate,
      )
      await waitFor(
        () => now.modules.market.isStale(code),
        (isStale) => !isStale,
      )
      const wrong = await logIn()
      const early = await fills(wrong, code)
      const atWrong = await rests(wrong, code)
      expect((await orderOf(wrong, atWrong)).hold).toBeGreaterThan(0)
      const ranEarly = [...ran]
      // On a fast machine this takes less than the second after which it is written down what was seen.
      await waitFor(
        () => now.context.engine.read.of(wallClock).get('seen')?.offsetMs ?? 0,
        (seen) => seen > now.context.clock.machine() - HOUR,
      )

      const right = passed
      if (when === 'while it is stopped') {
        await now.stop()
        set = 0
        await startAgain()
      } else set = 0
      await waitFor(
        async () => {
          if (passed - right < 45 * SECOND) passed += 5 * SECOND
          await new Promise((resolve) => setTimeout(resolve, SECOND))
          return ended instanceof ClockWentBack
        },
        (is) => is,
      )
      await startAgain()
      const said = await health()
      expect(said).toMatchObject({
        status: 'ok',
        faults: ['records-ahead'],
        recordsAhead: { byMs: expect.any(Number), since: expect.any(String) },
      })
      expect(Math.abs(said.recordsAhead.byMs - aheadMs)).toBeLessThan(10 * MINUTE)
      expect(now.modules.market.phase().tradeDate).toBe(tradeDate)

      await fills(token, code)
      await rests(wrong, code)
      expect((await ask('GET', '/account', { token: await logIn() })).code).toBe(1)
      expect(passed - right, 'of waiting').toBeLessThan(MINUTE)

      expect(await orderOf(token, atWrong)).toMatchObject({
        status: 'expired',
        reason: expect.stringContaining('時計が進んでいた'),
      })
      expect((await orderOf(token, early)).status, 'what has traded stands').toBe('holding')
      expect(['pending', 'expired']).toContain((await orderOf(token, atRight)).status)
      expect(readdirSync(join(now.context.config.dataDir, 'venue'))).toContain('ahead-1')

      // The days come that the wrong clock had seen: each job runs at its own time.
      passed += 32 * HOUR
      await until(isOk)
      await now.jobs.runDue()
      expect(new Set(ran).size, 'none twice').toBe(ran.length)
      expect(
        ran.filter((each) => ranEarly.includes(each)),
        'again, at its own time',
      ).not.toEqual([])
      const { held } = await replayJournal(now)
      expect(yenIn(held)).toBe(0)
    },
    240_000,
  )
})

const minutes = (ms: Ms) => Math.round(ms / MINUTE)
it('a start by a clock that is a day behind goes on by its own time, by name, until it is put right', async () => {
  const { token, code } = await started()
  const resting = await rests(token, code)
  set = -DAY
  await startAgain()
  passed += HOUR
  expect(await health()).toMatchObject({
    status: 'clock-unsure',
    faults: ['clock-behind'],
    clock: { sureInMs: null },
  })
  expect(minutes((await health()).clock.stepMs)).toBe(-24 * 60)
  const refused = await place(token, code, { key: newKey(Date.now() + passed) })
  expect([refused.status, refused.msg]).toEqual([
    503,
    expect.stringMatching(/^サーバーの時計を確認しています/),
  ])
  expect(
    await ask('POST', `/orders/${resting}/cancel`, { token, key: newKey(Date.now() + passed) }),
    'a key of the true time is none that is too new',
  ).toMatchObject({ code: 1 })
  set = 0
  await until(isOk)
  expect(await health()).toMatchObject({ faults: [], recordsAhead: null })
  await fills(await logIn(), code)
}, 120_000)
