export { unitsThen, type UnitsThen } from './units-then.ts'
