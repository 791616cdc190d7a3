import type { RouteExamples } from '#modules/module.ts'

const MEMBER = '01a21e61-4a07-767a-a009-7e127334e35c'
const ORDER = '01a21e61-5b18-7c20-9f3e-1d2c3b4a5968'
const AT = '2026-12-01T01:00:04.032Z'

/** Requests of the routes that are open to keys of the firm. */
export const EXAMPLES: RouteExamples = {
  readEntries: {
    query: { from: '4711', form: 'hledger' },
    output: {
      rows: [
        {
          id: '4711-0',
          seq: 4711,
          at: AT,
          tradeDate: '2026-12-01',
          kind: 'deposit',
          what: 'Deposit',
          debit: 'h:bank',
          credit: `m:${MEMBER}:available`,
          yen: 50_000,
          change: 0,
          tax: 0,
          memberId: MEMBER,
          orderId: null,
          lotId: null,
          code: null,
        },
      ],
      text: `2026-12-01 deposit\n    assets:bank  50000 JPY\n    liabilities:members:${MEMBER}:available  -50000 JPY\n\n`,
      next: null,
      head: 4711,
      simulated: true,
    },
  },
  readOrders: {
    output: {
      rows: [
        {
          id: ORDER,
          number: '20261201-0007',
          memberId: MEMBER,
          code: 'S202',
          way: 'cashBuy',
          type: 'limit',
          quantity: 100,
          filled: 100,
          price: 1_204,
          fee: 55,
          status: 'holding',
          placedAt: AT,
          executions: [{ price: 1_203.5, quantity: 100, fee: 55, at: AT }],
        },
      ],
      next: null,
      simulated: true,
    },
  },
  readReconciliation: {
    query: { date: '2026-12-01' },
    output: {
      date: '2026-12-01',
      today: '2026-12-01',
      bank: {
        ledger: 1_050_000,
        statements: 50_000,
        opening: 1_000_000,
        entries: 1,
        lines: 1,
        differences: null,
      },
      venue: { fills: 12, trades: 12 },
      held: { accounts: 3 },
      causes: [{ side: 'bank', cause: 'opening-money', expected: true, count: 1, yen: 0, amount: 1_000_000 }],
      simulated: true,
    },
    refused: { rejection: 'DATE_WRONG', detail: {} },
  },
}
