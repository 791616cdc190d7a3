export { CompanyActions } from './CompanyActions.tsx'
export { DividendRow } from './DividendRow.tsx'
