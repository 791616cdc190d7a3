/** For the logs, tables and statements of the records room: a member's deposits and withdrawals, newest first. */
export { depositLog, withdrawalLog, type DepositEntry, type WithdrawalEntry } from './queries.ts'
