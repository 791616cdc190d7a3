export { watch } from './watch.ts'
export { isIncluded } from './check.ts'
