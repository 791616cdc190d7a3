export { CompanyActions } from './CompanyActions.tsx'
export { DividendRow } from './DividendRow.tsx'
export { useIssueEvents } from './issue-events.ts'
