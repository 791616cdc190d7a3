import { yenOf } from '#kernel/price.ts'
import { type DateJst, iso } from '#kernel/time.ts'
import type { CorporateAction } from '#modules/instruments/model/corporate-actions.ts'
import type { Results, ResultsDate } from '#modules/instruments/model/earnings.ts'
import type { ActionView, DividendView, ResultsView } from '../contract.ts'
import { dividendYen, type Entitlement } from '../model/dividend.ts'

export function actionView(
  action: CorporateAction,
  name: string,
  today: DateJst,
  simulated: boolean,
): ActionView {
  const { kind, code, announcedOn, lastCumDate, exDate, recordDate } = action
  return {
    id: `${code}-${exDate}-${kind}`,
    kind,
    status: exDate > today ? 'announced' : 'past',
    code,
    name,
    announcedOn,
    lastCumDate,
    exDate,
    recordDate,
    simulated,
    ...(action.kind === 'dividend'
      ? {
          payDate: action.payDate,
          perShare: yenOf(action.perShareTenths),
          newShares: null,
          oldShares: null,
          inferred: false,
        }
      : {
          payDate: null,
          perShare: null,
          newShares: action.newShares,
          oldShares: action.oldShares,
          inferred: action.inferred === true,
        }),
  }
}

/** `results` null: they are not out yet. */
export const resultsView = (
  { code, announcedOn, businessYear, quarter, periodEnd }: ResultsDate,
  results: Results | null,
  name: string,
  simulated: boolean,
): ResultsView => ({
  id: `${code}-${announcedOn}-results`,
  status: results ? 'published' : 'coming',
  code,
  name,
  announcedOn,
  businessYear,
  quarter,
  periodEnd,
  profit: results && results.profitYen,
  forecastYear: results && results.forecastYear,
  forecastProfit: results && results.forecast.profitYen,
  simulated,
})

export function dividendView(row: Entitlement, name: string, simulated: boolean): DividendView {
  const { lotId, exDate, code, side, quantity, payDate, paidAt } = row
  return {
    id: `${lotId}-${exDate}`,
    status: paidAt === null ? 'coming' : 'paid',
    lotId,
    code,
    name,
    side,
    leverage: row.leverageTenths / 10,
    quantity,
    perShare: yenOf(row.perShareTenths),
    exDate,
    payDate,
    amount: dividendYen(row),
    tax: row.taxYen,
    held: paidAt === null ? row.heldYen : 0,
    paidAt: paidAt === null ? null : iso(paidAt),
    simulated,
  }
}
