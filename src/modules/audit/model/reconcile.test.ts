import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateJst, DAY, HOUR, MINUTE, timeJst } from '#kernel/time.ts'
import {
  byCause,
  CAUSES,
  isExpected,
  reconcileBank,
  reconcileHeld,
  reconcileVenue,
  type BankEntry,
  type BankLine,
  type Cause,
  type Traded,
} from './reconcile.ts'

const DATE = '2026-11-19'
const at = timeJst(DATE, 10)
const now = at + HOUR
const entry = (patch: Partial<BankEntry> = {}): BankEntry => ({
  id: '10-0',
  kind: 'deposit',
  yen: 50_000,
  memberId: 'm1',
  date: DATE,
  at,
  power: 'deposit.credit',
  subject: 'd1',
  lineId: 'l1',
  ...patch,
})
const line = (patch: Partial<BankLine> = {}): BankLine => ({
  id: 'l1',
  kind: 'in',
  yen: 50_000,
  bookedAt: at,
  usedFor: 'd1',
  subject: { id: 'd1', memberId: 'm1', open: false },
  ...patch,
})
const bank = (patch: Partial<Parameters<typeof reconcileBank>[1]>) =>
  reconcileBank(DATE, { entries: [], lines: [], unpaid: [], now, today: DATE, ...patch })
const trade = (patch: Partial<Traded> = {}): Traded => ({
  key: 'x1 o1',
  orderId: 'o1',
  quantity: 100,
  priceTenths: 12_345,
  at,
  ...patch,
})
const venue = (patch: Partial<Parameters<typeof reconcileVenue>[0]>) =>
  reconcileVenue({ fills: [], book: [], fees: [], now, ...patch })

/** Money for a deposit that was denied, which came and went back. */
const sentBack = () => {
  const subject = { id: 'd1', memberId: 'm1', open: false, isUnbooked: true, isDeposit: true }
  return bank({
    lines: [
      line({ id: 'in', usedFor: null, subject }),
      line({ id: 'out', kind: 'out', usedFor: null, subject }),
    ],
  })
}
/** A withdrawal that is paid, which the bank debited again and corrected. */
const corrected = () => {
  const subject = { id: 'w1', memberId: 'm1', open: false, returnsYen: 50_000 }
  return bank({
    lines: [
      line({ id: 'again', kind: 'out', usedFor: null, subject }),
      line({ id: 'back', kind: 'returned', usedFor: null, subject }),
    ],
  })
}
/** Every cause, planted: what finds it and what it comes to. */
const PLANTED: [cause: Cause, yen: number, found: () => ReturnType<typeof bank>][] = [
  [
    'opening-money',
    10_000_000,
    () =>
      bank({
        entries: [
          entry({ kind: 'opening-deposit', yen: 10_000_000, power: null, subject: null, lineId: null }),
        ],
      }),
  ],
  [
    'correction',
    -50_000,
    () => bank({ entries: [entry({ yen: -50_000, power: 'entry.reverse', lineId: null })] }),
  ],
  ['other-day', 50_000, () => bank({ entries: [entry()], lines: [line({ bookedAt: at - DAY })] })],
  ['other-day', -50_000, () => bank({ entries: [entry({ date: '2026-11-20' })], lines: [line()] })],
  [
    'waiting-credit',
    -50_000,
    () => bank({ lines: [line({ usedFor: null, subject: { id: 'd1', memberId: 'm1', open: true } })] }),
  ],
  [
    'waiting-paid',
    50_000,
    () =>
      bank({
        lines: [line({ kind: 'out', usedFor: null, subject: { id: 'w1', memberId: 'm1', open: true } })],
      }),
  ],
  [
    'waiting-returned',
    -50_000,
    () =>
      bank({
        lines: [line({ kind: 'returned', usedFor: null, subject: { id: 'w1', memberId: 'm1', open: true } })],
      }),
  ],
  [
    'on-its-way',
    80_000,
    () => bank({ unpaid: [{ id: 'w1', memberId: 'm1', yen: 80_000, approvedAt: at, isStopped: false }] }),
  ],
  [
    'refund-under-way',
    80_000,
    () =>
      bank({
        unpaid: [
          { id: 'r1', memberId: null, yen: 80_000, approvedAt: at, isStopped: false, refund: 'under-way' },
        ],
      }),
  ],
  [
    'missing-transfer',
    80_000,
    () =>
      bank({
        unpaid: [
          {
            id: 'r1',
            memberId: null,
            yen: 80_000,
            approvedAt: now - 3 * DAY,
            isStopped: false,
            refund: 'under-way',
          },
        ],
      }),
  ],
  [
    'refund-bounced',
    80_000,
    () =>
      bank({
        unpaid: [
          { id: 'r1', memberId: null, yen: 80_000, approvedAt: at, isStopped: false, refund: 'bounced' },
        ],
      }),
  ],
  [
    'held-differs',
    1,
    () => reconcileHeld([{ memberId: null, account: 'unidentified', ledgerYen: 101, rowsYen: 100 }]),
  ],
  ['unmatched-line', -50_000, () => bank({ lines: [line({ usedFor: null, subject: null })] })],
  ['duplicate-line', -50_000, () => bank({ lines: [line({ usedFor: null })] })],
  [
    'to-return',
    -50_000,
    () =>
      bank({
        lines: [
          line({ usedFor: null, subject: { id: 'd1', memberId: 'm1', open: false, isUnbooked: true } }),
        ],
      }),
  ],
  ['sent-back', -50_000, () => sentBack().slice(0, 1)],
  ['sent-back', 50_000, () => sentBack().slice(1)],
  ['bank-corrected', 50_000, () => corrected().slice(0, 1)],
  ['bank-corrected', -50_000, () => corrected().slice(1)],
  ['missing-line', 50_000, () => bank({ entries: [entry()] })],
  ['missing-line', 50_000, () => bank({ entries: [entry({ lineId: null, power: null })] })],
  ['missing-entry', -50_000, () => bank({ lines: [line()] })],
  ['line-used-elsewhere', 50_000, () => bank({ entries: [entry()], lines: [line({ usedFor: 'd2' })] })],
  ['bank-fee', 880, () => bank({ entries: [entry()], lines: [line({ yen: 49_120 })] })],
  ['amount-differs', 40_000, () => bank({ entries: [entry()], lines: [line({ yen: 10_000 })] })],
  [
    'missing-transfer',
    80_000,
    () =>
      bank({
        unpaid: [{ id: 'w1', memberId: 'm1', yen: 80_000, approvedAt: now - 3 * DAY, isStopped: false }],
      }),
  ],
  [
    'on-its-way',
    80_000,
    () =>
      bank({
        unpaid: [{ id: 'w1', memberId: 'm1', yen: 80_000, approvedAt: now - 3 * DAY, isStopped: true }],
      }),
  ],
  ['on-its-way', -1_234_500 / 10, () => venue({ book: [trade({ at: now - MINUTE + 1 })] })],
  ['not-booked', -123_450, () => venue({ book: [trade()] })],
  ['unknown-trade', 123_450, () => venue({ fills: [trade()] })],
  ['trade-differs', 10, () => venue({ fills: [trade({ priceTenths: 12_346 })], book: [trade()] })],
  ['no-book', 123_450, () => venue({ fills: [trade()], book: null })],
  [
    'fee-differs',
    -7,
    () => venue({ fees: [{ orderId: 'o1', memberId: 'm1', filledYen: 107, ledgerYen: 100 }] }),
  ],
  [
    'held-differs',
    5,
    () => reconcileHeld([{ memberId: 'm1', account: 'lotMargin', ledgerYen: 105, rowsYen: 100 }]),
  ],
]

describe('a planted difference', () => {
  it.each(PLANTED)('%s of %i yen is found, alone, under its cause', (cause, yen, found) => {
    expect(found().map((each) => [each.cause, each.amount ?? each.yen])).toEqual([[cause, yen]])
  })
  it.each(PLANTED.filter(([, , found]) => found().some(({ amount }) => amount !== null)))(
    '%s of %i yen says what is in no sum, since neither side has it or both have',
    (_, yen, found) => expect(found().map((each) => [each.yen, each.amount])).toEqual([[0, yen]]),
  )
  it('is planted of every cause', () =>
    expect(new Set(PLANTED.map(([cause]) => cause))).toEqual(new Set(CAUSES)))
})

describe('the rows of the bank', () => {
  const sides = { entries: [entry()], lines: [line()] }
  const paid = (patch: Partial<Parameters<typeof reconcileBank>[1]['unpaid'][number]> = {}) => ({
    ...{ id: 'w1', memberId: 'm1', yen: 100_000, approvedAt: at, isStopped: false },
    ...patch,
  })
  const out = (patch: Partial<BankLine> = {}) =>
    line({
      ...{ id: 'l2', kind: 'out', yen: 99_000, usedFor: null },
      ...{ subject: { id: 'w1', memberId: 'm1', open: true } },
      ...patch,
    })
  const returned = (patch: Partial<BankLine>) =>
    line({
      ...{ yen: 40_000, usedFor: null },
      ...{ subject: { id: 'd2', memberId: 'm1', open: false, isDeposit: true } },
      ...patch,
    })
  it.each<[what: string, books: Partial<Parameters<typeof reconcileBank>[1]>, causes: Cause[]]>([
    ['a payment on its way', { ...sides, unpaid: [paid()] }, ['on-its-way']],
    [
      'a refund that was taken in and has not gone',
      { ...sides, unpaid: [paid({ refund: 'under-way' })] },
      ['refund-under-way'],
    ],
    ['a payment that is late', { unpaid: [paid({ approvedAt: at - 4 * DAY })] }, ['missing-transfer']],
    [
      'a payment whose line has come, once',
      { lines: [out({ yen: 100_000 })], unpaid: [paid()] },
      ['waiting-paid'],
    ],
    [
      'a payment whose line has come with another sum, which no act ends',
      { lines: [out({ subject: { id: 'w1', memberId: 'm1', open: true, yen: 100_000 } })], unpaid: [paid()] },
      ['amount-differs'],
    ],
    [
      'an entry of another subject that names a line of money that came and went back',
      {
        entries: [entry({ yen: -40_000, subject: 'd1', lineId: 'l0' })],
        lines: [returned({ id: 'l0' }), returned({ id: 'l1', kind: 'out' })],
      },
      ['line-used-elsewhere', 'duplicate-line'],
    ],
    [
      'a payment that the bank made twice, of which one waits',
      { lines: [out({ yen: 100_000 }), out({ id: 'l3', yen: 100_000 })], unpaid: [paid()] },
      ['waiting-paid', 'duplicate-line'],
    ],
    [
      'a paid refund that has come back, and waits for its act',
      {
        lines: [
          out({ kind: 'returned', subject: { id: 'r1', memberId: null, open: false, returnsYen: 99_000 } }),
        ],
      },
      ['waiting-returned'],
    ],
    [
      'another sum than the one that was paid, come back',
      {
        lines: [
          out({ kind: 'returned', subject: { id: 'r1', memberId: null, open: false, returnsYen: 98_000 } }),
        ],
      },
      ['duplicate-line'],
    ],
    [
      'a refund whose line waits, once',
      { ...sides, lines: [line(), out()], unpaid: [paid({ refund: 'under-way' })] },
      ['waiting-paid'],
    ],
    ['a line of nobody', { ...sides, lines: [line(), out({ subject: null })] }, ['unmatched-line']],
  ])('with %s add up to the ledger less the statements', (_, books, causes) => {
    const rows = bank(books)
    expect(rows.map(({ cause }) => cause)).toEqual(causes)
    const booked = (books.entries ?? []).reduce((sum, { yen }) => sum + yen, 0)
    const stated = (books.lines ?? []).reduce(
      (sum, { kind, yen }) => sum + (kind === 'out' ? 0 - yen : yen),
      0,
    )
    expect(rows.reduce((sum, { yen }) => sum + yen, 0)).toBe(booked - stated)
  })
})

describe('nothing is found', () => {
  it('where bank, venue and ledger say the same', () => {
    const out = entry({
      id: '11-0',
      kind: 'withdrawal',
      yen: -80_000,
      power: 'withdrawal.mark-paid',
      subject: 'w1',
      lineId: 'l2',
    })
    expect(
      bank({
        entries: [entry(), out],
        lines: [line(), line({ id: 'l2', kind: 'out', yen: 80_000, usedFor: 'w1' })],
      }),
    ).toEqual([])
    expect(
      venue({
        fills: [trade()],
        book: [trade()],
        fees: [{ orderId: 'o1', memberId: 'm1', filledYen: 99, ledgerYen: 99 }],
      }),
    ).toEqual([])
    expect(reconcileHeld([{ memberId: 'm1', account: 'orderHold', ledgerYen: 100, rowsYen: 100 }])).toEqual(
      [],
    )
  })
  it('of a later day, or of what is approved later', () => {
    expect(
      bank({
        entries: [entry({ date: '2026-11-20', lineId: null })],
        lines: [line({ id: 'l2', bookedAt: at + DAY, usedFor: null })],
        today: '2026-11-21',
      }),
    ).toEqual([])
    expect(
      bank({ unpaid: [{ id: 'w1', memberId: 'm1', yen: 1, approvedAt: at + DAY, isStopped: false }] }),
    ).toEqual([])
  })
})

describe('a difference of client money of a day before', () => {
  const earlier = at - 3 * DAY
  const later: [what: string, found: () => ReturnType<typeof bank>, cause: Cause[]][] = [
    [
      'of a line that nobody knows is shown until it is explained',
      () => bank({ lines: [line({ bookedAt: earlier, usedFor: null, subject: null })] }),
      ['unmatched-line'],
    ],
    [
      'of money that goes back is shown until it has gone',
      () =>
        bank({
          lines: [
            line({
              bookedAt: earlier,
              usedFor: null,
              subject: { id: 'd1', memberId: 'm1', open: false, isUnbooked: true },
            }),
          ],
        }),
      ['to-return'],
    ],
    [
      'of an entry without its line is shown until there is one',
      () => bank({ entries: [entry({ date: '2026-11-16', at: earlier })] }),
      ['missing-line'],
    ],
    [
      'of an entry of another sum is shown until it is corrected',
      () =>
        bank({
          entries: [entry({ date: '2026-11-16', at: earlier, yen: 70_000 })],
          lines: [line({ bookedAt: earlier })],
        }),
      ['amount-differs'],
    ],
    [
      'that waits for an act is shown until it is done',
      () =>
        bank({
          lines: [
            line({ bookedAt: earlier, usedFor: null, subject: { id: 'd1', memberId: 'm1', open: true } }),
          ],
        }),
      ['waiting-credit'],
    ],
    [
      'of a line that is dated ahead is shown from today on',
      () => bank({ lines: [line({ bookedAt: at + 400 * DAY, usedFor: null, subject: null })] }),
      ['unmatched-line'],
    ],
    [
      'that explains itself is shown on its own day alone',
      () =>
        bank({
          entries: [entry({ date: '2026-11-16', at: earlier, power: 'entry.reverse', lineId: null })],
          lines: [],
        }),
      [],
    ],
    [
      'is over with the entry that was corrected, and its line stands open',
      () =>
        bank({
          entries: [entry({ date: '2026-11-16', at: earlier, isReversed: true })],
          lines: [line({ bookedAt: earlier, usedFor: null })],
        }),
      ['duplicate-line'],
    ],
  ]
  it.each(later)('%s', (_what, found, causes) => {
    expect(found().map(({ cause }) => cause)).toEqual(causes)
  })
})

it('differences of a cause are added up, and what passes is told from what does not', () => {
  const found = bank({
    lines: [
      line({ id: 'a', usedFor: null, subject: null }),
      line({ id: 'b', usedFor: null, subject: null, kind: 'out' }),
    ],
  })
  expect(byCause(found)).toEqual([
    { side: 'bank', cause: 'unmatched-line', expected: false, count: 2, yen: 0, amount: 0 },
  ])
  expect([isExpected('on-its-way'), isExpected('held-differs')]).toEqual([true, false])
})

describe('the unreconciled total', () => {
  const into = ({ kind, yen }: BankLine) => (kind === 'out' ? -yen : yen)
  const days = fc.integer({ min: 0, max: 3 }).map((back) => at - back * DAY)
  const anEntry = fc.record({
    at: days,
    yen: fc.constantFrom(-40_000, 30_000, 50_000, 50_500),
    subject: fc.constantFrom('d1', 'd2', 'd3'),
    lineId: fc.constantFrom(null, 'l0', 'l1', 'l2', 'l9'),
    becomes: fc.constantFrom('standing', 'standing', 'reversed', 'opening'),
  })
  const aLine = fc.record({
    bookedAt: days,
    kind: fc.constantFrom('in', 'out', 'returned'),
    yen: fc.constantFrom(30_000, 40_000, 50_000),
    usedFor: fc.constantFrom(null, 'd1', 'd2', 'd3'),
    about: fc.constantFrom(null, 'd1', 'd2'),
    open: fc.boolean(),
  })
  const aPayment = fc.record({
    yen: fc.constant(70_000),
    approvedAt: days,
    isStopped: fc.boolean(),
    refund: fc.constantFrom(undefined, 'under-way', 'bounced'),
  })

  it('is the sum of what today’s differences have of it, whatever was entered and whatever came', () => {
    fc.assert(
      fc.property(
        fc.array(anEntry, { maxLength: 5 }),
        fc.array(aLine, { maxLength: 3 }),
        fc.array(aPayment, { maxLength: 2 }),
        (made, came, decided) => {
          const entries = made.flatMap(({ becomes, ...one }, n) => {
            const first = entry({ ...one, id: `${n}-0`, date: dateJst(one.at) })
            if (becomes === 'opening') return [{ ...first, kind: 'opening-deposit', lineId: null }]
            if (becomes === 'standing') return [first]
            const correction = entry({ id: `${n}-1`, yen: -one.yen, power: 'entry.reverse', lineId: null })
            return [{ ...first, isReversed: true }, correction]
          })
          const lines = came.map(({ about, open, ...one }, n) =>
            line({
              ...one,
              id: `l${n}`,
              subject: about === null ? null : { id: about, memberId: 'm1', open, isDeposit: true },
            }),
          )
          const unpaid = decided.map(({ refund, ...one }, n) => ({
            ...one,
            id: `w${n}`,
            memberId: 'm1',
            ...(refund === undefined ? {} : { refund }),
          }))
          const found = bank({ entries, lines, unpaid })
          const total =
            entries.reduce((sum, { kind, yen }) => sum + (kind === 'opening-deposit' ? 0 : yen), 0) -
            lines.reduce((sum, each) => sum + into(each), 0)
          expect(found.reduce((sum, { yen }) => sum + yen, 0)).toBe(total)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
