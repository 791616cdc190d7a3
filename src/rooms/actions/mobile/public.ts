export { CompanyActions } from './CompanyActions.tsx'
