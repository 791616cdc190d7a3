import { dateJst } from '#kernel/time.ts'
import { LAPSES_AFTER_MS } from '#modules/funding/model/deposit.ts'
import { APPROVAL_LIFE } from '#modules/staff/model/approval.ts'
import type { AppContext } from './app.ts'
import { booked } from './one-use.ts'
import {
  applies,
  expectGood,
  offering,
  richMember,
  said,
  signs,
  subscribing,
  winning,
  withdrawing,
} from './people.ts'

/**
 * An end that comes by the clock, and the event that would have ended it otherwise. `happened`: which of them
 * came about, read from the rows.
 */
export type Race = {
  readonly begin: (
    app: AppContext,
  ) => Promise<{
    readonly endsAt: number
    readonly event: () => Promise<string>
    readonly expiry: () => Promise<unknown>
    readonly happened: () => 'event' | 'expiry' | 'neither'
  }>
  /** The winner where both are there at the end itself, in this order; before it, the event does. */
  readonly atTheEnd: { readonly eventFirst: 'event' | 'expiry'; readonly expiryFirst: 'event' | 'expiry' }
}

export const RACES: Readonly<Record<string, Race>> = {
  // Also when it is approved its member takes it back, until the bank has it (decision 117).
  'a withdrawal that is taken back, and its approval by time': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'event' },
    begin: async (app) => {
      const { id, withdrawalId } = await withdrawing(app)
      const row = () => app.disk.row('withdrawals', withdrawalId)!
      return {
        endsAt: row().dueAt,
        event: () => said(app.run('withdrawal.cancel', { withdrawalId }, id)),
        expiry: () => app.run('withdrawal.approve-due', { withdrawalIds: [withdrawalId] }),
        happened: () =>
          row().state === 'cancelled' ? 'event' : row().state === 'approved' ? 'expiry' : 'neither',
      }
    },
  },
  'money that has come in, and the end of its announcement': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'event' },
    begin: async (app) => {
      const { depositId, lineId, credit } = await booked(app)
      const row = () => app.disk.row('deposits', depositId)!
      return {
        endsAt: row().requestedAt + LAPSES_AFTER_MS,
        event: credit,
        expiry: () => app.run('deposit.lapse', { depositIds: [depositId] }),
        happened: () => (row().lineId === lineId ? 'event' : row().state === 'denied' ? 'expiry' : 'neither'),
      }
    },
  },
  'an announcement that is taken back, and its end': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'expiry' },
    begin: async (app) => {
      const { id } = await richMember(app)
      const { id: depositId } = (await expectGood(
        app.run('deposit.request', { method: 'bank', payerHash: 'payer', yen: 10_000 }, id),
      )) as { id: string }
      const row = () => app.disk.row('deposits', depositId)!
      return {
        endsAt: row().requestedAt + LAPSES_AFTER_MS,
        event: () => said(app.run('deposit.cancel', { depositId }, id)),
        expiry: () => app.run('deposit.lapse', { depositIds: [depositId] }),
        happened: () =>
          row().reason === 'member-asked' ? 'event' : row().reason === 'not-paid' ? 'expiry' : 'neither',
      }
    },
  },
  'a second signature, and the end of the request': {
    atTheEnd: { eventFirst: 'expiry', expiryFirst: 'expiry' },
    begin: async (app) => {
      const { id } = await richMember(app)
      const asked = {
        power: 'trading.freeze-on',
        subject: id,
        body: {},
        reason: { code: 'takeover', text: null },
      } as const
      const askedAt = Math.floor(app.clock.wall())
      await expectGood(signs(app, 'reviewer', 1, asked, askedAt))
      const row = () => app.disk.rows('approvals').find(({ subject }) => subject === id)!
      return {
        endsAt: askedAt + APPROVAL_LIFE,
        event: () => said(signs(app, 'reviewer', 2, asked, askedAt)),
        expiry: () => app.run('staff.lapse', null),
        happened: () =>
          row().status === 'carried-out' ? 'event' : row().status === 'expired' ? 'expiry' : 'neither',
      }
    },
  },
  'an application, and the close of its draw': {
    atTheEnd: { eventFirst: 'expiry', expiryFirst: 'expiry' },
    begin: async (app) => {
      const { id, drawId } = await offering(app)
      const draw = () => app.disk.row('draws', drawId)!
      const applied = () =>
        app.disk.rows('applications').some((row) => row.drawId === drawId && row.memberId === id)
      return {
        endsAt: draw().closesAt,
        event: () => said(applies(app, id, drawId)),
        expiry: () => app.run('draw.close', { id: drawId, at: Math.floor(app.clock.market()) }),
        happened: () => (applied() ? 'event' : draw().state === 'void' ? 'expiry' : 'neither'),
      }
    },
  },
  'a payment for what was drawn, and the end of its time': {
    atTheEnd: { eventFirst: 'expiry', expiryFirst: 'expiry' },
    begin: async (app) => {
      const { id, drawId, applicationId } = await winning(app)
      const win = () => app.disk.row('ipo_wins', applicationId)!
      const { confirmBy } = win()
      const passOn = () =>
        app.run('ipo.pass-on', { offeringId: drawId, at: confirmBy, tradeDate: dateJst(confirmBy) })
      return {
        endsAt: confirmBy,
        event: () => said(app.run('ipo.confirm', { applicationId }, id)),
        // The job comes when the time has.
        expiry: () => (app.clock.market() < confirmBy ? Promise.resolve() : passOn()),
        happened: () => (win().paidYen > 0 ? 'event' : win().state === 'won' ? 'neither' : 'expiry'),
      }
    },
  },
  // Whoever could wait for what comes after the NAV would join at a price that is known to be good.
  'a subscription that is taken back, and the NAV that takes it': {
    atTheEnd: { eventFirst: 'expiry', expiryFirst: 'expiry' },
    begin: async (app) => {
      const { id, followId, navDueAt, nav } = await subscribing(app)
      const row = () => app.disk.row('copy_follows', followId)!
      return {
        endsAt: navDueAt,
        event: async () => {
          const answer = await said(app.run('copy.sell', { followId }, id))
          // Units that the NAV has given are sold like any others.
          return row().state === 'leaving' ? 'sold' : answer
        },
        // The job comes when the time has.
        expiry: () => (app.clock.market() < navDueAt ? Promise.resolve() : nav()),
        happened: () =>
          row().state === 'withdrawn' ? 'event' : row().state === 'pending' ? 'neither' : 'expiry',
      }
    },
  },
  'a freeze, and the approval by time': {
    atTheEnd: { eventFirst: 'event', expiryFirst: 'expiry' },
    begin: async (app) => {
      const { id, withdrawalId } = await withdrawing(app)
      const row = () => app.disk.row('withdrawals', withdrawalId)!
      const timer = () => app.run('withdrawal.timer', { looked: [{ id: withdrawalId, failed: null }] })
      return {
        endsAt: row().dueAt,
        event: async () => {
          const frozen = await said(
            signs(app, 'reviewer', 1, {
              power: 'trading.freeze',
              subject: id,
              body: {},
              reason: { code: 'takeover', text: null },
            }),
          )
          await timer()
          return row().state === 'approved' ? 'too late' : frozen
        },
        expiry: timer,
        happened: () =>
          row().state === 'approved' ? 'expiry' : row().stoppedFor === 'frozen' ? 'event' : 'neither',
      }
    },
  },
}
