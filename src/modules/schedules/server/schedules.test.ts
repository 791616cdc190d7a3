import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, timeJst } from '#kernel/time.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { asWritten } from '#modules/identity/server/as-written.fixture.ts'

let app: TestApp
let member: { token: string; userId: string }
let code: string
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  member = await app.enrol('090-6161-0001')
  code = (await app.affordable(1))[0]!
}, 60_000)

const view = async () => (await app.call('GET', '/api/schedules')).data
const set = (operatorId: string, from: string, change: object = {}) =>
  app.modules.staff.act(operatorId, {
    power: 'fees.set',
    subject: `fees-${from}`,
    body: { from, ratePpm: 2_000, minYen: 10, maxYen: 5_000, ...change },
  })
/** A day order far under the market: it costs its fee in the hold alone. */
async function order(): Promise<{ id: string; fee: number; notional: number }> {
  const { quote } = (await app.call('GET', `/api/stocks/${code}`)).data
  const answer = await app.call('POST', '/api/orders', {
    token: member.token,
    body: { code, side: 'up', type: 'limit', price: quote.lowerLimit, quantity: 100, leverage: 1 },
  })
  expect(answer).toMatchObject({ code: 1 })
  return { id: answer.data.id, fee: answer.data.quoted.fee, notional: answer.data.quoted.notional }
}
const feeOf = (notional: number, ppm: number, least: number, most: number) => {
  const fee = Math.min(Math.max(Math.floor((notional * ppm) / 1_000_000), least), most)
  return fee + Math.floor(fee / 10)
}

describe('fees', () => {
  it('are set by two people for the next business day, published at once, and charged from that day on', async () => {
    const { today, next, fees } = await view()
    expect(fees).toEqual({ ratePpm: 500, minYen: 50, maxYen: 1_000 })
    expect(await set('demo-auditor-1', next)).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    expect(await set('demo-administrator-1', today)).toMatchObject({ rejection: 'FROM_TOO_EARLY' })
    expect(await set('demo-administrator-1', next, { memberId: 'x' })).toMatchObject({
      rejection: 'SCHEDULE_FORM',
    })
    expect(await set('demo-administrator-1', next)).toMatchObject({ ok: true, answer: { status: 'open' } })
    expect(await set('demo-administrator-2', next)).toMatchObject({ rejection: 'ROLE_SIGNED_ALREADY' })
    expect((await view()).history).toHaveLength(1)
    expect(await set('demo-auditor-1', next)).toMatchObject({ ok: true, answer: { status: 'carried-out' } })
    expect(await set('demo-administrator-1', next, { ratePpm: 3_000 })).toMatchObject({
      rejection: 'SCHEDULE_KNOWN',
    })
    expect((await view()).history).toMatchObject([
      {
        from: next,
        status: 'coming',
        fees: { ratePpm: 2_000, minYen: 10, maxYen: 5_000 },
        signers: [
          { role: 'administrator', number: 1 },
          { role: 'auditor', number: 1 },
        ],
      },
      { from: null, status: 'in-force' },
    ])

    const before = await order()
    expect(before.fee).toBe(feeOf(before.notional, 500, 50, 1_000))
    const opens = timeJst(next, 6, 5)
    expect(
      (await app.call('POST', '/api/dev/clock', { body: { at: new Date(opens).toISOString() } })).code,
    ).toBe(1)
    expect(await view()).toMatchObject({
      today: next,
      fees: { ratePpm: 2_000 },
      history: [{ status: 'in-force' }, { status: 'over' }],
    })
    await waitFor(
      async () => (await app.call('GET', `/api/stocks/${code}`)).data.quote.tradeDate,
      (date) => date === next,
      20_000,
    )
    // The answers of support and the fees quoted in the next documents are the same.
    const [support, auditor] = [
      await atConsole(app, 'demo-support-1'),
      await atConsole(app, 'demo-auditor-1'),
    ]
    const { filled } = (await support.get('/canned')).find(
      ({ canned }: { canned: string }) => canned === 'fee',
    )
    for (const figure of ['0.2%', '10 yen', '5,000 yen']) expect(filled.en).toContain(figure)
    expect((await auditor.get('/documents')).figures).toMatchObject({
      feeRate: 0.2,
      feeMin: 10,
      feeMax: 5_000,
    })
    const after = await order()
    expect(after.fee).toBe(feeOf(after.notional, 2_000, 10, 5_000))
    // Each keeps what it was quoted.
    const rows = await app.context.db.kysely
      .selectFrom('orders')
      .select(['id', 'feePpm', 'quotedFeeYen'])
      .where('id', 'in', [before.id, after.id])
      .execute()
    expect(Object.fromEntries(rows.map(({ id, feePpm }) => [id, feePpm]))).toEqual({
      [before.id]: 500,
      [after.id]: 2_000,
    })
  }, 60_000)
})

describe('limits', () => {
  it('are set by two people for the next business day, and hold from then on for what is new', async () => {
    const { next } = await view()
    const subject = `limits-${next}`
    const set = (operatorId: string, change: object = {}) =>
      app.modules.staff.act(operatorId, {
        power: 'limits.set',
        subject,
        body: { from: next, byRuleYen: 300_000, orderYen: 1_000_000, openOrders: 20, ...change },
      })
    expect(await set('demo-administrator-1', { byRuleYen: 0 })).toMatchObject({
      rejection: 'LIMIT_BOUNDS',
      detail: { what: 'byRuleYen', least: 100_000 },
    })
    expect(await set('demo-administrator-1', { memberId: member.userId })).toMatchObject({
      rejection: 'SCHEDULE_FORM',
    })
    expect(await set('demo-administrator-1')).toMatchObject({ answer: { status: 'open' } })
    expect(await set('demo-administrator-2')).toMatchObject({ rejection: 'ROLE_SIGNED_ALREADY' })
    expect(await set('demo-auditor-1')).toMatchObject({ answer: { status: 'carried-out' } })
    expect(await view()).toMatchObject({
      limits: { byRuleYen: 1_000_000, orderYen: 500_000_000, openOrders: 200 },
      limitHistory: [
        { id: subject, status: 'coming' },
        { from: null, status: 'in-force' },
      ],
    })

    expect(
      (
        await app.call('POST', '/api/dev/clock', {
          body: { at: new Date(timeJst(next, 6, 5)).toISOString() },
        })
      ).code,
    ).toBe(1)
    await waitFor(
      async () => (await app.call('GET', `/api/stocks/${code}`)).data.quote.tradeDate,
      (date) => date === next,
      20_000,
    )
    expect(await view()).toMatchObject({
      limits: { byRuleYen: 300_000, orderYen: 1_000_000, openOrders: 20 },
      limitHistory: [{ status: 'in-force' }, { status: 'over' }],
    })
    expect(
      (await app.call('GET', `/api/index/withdrawal?user_id=${member.userId}`, { token: member.token })).data,
    ).toMatchObject({ byRule: 300_000 })
    const { quote } = (await app.call('GET', `/api/stocks/${code}`)).data
    const quantity = (Math.floor(1_000_000 / quote.lowerLimit / 100) + 1) * 100
    const refused = await app.call('POST', '/api/orders', {
      token: member.token,
      body: { code, side: 'up', type: 'limit', price: quote.lowerLimit, quantity, leverage: 1 },
    })
    expect(refused).toMatchObject({
      data: { rejection: 'ORDER_VALUE_ABOVE_LEVEL', detail: { maxYen: 1_000_000 } },
    })
  }, 60_000)
})

describe('invitation codes', () => {
  const register = async (mobile: string, code: string) => {
    const { data } = await sms(mobile)
    return app.call('POST', '/api/auth/register', {
      body: {
        mobile,
        password: 'lamp-7Kq',
        confirmPassword: 'lamp-7Kq',
        invitationCode: code,
        verificationCode: data[0].code,
      },
    })
  }
  const sms = async (mobile: string) => {
    await app.call('POST', '/api/auth/sms-code', { body: { mobile } })
    return app.call('GET', `/api/dev/inbox?mobile=${mobile}`)
  }
  it('come by the batch from two people, are good from its first day to its last, each as often as it says', async () => {
    const { next } = await view()
    const [subject, body] = [
      `invitations-${next}-1`,
      { from: next, until: addDays(next, 1), codes: 3, usesEach: 2 },
    ]
    const issue = (operatorId: string, change: object = {}) =>
      app.modules.staff.act(operatorId, { power: 'invitations.issue', subject, body: { ...body, ...change } })
    expect(await issue('demo-administrator-1', { codes: 501 })).toMatchObject({ rejection: 'BATCH_SIZE' })
    expect(await issue('demo-auditor-1')).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    expect(await issue('demo-administrator-1')).toMatchObject({ ok: true, answer: { status: 'open' } })
    expect(await issue('demo-auditor-1')).toMatchObject({ ok: true, answer: { status: 'carried-out' } })
    expect((await view()).invitations).toMatchObject([
      {
        id: subject,
        from: next,
        status: 'coming',
        until: body.until,
        codes: 3,
        usesEach: 2,
        signers: [{ role: 'administrator' }, { role: 'auditor' }],
      },
    ])

    const [administrator, support] = [
      await atConsole(app, 'demo-administrator-2'),
      await atConsole(app, 'demo-support-1'),
    ]
    const codes: { code: string; used: number }[] = await waitFor(
      () => administrator.get(`/invitations/${subject}`),
      (found) => found.length === 3,
    )
    expect(
      (await app.call('GET', `/api/console/invitations/${subject}`, { token: support.token })).status,
    ).toBe(403)
    expect(
      (
        await app.call('GET', '/api/console/invitations/invitations-2026-01-01-1', {
          token: administrator.token,
        })
      ).status,
    ).toBe(404)
    // Neither the public table nor the journal knows a code.
    const { rows } = await app.context.db.pool.query(
      "select convert_from(record, 'UTF8') as record from journal",
    )
    for (const { code: secret } of codes)
      expect(
        [JSON.stringify(await view()), ...rows.map(({ record }) => record)].filter((text) =>
          text.includes(secret),
        ),
      ).toEqual([])

    const [first, second] = codes
    expect(await register('090-6161-0011', first!.code)).toMatchObject({
      data: { rejection: 'INVITATION_INVALID' },
    })
    expect(
      (await app.call('POST', '/api/dev/clock', { body: { at: new Date(timeJst(next, 7)).toISOString() } }))
        .code,
    ).toBe(1)
    const answers = await Promise.all(
      ['090-6161-0011', '090-6161-0012', '090-6161-0013'].map((mobile) =>
        register(mobile, first!.code.toLowerCase()),
      ),
    )
    expect(answers.map((answer) => (answer.code === 1 ? 'in' : answer.data.rejection)).toSorted()).toEqual([
      'INVITATION_INVALID',
      'in',
      'in',
    ])
    expect(
      (await administrator.get(`/invitations/${subject}`))
        .map(({ used }: { used: number }) => used)
        .toSorted(),
    ).toEqual([0, 0, 2])
    expect(
      (
        await app.call('POST', '/api/dev/clock', {
          body: { at: new Date(timeJst(body.until, 24, 1)).toISOString() },
        })
      ).code,
    ).toBe(1)
    expect(await register('090-6161-0014', second!.code)).toMatchObject({
      data: { rejection: 'INVITATION_INVALID' },
    })
  }, 60_000)

  it('are made once, and made at the start where the server fell before they were', async () => {
    const { id } = (await view()).invitations[0]
    const codes = () =>
      app.context.db.kysely.selectFrom('invitationCodes').select('code').where('batch', '=', id).execute()
    const schedules = app.modules.all.find(({ name }) => name === 'schedules')!
    const before = await codes()
    await schedules.start!()
    expect(await codes()).toEqual(before)
    await app.context.db.kysely.deleteFrom('invitationCodes').where('batch', '=', id).execute()
    await asWritten(app.context)
    await schedules.start!()
    expect(await codes()).toHaveLength(3)
  })
})

it('nobody sets the simulator: there is no such power', async () => {
  expect(
    await app.modules.staff.act('demo-administrator-1', {
      power: 'simulator.set' as never,
      subject: 'x',
      body: {},
    }),
  ).toMatchObject({ ok: false, rejection: 'POWER_UNKNOWN' })
})

it('the journal alone rebuilds the schedules and the orders with their fees', async () => {
  const { held, again } = await replayJournal(app)
  expect([held['schedules']!.length, again['schedules'], again['orders']]).toEqual([
    3,
    held['schedules'],
    held['orders'],
  ])
})
