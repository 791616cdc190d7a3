import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { openHouse, type House } from './house.ts'
import { expectGood, signs, withdrawing } from './people.ts'
import { RACES } from './races.ts'

let house: House
beforeAll(async () => { house = await openHouse() })
afterAll(() => house.close())

/** The money of everybody is asked for by the invariants of the simulation, batch by batch. */
describe.each(Object.entries(RACES))('%s', (_, { begin, atTheEnd }) => {
  it.each([['before its end', -1], ['at its end', 0]] as const)('the event first, %s', async (when, offset) => {
    const { endsAt, event, expiry, happened } = await begin(house)
    house.clock.pass(endsAt + offset - house.clock.wall())
    const [said] = await Promise.all([event(), expiry()])
    const winner = when === 'at its end' ? atTheEnd.eventFirst : 'event'
    expect([happened(), said === 'good']).toEqual([winner, winner === 'event'])
  })
  it.each([['before its end', -1], ['at its end', 0]] as const)('the expiry first, %s', async (when, offset) => {
    const { endsAt, event, expiry, happened } = await begin(house)
    house.clock.pass(endsAt + offset - house.clock.wall())
    const [, said] = await Promise.all([expiry(), event()])
    const winner = when === 'at its end' ? atTheEnd.expiryFirst : 'event'
    expect([happened(), said === 'good']).toEqual([winner, winner === 'event'])
  })
})

it('a denial that one person asks for stops a withdrawal once, for 24 hours: asked again, by whomever, its time goes on and it is paid', async () => {
  const { withdrawalId } = await withdrawing(house)
  const row = () => house.disk.row('withdrawals', withdrawalId)!
  const timer = () => expectGood(house.run('withdrawal.timer', { looked: [{ id: withdrawalId, failed: null }] }))
  const asks = (reviewer: number) => expectGood(signs(house, 'reviewer', reviewer, { power: 'withdrawal.deny', subject: withdrawalId, body: {}, reason: { code: 'takeover', text: { id: 'text', hash: 'ab' } } }))
  await asks(1)
  await timer()
  expect(row().stoppedFor).toBe('denial')
  house.clock.pass(DAY)
  await expectGood(house.run('staff.lapse', null))
  await timer()
  expect([row().stoppedFor, row().state]).toEqual([null, 'requested'])
  await asks(2)
  await timer()
  expect(row().stoppedFor).toBeNull()
  house.clock.pass(row().dueAt - house.clock.wall())
  await timer()
  expect([row().state, row().approvedBy]).toEqual(['approved', 'time'])
})
