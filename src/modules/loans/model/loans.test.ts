import { describe, expect, it, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { addDays } from '#kernel/time.ts'
import { affordable, incomeOf } from './affordability.ts'
import {
  decideApplication,
  decideRepayment,
  FORM_REJECTIONS,
  formProblem,
  isSamePerson,
  normalizeForm,
  type ApplyFacts,
  type LoanForm,
} from './application.ts'
import { creditItems, creditScore, type CreditFacts } from './credit-score.ts'
import { interestOf, interestOn, nextChargeDay, owedOn, payOn, type Debt } from './interest.ts'
import { coming, levelPlan } from './schedule.ts'
import { after, LOAN, statusOf, type LoanAct, type LoanState } from './states.ts'
import { LEAST_YEN, legalCapOf, MOST_YEN, rateOf } from './terms.ts'

describe('the state of a loan', () => {
  const acts: LoanAct[] = ['approve', 'refuse', 'cancel', 'repay', 'overturn']
  // Every state with every act: where it leads, or – where it must lead nowhere. By hand, not read from the
  // machine.
  const table: Record<LoanState, string> = {
    pending: 'open refused cancelled – –',
    open: '– – – repaid –',
    refused: '– – – – pending',
    cancelled: '– – – – –',
    repaid: '– – – – –',
  }
  it('has these and no others', () =>
    expect(Object.keys(LOAN).toSorted()).toEqual(Object.keys(table).toSorted()))
  it.each(Object.entries(table))('%s: %s', (state, expected) =>
    expect(acts.map((act) => after(state as LoanState, act) ?? '–').join(' ')).toBe(expected),
  )
  it('stands under one of the specification’s three words', () => {
    expect(
      Object.fromEntries(Object.keys(LOAN).map((state) => [state, statusOf(state as LoanState)])),
    ).toEqual({
      pending: 'pending',
      open: 'approved',
      repaid: 'approved',
      refused: 'failed',
      cancelled: 'failed',
    })
  })
})

describe('the rate', () => {
  const rates: [yen: number, ratePpm: number][] = [
    [500_000, 120_000],
    [999_999, 120_000],
    [1_000_000, 80_000],
    [9_999_999, 80_000],
    [10_000_000, 50_000],
    [100_000_000, 50_000],
  ]
  it.each(rates)('of %d yen is %d ppm, inside the law', (yen, ratePpm) => {
    expect(rateOf(yen)).toBe(ratePpm)
    expect(ratePpm).toBeLessThanOrEqual(legalCapOf(yen))
  })
  const caps: [yen: number, capPpm: number][] = [
    [99_999, 200_000],
    [100_000, 180_000],
    [999_999, 180_000],
    [1_000_000, 150_000],
  ]
  it.each(caps)('of %d yen may be %d at most', (yen, capPpm) => expect(legalCapOf(yen)).toBe(capPpm))
})

describe('interest', () => {
  const cases: [why: string, yen: number, ratePpm: number, days: number, interest: number][] = [
    ['the worked example of the facts: 6,164.38', 500_000, 150_000, 30, 6_164],
    ['no day', 500_000, 120_000, 0, 0],
    ['one day: 164.38', 500_000, 120_000, 1, 164],
    ['a year is 365 days', 1_000_000, 80_000, 365, 80_000],
    ['a leap year is a day more', 1_000_000, 80_000, 366, 80_219],
    ['the largest, ten years', 100_000_000, 50_000, 3_650, 50_000_000],
    ['a yen is too little for a yen', 1, 120_000, 365, 0],
  ]
  it.each(cases)('%s', (_, yen, ratePpm, days, interest) =>
    expect(interestOf(yen, ratePpm, days)).toBe(interest),
  )

  const debt: Debt = { principalYen: 1_000_000, ratePpm: 80_000, carriedYen: 0, since: '2028-02-28' }
  const days: [day: string, days: number][] = [
    ['2028-02-28', 0],
    ['2028-02-29', 1],
    ['2028-03-01', 2],
    ['2029-02-28', 366],
    ['2029-03-01', 367],
    ['2028-02-27', 0],
  ]
  it.each(days)('from 28 February of a leap year to %s: %d days', (day, n) =>
    expect(interestOn(debt, day)).toBe(interestOf(1_000_000, 80_000, n)),
  )

  const charges: [day: string, next: string][] = [
    ['2026-11-22', '2026-12-01'],
    ['2026-12-01', '2027-01-01'],
    ['2026-12-31', '2027-01-01'],
    ['2028-01-31', '2028-02-01'],
    ['2028-02-29', '2028-03-01'],
  ]
  it.each(charges)('after %s it is charged on %s', (day, next) => expect(nextChargeDay(day)).toBe(next))

  const payments: [
    why: string,
    yen: number,
    day: string,
    expected: [interest: number, principal: number, left: number, carried: number],
  ][] = [
    ['less than the interest: the rest is carried', 1_000, '2028-03-29', [1_000, 0, 1_000_000, 5_575]],
    ['exactly the interest', 6_575, '2028-03-29', [6_575, 0, 1_000_000, 0]],
    ['interest first, then principal', 106_575, '2028-03-29', [6_575, 100_000, 900_000, 0]],
    ['all of it', 1_006_575, '2028-03-29', [6_575, 1_000_000, 0, 0]],
    ['on the day itself there is no interest', 400_000, '2028-02-28', [0, 400_000, 600_000, 0]],
  ]
  it.each(payments)('paid: %s', (_, yen, day, [interestYen, principalYen, left, carriedYen]) => {
    expect(payOn(debt, yen, day)).toEqual({
      interestYen,
      principalYen,
      left: { ...debt, principalYen: left, carriedYen, since: day },
    })
  })
  it('more than is owed is a bug', () =>
    expect(() => payOn(debt, owedOn(debt, '2028-03-29') + 1, '2028-03-29')).toThrow(Bug))
  it('interest on carried interest is not taken', () => {
    const { left } = payOn(debt, 1_000, '2028-03-29')
    expect(interestOn(left, '2028-03-30')).toBe(5_575 + 219)
  })

  // Every day something is paid, or nothing: what was paid is what was owed, for each way of paying.
  it.each([1, 7, 30, 365])(
    'a year, paid every %d days, never costs more than paid at once, and at most a yen a payment less',
    (every) => {
      let left: Debt = { principalYen: 5_000_000, ratePpm: 80_000, carriedYen: 0, since: '2027-11-22' }
      const whole = interestOn(left, '2028-11-21')
      let paid = 0
      let payments = 0
      for (let n = 1; n <= 365; n++) {
        const day = addDays('2027-11-22', n)
        if (n % every !== 0 && n !== 365) continue
        const { interestYen, left: next } = payOn(left, interestOn(left, day), day)
        paid += interestYen
        payments += 1
        left = next
      }
      expect(left).toMatchObject({ principalYen: 5_000_000, carriedYen: 0, since: '2028-11-21' })
      expect(paid).toBeLessThanOrEqual(whole)
      expect(whole - paid).toBeLessThan(payments)
    },
  )
})

describe('the schedule', () => {
  it('says what will be charged on the first of each month, to the day, over a leap February', () => {
    const debt: Debt = { principalYen: 1_000_000, ratePpm: 80_000, carriedYen: 12, since: '2027-12-20' }
    const rows = coming(debt, '2027-12-24', 4)
    expect(rows.map(({ day, days }) => [day, days])).toEqual([
      ['2028-01-01', 12],
      ['2028-02-01', 31],
      ['2028-03-01', 29],
      ['2028-04-01', 31],
    ])
    expect(rows.map(({ interestYen }) => interestYen)).toEqual([2_630 + 12, 6_794, 6_356, 6_794])
  })
  it('of level payments is the worked example of the facts', () => {
    expect(levelPlan(300_000, 120_000, 12).monthlyYen).toBe(26_654)
  })
  it.each([
    [500_000, 12],
    [999_999, 36],
    [10_000_000, 60],
    [100_000_000, 24],
  ])('of %d yen over %d months pays back all of it', (yen, months) => {
    const plan = levelPlan(yen, rateOf(yen), months)
    expect(plan.monthlyYen * (months - 1) + plan.lastYen).toBe(yen + plan.interestYen)
    expect(Math.abs(plan.lastYen - plan.monthlyYen)).toBeLessThan(months * 2)
  })
})

describe('what can be afforded', () => {
  const incomes: [answer: string | null, yen: number][] = [
    [null, 0],
    ['x', 0],
    ['under-300', 0],
    ['under-500', 3_000_000],
    ['under-1000', 5_000_000],
    ['under-2000', 10_000_000],
    ['over-2000', 20_000_000],
  ]
  it.each(incomes)('an income of %s counts as %d', (answer, yen) => expect(incomeOf(answer)).toBe(yen))

  const cases: [
    why: string,
    means: [income: number, shares: number, owed: number],
    limit: number,
    room: number,
  ][] = [
    ['nothing', [0, 0, 0], 0, 0],
    ['a third of the income, floored', [5_000_000, 0, 0], 1_666_666, 1_666_666],
    ['half of the shares, floored, where that is more', [5_000_000, 4_000_001, 0], 2_000_000, 2_000_000],
    ['the income where that is more', [20_000_000, 4_000_000, 0], 6_666_666, 6_666_666],
    ['what is owed counts', [20_000_000, 0, 6_000_000], 6_666_666, 666_666],
    ['no headroom is none, also when shares fell', [0, 1_000_000, 2_000_000], 500_000, 0],
    ['never above the total', [0, 900_000_000, 40_000_000], 100_000_000, 60_000_000],
  ]
  it.each(cases)('%s', (_, [incomeYen, sharesYen, owedYen], limitYen, headroomYen) =>
    expect(affordable({ incomeYen, sharesYen, owedYen })).toMatchObject({ limitYen, headroomYen }),
  )
})

describe('an application', () => {
  const fine: ApplyFacts = {
    isVerified: true,
    isClosing: false,
    isFrozen: false,
    hasPending: false,
    means: { incomeYen: 0, sharesYen: 400_000_000, owedYen: 0 },
  }
  const cases: [why: string, yen: number, facts: Partial<ApplyFacts>, answer: string][] = [
    ['too little', LEAST_YEN - 1, {}, 'LOAN_MINIMUM'],
    ['the least', LEAST_YEN, {}, 'ok'],
    ['the most', MOST_YEN, {}, 'ok'],
    ['too much', MOST_YEN + 1, {}, 'LOAN_MAXIMUM'],
    ['unverified', LEAST_YEN, { isVerified: false }, 'LOAN_IDENTITY_NEEDED'],
    ['closing', LEAST_YEN, { isClosing: true }, 'ACCOUNT_CLOSING'],
    ['frozen', LEAST_YEN, { isFrozen: true }, 'ACCOUNT_FROZEN'],
    ['another waits', LEAST_YEN, { hasPending: true }, 'LOAN_PENDING'],
    ['another is open: what is left', 40_000_000, { means: { ...fine.means, owedYen: 60_000_000 } }, 'ok'],
    [
      'another is open: a yen more',
      40_000_001,
      { means: { ...fine.means, owedYen: 60_000_000 } },
      'LOAN_TOTAL',
    ],
    ['what can be afforded', 1_000_000, { means: { incomeYen: 3_000_000, sharesYen: 0, owedYen: 0 } }, 'ok'],
    [
      'a yen more',
      1_000_001,
      { means: { incomeYen: 3_000_000, sharesYen: 0, owedYen: 0 } },
      'LOAN_UNAFFORDABLE',
    ],
    [
      'everything at once: the first in order',
      1,
      { isVerified: false, isFrozen: true, hasPending: true },
      'LOAN_MINIMUM',
    ],
  ]
  it.each(cases)('%s', (_, yen, facts, answer) => {
    const decided = decideApplication({ ...fine, ...facts }, yen)
    expect(decided.ok ? 'ok' : decided.rejection).toBe(answer)
  })

  const form: LoanForm = {
    name: '佐藤 遥',
    idNumber: '301234567890',
    address: '東京都千代田区1-1',
    contact: '0312345678',
    email: 'h@example.jp',
  }
  const forms: [field: Partial<LoanForm>, problem: string | null][] = [
    [{}, null],
    [{ name: ' ' }, 'LOAN_NAME_REQUIRED'],
    [{ idNumber: '' }, 'LOAN_ID_REQUIRED'],
    [{ address: '\t' }, 'LOAN_ADDRESS_REQUIRED'],
    [{ address: 'a' }, 'LOAN_ADDRESS_SHORT'],
    [{ address: '東京都' }, 'LOAN_ADDRESS_SHORT'],
    [{ address: '1-2-3-4-5-6' }, 'LOAN_ADDRESS_SHORT'],
    [{ address: '東京都<千代田区>1-1' }, 'LOAN_ADDRESS_CHARACTERS'],
    [{ address: '三重県津市１' }, null],
    [{ contact: '0012345678' }, 'LOAN_CONTACT_FORMAT'],
    [{ contact: '' }, 'LOAN_CONTACT_REQUIRED'],
    [{ contact: '12345' }, 'LOAN_CONTACT_FORMAT'],
    [{ contact: '０３-１２３４-５６７８' }, null],
    [{ contact: '+33612345678' }, null],
    [{ contact: '090 1234 5678' }, null],
    [{ contact: '0312345678x' }, 'LOAN_CONTACT_FORMAT'],
    [{ email: '' }, 'LOAN_EMAIL_REQUIRED'],
    [{ email: 'nobody' }, 'LOAN_EMAIL_FORMAT'],
    [{ email: ' H@EXAMPLE.jp ' }, null],
    [{ name: '', idNumber: '', address: '', contact: '', email: '' }, 'LOAN_NAME_REQUIRED'],
  ]
  it.each(forms)('with %j: %s', (field, problem) =>
    expect(formProblem(normalizeForm({ ...form, ...field }))).toBe(problem),
  )
  it('every refusal of the form can be had', () =>
    expect(new Set(forms.map(([, problem]) => problem).filter((problem) => problem !== null))).toEqual(
      new Set(FORM_REJECTIONS),
    ))
  it('is by the same person whatever the spaces', () =>
    expect([
      isSamePerson('佐藤　遥', '佐藤 遥'),
      isSamePerson('佐藤遥', '佐藤 遥'),
      isSamePerson('佐藤 陽', '佐藤 遥'),
    ]).toEqual([true, true, false]))
})

const repayments: [why: string, yen: number | null, owed: number, free: number, answer: number | string][] = [
  ['all', null, 1_000, 1_000, 1_000],
  ['a part', 400, 1_000, 400, 400],
  ['more than is owed', 1_001, 1_000, 5_000, 'REPAY_TOO_MUCH'],
  ['more than is there', 401, 1_000, 400, 'REPAY_UNCOVERED'],
  ['all, and it is not there', null, 1_000, 999, 'REPAY_UNCOVERED'],
]
test.each(repayments)('a repayment of %s', (_, yen, owedYen, freeYen, answer) => {
  const decided = decideRepayment({ owedYen, freeYen }, yen)
  expect(decided.ok ? decided.value : decided.rejection).toBe(answer)
})

describe('the credit score', () => {
  const clean: CreditFacts = {
    isVerified: true,
    days: 365,
    onTime: 10,
    late: 0,
    unmetCalls: 0,
    hasOpenCall: false,
    shortfallDays: 0,
    hasShortfall: false,
  }
  const cases: [why: string, facts: Partial<CreditFacts>, items: number[]][] = [
    ['all there is', {}, [200, 200, 200, 200, 200]],
    ['more than all changes nothing', { days: 10_000, onTime: 500 }, [200, 200, 200, 200, 200]],
    ['a newcomer', { isVerified: false, days: 0, onTime: 0 }, [0, 0, 0, 200, 200]],
    ['the first day with an identity', { days: 1, onTime: 0 }, [200, 0, 0, 200, 200]],
    ['half a year', { days: 183 }, [200, 100, 200, 200, 200]],
    ['a day before the full history', { days: 364 }, [200, 199, 200, 200, 200]],
    ['late once in ten', { onTime: 9, late: 1 }, [200, 200, 130, 200, 200]],
    ['late more than on time', { onTime: 1, late: 3 }, [200, 200, 0, 200, 200]],
    ['an open call', { hasOpenCall: true }, [200, 200, 200, 150, 200]],
    ['two unmet calls and an open one', { unmetCalls: 2, hasOpenCall: true }, [200, 200, 200, 0, 200]],
    ['a shortfall that was repaid', { shortfallDays: 1 }, [200, 200, 200, 200, 100]],
    ['one that stands', { shortfallDays: 1, hasShortfall: true }, [200, 200, 200, 200, 0]],
  ]
  it.each(cases)('%s', (_, facts, items) => {
    const all = { ...clean, ...facts }
    expect(Object.values(creditItems(all))).toEqual(items)
    expect(creditScore(all)).toBe(items.reduce((sum, points) => sum + points, 0))
  })
})
