import { expect, it } from 'vitest'
import { runAgain } from './run-again.fixture.ts'
import { testHouse, type TestHouse } from './test-house.ts'
import { until } from './until.fixture.ts'

let house: TestHouse

/** Every kind of command that a member's day makes: opened, filled, closed in part, left waiting, cancelled, refused. */
async function liveADay(): Promise<void> {
  const { token } = await house.enrol('090-5555-0001')
  const cheap = await house.affordable(4)
  const place = (body: object) => house.call('POST', '/api/orders', { token, body: { side: 'up', type: 'market', quantity: 200, leverage: 1, ...body } })
  for (const code of cheap) expect((await place({ code })).code).toBe(1)
  const lots = await until(async () => (await house.call('GET', '/api/lots', { token })).data as { id: string }[], (found) => found.length === cheap.length, 40_000)
  await house.call('POST', `/api/lots/${lots[0]!.id}/close`, { token, body: { type: 'market', quantity: 100 } })
  await house.call('POST', `/api/lots/${lots[1]!.id}/close`, { token, body: { type: 'market' } })
  const isClosed = ({ id, status }: { id: string; status: string }) => id !== lots[1]!.id || status === 'closed'
  await until(async () => (await house.call('GET', '/api/lots', { token })).data as { id: string; status: string }[], (found) => found.every(isClosed))
  expect((await place({ code: cheap[2], quantity: 100_000_000 })).code).not.toBe(1)
  // The account frozen, nothing opened, found again after its password was forgotten.
  await house.call('POST', '/api/auth/freeze', { token, body: {} })
  expect((await place({ code: cheap[3] })).data.rejection).toBe('ACCOUNT_FROZEN')
  const lost = { what: 'password', mobile: '090-5555-0001' }
  await house.call('POST', '/api/auth/recovery/code', { body: lost })
  const inbox = await until(async () => (await house.call('GET', '/api/dev/inbox?mobile=090-5555-0001')).data as { code: string | null }[], (found) => found.filter(({ code }) => code !== null).length > 1)
  const found = await house.call('POST', '/api/auth/recovery', {
    body: { ...lost, verificationCode: inbox[0]!.code, nameKana: '', documentNumber: '', newPassword: 'stone-31', confirmPassword: 'stone-31' },
  })
  expect(found.data.status).toBe('recovered')
  await house.call('POST', '/api/dev/clock', { body: { at: new Date(house.house.clock.wall() + 60_000).toISOString() } })
}

it('the journal of the whole house, run again, says the same byte for byte and leaves the same rows', async () => {
  house = await testHouse()
  await liveADay()
  const { types, held, again } = await runAgain(house)
  expect(types.size).toBeGreaterThan(4)
  expect(again).toEqual(held)
}, 120_000)
