export { issuedTo } from './queries.ts'
