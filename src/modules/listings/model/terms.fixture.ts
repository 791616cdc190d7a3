import { timeJst } from '#kernel/time.ts'
import { LANGS } from '#i18n/lang.ts'
import type { Facts } from './facts.ts'
import type { Words } from './field.ts'
import type { Terms } from './kinds.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'

const words = (text: string): Words => Object.fromEntries(LANGS.map((lang) => [lang, text])) as Words

/** The figures that the evaluation gives for the card under `GOOD`. */
export const MEASURED = {
  version: '1.0.0',
  codeSha256: 'ab'.repeat(32),
  trainFrom: '2024-01-04',
  trainTo: '2025-06-30',
  testFrom: '2025-07-01',
  testTo: '2026-10-30',
  trials: 320,
  hitBp: 5_120,
  excessBp: 4,
  lowBp: -9,
  highBp: 17,
  worstBp: -1_240,
  edge: 'none',
  picks: 5,
  holdDays: 5,
  takeProfitBp: 500,
  stopLossBp: 300,
} as const

/** Monday 16 November 2026, before the opening; S214 closed at 2,000 yen on Friday. */
export const FACTS: Facts = {
  now: timeJst('2026-11-16', 8),
  closedDates: [],
  leadLevel: 'advanced',
  card: MEASURED,
  takesNewIssues: true,
  issues: {
    S214: { unit: 100, tickTable: 'other', sharesOutstanding: 50_000_000, closeTenths: 20_000, exDate: null },
  },
  day: { opensAt: timeJst('2026-11-18', 9), preClosingAt: timeJst('2026-11-18', 15, 25) },
}

/** Terms of each kind that may be published under `FACTS`. */
export const GOOD: { [K in ListingKind]: Terms<K> } = {
  ipo: {
    code: 'X901',
    names: words('Aoba Robotics'),
    profile: words('Builds arms for small workshops.'),
    sector: 'machinery',
    segment: 'growth',
    sharesOutstanding: 8_000_000,
    bandLowTenths: 10_000,
    bandHighTenths: 12_000,
    referenceTenths: 11_000,
    publicUnits: 2_000,
    perMemberUnits: 10,
    opensAt: timeJst('2026-11-17', 9),
    closesAt: timeJst('2026-11-20', 15),
    drawOn: '2026-11-24',
    payFrom: '2026-11-24',
    payTo: '2026-11-27',
    issueOn: '2026-12-01',
  },
  'block-sale': {
    code: 'S214',
    saleOn: '2026-11-18',
    previousCloseTenths: 20_000,
    priceTenths: 19_500,
    units: 5_000,
    perMemberUnits: 10,
    opensAt: timeJst('2026-11-17', 17),
    closesAt: timeJst('2026-11-18', 8, 30),
  },
  'day-inventory': {
    tradeOn: '2026-11-18',
    rows: [{ code: 'S214', long: 50, short: 20 }],
    perMemberUnits: 5,
    opensAt: timeJst('2026-11-18', 8),
    closesAt: timeJst('2026-11-18', 15, 20),
  },
  'ai-card': {
    ...MEASURED,
    names: words('Lantern'),
    method: words('Ranks by momentum and reversal of twenty days.'),
    perMemberUnits: 10,
    opensAt: timeJst('2026-11-17', 9),
    closesAt: timeJst('2027-03-31', 15),
  },
  'copy-product': {
    names: words('Quiet Harbour'),
    strategy: words('Large issues without leverage.'),
    leadMemberId: 'm-1',
    capYen: 100_000_000,
    minimumYen: 100_000,
    leadStakeYen: 5_000_000,
    performancePpm: 200_000,
    managementPpm: 10_000,
    opensAt: timeJst('2026-11-17', 9),
    closesAt: timeJst('2026-11-27', 15),
    endsOn: '2027-05-31',
  },
}
