export { isClosing } from './accounts.ts'
export { callerOf, ownId } from './caller.ts'
export { depositLog, withdrawalLog, type DepositEntry, type LogPage, type WithdrawalEntry } from './queries.ts'
export { timesOf, type Times } from './when.ts'
