import type { AppContext } from './app.ts'
import { applies, expectGood, offering, pool, richMember, said, subscribing, winning } from './people.ts'

/**
 * An act that its member may do until a time, which a job or a scan then acts on. Here none of them comes:
 * the act is over by its own time.
 */
export type Deadline = {
  /** The word of the act from its end on. */
  readonly over: string
  readonly begin: (app: AppContext) => Promise<{ endsAt: number; act: () => Promise<string> }>
}

export const DEADLINES: Readonly<Record<string, Deadline>> = {
  'an entry in a draw': {
    over: 'APPLICATIONS_CLOSED',
    begin: async (app) => {
      const { id, drawId } = await offering(app)
      return { endsAt: app.disk.row('draws', drawId)!.closesAt, act: () => said(applies(app, id, drawId)) }
    },
  },
  'an entry in a draw that is taken back': {
    over: 'APPLICATIONS_CLOSED',
    begin: async (app) => {
      const { id, drawId } = await offering(app)
      const { id: applicationId } = (await expectGood(applies(app, id, drawId))) as { id: string }
      return {
        endsAt: app.disk.row('draws', drawId)!.closesAt,
        act: () => said(app.run('draw.cancel', { applicationId }, id)),
      }
    },
  },
  'a payment for what was won': {
    over: 'PAYMENT_OVER',
    begin: async (app) => {
      const { id, applicationId } = await winning(app)
      return {
        endsAt: app.disk.row('ipo_wins', applicationId)!.confirmBy,
        act: () => said(app.run('ipo.confirm', { applicationId }, id)),
      }
    },
  },
  'letting go what was won': {
    over: 'PAYMENT_OVER',
    begin: async (app) => {
      const { id, applicationId } = await winning(app)
      return {
        endsAt: app.disk.row('ipo_wins', applicationId)!.confirmBy,
        act: () => said(app.run('ipo.decline', { applicationId }, id)),
      }
    },
  },
  'the stake of a pool': {
    over: 'POOL_LATE',
    begin: async (app) => {
      const { poolId, leadId, opensAt } = await pool(app, 'announced')
      return { endsAt: opensAt, act: () => said(app.run('copy.stake', { poolId }, leadId)) }
    },
  },
  'a subscription to a pool': {
    over: 'POOL_LATE',
    begin: async (app) => {
      const { poolId, closesAt } = await pool(app)
      const { id } = await richMember(app)
      return { endsAt: closesAt, act: () => said(app.run('copy.subscribe', { poolId, yen: 100_000 }, id)) }
    },
  },
  'a subscription that is taken back': {
    over: 'REVIEW_OVER',
    begin: async (app) => {
      const { id, followId, navDueAt } = await subscribing(app)
      return { endsAt: navDueAt, act: () => said(app.run('copy.sell', { followId }, id)) }
    },
  },
}
