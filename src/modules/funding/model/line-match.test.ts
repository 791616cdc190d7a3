import { expect, it } from 'vitest'
import { matchOf, type LineMatch } from './line-match.ts'

const line = { kind: 'in', yen: 500, payerHash: 'p', usedFor: null } as const
const deposit = { yen: 500, payerHash: 'p', state: 'pending' } as const
const withdrawal = { yen: 500, paidYen: null, claimYen: null, state: 'approved' } as const
const refund = { yen: 500, state: 'approved' } as const
const nothing = { deposit: null, withdrawal: null, isSentBack: false }
type Case = [
  name: string,
  line: Parameters<typeof matchOf>[0],
  known: Parameters<typeof matchOf>[1],
  match: LineMatch,
]

const CASES: Case[] = [
  ['counted already', { ...line, usedFor: 'd' }, { ...nothing, deposit }, 'used'],
  ['reference, payer and sum', line, { ...nothing, deposit }, 'deposit'],
  ['another sum than announced', { ...line, yen: 499 }, { ...nothing, deposit }, 'amount-differs'],
  ['another payer', { ...line, payerHash: 'q' }, { ...nothing, deposit }, 'payer-differs'],
  ['no payer', { ...line, payerHash: null }, { ...nothing, deposit }, 'payer-differs'],
  ['a deposit that was refused', line, { ...nothing, deposit: { ...deposit, state: 'denied' } }, 'ended'],
  [
    'again for a deposit that was credited',
    { ...line, yen: 1 },
    { ...nothing, deposit: { ...deposit, state: 'approved' } },
    'further',
  ],
  [
    'again, of another payer',
    { ...line, payerHash: 'q' },
    { ...nothing, deposit: { ...deposit, state: 'approved' } },
    'ended',
  ],
  [
    'sent back to its sender',
    line,
    { ...nothing, deposit: { ...deposit, state: 'denied' }, isSentBack: true },
    'sent-back',
  ],
  ['no reference', line, nothing, 'unknown'],
  ['incoming under a withdrawal’s reference', line, { ...nothing, withdrawal }, 'unknown'],
  ['a payout', { ...line, kind: 'out' }, { ...nothing, withdrawal }, 'payout'],
  ['a payout of another sum', { ...line, kind: 'out', yen: 1 }, { ...nothing, withdrawal }, 'amount-differs'],
  [
    'a payout of one not approved',
    { ...line, kind: 'out' },
    { ...nothing, withdrawal: { ...withdrawal, state: 'requested' } },
    'stray-debit',
  ],
  [
    'a payout of one paid',
    { ...line, kind: 'out' },
    { ...nothing, withdrawal: { ...withdrawal, state: 'paid' } },
    'stray-debit',
  ],
  ['outgoing under a deposit’s reference', { ...line, kind: 'out' }, { ...nothing, deposit }, 'unknown'],
  [
    'returned before it was marked paid',
    { ...line, kind: 'returned' },
    { ...nothing, withdrawal },
    'returned',
  ],
  [
    'returned after it was paid',
    { ...line, kind: 'returned' },
    { ...nothing, withdrawal: { ...withdrawal, state: 'paid' } },
    'returned',
  ],
  [
    'returned twice',
    { ...line, kind: 'returned' },
    { ...nothing, withdrawal: { ...withdrawal, state: 'returned' } },
    'ended',
  ],
  [
    'of a second debit and its return',
    { ...line, kind: 'returned' },
    { ...nothing, withdrawal: { ...withdrawal, state: 'paid' }, isCorrected: true },
    'bank-corrected',
  ],
  [
    'a part of a claim, come back',
    { ...line, kind: 'returned', yen: 29 },
    { ...nothing, withdrawal: { ...withdrawal, paidYen: 530, claimYen: 30, state: 'paid' } },
    'claim-returned',
  ],
  ['no reference, of the sum of a claim', line, { ...nothing, isClaimed: true }, 'claim-credit'],
  ['a refund', { ...line, kind: 'out' }, { ...nothing, refund }, 'refund'],
  ['a refund of another sum', { ...line, kind: 'out', yen: 1 }, { ...nothing, refund }, 'amount-differs'],
  [
    'a refund again',
    { ...line, kind: 'out' },
    { ...nothing, refund: { ...refund, state: 'paid' } },
    'stray-debit',
  ],
  [
    'a refund that came back',
    { ...line, kind: 'returned' },
    { ...nothing, refund: { ...refund, state: 'paid' } },
    'refund-bounced',
  ],
  ['a refund that came back before it went', { ...line, kind: 'returned' }, { ...nothing, refund }, 'ended'],
]
it.each(CASES)('a line: %s', (_, deps, known, match) => expect(matchOf(deps, known)).toBe(match))
