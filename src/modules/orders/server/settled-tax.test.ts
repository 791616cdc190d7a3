import { describe, expect, test } from 'vitest'
import { addDays, DAY } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { draftFrom, move } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { lots, realized } from '#modules/portfolio/server/tables.ts'
import { schedules } from '#modules/schedules/server/tables.ts'
import { taxDue } from '#modules/tax/model/year.ts'
import { chooseAccountCommand } from '#modules/tax/server/choose-account.ts'
import { closeYear } from '#modules/tax/server/close-year.ts'
import {
  addResult,
  comingTax,
  rescaleShares,
  sameDayRule,
  withholdOnDividend,
} from '#modules/tax/server/public.ts'
import { averageCosts, taxResults } from '#modules/tax/server/tables.ts'
import { CODE, MEMBER, moneyDesk, TODAY, type Answer, type MoneyDesk } from './money.fixture.ts'

const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
/** Buys (or sells short) at a price; the lot. */
function opened(desk: MoneyDesk, priceYen: number, ticket: Parameters<MoneyDesk['place']>[0] = {}): string {
  const { id, quantity } = answerOf(desk.place(ticket))
  desk.fill(id, quantity, priceYen)
  return desk.tables.of(lots).by('member', MEMBER).at(-1)!.id
}
function closed(desk: MoneyDesk, lotId: string, priceYen: number): void {
  const { id, quantity } = answerOf(desk.close(lotId))
  desk.fill(id, quantity, priceYen)
}
/** Sells a part of a lot. */
function close(desk: MoneyDesk, lotId: string, quantity: number, priceYen: number): void {
  desk.fill(answerOf(desk.close(lotId, { quantity })).id, quantity, priceYen)
}
/** The next trade date. */
function next(desk: MoneyDesk): void {
  desk.market.tradeDate = addDays(desk.market.tradeDate, 1)
  desk.market.at += DAY
}
/** No fee is asked. */
const freeCommand = defineCommand({
  type: 'test.free',
  captureInputs: () => undefined,
  run(tables) {
    tables
      .of(schedules)
      .insert({
        id: 'free',
        kind: 'fees',
        fromDate: TODAY,
        body: { from: TODAY, ratePpm: 0, minYen: 0, maxYen: 0 },
        publishedAt: 0,
        signers: [],
      })
    return done(null)
  },
})
const SETTLED = addDays(TODAY, 2)
const pending = (desk: MoneyDesk) => desk.tables.of(taxResults).by('member', MEMBER)
const yearOf = (desk: MoneyDesk, year = '2026') => desk.kept.rows.get(`tax_years ${MEMBER} ${year}`)
const taxEntries = (desk: MoneyDesk) =>
  desk.kept.transfers.filter(({ kind }) => kind.includes('-tax')).map(({ kind, yen }) => `${kind} ${yen}`)

/** A result as from outside, on a settlement day of its own. */
const resultCommand = defineCommand({
  type: 'test.result',
  captureInputs: () => undefined,
  run(tables, input: { settlementDate: string; gainYen: number }) {
    addResult(tables, { ...input, memberId: MEMBER, code: CODE, kind: 'margin', lotId: 'l', orderId: 'o' })
    return done(null)
  },
})
/**
 * Results of one settlement day each, settled one after another: what the tax account stands at after each.
 */
function lived(desk: MoneyDesk, gains: readonly number[], from = '2026-06-01'): number[] {
  return gains.map((gainYen, n) => {
    const settlementDate = addDays(from, n)
    desk.submit(resultCommand, { settlementDate, gainYen }, null)
    desk.settleUpTo(settlementDate)
    return desk.firm('tax')
  })
}

describe('on its settlement day', () => {
  test('a 1× sale is taxed against the moving average, out of the money that settled', () => {
    const desk = moneyDesk()
    const first = opened(desk, 3_400)
    opened(desk, 3_500)
    // 340,000 + 187 and 350,000 + 192 for 200 shares: 3,451.895, up to 3,452 a share.
    closed(desk, first, 3_600)
    expect(pending(desk)).toMatchObject([
      { settlementDate: SETTLED, kind: 'cash', proceedsYen: 360_000, gainYen: 360_000 - 198 - 345_200 },
    ])
    expect(desk.tables.of(averageCosts).get(MEMBER, CODE)).toMatchObject({ quantity: 100, costYen: 345_200 })
    const before = desk.balances()
    desk.settleUpTo(addDays(TODAY, 1))
    expect(taxEntries(desk)).toEqual([])
    desk.settleUpTo(SETTLED)
    expect(taxEntries(desk)).toEqual(['income-tax-withheld 2236', 'local-tax-withheld 730'])
    expect(desk.balances()).toMatchObject({
      unsettled: 0,
      available: before.available + before.unsettled - 2_966,
    })
    expect(yearOf(desk)).toMatchObject({
      totalYen: 14_602,
      cashProceedsYen: 360_000,
      cashGainYen: 14_602,
      marginGainYen: 0,
    })
    expect(desk.tables.of(realized).get(MEMBER), 'realized profit is net of tax').toMatchObject({
      tradeDate: SETTLED,
      dayYen: -2_966,
      yearYen: 20_000 - 187 - 198 - 2_966,
    })
    desk.settleUpTo(SETTLED)
    expect(desk.firm('tax'), 'settling twice taxes once').toBe(2_966)
  })

  test('leveraged lots are matched one by one, fees and interest taken off; a long and a short of one day are set off', () => {
    const desk = moneyDesk()
    const long = opened(desk, 3_400, { leverage: 2, quantity: 300 })
    closed(desk, long, 3_500)
    const short = opened(desk, 3_400, { side: 'down', leverage: 2, quantity: 300 })
    closed(desk, short, 3_420)
    const made = [30_000 - 561 - 577 - 78, -6_000 - 561 - 564 - 32]
    expect(
      pending(desk)
        .map(({ kind, gainYen }) => [kind, gainYen])
        .toSorted(),
    ).toEqual(made.map((gainYen) => ['margin', gainYen]).toSorted())
    desk.settleUpTo(SETTLED)
    const totalYen = made[0]! + made[1]!
    expect(desk.firm('tax')).toBe(Math.floor((totalYen * 15_315) / 100_000) + Math.floor(totalYen / 20))
  })

  const stories: [name: string, gains: number[], standing: number[]][] = [
    ['published: +100,000, −110,000, +50,000', [100_000, -110_000, 50_000], [20_315, 0, 8_126]],
    ['worked 6 and 7: +14,745, −20,000, +9,000', [14_745, -20_000, 9_000], [2_995, 0, 760]],
  ]
  test.each(stories)('%s', (_, gains, standing) => {
    const desk = moneyDesk()
    expect(lived(desk, gains)).toEqual(standing)
    expect(desk.balances().available).toBe(10_000_000 - standing.at(-1)!)
  })

  test('a plain account keeps the same sums and pays nothing here', () => {
    const desk = moneyDesk()
    const choose = chooseAccountCommand(() => '2026-06-01')
    expect(desk.submit(choose, { account: 'plain' }, MEMBER)).toMatchObject({ ok: true })
    expect(lived(desk, [100_000, -20_000])).toEqual([0, 0])
    expect(yearOf(desk)).toMatchObject({ kind: 'plain', totalYen: 80_000, incomeTaxYen: 0 })
    expect(desk.submit(choose, { account: 'withholding' }, MEMBER)).toMatchObject({
      ok: false,
      rejection: 'TAX_ACCOUNT_IN_USE',
      detail: { year: '2026' },
    })
    const nextYear = chooseAccountCommand(() => '2027-01-04')
    expect(desk.submit(nextYear, { account: 'withholding' }, MEMBER)).toMatchObject({ ok: true })
    desk.submit(resultCommand, { settlementDate: '2027-02-01', gainYen: 1 }, null)
    expect(
      desk.submit(nextYear, { account: 'plain' }, MEMBER),
      'a result on its way fixes it too',
    ).toMatchObject({ rejection: 'TAX_ACCOUNT_IN_USE' })
  })

  test('the year is that of the settlement: what was sold on the last days belongs to the next', () => {
    const desk = moneyDesk()
    expect(lived(desk, [-100_000], '2026-12-30')).toEqual([0])
    expect(lived(desk, [100_000], '2027-01-04'), 'no loss is carried over').toEqual([20_315])
    expect([yearOf(desk), yearOf(desk, '2027')]).toMatchObject([
      { totalYen: -100_000 },
      { totalYen: 100_000 },
    ])
  })

  test('what is not there for the tax is lent visibly, and a refund repays it', () => {
    const desk = moneyDesk({ depositYen: 10_000 })
    lived(desk, [100_000])
    expect(desk.balances()).toMatchObject({ available: 0, shortfall: -10_315 })
    lived(desk, [-100_000], '2026-06-08')
    expect(desk.balances()).toMatchObject({ available: 10_000, shortfall: 0 })
  })
})

/**
 * Daiwa's published example (facts: margin and tax, section 6), without fees; and what its neighbours come to
 * by the same rule.
 */
describe("a day's round trips", () => {
  /** 1,000 shares from the day before, each at this cost. */
  const holding = (costYen: number, options: Parameters<typeof moneyDesk>[0] = {}) => {
    const desk = moneyDesk({ baseYen: 1_000, ...options })
    desk.submit(freeCommand, {}, null)
    const lotId = opened(desk, costYen, { quantity: 1_000 })
    next(desk)
    return { desk, lotId }
  }
  const gains = (desk: MoneyDesk) => pending(desk).map(({ gainYen }) => gainYen)
  const cost = (desk: MoneyDesk) => desk.tables.of(averageCosts).get(MEMBER, CODE)

  test('1,000 held at 800, sold at 1,200 and bought back at 1,000: cost 900, gain 300,000, as the estimate before says', () => {
    const { desk, lotId } = holding(800)
    closed(desk, lotId, 1_200)
    expect(gains(desk), 'as long as nothing is bought back').toEqual([400_000])
    opened(desk, 1_000, { quantity: 1_000 })
    expect(gains(desk)).toEqual([300_000])
    expect(cost(desk)).toMatchObject({ quantity: 1_000, costYen: 900_000 })
    expect(comingTax(desk.tables, MEMBER)).toMatchObject([
      { gainYen: 300_000, change: { incomeYen: 45_945, localYen: 15_000 } },
    ])
    desk.settleUpTo(addDays(desk.market.tradeDate, 2))
    expect(yearOf(desk)).toMatchObject({
      cashProceedsYen: 1_200_000,
      cashGainYen: 300_000,
      totalYen: 300_000,
    })
  })

  test('the next day is another: what it buys changes no sale of before', () => {
    const { desk, lotId } = holding(800)
    closed(desk, lotId, 1_200)
    next(desk)
    opened(desk, 1_000, { quantity: 1_000 })
    expect(gains(desk)).toEqual([400_000])
    expect(cost(desk)).toMatchObject({ quantity: 1_000, costYen: 1_000_000 })
  })

  test('several sales and purchases in turn are one sale after all purchases, its unit cost rounded up', () => {
    const { desk, lotId } = holding(800)
    close(desk, lotId, 300, 1_200)
    opened(desk, 1_000, { quantity: 500 })
    close(desk, lotId, 200, 1_100)
    opened(desk, 950, { quantity: 300 })
    // 800,000 + 500,000 + 285,000 for 1,800 shares: 880.56, up to 881.
    expect(gains(desk).toSorted((a, b) => a - b)).toEqual([200 * (1_100 - 881), 300 * (1_200 - 881)])
    expect(cost(desk)).toMatchObject({ quantity: 1_300, costYen: 1_300 * 881 })
  })

  test('a journal of the version before says each sale as it was', () => {
    const { desk, lotId } = holding(800, { reckonedByDay: false })
    closed(desk, lotId, 1_200)
    opened(desk, 1_000, { quantity: 1_000 })
    expect(gains(desk)).toEqual([400_000])
    expect(cost(desk)).toMatchObject({ quantity: 1_000, costYen: 1_000_000, tradeDate: null })
  })

  test('a server that holds shares reckons by the day from its next trade date on, a new one from its first', () => {
    const rule = sameDayRule(() => addDays(TODAY, 1))
    const fresh = moneyDesk({ reckonedByDay: false })
    expect(answerOf(fresh.submit(rule, {}, null))).toEqual({ since: '0001-01-01' })
    const used = moneyDesk({ reckonedByDay: false })
    opened(used, 3_400)
    expect(answerOf(used.submit(rule, {}, null))).toEqual({ since: addDays(TODAY, 1) })
    expect(answerOf(used.submit(rule, {}, null)), 'written down once').toEqual({ since: addDays(TODAY, 1) })
  })

  test('what is sold leaves memory when its day is settled', () => {
    const { desk, lotId } = holding(800)
    closed(desk, lotId, 1_200)
    expect(desk.tables.of(averageCosts).all()).toHaveLength(1)
    desk.settleUpTo(addDays(desk.market.tradeDate, 2))
    expect(desk.tables.of(averageCosts).all()).toEqual([])
  })
})

test('a split leaves the cost of shares as it was', () => {
  const desk = moneyDesk()
  opened(desk, 3_400)
  const split = defineCommand({
    type: 'test.split',
    captureInputs: () => undefined,
    run(tables) {
      rescaleShares(tables, MEMBER, CODE, 200)
      rescaleShares(tables, MEMBER, 'S405', 200)
      return done(null)
    },
  })
  desk.submit(split, {}, null)
  expect(desk.tables.of(averageCosts).all()).toMatchObject([
    { memberId: MEMBER, code: CODE, quantity: 200, costYen: 340_187 },
  ])
})

test('what is coming is known before: the most that it will have taken', () => {
  const desk = moneyDesk()
  desk.submit(resultCommand, { settlementDate: '2026-06-01', gainYen: 100_000 }, null)
  desk.submit(resultCommand, { settlementDate: '2026-06-02', gainYen: -110_000 }, null)
  const coming = comingTax(desk.tables, MEMBER)
  expect(
    coming.map(({ settlementDate, change }) => [settlementDate, change.incomeYen, change.localYen]),
  ).toEqual([
    ['2026-06-01', 15_315, 5_000],
    ['2026-06-02', -15_315, -5_000],
  ])
  expect(taxDue(coming)).toBe(20_315)
})

describe('a year that ends', () => {
  const dividend = defineCommand({
    type: 'test.dividend',
    captureInputs: () => undefined,
    run(tables, input: { yen: number; payDate: string }, _inputs, call) {
      const draft = draftFrom(MEMBER, balances(tables, MEMBER))
      move(draft, 'clearing', 'available', input.yen, { kind: 'profit' })
      withholdOnDividend(tables, draft, { yen: input.yen, beforeYen: 0 }, input.payDate, { code: CODE })
      post(tables, { seq: call.seq, at: call.at, tradeDate: input.payDate }, draft.transfers)
      return done(null)
    },
  })
  const close = { year: '2026', memberIds: [MEMBER], at: 0, tradeDate: '2027-01-04' }

  test('sets what is left of a loss off against its dividends, once', () => {
    const desk = moneyDesk()
    desk.submit(dividend, { yen: 100_000, payDate: '2026-06-01' }, null)
    expect(taxEntries(desk)).toEqual(['dividend-income-tax 15315', 'dividend-local-tax 5000'])
    lived(desk, [-40_000])
    desk.submit(closeYear, close, null)
    desk.submit(closeYear, close, null)
    expect(taxEntries(desk).slice(2)).toEqual(['income-tax-refund 6126', 'local-tax-refund 2000'])
    expect(desk.firm('tax')).toBe(12_189)
    expect(yearOf(desk)).toMatchObject({
      closed: true,
      dividendIncomeTaxYen: 9_189,
      dividendLocalTaxYen: 3_000,
    })
  })

  test('a result that comes late joins the year that it belongs to', () => {
    const desk = moneyDesk()
    lived(desk, [40_000])
    desk.submit(closeYear, close, null)
    desk.submit(resultCommand, { settlementDate: '2026-12-30', gainYen: 30_000 }, null)
    desk.settleUpTo('2027-01-05')
    expect(yearOf(desk)).toMatchObject({
      closed: true,
      totalYen: 70_000,
      incomeTaxYen: 10_720,
      localTaxYen: 3_500,
    })
    expect(desk.firm('tax')).toBe(14_220)
  })

  test('with a profit gives nothing back', () => {
    const desk = moneyDesk()
    lived(desk, [40_000])
    desk.submit(closeYear, close, null)
    expect(desk.firm('tax')).toBe(8_126)
    expect(yearOf(desk)).toMatchObject({ closed: true, totalYen: 40_000 })
  })
})
