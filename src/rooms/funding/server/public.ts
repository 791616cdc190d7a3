export { depositLog, withdrawalLog, type DepositEntry, type LogPage, type WithdrawalEntry } from './queries.ts'
