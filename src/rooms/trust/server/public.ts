export { openPromises, type Promises } from './promises.ts'
