import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { preClosingAt, preOpenAt } from '#modules/instruments/model/schedule.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { newKey, reopen, startTestApp, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { AiDayInputs, AiView, ApplicationView, PickDayView } from '../contract.ts'
import { ranking, ranksOf } from '../model/method.ts'

const free = { perSecond: 1_000, burst: 1_000, perMinute: 10_000 }
let app: TestApp
let open: Awaited<ReturnType<typeof reopen>>
let token: string
let stranger: string
let figures: NonNullable<Awaited<ReturnType<TestApp['modules']['ai']['figures']>>>
let day: PickDayView
/** The picks, the cheapest first: a member's money is meant to be enough for the units of some. */
let cheap: PickDayView['picks']
beforeAll(async () => {
  open = app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
  })
  const [demo] = app.modules.identity.demo!.members
  token = (
    await app.call('POST', '/api/auth/login', { body: { account: demo!.mobile, password: demo!.password } })
  ).data.token
  figures = (await app.modules.ai.figures())!
  stranger = (await app.enrol('09011114444')).token
}, 60_000)

const get = async <T>(path: string, as: string | undefined = token): Promise<T> => {
  const response = await fetch(
    `http://localhost:${open.port}/api${path}${path.includes('?') ? '&' : '?'}lang=en`,
    { headers: as === undefined ? {} : { token: as } },
  )
  return ((await response.json()) as { data: T }).data
}
const post = async (path: string, body: unknown, { key = newKey(), as = token } = {}) => {
  const response = await fetch(`http://localhost:${open.port}/api${path}?lang=en`, {
    method: 'POST',
    headers: { token: as, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    ...((await response.json()) as { code: number; msg: string; data: AnyJson }),
  }
}
const apply = (pickId: string, units: unknown = 1, more: { key?: string; as?: string } = {}) =>
  post('/ai/applications', { pickId, units }, more)
const now = () => Math.floor(open.context.clock.market())
const jump = async (at: Ms) => post('/dev/clock', { at: new Date(at).toISOString() })
const applications = () => get<ApplicationView[]>('/ai/applications')
const OPENS_IN = MINUTE
const cardNow = (change: object = {}) => ({
  ...GOOD['ai-card'],
  ...figures,
  perMemberUnits: 3,
  opensAt: now() + OPENS_IN,
  closesAt: now() + 60 * DAY,
  ...change,
})
const publish = async (id: string, terms: object) => {
  const act = (operatorId: string) =>
    open.modules.staff.act(operatorId, {
      power: 'ai-card.publish',
      subject: id,
      body: { terms: terms as never },
    })
  const prepared = await act('demo-listing-1')
  return prepared.ok ? act('demo-auditor-1') : prepared
}

describe('the card', () => {
  it.each([
    ['hitBp', 9_999],
    ['excessBp', 1],
    ['trials', 5_000],
    ['codeSha256', 'ab'.repeat(32)],
    ['version', '9.9.9'],
    ['holdDays', 6],
    ['testFrom', '2026-01-01'],
  ] as const)('is refused where %s is not what the evaluation says', async (field, value) => {
    // An interval that no longer holds its mean is refused before that.
    const wide = field === 'excessBp' ? { lowBp: -1_000, highBp: 1_000 } : {}
    const refused = await publish('AI-2026-0001', cardNow({ ...wide, [field]: value }))
    expect(refused).toMatchObject({ ok: false, rejection: 'CARD_DIFFERS' })
  })
  it('up to a day that is not over is of nothing measured', async () => {
    expect(
      await publish(
        'AI-2026-0001',
        cardNow({ testTo: new Date(now() + 9 * 3_600_000).toISOString().slice(0, 10) }),
      ),
    ).toMatchObject({ ok: false, rejection: 'CARD_UNMEASURED' })
  })
  it('with the figures that were computed is published, and the picks of the newest close with it', async () => {
    expect(await get<AiView>('/ai', undefined)).toMatchObject({
      state: 'no-card',
      card: null,
      now: null,
      live: null,
    })
    expect(await publish('AI-2026-0001', cardNow())).toMatchObject({
      ok: true,
      answer: { status: 'carried-out' },
    })
    const view = await waitFor(
      () => get<AiView>('/ai', undefined),
      (found) => found.now !== null,
    )
    day = view.now!
    cheap = day.picks.toSorted((a, b) => a.limit - b.limit)
    expect(view).toMatchObject({
      state: 'ready',
      card: { id: 'AI-2026-0001', open: false },
      model: {
        codeSha256: figures['codeSha256'],
        record: { trials: figures['trials'], hitBp: figures['hitBp'] },
      },
    })
    expect([day.day, day.picks.length, day.open]).toEqual([figures['testTo'], 5, false])
    expect(Date.parse(day.publishedAt)).toBeLessThan(Date.parse(day.applyUntil))
  })
  it('has picks that follow from what is published, byte for byte', async () => {
    const inputs = await get<AiDayInputs>(`/ai/days/${day.id}`)
    expect(createHash('sha256').update(`KABU-PICKS-v1\0${inputs.canonical}`).digest('hex')).toBe(day.hash)
    const ranks = ranksOf(inputs.rows.map(({ values }) => values))
    const best = ranking(
      inputs.rows.map(({ code }) => code),
      ranks,
      inputs.weights,
    ).slice(0, 5)
    expect(day.picks.map(({ code, score }) => [code, score])).toEqual(
      best.map(({ code, score }) => [code, score]),
    )
    for (const pick of day.picks) expect(pick.parts.reduce((sum, { part }) => sum + part, 0)).toBe(pick.score)
    // A close that anybody can read.
    const bars = await get<{ at: string; close: number }[]>(
      `/stocks/${day.picks[0]!.code}/bars?interval=1d&limit=5`,
    )
    expect(bars.some(({ close }) => close === day.picks[0]!.close)).toBe(true)
  })
})

it('a script that is given nothing but the address computes picks, weights and figures again', async () => {
  const script = spawn(process.execPath, ['scripts/recompute-picks.ts', `http://localhost:${open.port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  script.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [exit] = await once(script, 'exit')
  expect([exit, said.split('\n').filter((line) => line !== '' && !line.startsWith('yes'))]).toEqual([0, []])
  expect(said.split('\n').filter((line) => line.startsWith('yes'))).toHaveLength(6)
}, 90_000)

describe('an application', () => {
  it('is refused before the card opens, and then taken; nothing is set aside', async () => {
    const [first] = cheap
    expect((await apply(first!.id)).data).toMatchObject({ rejection: 'CARD_NOT_OPEN' })
    await jump(now() + OPENS_IN)
    expect((await get<AiView>('/ai')).card!.open).toBe(true)
    const before = (await get<{ summary: { orderHold: number; subscriptionHold: number } }>('/account'))
      .summary
    expect((await apply(first!.id)).data).toMatchObject({
      status: 'applying',
      units: 1,
      quantity: 100,
      orderId: null,
      limit: first!.limit,
      entryOn: day.entryOn,
      exitOn: day.exitOn,
      reason: null,
    })
    expect((await get<{ summary: object }>('/account')).summary).toEqual(before)
  })
  it.each<[string, unknown, object]>([
    ['no units', 0, {}],
    ['a part of a unit', 1.5, {}],
    ['a text', '1', {}],
    ['less than none', -1, {}],
    ['more than a form takes', 10_001, {}],
  ])('for %s is malformed', async (_, units) => {
    expect((await apply(cheap[0]!.id, units)).status).toBe(400)
  })
  it('is refused by name: unknown, too much for one member, too little money, wrong level', async () => {
    expect((await apply('AI-2026-0001-2020-01-01-S001')).data).toMatchObject({ rejection: 'PICK_UNKNOWN' })
    expect((await apply(cheap[0]!.id, 3)).data).toMatchObject({ rejection: 'UNITS_ABOVE_MEMBER' })
    const guest = await app.enrol('09011112222')
    expect((await apply(cheap[0]!.id, 1, { as: guest.token })).data).toMatchObject({
      rejection: 'LEVEL_TOO_LOW',
    })
  })
  it('is taken back once, by its member alone', async () => {
    const { id } = (await apply(cheap[1]!.id)).data as ApplicationView
    const guest = await app.enrol('09011113333')
    expect((await post(`/ai/applications/${id}/cancel`, {}, { as: guest.token })).data).toMatchObject({
      rejection: 'APPLICATION_NOT_FOUND',
    })
    expect((await post(`/ai/applications/${id}/cancel`, {})).data).toMatchObject({ id, status: 'cancelled' })
    expect((await post(`/ai/applications/${id}/cancel`, {})).data).toMatchObject({
      rejection: 'APPLICATION_FINISHED',
    })
  })
  it('taken back twice at once is taken back once', async () => {
    const { id } = (await apply(cheap[1]!.id)).data as ApplicationView
    const answers = await Promise.all([0, 1].map(() => post(`/ai/applications/${id}/cancel`, {})))
    expect(answers.map(({ data }) => data.rejection ?? data.status).toSorted()).toEqual([
      'APPLICATION_FINISHED',
      'cancelled',
    ])
  })
  it('with the same key is one, and two hundred at once do not pass what one member may have', async () => {
    const pick = cheap[2]!
    const key = newKey()
    const same = await Promise.all([apply(pick.id, 1, { key }), apply(pick.id, 1, { key })])
    expect(new Set(same.map(({ data }) => data.id)).size).toBe(1)
    const answers = await Promise.all(Array.from({ length: 200 }, () => apply(pick.id)))
    const taken = (await applications()).filter(
      ({ pickId, status }) => pickId === pick.id && status === 'applying',
    )
    expect(taken.length).toBeLessThanOrEqual(3)
    expect(answers.filter(({ code }) => code === 1).length).toBe(taken.length - 1)
    // A full server sheds commands (503): nothing of them happened.
    for (const { code, data } of answers)
      if (code !== 1 && code !== 503)
        expect(['UNITS_ABOVE_MEMBER', 'INSUFFICIENT_BUYING_POWER']).toContain(data.rejection)
  })
})

describe('an opening', () => {
  it('sends each application once, as an ordinary order with the published exits, also when the server is stopped in between', async () => {
    await apply(cheap[3]!.id)
    const waiting = (await applications()).filter(({ status }) => status === 'applying')
    await jump(preOpenAt(open.context.schedule, day.entryOn) + 10 * SECOND)
    await waitFor(applications, (all) =>
      all.every(({ status, orderId }) => status !== 'applying' || orderId !== null),
    )
    open = await reopen(open)
    await open.jobs.runDue()
    const sent = (await applications()).filter(({ id }) => waiting.some((one) => one.id === id))
    const orders =
      await get<
        {
          id: string
          code: string
          price: number
          quantity: number
          takeProfit: number
          stopLoss: number
          leverage: number
        }[]
      >('/orders')
    for (const one of sent) {
      if (one.status === 'failed' && one.orderId === null) continue
      const own = orders.filter(({ id }) => id === one.orderId)
      expect(own).toMatchObject([
        {
          code: one.code,
          price: one.limit,
          quantity: one.quantity,
          takeProfit: one.takeProfit,
          stopLoss: one.stopLoss,
          leverage: 1,
        },
      ])
    }
    expect(orders.length).toBe(sent.filter(({ orderId }) => orderId !== null).length)
    const [first] = sent
    expect((await post(`/ai/applications/${first!.id}/cancel`, {})).data.rejection).toMatch(
      /^APPLICATION_(SENT|FINISHED)$/,
    )
    expect((await apply(cheap[0]!.id)).data).toMatchObject({ rejection: 'PICK_CLOSED' })
  }, 60_000)
  it('ends every application by the end of its day: bought, or failed with a reason', async () => {
    await jump(preOpenAt(open.context.schedule, day.entryOn) + DAY + MINUTE)
    const all = await waitFor(
      applications,
      (found) => found.every(({ status }) => status !== 'applying'),
      30_000,
    )
    for (const one of all) {
      if (one.status === 'success') expect(one.amount).toBe(Math.round(one.price * one.filledQuantity))
      if (one.status === 'failed') expect(one.reason).toBeTruthy()
    }
    expect(all.filter(({ status }) => status === 'cancelled')).toHaveLength(2)
    const told = (await get<{ messages: { kind: string; about: string | null }[] }>('/messages?limit=200'))
      .messages
    for (const { id, status } of all) {
      const kinds = told
        .filter(({ about }) => about === id)
        .map(({ kind }) => kind)
        .toSorted()
      expect([id, kinds]).toEqual([
        id,
        status === 'cancelled'
          ? ['aiApplied']
          : ['aiApplied', status === 'success' ? 'aiBought' : 'aiFailed'],
      ])
    }
  }, 60_000)
  it('leaves the time exit to the member, of what is held alone and to nobody else', async () => {
    const all = await applications()
    const turn = (id: string, timeExit: unknown, as = token) =>
      post(`/ai/applications/${id}/time-exit`, { timeExit }, { as })
    const held = all.find(({ isHeld }) => isHeld)
    const over = all.find(({ isHeld }) => !isHeld)!
    expect((await turn(over.id, false)).data.rejection).toBe('APPLICATION_FINISHED')
    expect((await turn(all[0]!.id, 'no')).status).toBe(400)
    expect((await turn(all[0]!.id, false, stranger)).data.rejection).toBe('APPLICATION_NOT_FOUND')
    if (held === undefined) return
    for (const timeExit of [false, true, false])
      expect((await turn(held.id, timeExit)).data).toMatchObject({ id: held.id, timeExit })
    expect((await applications()).filter(({ timeExit }) => !timeExit).map(({ id }) => id)).toEqual([held.id])
  })
})

it('at its end whatever is left is put into the closing auction, and every pick has its outcome by the rule', async () => {
  await jump(preClosingAt(open.context.schedule, day.exitOn) - 9 * MINUTE)
  await open.jobs.runDue()
  const bought = (await applications()).filter(({ status }) => status === 'success')
  const lots = await get<{ lots: { orderId: string; openQuantity: number; closingQuantity: number }[] }>(
    '/lots',
  )
  const orders = await get<{ lotId: string | null; condition: string; purpose: string }[]>('/orders')
  const left = (Array.isArray(lots) ? lots : lots.lots).filter(({ orderId }: { orderId: string }) =>
    bought.some((one) => one.orderId === orderId),
  )
  // Whoever has said no to the time exit keeps what is held.
  const keeps = new Set(bought.filter(({ timeExit }) => !timeExit).map(({ orderId }) => orderId))
  for (const lot of left)
    expect([lot.orderId, lot.closingQuantity]).toEqual([
      lot.orderId,
      keeps.has(lot.orderId) ? 0 : lot.openQuantity,
    ])
  expect(
    orders.filter(({ purpose, condition }) => purpose === 'close' && condition === 'at-close').length,
  ).toBeGreaterThanOrEqual(left.filter(({ orderId }: { orderId: string }) => !keeps.has(orderId)).length)
  await jump(preOpenAt(open.context.schedule, day.exitOn) + DAY + MINUTE)
  await open.jobs.runDue()
  const past = await waitFor(
    () => get<PickDayView[]>('/ai/days'),
    (found) => found.some(({ id, picks }) => id === day.id && picks.every(({ outcome }) => outcome !== null)),
    30_000,
  )
  const view = await get<AiView>('/ai')
  const outcomes = past.find(({ id }) => id === day.id)!.picks.map(({ outcome }) => outcome!)
  const over = outcomes.filter(({ exit }) => exit !== 'unfilled')
  for (const { returnBp, indexBp, excessBp } of over) expect(excessBp).toBe(returnBp - indexBp - 11)
  expect(view.live).toMatchObject({
    trials: over.length,
    unfilled: outcomes.length - over.length,
    interval: null,
  })
}, 90_000)

it('the journal alone rebuilds it', async () => {
  const { held, again } = await replayJournal(open)
  for (const table of ['ai_days', 'ai_picks', 'ai_applications'])
    expect([table, again[table]]).toEqual([table, held[table]])
}, 60_000)
