import { expect, it } from 'vitest'
import { decideReversal, type CashEntry } from './reversal.ts'

const entry: CashEntry = { way: 'in', yen: 500, reversedBy: null, isReturned: false }
const CASES: [name: string, entry: CashEntry | undefined, freeYen: number, decision: object][] = [
  ['no entry', undefined, 500, { ok: false, rejection: 'ENTRY_NOT_FOUND' }],
  ['reversed already', { ...entry, reversedBy: '9-0' }, 0, { ok: false, rejection: 'ENTRY_REVERSED' }],
  [
    'a payout that the bank sent back',
    { ...entry, way: 'out', isReturned: true },
    0,
    { ok: false, rejection: 'ENTRY_RETURNED' },
  ],
  [
    'spent by a yen',
    entry,
    499,
    { ok: false, rejection: 'REVERSAL_UNCOVERED', detail: { yen: 500, most: 499 } },
  ],
  ['just there', entry, 500, { ok: true, value: 'out' }],
  [
    'money that went out comes back, whatever there is',
    { ...entry, way: 'out' },
    0,
    { ok: true, value: 'in' },
  ],
]
it.each(CASES)('a correction: %s', (_, deps, freeYen, decision) =>
  expect(decideReversal(deps, freeYen)).toMatchObject(decision),
)
