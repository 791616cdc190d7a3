import { describe, expect, test } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { everyDayCalendar, tseCalendar } from './calendar.ts'
import { corporateActions } from './corporate-actions.ts'
import { companyEarnings } from './earnings.ts'
import {
  firstWorth,
  instrumentOf,
  MOST_NEW_ISSUES,
  refusalOfListing,
  type ListingFacts,
  type NewIssue,
} from './new-issue.ts'
import { searchInstruments } from './search.ts'
import { simulatedUniverse } from './universe.ts'

const said = (text: string): Record<Lang, string> => ({
  ja: text,
  en: 'Hoshimi Optics',
  fr: text,
  es: text,
  'zh-Hans': text,
  'zh-Hant': text,
})
const issue: NewIssue = {
  code: 'S940',
  names: said('ホシミ光学'),
  profile: said('レンズ'),
  sector: 'electronics',
  segment: 'growth',
  sharesOutstanding: 8_000_000,
  offerTenths: 18_000,
  issueOn: '2026-12-01',
}

describe('who may be listed', () => {
  const facts: ListingFacts = { isReplay: false, isKnown: false, newIssues: 0, calendar: tseCalendar }
  const cases: [
    what: string,
    change: Partial<NewIssue>,
    facts: Partial<ListingFacts>,
    refused: string | null,
  ][] = [
    ['a new code on a business day', {}, {}, null],
    ['the last that the boards have room for', {}, { newIssues: MOST_NEW_ISSUES - 1 }, null],
    ['one more', {}, { newIssues: MOST_NEW_ISSUES }, 'MARKET_FULL'],
    ['a code that is taken', {}, { isKnown: true }, 'CODE_LISTED'],
    ['an offer between two ticks', { offerTenths: 18_005 }, {}, 'OFFER_OFF_TICK'],
    ['a fine tick that only the largest have', { offerTenths: 12_345 }, {}, 'OFFER_OFF_TICK'],
    ['an offer for nothing', { offerTenths: 0 }, {}, 'OFFER_OFF_TICK'],
    ['a Sunday of Tokyo', { issueOn: '2026-12-06' }, {}, 'ISSUE_DATE_CLOSED'],
    [
      'the same Sunday where every day is one',
      { issueOn: '2026-12-06' },
      { calendar: everyDayCalendar },
      null,
    ],
    ['a day that is past, which opens as soon as the exchange does', { issueOn: '2026-11-02' }, {}, null],
    ['real days played again', {}, { isReplay: true, isKnown: true }, 'MARKET_REPLAYED'],
    [
      'the first of several reasons',
      { offerTenths: 0, issueOn: '2026-12-06' },
      { isKnown: true },
      'CODE_LISTED',
    ],
  ]
  test.each(cases)('%s', (_, change, more, refused) => {
    expect(refusalOfListing({ ...issue, ...change }, { ...facts, ...more })?.rejection ?? null).toBe(refused)
  })
})

describe('the instrument that it becomes', () => {
  const instrument = instrumentOf('seed', issue, () => 1.25)

  test('keeps what the offering said, on the wider ticks, with parameters of its sector', () => {
    expect(instrument).toMatchObject({
      code: 'S940',
      names: issue.names,
      tickTable: 'other',
      unit: 100,
      kind: 'stock',
      sizeClass: 'small',
      simulated: true,
      listed: { on: '2026-12-01', offerTenths: 18_000 },
    })
    expect(instrument.turnoverYen).toBe(58_000_000)
    expect([
      instrument.beta >= 0.3 && instrument.beta <= 1.8,
      instrument.dailyVolPpm >= 10_500 && instrument.dailyVolPpm <= 34_000,
    ]).toEqual([true, true])
    // The world's own path leads from here to the offer price by the issue date.
    expect(instrument.openingPriceTenths).toBe(14_400)
    expect(instrumentOf('seed', issue, () => 1.25)).toEqual(instrument)
    expect(instrumentOf('other', issue, () => 1.25)).not.toEqual(instrument)
  })

  test.each(['S940', '光学', 'ほしみ', 'hoshimi', 'Optics'])('is found by %s', (typed) => {
    expect(
      searchInstruments([...simulatedUniverse('seed'), instrument], typed, 'ja').map(
        (match) => match.instrument.code,
      ),
    ).toContain('S940')
  })

  test('decides nothing and publishes nothing of the time before it was listed', () => {
    const issues = { all: () => [instrument], get: () => instrument }
    const older = {
      all: () => [{ ...instrument, listed: undefined }] as never,
      get: () => ({ ...instrument, listed: undefined }) as never,
    }
    const actionsOf = (of: typeof issues) =>
      corporateActions('seed', of, tseCalendar, () => 1).between('2026-01-01', '2028-12-31')
    const dates = companyEarnings('seed', issues, tseCalendar, {
      months: [2, 5, 8, 11],
      dayOf: () => 10,
      reaction: () => 0,
      levelOf: () => 1,
    }).between('2026-01-01', '2027-03-31')
    expect(actionsOf(older)[0]!.exDate < '2026-12-01').toBe(true)
    expect(actionsOf(issues).length).toBeGreaterThan(0)
    expect(actionsOf(issues).every(({ announcedOn }) => announcedOn > '2026-12-01')).toBe(true)
    expect(dates.map(({ announcedOn }) => announcedOn)).toEqual(['2027-02-10'])
  })
})

test('what a new issue is worth: a draw of the seed, below the offer for two in five, never farther than a first day goes', () => {
  const worths = Array.from({ length: 2_000 }, (_, n) => firstWorth('seed', `X${n}`, 10_000))
  const below = worths.filter((worth) => worth < 10_000).length / worths.length
  expect([below > 0.34, below < 0.45]).toEqual([true, true])
  expect([Math.min(...worths) >= 7_500, Math.max(...worths) <= 23_000]).toEqual([true, true])
  expect(firstWorth('seed', 'X1', 10_000)).toBe(worths[1])
  expect(firstWorth('other', 'X1', 10_000)).not.toBe(worths[1])
})
