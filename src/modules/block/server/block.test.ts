import { callerFor } from '#platform/engine/command.ts'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, dateJst, HOUR, MINUTE } from '#kernel/time.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { openingAt, preOpenAt } from '#modules/instruments/model/schedule.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { verifyByHand } from '#server/manual-review.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

let app: TestApp
let code: string
/** Two demo members, one verified by a reviewer, and one who is not. */
let tokens: string[]
let newcomer: string
const R = (n: number) => n.toString(16).padStart(2, '0').repeat(16)

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  ;[code] = (await app.affordable(1)) as [string]
  tokens = await Promise.all(
    app.modules.identity.demo!.members.map(
      async ({ mobile, password }) =>
        (await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data
          .token as string,
    ),
  )
  const third = await app.enrol('090-4444-0001')
  await verifyByHand(app, third)
  tokens.push(third.token)
  newcomer = (await app.enrol('090-4444-0002')).token
}, 60_000)

const now = () => Math.floor(app.context.clock.market())
const toTime = async (at: number) => {
  const answer = await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
  expect(answer.code, answer.msg).toBe(1)
}
/**
 * On sale the day after tomorrow, applied for until a quarter of an hour before the opening. Signed anew
 * where the official close came to be another meanwhile, as at the turn of a day.
 */
async function publish(id: string, change: Partial<Terms<'block-sale'>> = {}): Promise<Terms<'block-sale'>> {
  const { terms } = await waitFor(
    () => publishNow(id, change),
    ({ refused }) => refused === null,
  )
  return terms
}
async function publishNow(id: string, change: Partial<Terms<'block-sale'>>) {
  const saleOn = dateJst(now() + 2 * DAY)
  const [quote, { phase, tradeDate }] = [app.modules.market.quote(code)!, app.modules.market.phase()]
  const closeTenths =
    phase === 'closed' && quote.tradeDate < tradeDate
      ? (quote.lastTenths ?? quote.baseTenths)
      : quote.baseTenths
  const terms = {
    code,
    saleOn,
    previousCloseTenths: closeTenths,
    priceTenths: closeTenths,
    units: 4,
    perMemberUnits: 3,
    opensAt: now() + 5_000,
    closesAt: openingAt(app.context.schedule, saleOn) - 15 * MINUTE,
    ...change,
  }
  for (const operator of ['demo-listing-1', 'demo-auditor-1']) {
    const signed = await app.modules.staff.act(operator, {
      power: 'block-sale.publish',
      subject: id,
      body: { terms },
    })
    if (!signed.ok) return { terms, refused: signed }
  }
  return { terms, refused: null }
}
const apply = (token: string, drawId: string, units: number, r = R(units)) =>
  app.call('POST', '/api/applications?lang=en', { token, body: { drawId, units, r } })
const account = async (token: string) =>
  (await app.call('GET', '/api/account', { token })).data as {
    available: number
    unsettled: number
    subscriptionHold: number
    paidShares: number
    totalAssets: number
  }
const isOpen = (id: string) =>
  waitFor(
    async () => (await app.call('GET', `/api/block-sales/${id}`)).data.status as string,
    (status) => status === 'open',
  )

describe('a block sale that more is asked of than there is', () => {
  const id = 'BLK-2026-0001'
  let terms: Terms<'block-sale'>
  let before: number[]
  it('takes one application of each verified member, with all of its money set aside', async () => {
    terms = await publish(id)
    expect((await apply(tokens[0]!, id, 1)).data.rejection).toBe('NOT_YET_OPEN')
    await isOpen(id)
    before = await Promise.all(tokens.map(async (token) => (await account(token)).available))
    expect((await apply(newcomer, id, 1)).data.rejection).toBe('IDENTITY_NEEDED')
    expect((await apply(tokens[0]!, 'BLK-2026-0099', 1)).data.rejection).toBe('NOT_OFFERED')
    expect((await apply(tokens[0]!, id, 4)).data.rejection).toBe('UNITS_ABOVE_MEMBER')
    for (const bad of [
      { units: 1.5 },
      { units: 0 },
      { units: -1 },
      { units: '1' },
      { r: 'FF'.repeat(16) },
      { r: '00' },
      { extra: 1 },
    ]) {
      expect(
        (
          await app.call('POST', '/api/applications', {
            token: tokens[0]!,
            body: { drawId: id, units: 1, r: R(1), ...bad },
          })
        ).status,
      ).toBe(400)
    }
    for (const [n, token] of tokens.entries())
      expect((await apply(token, id, n + 1)).data).toMatchObject({
        status: 'applied',
        units: n + 1,
        ticket: `T00000${n + 1}`,
        held: (n + 1) * 10 * terms.priceTenths,
      })
    expect((await apply(tokens[0]!, id, 1)).data.rejection).toBe('ALREADY_APPLIED')
    expect(await account(tokens[2]!)).toMatchObject({
      available: before[2]! - 30 * terms.priceTenths,
      subscriptionHold: 30 * terms.priceTenths,
    })
    expect((await app.call('GET', `/api/block-sales/${id}`)).data).toMatchObject({
      units: 4,
      wanted: 6,
      remaining: 0,
      hedgingPrice: terms.priceTenths / 10,
    })
  })
  it('two hundred at once by one member are one, and a cancelled one gives everything back', async () => {
    const { data } = await app.call('GET', '/api/applications', { token: tokens[2]! })
    expect(
      (await app.call('POST', `/api/applications/${data[0].id}/cancel`, { token: tokens[0]!, body: {} })).data
        .rejection,
    ).toBe('APPLICATION_NOT_FOUND')
    expect(
      (await app.call('POST', `/api/applications/${data[0].id}/cancel`, { token: tokens[2]!, body: {} }))
        .data,
    ).toMatchObject({ status: 'cancelled', held: 0 })
    expect(
      (await app.call('POST', `/api/applications/${data[0].id}/cancel`, { token: tokens[2]!, body: {} })).data
        .rejection,
    ).toBe('APPLICATION_ENDED')
    expect(await account(tokens[2]!)).toMatchObject({ available: before[2]!, subscriptionHold: 0 })
    const { memberId } = app.modules.draws.applicationsFor(app.context.engine.read, id)[2]!
    // Past the limits of the edge, straight at the command.
    const command = app.modules.all
      .find(({ name }) => name === 'draws')!
      .commands!.find(({ type }) => type === 'draw.apply')!
    const caller = callerFor(memberId)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        app.context.engine.submit(command, { drawId: id, units: 3, r: R(n) }, caller),
      ),
    )
    expect(answers.filter(({ result }) => result.ok)).toHaveLength(1)
    expect(await account(tokens[2]!)).toMatchObject({ subscriptionHold: 30 * terms.priceTenths })
  })
  it('is drawn when the clock has passed its close, paid at once, and a lot on its day, before the opening', async () => {
    await toTime(terms.closesAt + HOUR)
    const draw = (await app.call('GET', `/api/draws/${id}`)).data
    expect(draw).toMatchObject({
      status: 'decided',
      tickets: 3,
      wanted: 6,
      units: 4,
      links: 32,
      linksDone: 32,
      voidReason: null,
    })
    const file = (await app.call('GET', `/api/draws/${id}/file`)).data
    expect(
      file.outcome
        .map(({ lots }: { lots: number }) => lots)
        .reduce((sum: number, lots: number) => sum + lots),
    ).toBe(4)
    expect(JSON.stringify(file)).not.toContain(
      app.modules.draws.applicationsFor(app.context.engine.read, id)[0]!.memberId,
    )
    const mine = await Promise.all(
      tokens.map(
        async (token) => (await app.call('GET', '/api/applications?kind=block-sale', { token })).data[0],
      ),
    )
    expect(mine.map(({ status }) => status)).toEqual(['won', 'won', 'won'])
    for (const [n, token] of tokens.entries()) {
      const costYen = mine[n].wonUnits * 10 * terms.priceTenths
      expect(await account(token)).toMatchObject({
        available: before[n]! - costYen,
        subscriptionHold: 0,
        paidShares: 0,
      })
      const lot = (await app.call('GET', `/api/lots/${mine[n].id}`, { token })).data
      expect(lot).toMatchObject({
        code,
        side: 'up',
        leverage: 1,
        quantity: mine[n].wonUnits * 100,
        openPrice: terms.priceTenths / 10,
        margin: costYen,
      })
      const log = (await app.call('GET', '/api/account/log', { token })).data as {
        kind: string
        at: string
      }[]
      const at = (kind: string) => log.find((entry) => entry.kind === kind)!.at
      expect(at('allotment') >= at('subscription-payment'), 'shares come after they are paid').toBe(true)
      const paper = async (path: string) =>
        pdfText(
          Buffer.from(
            (await app.call('GET', `/api/records/${path}&lang=en`, { token })).data.content,
            'base64',
          ),
        ).replaceAll(' ', '')
      const shares = (mine[n].wonUnits * 100).toLocaleString('en')
      expect(await paper(`trade-report?date=${terms.saleOn}`)).toContain(
        `(${code})Boughtinablocksale${shares}`,
      )
      const balance = await paper(`balance-report?period=${terms.saleOn.slice(0, 7)}`)
      expect(balance.slice(balance.indexOf(lot.number)), 'the shares that it brought, not none').toMatch(
        new RegExp(`^${lot.number}.*?\\(${code}\\)(?:Buy|Long)[\\d.]+×${shares}`),
      )
      expect(log.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['subscription-hold', 'subscription-payment', 'allotment']),
      )
      expect(
        (await app.call('GET', '/api/messages', { token })).data.messages.map(
          ({ kind }: { kind: string }) => kind,
        ),
      ).toContain('blockWon')
    }
    expect(
      (await app.call('POST', `/api/applications/${mine[0].id}/cancel`, { token: tokens[0]!, body: {} })).data
        .rejection,
    ).toBe('APPLICATION_ENDED')
    expect((await apply(tokens[0]!, id, 1)).data.rejection).toBe('APPLICATIONS_CLOSED')
    expect(now()).toBeGreaterThan(preOpenAt(app.context.schedule, terms.saleOn))
  }, 60_000)
  it('the stand-alone script finds it right from the address and from the file, and wrong where anything was changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'akari-draw-'))
    const run = (...deps: string[]): string => {
      try {
        return execFileSync(process.execPath, ['scripts/verify-draw.ts', ...deps], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    }
    const { data: file } = await app.call('GET', `/api/draws/${id}/file`)
    const written = (change: (copy: typeof file) => void): string => {
      const copy = structuredClone(file)
      change(copy)
      writeFileSync(join(folder, 'draw.json'), JSON.stringify(copy))
      return join(folder, 'draw.json')
    }
    expect(
      run(
        written(() => {}),
        'T000001',
      ),
    ).toContain(`${id}: the draw is what it should be`)
    const wrong = run(
      written((copy) => {
        copy.list[0].lots = 9
        copy.outcome[0].lots = 0
        copy.chain[2] = copy.chain[1]
        copy.draw.seeds.auditor = '33'.repeat(32)
      }),
    )
    for (const step of [
      'the list has the root',
      'the seed of the auditor',
      'every link',
      'the key',
      'the order and the lots',
    ])
      expect(wrong).toContain(`WRONG ${step}`)
    expect(wrong).not.toContain('WRONG the seed of the operator')
    rmSync(folder, { recursive: true })
  }, 60_000)
})

describe('a block sale', () => {
  it('that nobody applied for is void, and one withdrawn before it opened too; both are counted in public', async () => {
    const terms = await publish('BLK-2026-0002')
    await publish('BLK-2026-0003', { opensAt: now() + HOUR })
    for (const operator of ['demo-listing-1', 'demo-auditor-1'])
      await app.modules.staff.act(operator, {
        power: 'listing.void',
        subject: 'BLK-2026-0003',
        body: {},
        reason: { code: 'terms-wrong', text: null },
      })
    expect((await app.call('GET', '/api/draws/BLK-2026-0003')).data).toMatchObject({
      status: 'void',
      voidReason: 'withdrawn',
    })
    await toTime(terms.closesAt + 10_000)
    expect((await app.call('GET', '/api/draws')).data).toMatchObject({ decided: 1, void: 2 })
  }, 60_000)
  it('that all can have gives everybody what they asked for, in a draw as open as any', async () => {
    const terms = await publish('BLK-2026-0004', { units: 50, perMemberUnits: 2 })
    await isOpen('BLK-2026-0004')
    const held = (await account(tokens[1]!)).available
    await apply(tokens[1]!, 'BLK-2026-0004', 2)
    await toTime(terms.closesAt + 10_000)
    expect((await app.call('GET', '/api/applications', { token: tokens[1]! })).data[0]).toMatchObject({
      status: 'won',
      wonUnits: 2,
      place: 1,
    })
    // Between the draw and its day: paid, not yet a lot, and counted.
    expect(await account(tokens[1]!)).toMatchObject({
      available: held - 20 * terms.priceTenths,
      paidShares: 20 * terms.priceTenths,
    })
    await toTime(preOpenAt(app.context.schedule, terms.saleOn))
    expect(await account(tokens[1]!)).toMatchObject({
      available: held - 20 * terms.priceTenths,
      paidShares: 0,
    })
  }, 60_000)
})

it('the journal alone rebuilds draws, applications and deliveries', async () => {
  const { held, again } = await replayJournal(app)
  for (const table of [
    'draws',
    'applications',
    'block_deliveries',
    'lots',
    'member_balances',
    'house_balances',
  ]) {
    expect(held[table]!.length, table).toBeGreaterThan(0)
    expect(again[table], table).toEqual(held[table])
  }
}, 60_000)
