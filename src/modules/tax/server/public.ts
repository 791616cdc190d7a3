export {
  accountKind,
  addResult,
  comingTax,
  hasOpenYear,
  dueResults,
  settleTax,
  withholdOnDividend,
  type Result,
} from './results.ts'
export { addShares, averageCostOf, rescaleShares, takeCost, takeShares, unitCostOf } from './shares.ts'
export { sameDayRule } from './same-day.ts'
export { yearsOf } from './queries.ts'
export { reportView } from './views.ts'
export { TAX_TABLES } from './tables.ts'
