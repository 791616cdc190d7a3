export { addResult, addShares, comingTax, dueResults, rescaleShares, settleTax, takeShares, withholdOnDividend, type Result } from './results.ts'
export { yearsOf } from './queries.ts'
export { reportView } from './views.ts'
export { TAX_TABLES } from './tables.ts'
