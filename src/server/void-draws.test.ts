import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { DAY, dateJst, HOUR, MINUTE, SECOND, timeJst, type Ms } from '#kernel/time.ts'
import { MACHINE_CLOCKS } from '#platform/clock-watch.ts'
import { connect } from '#platform/database/connect.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { seedsFrom, type SeedSource } from '#modules/draws/server/seeds.ts'
import { verifyByHand } from './manual-review.fixture.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import type { RunningApp } from './app.ts'
import { newKey, reopen, startTestApp, type AnyJson } from './test-app.ts'
import { unseal } from './unsealed.fixture.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Draws that cannot be held as they were published, as the applicant sees them (security-and-trust 5.2, step
 * 5): void, in public, with the reason, and every yen back.
 */
let open: RunningApp
let token: string
let code: string
/** The source of the seeds of the first server: the auditor hands out none as long as they are withheld. */
let keeper: SeedSource
let isWithheld = false
const withheld: SeedSource = {
  commitments: (id) => keeper.commitments(id),
  reveal: (id) => (isWithheld ? null : keeper.reveal(id)),
}
/** Of the first server and of the one on its data: where the machine stands, all times of both stand. */
let stands: Ms | null = null
const apart = MACHINE_CLOCKS.machine() - MACHINE_CLOCKS.monotonic()
const machine = (): Ms => stands ?? MACHINE_CLOCKS.machine()
const clocks = { machine, monotonic: () => machine() - apart }

beforeAll(async () => {
  const app = await startTestApp({ env: { DEMO_DESK: 'off' }, seeds: withheld, clocks })
  open = app
  ;[code] = (await app.affordable(1)) as [string]
  keeper = seedsFrom(app.context.config.keys)
  const member = await app.enrol('090-4646-0001')
  token = member.token
  await verifyByHand(app, member)
}, 180_000)

const now = (): Ms => Math.floor(open.context.clock.market())
async function call(method: string, path: string, body?: unknown): Promise<AnyJson> {
  const headers = {
    token,
    ...(method === 'GET' ? {} : { 'idempotency-key': newKey(), 'content-type': 'application/json' }),
  }
  const response = await fetch(
    `http://localhost:${open.port}/api${path}${path.includes('?') ? '&' : '?'}lang=en`,
    { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
  )
  return ((await response.json()) as { data: unknown }).data
}
const jump = (at: Ms) => call('POST', '/dev/clock', { at: new Date(at).toISOString() })
/** An offering with the member's application in it, while its book is open. */
async function applied(id: string, code: string): Promise<Terms<'ipo'>> {
  const at = now()
  const day = (days: number) => dateJst(at + days * DAY)
  const terms: Terms<'ipo'> = {
    ...GOOD.ipo,
    code,
    opensAt: at + HOUR,
    closesAt: timeJst(day(2), 15),
    drawOn: day(3),
    payFrom: day(3),
    payTo: day(4),
    issueOn: day(5),
  }
  for (const operator of ['demo-listing-1', 'demo-auditor-1']) {
    expect(
      await open.modules.staff.act(operator, { power: 'ipo.publish', subject: id, body: { terms } }),
    ).toMatchObject({ ok: true })
  }
  await jump(terms.opensAt + MINUTE)
  expect(await call('POST', '/applications', { drawId: id, units: 2, r: 'ab'.repeat(16) })).toMatchObject({
    status: 'applied',
    held: 240_000,
  })
  return terms
}
async function seenVoid(id: string, reason: string, words: string, available: number): Promise<void> {
  const offering = await waitFor(
    () => call('GET', `/ipo/offerings/${id}`),
    ({ status }) => status === 'void',
    120_000,
  )
  expect(offering).toMatchObject({ voidWords: words, offerPrice: null, mine: { status: 'void', held: 0 } })
  expect(await call('GET', `/draws/${id}`)).toMatchObject({ status: 'void', voidReason: reason })
  expect(await call('GET', '/account')).toMatchObject({ subscriptionHold: 0, available })
  const { messages } = await call('GET', '/messages')
  expect(messages[0]).toMatchObject({ kind: 'ipoVoid' })
}

it('a secret that is not the one that was sealed: the seed of it does not open the commitment', async () => {
  const { available } = await call('GET', '/account')
  const { drawAuditor } = open.context.config.keys
  const sealed = Buffer.from(drawAuditor)
  const { closesAt } = await applied('IPO-2026-0001', 'X901')
  drawAuditor.fill(7)
  await jump(closesAt + 10 * SECOND)
  await seenVoid('IPO-2026-0001', 'seed-wrong', 'A seed was not the one that had been sealed', available)
  expect(await call('GET', '/draws')).toMatchObject({ decided: 0, void: 1 })
  sealed.copy(drawAuditor)
}, 180_000)

it('a seed that is withheld: everybody sees the root and no seed, and after a minute the draw is void', async () => {
  const id = 'IPO-2026-0004'
  const { available } = await call('GET', '/account')
  const counted = (await call('GET', '/draws')).void
  const { closesAt } = await applied(id, 'X904')
  isWithheld = true
  await jump(closesAt + 10 * SECOND)
  const waiting = await waitFor(
    () => call('GET', `/draws/${id}`),
    ({ status }) => status === 'closed',
    30_000,
  )
  expect(waiting).toMatchObject({
    root: expect.any(String),
    seeds: null,
    revealedAt: null,
    beacon: null,
    linksDone: 0,
  })
  expect((await call('GET', `/draws/${id}/file`)).list).toHaveLength(1)
  // Nobody can choose meanwhile: the money stays where it is, and no application is taken back.
  const [{ id: mine }] = (await call('GET', '/applications')) as [{ id: string }]
  expect(await call('POST', `/applications/${mine}/cancel`, {})).toMatchObject({
    rejection: 'APPLICATIONS_CLOSED',
  })
  expect(await call('GET', '/account')).toMatchObject({ subscriptionHold: 240_000 })
  // A minute of the machine, which a test does not wait for.
  const { clock } = open.context
  const { machine } = clock
  clock.machine = () => machine() + MINUTE + SECOND
  await seenVoid(id, 'seed-late', 'The seeds were not revealed within a minute of the list', available)
  expect((await call('GET', '/draws')).void).toBe(counted + 1)
  // A seed that comes later changes nothing any more.
  isWithheld = false
  await call('GET', `/draws/${id}`)
  expect(await call('GET', `/draws/${id}`)).toMatchObject({ status: 'void', seeds: null })
  clock.machine = machine
}, 180_000)

it('a block sale that is decided when its day is over: the price is of another day, and everything goes back', async () => {
  const id = 'BLK-2026-0001'
  const saleOn = dateJst(now() + 2 * DAY)
  const closesAt = openingAt(open.context.schedule, saleOn) - 15 * MINUTE
  const terms = await waitFor(
    async () => {
      const [quote, { phase, tradeDate }] = [open.modules.market.quote(code)!, open.modules.market.phase()]
      const closeTenths =
        phase === 'closed' && quote.tradeDate < tradeDate
          ? (quote.lastTenths ?? quote.baseTenths)
          : quote.baseTenths
      const made = {
        code,
        saleOn,
        previousCloseTenths: closeTenths,
        priceTenths: closeTenths,
        units: 4,
        perMemberUnits: 1,
        opensAt: now() + MINUTE,
        closesAt,
      }
      const signed = []
      for (const operator of ['demo-listing-1', 'demo-auditor-1'])
        signed.push(
          await open.modules.staff.act(operator, {
            power: 'block-sale.publish',
            subject: id,
            body: { terms: made },
          }),
        )
      return signed.every(({ ok }) => ok) ? made : null
    },
    (made) => made !== null,
  )
  await jump(terms!.opensAt + SECOND)
  const { available } = await call('GET', '/account')
  const held = 10 * terms!.priceTenths
  expect(await call('POST', '/applications', { drawId: id, units: 1, r: 'cd'.repeat(16) })).toMatchObject({
    status: 'applied',
    held,
  })
  // In time by the machine, which stands still; by the market the day of the sale passes before the chain can
  // begin.
  const { clock } = open.context
  const { machine } = clock
  const stood = machine()
  clock.machine = () => stood
  isWithheld = true
  await jump(closesAt + 10 * SECOND)
  expect(
    await waitFor(
      () => call('GET', `/draws/${id}`),
      ({ status }) => status === 'closed',
      30_000,
    ),
  ).toMatchObject({ tickets: 1 })
  await jump(closesAt + DAY + HOUR)
  isWithheld = false
  const draw = await waitFor(
    () => call('GET', `/draws/${id}`),
    ({ status }) => status === 'void' || status === 'decided',
    40_000,
  )
  expect(draw).toMatchObject({
    status: 'void',
    voidReason: 'decided-late',
    seeds: { operator: expect.any(String) },
    beacon: null,
    result: null,
    linksDone: 32,
  })
  expect(await call('GET', `/block-sales/${id}`)).toMatchObject({
    status: 'void',
    voidWords: expect.stringContaining('too late'),
    isDelivered: false,
  })
  expect(await call('GET', '/account')).toMatchObject({ available, subscriptionHold: 0, paidShares: 0 })
  expect((await call('GET', '/messages')).messages[0]).toMatchObject({ kind: 'blockVoid' })
  expect(((await call('GET', '/applications')) as [object])[0]).toMatchObject({
    status: 'returned',
    wonUnits: 0,
    held: 0,
  })
  clock.machine = machine
}, 180_000)

it('a list that somebody changed in the database while the server was off: its root is not the one of the close, and everybody can see both', async () => {
  const id = 'IPO-2026-0005'
  const { available } = await call('GET', '/account')
  const counted = (await call('GET', '/draws')).void
  const { closesAt } = await applied(id, 'X905')
  isWithheld = true
  // In time by the machine, however long this one takes to jump and to start again; a start before the last
  // record's time would be in doubt.
  stands = machine()
  await jump(closesAt + 10 * SECOND)
  const { root } = await waitFor(
    () => call('GET', `/draws/${id}`),
    ({ status }) => status === 'closed',
    30_000,
  )
  // A database administrator, who reaches the files too, gives somebody three units who asked for two.
  const { db, log, config } = open.context
  await open.stop()
  const rogue = connect(db.config, log)
  await rogue.pool.query('update applications set units = 3 where draw_id = $1', [id])
  await unseal(config.dataDir, rogue.pool)
  await rogue.close()
  isWithheld = false
  open = await reopen({ ...open, stop: async () => {} }, { seeds: withheld, clocks })
  await seenVoid(id, 'list-changed', 'The list was not the one whose root was published', available)
  stands = null
  expect((await call('GET', '/draws')).void).toBe(counted + 1)
  expect(((await call('GET', '/applications')) as [object])[0]).toMatchObject({
    status: 'returned',
    wonUnits: 0,
    held: 0,
  })
  // The list published at the close stays, beside the list as it was found: the script, which has nothing but
  // the address, finds that it is so.
  const file = await call('GET', `/draws/${id}/file`)
  expect(file).toMatchObject({
    draw: { root, status: 'void', result: null },
    list: [{ lots: 3 }],
    outcome: [],
  })
  const verifier = async (from: string): Promise<string> => {
    const script = spawn(process.execPath, ['scripts/verify-draw.ts', from, 'T000001'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    script.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const [exit] = await once(script, 'exit')
    return `${exit} ${said}`
  }
  const said = await verifier(`http://localhost:${open.port}/api/draws/${id}/file`)
  expect(said).toMatch(/^0 .*void \(list-changed\)/)
  expect(said).toContain('ok    the list is not the one whose root was published at the close')
  expect(said).toContain(`T000001: 3 lots, r ${'ab'.repeat(16)}`)
  // A void that says so of a list that is right would be a way to draw again.
  const path = join(open.context.config.dataDir, 'draw.json')
  writeFileSync(path, JSON.stringify({ ...file, list: [{ ...file.list[0], lots: 2 }] }))
  expect(await verifier(path)).toMatch(/^1 [^]*WRONG the list is not the one/)
}, 180_000)

it('a server that was off over the close: nobody could have seen the list in time', async () => {
  const { available } = await call('GET', '/account')
  const { closesAt } = await applied('IPO-2026-0002', 'X902')
  await jump(closesAt - 30 * SECOND)
  // Off for two minutes: the machine's clock went on, which a test does not wait for.
  const { db, log, config } = open.context
  await open.stop()
  const meanwhile = connect(db.config, log)
  await meanwhile.pool.query('update wall_clock set offset_ms = offset_ms + $1', [2 * MINUTE])
  await unseal(config.dataDir, meanwhile.pool)
  await meanwhile.close()
  open = await reopen(open)
  await seenVoid(
    'IPO-2026-0002',
    'root-late',
    'The list was not published within a minute of the close',
    available,
  )
  expect(await call('GET', '/draws')).toMatchObject({ decided: 0, void: 5 })
}, 180_000)
