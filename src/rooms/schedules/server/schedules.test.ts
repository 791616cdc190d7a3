import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { atConsole } from '#server/by-hand.fixture.ts'
import { runAgain } from '#server/run-again.fixture.ts'
import { testHouse, type TestHouse } from '#server/test-house.ts'
import { until } from '#server/until.fixture.ts'

let house: TestHouse
let member: { token: string }
let code: string
beforeAll(async () => {
  house = await testHouse({ env: { DEMO_DESK: 'off' } })
  member = await house.enrol('090-6161-0001')
  code = (await house.affordable(1))[0]!
}, 60_000)
afterAll(() => rmSync(house.house.config.dataDir, { recursive: true, force: true }))

const view = async () => (await house.call('GET', '/api/schedules')).data
const set = (operatorId: string, from: string, change: object = {}) =>
  house.rooms.staff.act(operatorId, { power: 'fees.set', subject: `fees-${from}`, body: { from, ratePpm: 2_000, minYen: 10, maxYen: 5_000, ...change } })
/** A day order far under the market: it costs its fee in the hold alone. */
async function order(): Promise<{ id: string; fee: number; notional: number }> {
  const { quote } = (await house.call('GET', `/api/stocks/${code}`)).data
  const answer = await house.call('POST', '/api/orders', { token: member.token, body: { code, side: 'up', type: 'limit', price: quote.lowerLimit, quantity: 100, leverage: 1 } })
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
    expect(await set('demo-administrator-1', next, { memberId: 'x' })).toMatchObject({ rejection: 'SCHEDULE_FORM' })
    expect(await set('demo-administrator-1', next)).toMatchObject({ ok: true, answer: { status: 'open' } })
    expect(await set('demo-administrator-2', next)).toMatchObject({ rejection: 'ROLE_SIGNED_ALREADY' })
    expect((await view()).history).toHaveLength(1)
    expect(await set('demo-auditor-1', next)).toMatchObject({ ok: true, answer: { status: 'carried-out' } })
    expect(await set('demo-administrator-1', next, { ratePpm: 3_000 })).toMatchObject({ rejection: 'SCHEDULE_KNOWN' })
    expect((await view()).history).toMatchObject([
      { from: next, status: 'coming', fees: { ratePpm: 2_000, minYen: 10, maxYen: 5_000 }, signers: [{ role: 'administrator', number: 1 }, { role: 'auditor', number: 1 }] },
      { from: null, status: 'in-force' },
    ])

    const before = await order()
    expect(before.fee).toBe(feeOf(before.notional, 500, 50, 1_000))
    const opens = timeJst(next, 6, 5)
    expect((await house.call('POST', '/api/dev/clock', { body: { at: new Date(opens).toISOString() } })).code).toBe(1)
    expect(await view()).toMatchObject({ today: next, fees: { ratePpm: 2_000 }, history: [{ status: 'in-force' }, { status: 'over' }] })
    await until(async () => (await house.call('GET', `/api/stocks/${code}`)).data.quote.tradeDate, (date) => date === next, 20_000)
    // What support sends and what the next documents quote say the same.
    const [support, auditor] = [await atConsole(house, 'demo-support-1'), await atConsole(house, 'demo-auditor-1')]
    const { filled } = (await support.get('/canned')).find(({ canned }: { canned: string }) => canned === 'fee')
    for (const figure of ['0.2%', '10 yen', '5,000 yen']) expect(filled.en).toContain(figure)
    expect((await auditor.get('/documents')).figures).toMatchObject({ feeRate: 0.2, feeMin: 10, feeMax: 5_000 })
    const after = await order()
    expect(after.fee).toBe(feeOf(after.notional, 2_000, 10, 5_000))
    // Each keeps what it was quoted.
    const rows = await house.house.db.kysely.selectFrom('orders').select(['id', 'feePpm', 'quotedFeeYen']).where('id', 'in', [before.id, after.id]).execute()
    expect(Object.fromEntries(rows.map(({ id, feePpm }) => [id, feePpm]))).toEqual({ [before.id]: 500, [after.id]: 2_000 })
  }, 60_000)
})

it.each(['limits.set', 'simulator.set', 'calendar.set', 'invitations.issue'] as const)('%s says that it has no effect here, and nothing is signed', async (power) => {
  expect(await house.rooms.staff.act('demo-administrator-1', { power, subject: 'x', body: {} })).toMatchObject({ ok: false, rejection: 'SET_BY_RELEASE' })
})

it('the journal alone rebuilds the schedules and the orders with their fees', async () => {
  const { held, again } = await runAgain(house)
  expect([held['schedules']!.length, again['schedules'], again['orders']]).toEqual([1, held['schedules'], held['orders']])
})
