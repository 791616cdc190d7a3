export { isClosing } from './accounts.ts'
export { endedAt } from './closing.ts'
export { DEMO_BANK_SENDS_AFTER } from './due-scans.ts'
export { callerOf } from './caller.ts'
export {
  bankDatesOf,
  depositLog,
  movementsOf,
  withdrawalLog,
  type DepositEntry,
  type LogPage,
  type Movement,
  type WithdrawalEntry,
} from './queries.ts'
export { valuationSnapshot, termsOf, type ValuationSnapshot, type HeldSource } from './terms.ts'
export { timesOf, type Times } from './command-times.ts'
export { dueWithin } from './withdrawal-timer.ts'
export { fundingChanged } from './events.ts'
