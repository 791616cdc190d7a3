import { readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { CLOCK_WATCH, MACHINE_CLOCKS } from '#platform/clock-watch.ts'
import type { RunningApp } from '#server/app.ts'
import { newKey, reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '../app/api.ts'

/**
 * Somebody sets the machine's clock while members trade (threat T23). `set` moves the one that can be set;
 * `passed` all of them.
 */
const MOBILE = '090-2323-0001'
let set = 0
let passed = 0
const clocks = {
  machine: () => Date.now() + passed + set,
  monotonic: () => MACHINE_CLOCKS.monotonic() + passed,
  uptime: () => MACHINE_CLOCKS.monotonic() + passed,
}
let app: TestApp
let again: RunningApp
let code: string
beforeAll(async () => {
  app = await startTestApp({ clocks })
  await app.enrol(MOBILE)
  ;[code] = (await app.affordable(1)) as [string]
})
afterAll(async () => {
  await again.stop()
  rmSync(app.context.config.dataDir, { recursive: true, force: true })
})

const key = () => newKey(app.context.clock.machine())
const logIn = async () =>
  (await app.call('POST', '/api/auth/login', { body: { account: MOBILE, password: 'lamp-7Kq' } })).data
    .token as string
const orderOf = (token: string, body = {}) =>
  app.call('POST', '/api/orders?lang=en', {
    token,
    key: key(),
    body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1, ...body },
  })
const limitOrder = async (token: string) =>
  orderOf(token, {
    type: 'limit',
    price: (await app.call('GET', `/api/stocks/${code}`)).data.quote.lowerLimit,
  })
const health = async () =>
  (await app.call('GET', '/api/health')).data as {
    status: string
    now: string
    clock: { stepMs: number; sureInMs: number } | null
  }
const status = async () => (await health()).status
const recordedAt = () => app.context.engine.stats().at
/** In the hour before the day's break the test's server has moved its demo clock beyond it. */
const offset = () => app.context.clock.wall() - app.context.clock.machine()

describe('a clock that is set', () => {
  it.each([
    ['back', -3 * SECOND],
    ['forward', 3 * SECOND],
    ['back', -HOUR],
    ['forward', 21 * HOUR],
  ])(
    '%s by %i ms: orders wait by name, cancels go through at the time that was, and all is well when it is right again',
    async (_where, byMs) => {
      const token = await logIn()
      const resting = (await limitOrder(token)).data
      const before = recordedAt()
      set = byMs
      const refused = await orderOf(token)
      expect([refused.status, refused.headers.get('retry-after'), refused.data]).toEqual([503, '1', null])
      expect(refused.msg).toMatch(/^We are checking our server’s clock/)
      const unsure = await health()
      expect(unsure).toMatchObject({ status: 'clock-unsure', clock: { stepMs: expect.closeTo(byMs, -3) } })
      expect(
        Math.abs(Date.parse(refused.headers.get('date')!) + offset() - Date.parse(unsure.now)),
        'phones follow the time that is relied on',
      ).toBeLessThan(MINUTE)
      expect((await app.call('POST', `/api/orders/${resting.id}/cancel`, { token, key: key() })).code).toBe(1)
      const account = await app.call('GET', '/api/account', { token })
      expect([account.code, account.headers.get('clock')], 'every answer says it').toEqual([1, 'unsure'])
      expect(recordedAt() - before, 'the journal has seen no other time').toBeLessThan(MINUTE)

      set = 0
      const taken = await waitFor(
        () => orderOf(token),
        (answer) => answer.status === 200,
      )
      expect([taken.code, taken.headers.get('clock')]).toEqual([1, null])
      expect(await health()).toMatchObject({ status: 'ok', clock: null })
    },
  )

  it('ahead by 21 hours: what is due by then does not happen, until the clock has stayed there', async () => {
    const { clock, engine } = app.context
    const ran: string[] = []
    const job = app.modules.all
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ name }) => name === 'funding.pictures')!
    const { run } = job
    job.run = (dueAt) => {
      ran.push(new Date(dueAt).toISOString())
      return run(dueAt)
    }
    set = 21 * HOUR + 10 * MINUTE
    await app.jobs.runDue()
    expect(ran).toEqual([])
    passed += CLOCK_WATCH.steadyMs
    await app.jobs.runDue()
    expect([ran, clock.isSure()]).toEqual([[], false])
    expect(Math.abs(engine.stats().at - offset() - Date.now())).toBeLessThan(HOUR)
    set = 0
    await waitFor(status, (now) => now === 'ok')

    set = -20 * MINUTE
    await waitFor(status, (now) => now === 'clock-unsure')
    await waitFor(
      async () => {
        passed += 5 * SECOND
        return status()
      },
      (now) => now === 'ok',
    )
    expect(
      (await limitOrder(await logIn())).code,
      'behind its own records, which stand where they are, it goes on',
    ).toBe(1)
    set = 0
    await waitFor(
      async () => {
        passed += MINUTE
        return status()
      },
      (now) => now === 'ok',
    )
  })

  it('what happens by time is all in the table of docs/effects-by-time.md', () => {
    const rows = [
      ...readFileSync('docs/effects-by-time.md', 'utf8').matchAll(/^\| (`.+?`) \| (job|scan) \|/gm),
    ].flatMap(([, names, kind]) => names!.split(', ').map((name) => `${kind} ${name.replaceAll('`', '')}`))
    const ofModules = app.modules.all.flatMap(({ jobs = [], scans = [] }) => [
      ...jobs.map(({ name }) => `job ${name}`),
      ...scans.map(({ name }) => `scan ${name}`),
    ])
    const registered = [...ofModules, ...app.context.outbox.scans.map(({ name }) => `scan ${name}`)]
    expect(rows.toSorted()).toEqual(registered.toSorted())
  })

  it('a start long after the last record waits, by name, and recovers by itself', async () => {
    const { tradeDate } = app.modules.market.quote(code)!
    set += 3 * 365 * DAY
    again = await reopen(app, { clocks })
    const seen = async () =>
      (
        (await (await fetch(`http://localhost:${again.port}/api/health`)).json()) as {
          data: { status: string; marketTime: string }
        }
      ).data
    const answer = await fetch(`http://localhost:${again.port}/api/health`)
    const {
      status: said,
      now,
      marketTime,
    } = ((await answer.json()) as { data: { status: string; now: string; marketTime: string } }).data
    expect(
      Math.abs(Date.parse(answer.headers.get('date')!) + offset() - Date.parse(now)),
      'phones follow the time that is relied on',
    ).toBeLessThan(5 * SECOND)
    const { engine } = again.context
    expect([said, again.modules.market.quote(code)!.tradeDate], 'the market goes on where it was').toEqual([
      'clock-unsure',
      tradeDate,
    ])
    expect(Math.abs(Date.parse(marketTime) - engine.stats().at)).toBeLessThan(HOUR)
    set -= 3 * 365 * DAY
    await waitFor(seen, ({ status: now }) => now === 'ok')
    expect(Math.abs(engine.stats().at - again.context.clock.wall())).toBeLessThan(HOUR)
    await waitFor(
      async () => again.modules.market.isStale(code),
      (isStale) => !isStale,
    )

    set += 72 * HOUR
    again = await reopen({ ...app, ...again }, { clocks })
    expect((await seen()).status).toBe('clock-unsure')
    await waitFor(
      async () => {
        passed += 5 * SECOND
        return seen()
      },
      ({ status: now }) => now === 'ok',
    )
    await waitFor(
      async () => again.modules.market.quote(code)!.tradeDate,
      (date) => date > tradeDate,
    )
  })
})
