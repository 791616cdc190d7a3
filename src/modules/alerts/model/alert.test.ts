import { expect, test } from 'vitest'
import {
  decideAlert,
  hitBy,
  isReached,
  MOST_ALERTS,
  onNewDay,
  type Alert,
  type AlertFacts,
  type NewAlert,
  type Watches,
} from './alert.ts'

test.each<[watches: Watches, value: number, priceTenths: number, changeBp: number, reached: boolean]>([
  ['above', 10_000, 9_999, 0, false],
  ['above', 10_000, 10_000, 0, true],
  ['above', 10_000, 10_001, 0, true],
  ['below', 10_000, 10_001, 0, false],
  ['below', 10_000, 10_000, 0, true],
  ['below', 10_000, 9_999, 0, true],
  ['rise', 300, 1, 299, false],
  ['rise', 300, 1, 300, true],
  ['fall', 300, 1, -299, false],
  ['fall', 300, 1, -300, true],
  ['fall', 300, 1, 300, false],
])('%s %d at %d tenths and %d bp of the day: %s', (watches, value, priceTenths, changeBp, reached) => {
  expect(isReached({ watches, value }, priceTenths, changeBp)).toBe(reached)
})

const facts: AlertFacts = { isListed: true, lastTenths: 10_000, lastBp: 150, isRanged: true, watching: [] }
const asked: NewAlert = {
  code: 'S100',
  watches: 'above',
  priceTenths: 11_000,
  changeBp: null,
  repeats: 'once',
}
const full = Array.from({ length: MOST_ALERTS }, (_, index) => ({
  code: 'S101',
  watches: 'above' as const,
  value: 20_000 + index,
}))
test.each<[why: string, change: Partial<NewAlert>, known: Partial<AlertFacts>, answer: number | string]>([
  ['a price above', {}, {}, 11_000],
  ['a price below', { watches: 'below', priceTenths: 9_000 }, {}, 9_000],
  ['a rise', { watches: 'rise', priceTenths: null, changeBp: 300 }, {}, 300],
  ['a fall', { watches: 'fall', priceTenths: null, changeBp: 300 }, {}, 300],
  ['before the first trade of the issue', { priceTenths: 1 }, { lastTenths: null, lastBp: null }, 1],
  ['an issue that is not listed', {}, { isListed: false }, 'UNKNOWN_ISSUE'],
  ['no value', { priceTenths: null }, {}, 'ALERT_VALUE'],
  ['a change for a price', { priceTenths: null, changeBp: 300 }, {}, 'ALERT_VALUE'],
  ['both', { changeBp: 300 }, {}, 'ALERT_VALUE'],
  ['a price for a change', { watches: 'rise' }, {}, 'ALERT_VALUE'],
  ['30 % of the day', { watches: 'rise', priceTenths: null, changeBp: 3_000 }, {}, 3_000],
  [
    'more than any day can do',
    { watches: 'rise', priceTenths: null, changeBp: 3_001 },
    {},
    'ALERT_CHANGE_RANGE',
  ],
  ['ten times the price', { priceTenths: 100_000 }, {}, 100_000],
  ['a price that no day comes near', { priceTenths: 100_001 }, {}, 'ALERT_PRICE_RANGE'],
  ['the same in the journal of before', { priceTenths: 100_001 }, { isRanged: false }, 100_001],
  ['a tenth of the price', { watches: 'below', priceTenths: 1_000 }, {}, 1_000],
  ['less than that', { watches: 'below', priceTenths: 999 }, {}, 'ALERT_PRICE_RANGE'],
  ['a price that is there', { priceTenths: 10_000 }, {}, 'ALERT_REACHED'],
  ['a rise that is there', { watches: 'rise', priceTenths: null, changeBp: 150 }, {}, 'ALERT_REACHED'],
  [
    'the same once more',
    {},
    { watching: [{ code: 'S100', watches: 'above', value: 11_000 }] },
    'ALERT_KNOWN',
  ],
  [
    'the same of another issue',
    {},
    { watching: [{ code: 'S101', watches: 'above', value: 11_000 }] },
    11_000,
  ],
  ['the fifty-first', {}, { watching: full }, 'TOO_MANY_ALERTS'],
  ['the fiftieth', {}, { watching: full.slice(1) }, 11_000],
])('%s', (_, change, known, answer) => {
  const decided = decideAlert({ ...asked, ...change }, { ...facts, ...known })
  expect(decided.ok ? decided.value : decided.rejection).toBe(answer)
})

const alert: Alert = {
  id: 'a',
  memberId: 'm',
  code: 'S100',
  watches: 'above',
  value: 11_001,
  repeats: 'daily',
  status: 'watching',
  since: 1,
  sinceDate: '2026-11-19',
  hitAt: null,
  hitDate: null,
  hitTenths: null,
  endedAt: null,
}
test('a hit ends what watches once, and what watches daily until the next day', () => {
  const hit = { priceTenths: 11_010, at: 5, tradeDate: '2026-11-20' }
  expect(hitBy({ repeats: 'once' }, hit)).toEqual({
    hitAt: 5,
    hitTenths: 11_010,
    hitDate: '2026-11-20',
    status: 'hit',
    endedAt: 5,
  })
  expect(hitBy({ repeats: 'daily' }, hit)).toEqual({ hitAt: 5, hitTenths: 11_010, hitDate: '2026-11-20' })
})
test.each<[why: string, change: Partial<Alert>, shares: number, after: Partial<Alert> | null]>([
  ['nothing has happened', {}, 1, null],
  [
    'hit yesterday: it watches again',
    { hitDate: '2026-11-20' },
    1,
    { sinceDate: '2026-11-21', hitDate: null },
  ],
  ['a split: half the price', {}, 2, { sinceDate: '2026-11-21', hitDate: null, value: 5_501 }],
  ['a reverse split', {}, 0.2, { sinceDate: '2026-11-21', hitDate: null, value: 55_005 }],
  ['a change of the day knows no split', { watches: 'rise', value: 300 }, 2, null],
])('a new day: %s', (_, change, shares, after) =>
  expect(onNewDay({ ...alert, ...change }, '2026-11-21', shares)).toEqual(after),
)
