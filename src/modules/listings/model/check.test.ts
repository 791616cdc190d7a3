import { describe, expect, it, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { LANGS } from '#i18n/lang.ts'
import { readCatalogue } from '#i18n/catalogues.ts'
import {
  nextStatus,
  statusAt,
  termsProblems,
  termsText,
  type ListingEvent,
  type ListingStatus,
} from './check.ts'
import type { Facts } from './facts.ts'
import { isIdOf } from './kinds.ts'
import { KINDS, LISTING_KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import { TERMS_REJECTIONS } from './problem.ts'
import { FACTS, GOOD, MEASURED } from './terms.fixture.ts'

const found = (kind: ListingKind, change: object, facts: Partial<Facts> = {}) =>
  termsProblems(kind, { ...GOOD[kind], ...change }, { ...FACTS, ...facts }).map(({ field, rejection }) => [
    field,
    rejection,
  ])

describe('terms', () => {
  it.each(LISTING_KINDS)('of %s that keep the rules may be published', (kind) =>
    expect(found(kind, {})).toEqual([]),
  )

  /** Kind, what is changed, and what is then said of which field; in the order of `TERMS_REJECTIONS`. */
  const WRONG: [ListingKind, change: object, field: string, rejection: string, facts?: Partial<Facts>][] = [
    ['ipo', { opensAt: timeJst('2026-11-16', 8) }, 'opensAt', 'OPENS_IN_PAST'],
    [
      'ai-card',
      { opensAt: timeJst('2027-05-17', 9), closesAt: timeJst('2027-06-01', 9) },
      'opensAt',
      'OPENS_TOO_FAR',
    ],
    ['ai-card', { closesAt: timeJst('2026-11-17', 9) }, 'closesAt', 'CLOSES_BEFORE_OPENING'],
    ['ai-card', { closesAt: timeJst('2027-11-19', 9) }, 'closesAt', 'CLOSES_BEFORE_OPENING'],
    ['ipo', {}, 'issueOn', 'NOT_BUSINESS_DAY', { closedDates: ['2026-12-01'] }],
    ['ipo', { drawOn: '2026-11-20' }, 'drawOn', 'DATES_ORDER'],
    ['ipo', { payFrom: '2026-11-23' }, 'payFrom', 'DATES_ORDER'],
    ['ipo', { issueOn: '2026-11-27' }, 'issueOn', 'DATES_ORDER'],
    ['ipo', { code: 'S214' }, 'code', 'CODE_LISTED'],
    ['ipo', {}, 'code', 'MARKET_REPLAYED', { takesNewIssues: false }],
    ['ipo', { bandHighTenths: 12_005 }, 'bandHighTenths', 'PRICE_OFF_TICK'],
    ['ipo', { bandLowTenths: 12_010 }, 'bandHighTenths', 'BAND_REVERSED'],
    ['ipo', { publicUnits: 1_499 }, 'publicUnits', 'FEW_UNITS'],
    ['ipo', { sharesOutstanding: 199_999 }, 'publicUnits', 'ABOVE_ISSUE'],
    ['ipo', { perMemberUnits: 2_001 }, 'perMemberUnits', 'MEMBER_ABOVE_ALL'],
    ['block-sale', { code: 'S215' }, 'code', 'CODE_UNLISTED'],
    ['block-sale', { priceTenths: 19_505 }, 'priceTenths', 'PRICE_OFF_TICK'],
    [
      'block-sale',
      {},
      'previousCloseTenths',
      'CLOSE_DIFFERS',
      { issues: { S214: { ...FACTS.issues['S214']!, closeTenths: 19_990 } } },
    ],
    [
      'block-sale',
      {},
      'saleOn',
      'EX_DATE_BETWEEN',
      { issues: { S214: { ...FACTS.issues['S214']!, exDate: GOOD['block-sale'].saleOn } } },
    ],
    [
      'block-sale',
      {},
      'saleOn',
      'EX_DATE_BETWEEN',
      { issues: { S214: { ...FACTS.issues['S214']!, exDate: '2026-11-17' } } },
    ],
    ['block-sale', { priceTenths: 20_010 }, 'priceTenths', 'DISCOUNT_OUTSIDE'],
    ['block-sale', { priceTenths: 17_990 }, 'priceTenths', 'DISCOUNT_OUTSIDE'],
    ['block-sale', { units: 500_001 }, 'units', 'ABOVE_ISSUE'],
    ['block-sale', { perMemberUnits: 2_565 }, 'perMemberUnits', 'MEMBER_TOO_MUCH'],
    ['block-sale', { closesAt: timeJst('2026-11-18', 9, 0, 1) }, 'closesAt', 'WINDOW_TOO_LATE'],
    ['day-inventory', { rows: [{ code: 'S999', long: 5, short: 0 }] }, 'rows', 'CODE_UNLISTED'],
    [
      'day-inventory',
      { rows: [GOOD['day-inventory'].rows[0], GOOD['day-inventory'].rows[0]] },
      'rows',
      'ROW_TWICE',
    ],
    [
      'day-inventory',
      { rows: [...GOOD['day-inventory'].rows, { code: 'S215', long: 0, short: 0 }] },
      'rows',
      'ROW_EMPTY',
      { issues: { ...FACTS.issues, S215: FACTS.issues['S214']! } },
    ],
    ['day-inventory', { rows: [{ code: 'S214', long: 500_000, short: 1 }] }, 'rows', 'ABOVE_ISSUE'],
    ['day-inventory', { perMemberUnits: 51 }, 'perMemberUnits', 'MEMBER_ABOVE_ALL'],
    ['day-inventory', { closesAt: timeJst('2026-11-18', 15, 20, 1) }, 'closesAt', 'WINDOW_TOO_LATE'],
    ['ai-card', { testFrom: '2025-06-30' }, 'testFrom', 'TEST_NOT_AFTER'],
    ['ai-card', { testTo: '2026-11-17' }, 'testTo', 'TEST_NOT_AFTER'],
    ['ai-card', { trials: 99 }, 'trials', 'FEW_TRIALS'],
    ['ai-card', { hitBp: 10_001 }, 'hitBp', 'RATE_OUTSIDE'],
    ['ai-card', { lowBp: 5 }, 'excessBp', 'INTERVAL_WRONG'],
    ['ai-card', { edge: 'shown' }, 'edge', 'EDGE_NOT_SHOWN'],
    ['ai-card', { holdDays: 61 }, 'holdDays', 'EXIT_OUTSIDE'],
    ['ai-card', {}, 'testTo', 'CARD_UNMEASURED', { card: null }],
    ['ai-card', { hitBp: 5_121 }, 'hitBp', 'CARD_DIFFERS'],
    ['ai-card', { edge: 'none' }, 'edge', 'CARD_DIFFERS', { card: { ...MEASURED, edge: 'shown' } }],
    ['ai-card', { codeSha256: 'cd'.repeat(32) }, 'codeSha256', 'CARD_DIFFERS'],
    ['copy-product', {}, 'leadMemberId', 'LEAD_UNKNOWN', { leadLevel: null }],
    ['copy-product', {}, 'leadMemberId', 'LEAD_LEVEL', { leadLevel: 'intermediate' }],
    ['copy-product', { leadStakeYen: 4_999_999 }, 'leadStakeYen', 'LEAD_STAKE'],
    ['copy-product', { minimumYen: 100_000_001 }, 'minimumYen', 'MINIMUM_ABOVE_CAP'],
    ['copy-product', { performancePpm: 300_001 }, 'performancePpm', 'FEE_TOO_HIGH'],
    ['copy-product', { managementPpm: 20_001 }, 'managementPpm', 'FEE_TOO_HIGH'],
    [
      'copy-product',
      {
        strategy: Object.fromEntries(
          LANGS.map((lang) => [lang, 'Please transfer money to my account first.']),
        ),
      },
      'strategy',
      'WORDS_DEMAND',
    ],
  ]
  it.each(WRONG)('%s %j: %s %s', (kind, change, field, rejection, facts) =>
    expect(found(kind, change, facts)).toEqual([[field, rejection]]),
  )

  it('are refused for the same field first, in whatever order they and the evaluation were written: the journal sorts both', () => {
    const turned = (value: object) => Object.fromEntries(Object.entries(value).toReversed())
    const change = { hitBp: 5_121, worstBp: MEASURED.worstBp - 1, codeSha256: 'cd'.repeat(32) }
    const wrong = ['codeSha256', 'hitBp', 'worstBp'].map((field) => [field, 'CARD_DIFFERS'])
    for (const card of [MEASURED, turned(MEASURED)]) {
      for (const terms of [{ ...GOOD['ai-card'], ...change }, turned({ ...GOOD['ai-card'], ...change })]) {
        expect(
          termsProblems('ai-card', terms, { ...FACTS, card }).map(({ field, rejection }) => [
            field,
            rejection,
          ]),
        ).toEqual(wrong)
      }
    }
  })
  it('whose whole is more than the ledger takes are refused, exactly, up to the largest numbers', () => {
    const most = {
      sharesOutstanding: 1_000_000_000_000,
      bandLowTenths: 1_000_000_000,
      bandHighTenths: 1_000_000_000,
      referenceTenths: 1_000_000_000,
      publicUnits: 10_000_000_000,
      perMemberUnits: 1,
    }
    expect(found('ipo', most).map(([, rejection]) => rejection)).toEqual([
      'AMOUNT_TOO_LARGE',
      'MEMBER_TOO_MUCH',
    ])
  })
  it('exactly ten percent under the close, 5 % of the cap, and the last minute, are inside', () => {
    expect(found('block-sale', { priceTenths: 18_000, closesAt: timeJst('2026-11-18', 9) })).toEqual([])
    expect(found('copy-product', { leadStakeYen: 5_000_000 })).toEqual([])
  })
  it('may claim an edge where the interval leaves 0 out', () =>
    expect(
      found('ai-card', { edge: 'shown', lowBp: 1 }, { card: { ...MEASURED, edge: 'shown', lowBp: 1 } }),
    ).toEqual([]))
})

describe('the form of a field', () => {
  const BAD: unknown[] = [
    -1,
    0,
    1.5,
    Infinity,
    Number.NaN,
    '100',
    '0x64',
    [100],
    true,
    null,
    undefined,
    '１００',
    2 ** 53 + 2,
    {},
    '',
  ]
  it.each(LISTING_KINDS)('of %s takes no other type, and no field is left out or added', (kind) => {
    const { fields } = KINDS[kind]
    for (const [field, type] of Object.entries(fields)) {
      for (const bad of BAD) {
        if ((type === 'bp' && (bad === -1 || bad === 0)) || (type === 'ppm' && bad === 0)) continue
        if (type === 'member' && (bad === '100' || bad === '0x64')) continue
        expect([field, bad, found(kind, { [field]: bad })]).toEqual([field, bad, [[field, 'FIELD_WRONG']]])
      }
    }
    expect(found(kind, { bonus: 1 })).toEqual([['bonus', 'FIELD_UNKNOWN']])
    expect(found(kind, JSON.parse('{"__proto__": {"a": 1}}') as object)).toEqual([
      ['__proto__', 'FIELD_UNKNOWN'],
    ])
  })
  it('asks for each language, and for a day that exists', () => {
    const { ja: _, ...five } = GOOD.ipo.names
    expect(found('ipo', { names: five })).toEqual([['names', 'FIELD_WRONG']])
    expect(found('ipo', { drawOn: '2026-02-30' })).toEqual([['drawOn', 'FIELD_WRONG']])
    expect(termsProblems('ipo', null, FACTS).length).toBe(Object.keys(KINDS.ipo.fields).length)
  })
})

const EVENTS: ListingEvent[] = ['open', 'close', 'void', 'withdraw']
const LEGAL: Record<ListingStatus, Partial<Record<ListingEvent, ListingStatus>>> = {
  published: { open: 'open', void: 'void' },
  open: { close: 'closed' },
  closed: { withdraw: 'void' },
  void: {},
}
test.each(
  Object.entries(LEGAL).flatMap(([status, next]) =>
    EVENTS.map((event) => [status as ListingStatus, event, next[event] ?? null] as const),
  ),
)('a listing that is %s and meets %s becomes %s', (status, event, next) =>
  expect(nextStatus(status, event)).toBe(next),
)
test.each([
  [null, 9, 'published'],
  [null, 10, 'open'],
  [null, 19, 'open'],
  [null, 20, 'closed'],
  [5, 9, 'void'],
  [5, 30, 'void'],
] as const)('voided at %s, at %i of a window from 10 to 20, it is %s', (voidedAt, now, status) =>
  expect(statusAt({ voidedAt, opensAt: 10, closesAt: 20 }, now)).toBe(status),
)

test('ids belong to one kind', () => {
  expect(LISTING_KINDS.map((kind) => isIdOf(kind, 'IPO-2026-0001'))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  for (const bad of ['IPO-2026-1', 'ipo-2026-0001', 'IPO-1926-0001', 'IPO-2026-0001 ', ''])
    expect([bad, isIdOf('ipo', bad)]).toEqual([bad, false])
})
test('the canonical text depends on the values alone, not on how they are laid out', () => {
  const reversed = Object.fromEntries(Object.entries(GOOD.ipo).toReversed()) as typeof GOOD.ipo
  expect(termsText('IPO-2026-0001', 'ipo', reversed)).toBe(termsText('IPO-2026-0001', 'ipo', GOOD.ipo))
  expect(termsText('IPO-2026-0002', 'ipo', GOOD.ipo)).not.toBe(termsText('IPO-2026-0001', 'ipo', GOOD.ipo))
})
it.each(LANGS)('refusals and fields are worded in %s', (lang) => {
  const catalogue = readCatalogue(lang)
  const fields = Object.values(KINDS).flatMap(({ fields: all }) => Object.keys(all))
  for (const key of [
    ...TERMS_REJECTIONS.map((code) => `rejection.${code}`),
    ...fields.map((field) => `field.${field}`),
    ...LISTING_KINDS.map((kind) => `kind.${kind}`),
  ]) {
    expect([key, catalogue[`listings.${key}`] !== undefined]).toEqual([key, true])
  }
})
