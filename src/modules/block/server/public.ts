export { deliveredTo } from './queries.ts'
