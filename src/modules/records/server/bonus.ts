import type { MemberId } from '#kernel/id.ts'
import { yenOf } from '#kernel/price.ts'
import { addDays, dateJst, type DateJst } from '#kernel/time.ts'
import {
  comingDividends,
  dividendsPaidIn,
  dividendView,
  dividendYen,
} from '#modules/corporate-actions/server/public.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import { yearSumsOf } from '#modules/ledger/server/public.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { reportView, yearsOf } from '#modules/tax/server/public.ts'
import { INCOME_GROUPS, type BonusView, type ExpectedView } from '../contract.ts'
import { dividendYears } from '../model/dividend-years.ts'
import { withTax } from '../model/expected-tax.ts'
import { movementIn } from './income.ts'

/** The exchange is simulated, and so is what its companies pay. */
const SIMULATED = true
const MOST_PAID = 200
/** Companies announce this far ahead at most. */
const AHEAD_DAYS = 100
const DIVIDEND_KINDS: readonly TransferKind[] = [
  'dividend',
  'dividend-adjustment',
  'dividend-income-tax',
  'dividend-local-tax',
]

/**
 * A member's dividends, lot by lot and year by year, and what the year brought besides. `year` null: that of
 * market time.
 */
export async function bonusView(
  context: AppContext,
  instruments: InstrumentsPublic,
  asked: { memberId: MemberId; year: number | null; lang: string },
): Promise<BonusView> {
  const { db, clock, engine } = context
  const { memberId, lang } = asked
  const today = dateJst(clock.market())
  const year = asked.year ?? Number(today.slice(0, 4))
  const [sums, taxYears, coming, paid, movement] = await Promise.all([
    yearSumsOf(db, memberId, DIVIDEND_KINDS),
    yearsOf(db, memberId),
    comingDividends(db, memberId),
    dividendsPaidIn(db, memberId, year, MOST_PAID),
    movementIn(context, memberId, { from: `${year}-01-01`, to: `${year}-12-31` }),
  ])
  const refunds = new Map(
    taxYears
      .map(reportView)
      .map(({ year: of, dividends }) => [of, dividends.refundedIncomeTax + dividends.refundedLocalTax]),
  )
  const isFixed = new Set(coming.map(({ lotId, exDate }) => `${lotId} ${exDate}`))
  const groups = INCOME_GROUPS.map((group) => ({
    group,
    yen: movement.groups.find((each) => each.group === group)?.yen ?? 0,
  }))
  const worded = (rows: typeof coming) =>
    rows.map((row) => dividendView(row, instruments.nameOf(row.code, lang), SIMULATED))
  return {
    year,
    years: dividendYears(sums, (of) => refunds.get(String(of)) ?? 0),
    expected: withTax(
      openLots(engine.read, memberId)
        .flatMap((lot) => expectedOf(instruments, lot, today, lang))
        .filter(({ lotId, exDate }) => !isFixed.has(`${lotId} ${exDate}`))
        .toSorted((a, b) =>
          a.exDate < b.exDate ? -1 : a.exDate > b.exDate ? 1 : a.lotId < b.lotId ? -1 : 1,
        ),
    ),
    coming: worded(coming),
    paid: worded(paid),
    income: { total: groups.reduce((sum, { yen }) => sum + yen, 0), groups },
    simulated: SIMULATED,
  }
}

/**
 * Announced by today, for a lot that is held: it gets them if it is held at the close of the last cum date
 * (margin and tax 5).
 */
function expectedOf(
  { actions, nameOf }: InstrumentsPublic,
  lot: Lot,
  today: DateJst,
  lang: string,
): Omit<ExpectedView, 'tax'>[] {
  const { id, code, side, leverageTenths, openQuantity: quantity } = lot
  return actions.between(today, addDays(today, AHEAD_DAYS), code).flatMap((action) => {
    if (action.kind !== 'dividend' || action.announcedOn > today) return []
    const { perShareTenths, lastCumDate, exDate, payDate } = action
    const amount = dividendYen({ side, leverageTenths, quantity, perShareTenths })
    return [
      {
        id: `${id}-${exDate}`,
        lotId: id,
        code,
        name: nameOf(code, lang),
        side,
        leverage: leverageTenths / 10,
        quantity,
        perShare: yenOf(perShareTenths),
        lastCumDate,
        exDate,
        payDate,
        amount,
      },
    ]
  })
}
