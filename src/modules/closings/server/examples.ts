import type { RouteExamples } from '#modules/module.ts'

const HASH = '5b0c8f4ce9a34b1f8d0a64d7c1a5e2b35b0c8f4ce9a34b1f8d0a64d7c1a5e2b3'
const HEAD = {
  number: 12,
  day: '2026-12-01',
  at: '2026-12-01T08:00:00.000Z',
  entries: 42,
  moved: 1_250_000,
  owed: 3_400_000,
  off: 0,
  hash: HASH,
  whole: true,
}
const SIMULATED = { simulated: true }

/** Requests of the routes that are open to keys of the firm. */
export const EXAMPLES: RouteExamples = {
  listClosings: { output: { rows: [HEAD], total: 12, next: null, ...SIMULATED } },
  showClosing: {
    params: { day: '2026-12-01' },
    output: {
      ...HEAD,
      fromSeq: 4_000,
      toSeq: 4_711,
      head: HASH,
      before: null,
      tax: 0,
      classes: [
        {
          account: 'available',
          name: 'Cash available',
          ofMembers: true,
          opening: 3_350_000,
          debits: 0,
          credits: 50_000,
          closing: 3_400_000,
          off: 0,
        },
      ],
      moves: [
        {
          kind: 'deposit',
          name: 'Deposit',
          debit: 'Bank',
          credit: 'Cash available',
          count: 1,
          yen: 50_000,
          tax: 0,
        },
      ],
      ties: { entries: 0, balance: 0, owed: 0, bank: 0 },
      bank: { books: 3_400_000, statements: 50_000, opening: 3_350_000, open: { count: 0, yen: 0 } },
      statement: { root: HASH, members: 3, total: 3_400_000, bank: 3_400_000, overdrawn: 0 },
      ...SIMULATED,
    },
  },
  readClosingPaper: {
    params: { day: '2026-12-01' },
    query: { form: 'csv' },
    output: {
      name: 'akari-closing-2026-12-01.csv',
      type: 'text/csv',
      content: '77u/UGFydCxDbGFzcw==',
      ...SIMULATED,
    },
  },
  listFigures: {
    output: {
      day: '2026-12-01',
      asOf: '2026-12-01T08:00:00.000Z',
      figures: [
        { key: 'money.owed', value: 3_400_000, today: null, inAll: null, line: [3_350_000, 3_400_000] },
      ],
      ...SIMULATED,
    },
  },
  showFigure: {
    params: { figure: 'money.owed' },
    query: { days: '30' },
    output: { days: [{ day: '2026-12-01', value: 3_400_000 }], ...SIMULATED },
  },
}
