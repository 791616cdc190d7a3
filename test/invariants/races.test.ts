import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { startApp, type AppContext } from './app.ts'
import { expectGood, signs, withdrawing } from './people.ts'
import { RACES } from './races.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** The money of everybody is asked for by the invariants of the simulation, batch by batch. */
describe.each(Object.entries(RACES))('%s', (_, { begin, atTheEnd }) => {
  it.each([
    ['before its end', -1],
    ['at its end', 0],
  ] as const)('the event first, %s', async (when, offset) => {
    const { endsAt, event, expiry, happened } = await begin(app)
    app.clock.pass(endsAt + offset - app.clock.wall())
    const [said] = await Promise.all([event(), expiry()])
    const winner = when === 'at its end' ? atTheEnd.eventFirst : 'event'
    expect([happened(), said === 'good']).toEqual([winner, winner === 'event'])
  })
  it.each([
    ['before its end', -1],
    ['at its end', 0],
  ] as const)('the expiry first, %s', async (when, offset) => {
    const { endsAt, event, expiry, happened } = await begin(app)
    app.clock.pass(endsAt + offset - app.clock.wall())
    const [, said] = await Promise.all([expiry(), event()])
    const winner = when === 'at its end' ? atTheEnd.expiryFirst : 'event'
    expect([happened(), said === 'good']).toEqual([winner, winner === 'event'])
  })
})

it('a denial that one person asks for stops a withdrawal once, for 24 hours: asked again, by whomever, its time goes on and it is paid', async () => {
  const { withdrawalId } = await withdrawing(app)
  const row = () => app.disk.row('withdrawals', withdrawalId)!
  const timer = () =>
    expectGood(app.run('withdrawal.timer', { looked: [{ id: withdrawalId, failed: null }] }))
  const asks = (reviewer: number) =>
    expectGood(
      signs(app, 'reviewer', reviewer, {
        power: 'withdrawal.deny',
        subject: withdrawalId,
        body: {},
        reason: { code: 'takeover', text: { id: 'text', hash: 'ab' } },
      }),
    )
  await asks(1)
  await timer()
  expect(row().stoppedFor).toBe('denial')
  app.clock.pass(DAY)
  await expectGood(app.run('staff.lapse', null))
  await timer()
  expect([row().stoppedFor, row().state]).toEqual([null, 'requested'])
  await asks(2)
  await timer()
  expect(row().stoppedFor).toBeNull()
  app.clock.pass(row().dueAt - app.clock.wall())
  await timer()
  expect([row().state, row().approvedBy]).toEqual(['approved', 'time'])
})
