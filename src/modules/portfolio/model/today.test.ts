import fc from 'fast-check'
import { expect, test } from 'vitest'
import { consideration } from '#kernel/price.ts'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { draftFrom, move } from '#modules/ledger/model/drafting.ts'
import { feeOf } from '#modules/margin/model/charges.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import { marginNeeded } from '#modules/margin/model/ratio.ts'
import { accountFigures, closedTodayYen, type ClosedToday, type Mark } from './account.ts'
import { closePart } from './close-part.ts'
import { aLot } from './lot.fixture.ts'
import { heldLot, lockQuantity, openFeeLeft, type Lot } from './lot.ts'

const [BEFORE, TODAY] = ['2026-11-13', '2026-11-16']
/** Settlement days of trades of before and of today. */
const [DUE_BEFORE, DUE] = ['2026-11-17', '2026-11-18']
const CODES = ['S100', 'S214']

/** An account over one day: what it holds, what it has closed, and the prices of now. */
function dayOf(held: readonly { code: string; side: 'up' | 'down'; times: number; price: number }[]) {
  const marks = new Map<string, Mark>(
    CODES.map((code, n) => [code, { lastTenths: 10_000 * (n + 1), previousCloseTenths: 10_000 * (n + 1) }]),
  )
  const lot = (
    terms: { code: string; side: 'up' | 'down'; times: number },
    priceTenths: number,
    n: number,
  ): Lot => {
    const notional = consideration(priceTenths, 1_000)
    return aLot({
      ...{ id: `l${n}`, code: terms.code, side: terms.side, leverageTenths: terms.times * 10 },
      ...{ openPriceTenths: priceTenths, marginYen: marginNeeded(notional, terms.times * 10) },
      openFeeYen: feeOf(notional, FEE).totalYen,
    })
  }
  let lots = held.map((terms, n) => ({
    ...lot(terms, terms.price, n),
    ...{ tradeDate: BEFORE, settlementDate: DUE_BEFORE },
  }))
  const draft = draftFrom('a', {
    ...NO_MONEY,
    available: 1_000_000_000,
    lotMargin: lots.reduce((sum, { marginYen }) => sum + marginYen, 0),
  })
  const closed: ClosedToday[] = []
  let [ownYen, paidInYen, closings] = [0, 0, 0]
  const figures = () => {
    const live = lots.map((each) => ({
      ...heldLot(each, DUE),
      ...{ openedToday: each.tradeDate === TODAY, openFeeYen: openFeeLeft(each) },
    }))
    const markOf = (code: string) => marks.get(code)
    return accountFigures(draft.balances, live, markOf, closedTodayYen(closed, ownYen, markOf))
  }
  return {
    figures,
    paidIn: () => paidInYen,
    closings: () => closings,
    move(code: string, tenths: number) {
      marks.set(code, { ...marks.get(code)!, lastTenths: tenths })
    },
    deposit(yen: number) {
      draft.balances.available += yen
      paidInYen += yen
    },
    open(code: string, side: 'up' | 'down', times: number) {
      const opened = lot(
        { code, side, times },
        marks.get(code)!.lastTenths,
        lots.length + closed.length + 100,
      )
      move(draft, 'available', 'lotMargin', opened.marginYen, { kind: 'lot-margin' })
      move(draft, 'available', 'fee', opened.openFeeYen, { kind: 'fee' })
      lots = [...lots, { ...opened, tradeDate: TODAY, settlementDate: DUE }]
    },
    close(nth: number, part: number) {
      const before = lots[nth % Math.max(lots.length, 1)]
      if (before === undefined) return
      const quantity = Math.min(part * 100, before.openQuantity)
      const { lastTenths: priceTenths } = marks.get(before.code)!
      const fee = feeOf(consideration(priceTenths, quantity), FEE)
      const fill = { orderId: 'c', quantity, priceTenths, fee, settlementDate: DUE, at: 9 }
      const { lot: after, profitYen } = closePart(draft, lockQuantity(before, quantity), fill)
      closings++
      if (before.tradeDate === TODAY) ownYen += profitYen
      else closed.push({ ...before, priceTenths, quantity, feeYen: fee.totalYen })
      lots = lots.flatMap((each) => (each !== before ? [each] : after.status === 'closed' ? [] : [after]))
    },
  }
}

const code = fc.constantFrom(...CODES)
const side = fc.constantFrom('up' as const, 'down' as const)
const price = fc.integer({ min: 500, max: 50_000 })
type Step = (day: ReturnType<typeof dayOf>) => void
const steps = (times: number) =>
  fc.array(
    fc.oneof(
      fc.tuple(code, price).map(
        ([of, to]): Step =>
          (day) =>
            day.move(of, to),
      ),
      fc.integer({ min: 1, max: 9_999_999 }).map(
        (yen): Step =>
          (day) =>
            day.deposit(yen),
      ),
      fc.tuple(code, side).map(
        ([of, way]): Step =>
          (day) =>
            day.open(of, times === 1 ? 'up' : way, times),
      ),
      fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 10 })).map(
        ([n, part]): Step =>
          (day) =>
            day.close(n, part),
      ),
    ),
    { maxLength: 30 },
  )

// Interest of a lot is rounded down for each part of it that is closed: a yen at most.
test.each([
  [1, 'to the yen'],
  [2, 'to a yen for each closing'],
])('at %i× today is total assets now, less those of before and what was paid in, %s', (times) => {
  const held = fc.array(fc.record({ code, side, price }), { maxLength: 3 })
  fc.assert(
    fc.property(held, steps(times), (of, all) => {
      const day = dayOf(of.map((each) => ({ ...each, times, side: times === 1 ? 'up' : each.side })))
      const start = day.figures().totalAssetsYen
      expect(day.figures().todayChangeYen).toBe(0)
      for (const step of all) {
        step(day)
        const { totalAssetsYen, todayChangeYen } = day.figures()
        const wrong = Math.abs(todayChangeYen - (totalAssetsYen - start - day.paidIn()))
        expect(wrong).toBeLessThanOrEqual(times === 1 ? 0 : day.closings())
      }
    }),
  )
})

test('a sale at the market price leaves today as it was, but for its fee', () => {
  // The member's day: 100 shares bought weeks ago at 1,337, yesterday's close 1,000, the price now 1,138.
  const day = dayOf([{ code: 'S100', side: 'up', times: 1, price: 13_370 }])
  day.move('S100', 11_380)
  const before = day.figures().todayChangeYen
  expect(before).toBe(138_000)
  day.close(0, 10)
  expect(day.figures().todayChangeYen).toBe(before - feeOf(1_138_000, FEE).totalYen)
})
