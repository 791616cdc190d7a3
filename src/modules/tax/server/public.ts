export {
  accountKind,
  addResult,
  cashGainOf,
  comingTax,
  hasOpenYear,
  dueResults,
  settleTax,
  withheldIn,
  withholdOnDividend,
  type Result,
} from './results.ts'
export { addShares, averageCostOf, rescaleShares, takeCost, takeShares, unitCostOf } from './shares.ts'
export { sameDayRule } from './same-day.ts'
export { gainsOf, gainsSince, yearsOf, type LotGain } from './queries.ts'
export { realizedByDay } from '../model/gains.ts'
export { reportView } from './views.ts'
export { TAX_TABLES } from './tables.ts'
