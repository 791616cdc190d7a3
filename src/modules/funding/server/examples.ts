import type { RouteExamples } from '#modules/module.ts'

const MEMBER = {
  id: '01a21e61-4a07-767a-a009-7e127334e35c',
  number: 7,
  level: 'verified',
  days: 40,
  frozen: false,
}
const AT = '2026-12-01T01:00:04.032Z'

/** Requests of the routes that are open to keys of the firm. */
export const EXAMPLES: RouteExamples = {
  listStatementFiles: {
    output: {
      rows: [
        {
          id: '5b0c8f4ce9a34b1f8d0a64d7c1a5e2b3',
          form: 'zengin',
          lines: 1,
          inYen: 50_000,
          outYen: 0,
          importedBy: { role: 'treasurer', number: 1 },
          importedAt: AT,
        },
      ],
      total: 1,
      next: null,
    },
  },
  listDeskDeposits: {
    query: { view: 'decided' },
    output: {
      counts: { ready: 0, check: 0, waiting: 2, byRule: 0 },
      rows: [
        {
          id: '01a21e61-6c29-7d31-8a4f-2e3d4c5b6a79',
          member: MEMBER,
          amount: 50_000,
          method: 'bank',
          reference: 'D7K2M9',
          requestedAt: AT,
          decidedAt: AT,
          status: 'approved',
          credited: 50_000,
          reason: null,
          line: null,
        },
      ],
      total: 1,
      next: null,
    },
  },
  listDeskWithdrawals: {
    query: { view: 'bank' },
    output: {
      counts: { review: 0, bank: 1, byRule: 1, rule: 1, denied: 0 },
      rows: [
        {
          id: '01a21e61-7d3a-7e42-9b50-3f4e5d6c7b8a',
          member: MEMBER,
          amount: 30_000,
          reference: 'W4T8Q1',
          account: '0001-001 ···4567',
          state: 'approved',
          decider: 'rule',
          approvedBy: 'rule',
          stopped: null,
          stuck: false,
          requestedAt: AT,
          dueAt: '2026-12-02T06:00:00.000Z',
          approvedAt: AT,
          paidAt: null,
          endedAt: null,
          reason: null,
          transferId: null,
          appealed: false,
          accountDays: 30,
          sound: true,
          line: null,
        },
      ],
      total: 1,
      next: null,
      figures: {
        reviewYen: 0,
        paidTodayYen: 0,
        medianMs: null,
        denialBp: null,
        firstDueAt: null,
        openAppeals: 0,
      },
      now: AT,
    },
  },
}
