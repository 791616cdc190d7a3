import { dateJst } from '#kernel/time.ts'
import { LAPSES_AFTER_MS } from '#modules/funding/model/deposit.ts'
import { APPROVAL_LIFE } from '#modules/staff/model/approval.ts'
import type { House } from './house.ts'
import { booked } from './one-use.ts'
import { applies, expectGood, offering, richMember, said, signs, winning, withdrawing } from './people.ts'

/** An end that comes by the clock, and the event that would have ended it otherwise. `happened`: which of them came about, read from the rows. */
export type Race = {
  readonly begin: (house: House) => Promise<{ readonly endsAt: number; readonly event: () => Promise<string>; readonly expiry: () => Promise<unknown>; readonly happened: () => 'event' | 'expiry' | 'neither' }>
  /** Who wins where both are there at the end itself, in this order; before it, the event does. */
  readonly atTheEnd: { readonly eventFirst: 'event' | 'expiry'; readonly expiryFirst: 'event' | 'expiry' }
}

export const RACES: Readonly<Record<string, Race>> = {
  'a withdrawal that is taken back, and its approval by time': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'expiry' },
    begin: async (house) => {
      const { id, withdrawalId } = await withdrawing(house)
      const row = () => house.disk.row('withdrawals', withdrawalId)!
      return {
        endsAt: row().dueAt, event: () => said(house.run('withdrawal.cancel', { withdrawalId }, id)), expiry: () => house.run('withdrawal.approve-due', { withdrawalIds: [withdrawalId] }),
        happened: () => (row().state === 'cancelled' ? 'event' : row().state === 'approved' ? 'expiry' : 'neither'),
      }
    },
  },
  'money that has come in, and the end of its announcement': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'event' },
    begin: async (house) => {
      const { depositId, lineId, credit } = await booked(house)
      const row = () => house.disk.row('deposits', depositId)!
      return {
        endsAt: row().requestedAt + LAPSES_AFTER_MS, event: credit, expiry: () => house.run('deposit.lapse', { depositIds: [depositId] }),
        happened: () => (row().lineId === lineId ? 'event' : row().state === 'denied' ? 'expiry' : 'neither'),
      }
    },
  },
  'an announcement that is taken back, and its end': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'expiry' },
    begin: async (house) => {
      const { id } = await richMember(house)
      const { id: depositId } = await expectGood(house.run('deposit.request', { method: 'bank', payerHash: 'payer', yen: 10_000 }, id)) as { id: string }
      const row = () => house.disk.row('deposits', depositId)!
      return {
        endsAt: row().requestedAt + LAPSES_AFTER_MS, event: () => said(house.run('deposit.cancel', { depositId }, id)), expiry: () => house.run('deposit.lapse', { depositIds: [depositId] }),
        happened: () => (row().reason === 'member-asked' ? 'event' : row().reason === 'not-paid' ? 'expiry' : 'neither'),
      }
    },
  },
  'a second signature, and the end of the request': {
    atTheEnd: { eventFirst: 'expiry', expiryFirst: 'expiry' },
    begin: async (house) => {
      const { id } = await richMember(house)
      const asked = { power: 'trading.freeze-on', subject: id, body: {}, reason: { code: 'takeover', text: null } } as const
      const askedAt = Math.floor(house.clock.wall())
      await expectGood(signs(house, 'reviewer', 1, asked, askedAt))
      const row = () => house.disk.rows('approvals').find(({ subject }) => subject === id)!
      return {
        endsAt: askedAt + APPROVAL_LIFE, event: () => said(signs(house, 'reviewer', 2, asked, askedAt)), expiry: () => house.run('staff.lapse', null),
        happened: () => (row().status === 'carried-out' ? 'event' : row().status === 'expired' ? 'expiry' : 'neither'),
      }
    },
  },
  'an application, and the close of its draw': {
    atTheEnd: { eventFirst: 'expiry', expiryFirst: 'expiry' },
    begin: async (house) => {
      const { id, drawId } = await offering(house)
      const draw = () => house.disk.row('draws', drawId)!
      const applied = () => house.disk.rows('applications').some((row) => row.drawId === drawId && row.memberId === id)
      return {
        endsAt: draw().closesAt, event: () => said(applies(house, id, drawId)), expiry: () => house.run('draw.close', { id: drawId, at: Math.floor(house.clock.market()) }),
        happened: () => (applied() ? 'event' : draw().state === 'void' ? 'expiry' : 'neither'),
      }
    },
  },
  'a payment for what was drawn, and the end of its time': {
    atTheEnd: { eventFirst: 'expiry', expiryFirst: 'expiry' },
    begin: async (house) => {
      const { id, drawId, applicationId } = await winning(house)
      const win = () => house.disk.row('ipo_wins', applicationId)!
      const { confirmBy } = win()
      const passOn = () => house.run('ipo.pass-on', { offeringId: drawId, at: confirmBy, tradeDate: dateJst(confirmBy) })
      return {
        endsAt: confirmBy, event: () => said(house.run('ipo.confirm', { applicationId }, id)),
        // The job comes when the time has.
        expiry: () => (house.clock.market() < confirmBy ? Promise.resolve() : passOn()),
        happened: () => (win().paidYen > 0 ? 'event' : win().state === 'won' ? 'neither' : 'expiry'),
      }
    },
  },
  'a freeze, and the approval by time': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'expiry' },
    begin: async (house) => {
      const { id, withdrawalId } = await withdrawing(house)
      const row = () => house.disk.row('withdrawals', withdrawalId)!
      const timer = () => house.run('withdrawal.timer', { looked: [{ id: withdrawalId, failed: null }] })
      return {
        endsAt: row().dueAt,
        event: async () => {
          const frozen = await said(signs(house, 'reviewer', 1, { power: 'trading.freeze', subject: id, body: {}, reason: { code: 'takeover', text: null } }))
          await timer()
          return row().state === 'approved' ? 'too late' : frozen
        },
        expiry: timer,
        happened: () => (row().state === 'approved' ? 'expiry' : row().stoppedFor === 'frozen' ? 'event' : 'neither'),
      }
    },
  },
}
