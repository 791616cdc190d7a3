export { addResult, addShares, comingTax, dueResults, rescaleShares, settleTax, takeShares, withholdOnDividend, type Result } from './results.ts'
export { TAX_TABLES } from './tables.ts'
