import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { startApp, type AppContext } from './app.ts'
import { expectGood, said, signs, watching, withdrawing } from './people.ts'
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
    const asked = event()
    // An act reads what it is about before it comes to the engine; the other follows when it is there.
    await new Promise(setImmediate)
    const [said] = await Promise.all([asked, expiry()])
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

describe('a freeze that is lifted, and the time that it has stopped', () => {
  const frozen = async () => {
    const { id, withdrawalId } = await withdrawing(app)
    const row = () => app.disk.row('withdrawals', withdrawalId)!
    const timer = () => app.run('withdrawal.timer', { looked: [{ id: withdrawalId, failed: null }] })
    const member = (type: 'freeze' | 'unfreeze') => app.run(`member.${type}`, { memberId: id }, id)
    const firstDue = row().dueAt
    app.clock.pass(HOUR)
    await expectGood(member('freeze'))
    await expectGood(timer())
    expect(row()).toMatchObject({ stoppedFor: 'frozen', leftMs: 4 * HOUR })
    return { row, timer, lift: () => member('unfreeze'), firstDue }
  }
  it.each([
    ['before it would have been over', -1],
    ['at its end', 0],
    ['after its end', 1],
    ['a day after its end', DAY],
  ])('lifted %s: what was left goes on, and nothing is approved before it has passed', async (_, offset) => {
    const { row, timer, lift, firstDue } = await frozen()
    app.clock.pass(firstDue + offset - app.clock.wall())
    await expectGood(timer())
    expect(row().state).toBe('requested')
    await expectGood(lift())
    await expectGood(timer())
    expect(row()).toMatchObject({ state: 'requested', stoppedFor: null, leftMs: null })
    expect(row().dueAt).toBeGreaterThanOrEqual(app.clock.wall() + 4 * HOUR)
    app.clock.pass(row().dueAt - 1 - app.clock.wall())
    await expectGood(timer())
    expect(row().state).toBe('requested')
    app.clock.pass(1)
    await expectGood(timer())
    expect(row()).toMatchObject({ state: 'approved', approvedBy: 'time' })
  })

  it.each(['lift', 'timer'] as const)('at the same moment as a look, %s first', async (first) => {
    const { row, timer, lift, firstDue } = await frozen()
    app.clock.pass(firstDue - app.clock.wall())
    await Promise.all(first === 'lift' ? [lift(), timer()] : [timer(), lift()])
    expect([row().state, row().stoppedFor]).toEqual(['requested', first === 'lift' ? null : 'frozen'])
    await expectGood(timer())
    expect(row()).toMatchObject({ state: 'requested', stoppedFor: null })
    expect(row().dueAt).toBeGreaterThanOrEqual(app.clock.wall() + 4 * HOUR)
  })

  it('frozen and lifted between two looks: nobody saw it, and the time ran', async () => {
    const { id, withdrawalId } = await withdrawing(app)
    const due = app.disk.row('withdrawals', withdrawalId)!.dueAt
    await expectGood(app.run('member.freeze', { memberId: id }, id))
    await expectGood(app.run('member.unfreeze', { memberId: id }, id))
    await expectGood(app.run('withdrawal.timer', { looked: [{ id: withdrawalId, failed: null }] }))
    expect(app.disk.row('withdrawals', withdrawalId)).toMatchObject({ stoppedFor: null, dueAt: due })
  })

  it('frozen at the moment that the time is over: whichever is first in the journal', async () => {
    for (const first of ['freeze', 'timer'] as const) {
      const { id, withdrawalId } = await withdrawing(app)
      const row = () => app.disk.row('withdrawals', withdrawalId)!
      app.clock.pass(row().dueAt - app.clock.wall())
      const freeze = () => app.run('member.freeze', { memberId: id }, id)
      const timer = () => app.run('withdrawal.timer', { looked: [{ id: withdrawalId, failed: null }] })
      await Promise.all(first === 'freeze' ? [freeze(), timer()] : [timer(), freeze()])
      expect(row().state).toBe(first === 'freeze' ? 'requested' : 'approved')
      // A payment approved in the same moment is stopped on its way to the bank.
      await expectGood(app.run('withdrawal.payment-stops', { looked: [{ id: withdrawalId, failed: null }] }))
      expect(row().stoppedFor).toBe('frozen')
    }
  })
})

it.each(['removed', 'hit'] as const)(
  'an alert that is removed as a trade reaches it, %s first',
  async (first) => {
    const { id, alertId, hit } = await watching(app)
    const remove = () => said(app.run('alert.remove', { id: alertId }, id))
    const acts = first === 'removed' ? [remove(), hit()] : [hit(), remove()]
    expect(await Promise.all(acts)).toEqual(['good', first === 'removed' ? 'ALERT_OVER' : 'good'])
    expect(app.disk.row('alerts', alertId)!.status).toBe('removed')
    expect(await hit()).toBe('ALERT_OVER')
  },
)
