import { expect, it } from 'vitest'
import {
  closingOf,
  closingText,
  differenceOf,
  movedOf,
  standingsOf,
  tiesOf,
  type ClosingFacts,
  type Move,
} from './closing.ts'

const move = (kind: Move['kind'], debit: Move['debit'], credit: Move['credit'], yen: number): Move => ({
  kind,
  debit,
  credit,
  count: 1,
  yen,
  taxYen: kind === 'fee' ? 10 : 0,
})
/** A day with a deposit, a purchase with its commission, a withdrawal and interest. */
const FACTS: ClosingFacts = {
  number: 2,
  day: '2026-11-27',
  fromSeq: 10,
  toSeq: 20,
  head: 'ab'.repeat(32),
  at: 1_764_226_250_000,
  before: 'cd'.repeat(32),
  opening: [
    { account: 'available', yen: 1_000 },
    { account: 'bank', yen: -1_000 },
  ],
  moves: [
    move('withdrawal', 'withdrawalHold', 'bank', 300),
    move('deposit', 'bank', 'available', 5_000),
    move('lot-margin', 'available', 'lotMargin', 2_000),
    move('fee', 'available', 'fee', 110),
    move('withdrawal-hold', 'available', 'withdrawalHold', 300),
    move('interest', 'available', 'interest', 7),
  ],
  closing: [
    { account: 'available', yen: 3_583 },
    { account: 'lotMargin', yen: 2_000 },
    { account: 'fee', yen: 110 },
    { account: 'interest', yen: 7 },
    { account: 'bank', yen: -5_700 },
  ],
  owed: { root: 'r', members: 1, total: 5_583, bank: 5_700, overdrawn: 0 },
}
const lineOf = (facts: ClosingFacts, account: string) =>
  closingOf(facts).classes.find((each) => each.account === account)!

it('follows each class from its opening by its entries to its closing', () => {
  expect(lineOf(FACTS, 'available')).toEqual({
    account: 'available',
    opening: 1_000,
    debits: 2_417,
    credits: 5_000,
    closing: 3_583,
  })
  expect(lineOf(FACTS, 'bank')).toMatchObject({
    opening: -1_000,
    debits: 5_000,
    credits: 300,
    closing: -5_700,
  })
  expect(
    closingOf(FACTS)
      .classes.map(differenceOf)
      .every((yen) => yen === 0),
  ).toBe(true)
  expect(movedOf(closingOf(FACTS))).toEqual({ count: 6, yen: 7_717, taxYen: 10 })
})

const changed = (account: string, by: number): ClosingFacts => ({
  ...FACTS,
  closing: FACTS.closing.map((each) => (each.account === account ? { ...each, yen: each.yen + by } : each)),
})
const CASES: [what: string, facts: ClosingFacts, ties: object][] = [
  ['a sound day', FACTS, { entries: 0, balance: 0, owed: 0, bank: 0, off: 0 }],
  [
    'a balance of members that is one yen off',
    changed('available', 1),
    { entries: 1, balance: 1, owed: 1, off: 3 },
  ],
  ['the bank one yen off', changed('bank', -1), { entries: 1, balance: -1, owed: 0, bank: 1, off: 3 }],
  ['income one yen off', changed('fee', 1), { entries: 1, balance: 1, owed: 0, bank: 0, off: 2 }],
  [
    'an entry lost',
    { ...FACTS, moves: FACTS.moves.filter(({ kind }) => kind !== 'interest') },
    { entries: 14, balance: 0, owed: 0, bank: 0, off: 14 },
  ],
  [
    'an entry of one yen more',
    { ...FACTS, moves: [...FACTS.moves, move('correction', 'fee', 'available', 1)] },
    { entries: 2, off: 2 },
  ],
  [
    'an opening that is not the closing before',
    { ...FACTS, opening: [{ account: 'available', yen: 999 }] },
    { entries: 1_001, off: 1_001 },
  ],
  [
    'a statement that owes less',
    { ...FACTS, owed: { ...FACTS.owed, total: 5_500 } },
    { entries: 0, owed: 83, off: 83 },
  ],
  [
    'a member who owes more than they own',
    { ...FACTS, owed: { ...FACTS.owed, total: 5_600, overdrawn: 17 } },
    { owed: 0, off: 0 },
  ],
]
it.each(CASES)('says by how many yen it does not tie: %s', (_, facts, ties) => {
  expect(tiesOf(closingOf(facts))).toMatchObject(ties)
})

it('gives the next day its opening, and is one text whatever the order of its entries', () => {
  const closing = closingOf(FACTS)
  expect(standingsOf(closing)).toContainEqual({ account: 'available', yen: 3_583 })
  expect(closingText(closingOf({ ...FACTS, moves: FACTS.moves.toReversed() }))).toBe(closingText(closing))
  expect(closingText(closing)).toMatch(/^AKARI-CLOSING-v1\n\{"at":"1764226250000"/)
  expect(closingText(closingOf(changed('fee', 1)))).not.toBe(closingText(closing))
})
