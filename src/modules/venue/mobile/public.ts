export { isOffDay } from '../model/off-days.ts'
export { useOffDays } from './use-off-days.ts'
