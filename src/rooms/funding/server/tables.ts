import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { AccountType } from '../model/bank-account.ts'
import type { DepositMethod } from '../model/deposit.ts'
import type { AppealState, BankAccountState, ClosingState, DepositState, WithdrawalState } from '../model/states.ts'
import type { Decider, ProvenBy } from '../model/withdrawal.ts'

/**
 * Where a member's money may go. What it is, stands in `bank_account_details`; commands know the salted hash, so that nobody can change
 * the one without the other. All times of this room are wall clock.
 */
export type BankAccountRow = {
  id: string
  memberId: string
  detailsHash: string
  state: BankAccountState
  addedAt: Ms
  /** When it was accepted or rejected. */
  decidedAt: Ms | null
  removedAt: Ms | null
  /** Of the list of `bank-account.reject`. */
  reason: string | null
}
export const bankAccounts = defineTable<BankAccountRow>()({
  name: 'bank_accounts',
  columns: { id: 'text', memberId: 'text', detailsHash: 'text', state: 'text', addedAt: 'int8', decidedAt: 'int8?', removedAt: 'int8?', reason: 'text?' },
  key: 'id',
  fixed: ['memberId', 'detailsHash', 'addedAt'],
  indexes: { member: (row) => row.memberId, state: (row) => (row.state === 'pending' ? 'pending' : null) },
})

/** `payerHash`: of the member's verified name, which the payer must have. `lineId`: what paid it; `creditedYen` is that line's sum. All stay in memory: no reference is given twice. */
export type DepositRow = {
  id: string
  memberId: string
  yen: Yen
  method: DepositMethod
  reference: string
  payerHash: string
  state: DepositState
  requestedAt: Ms
  decidedAt: Ms | null
  creditedYen: Yen | null
  lineId: string | null
  reason: string | null
  textId: string | null
}
export const deposits = defineTable<DepositRow>()({
  name: 'deposits',
  columns: {
    id: 'text', memberId: 'text', yen: 'int8', method: 'text', reference: 'text', payerHash: 'text', state: 'text', requestedAt: 'int8',
    decidedAt: 'int8?', creditedYen: 'int8?', lineId: 'text?', reason: 'text?', textId: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'yen', 'method', 'reference', 'payerHash', 'requestedAt'],
  indexes: { pending: (row) => (row.state === 'pending' ? row.memberId : null), reference: (row) => row.reference },
  ordered: { waiting: { group: (row) => (row.state === 'pending' ? 'all' : null), value: (row) => row.requestedAt } },
})

/**
 * A line of the firm's bank statement. `id` is the bank's own, once and for all: lines stay in memory, so that a file read twice brings
 * none twice. `usedFor`: the deposit or withdrawal that it stands for; a line serves one.
 */
export type StatementLineRow = {
  id: string
  kind: 'in' | 'out' | 'returned'
  yen: Yen
  reference: string | null
  payerHash: string | null
  source: 'demo-bank' | 'file'
  bookedAt: Ms
  usedFor: string | null
}
export const statementLines = defineTable<StatementLineRow>()({
  name: 'statement_lines',
  columns: {
    id: 'text', kind: 'text', yen: 'int8', reference: 'text?', payerHash: 'text?', source: 'text', bookedAt: 'int8', usedFor: 'text?',
  },
  key: 'id',
  fixed: ['kind', 'yen', 'reference', 'payerHash', 'source', 'bookedAt'],
  indexes: { open: (row) => (row.usedFor === null ? row.reference : null) },
})

/** `reference`: the transfer's own, by which the bank's line is known. `dueAt`: approved by then if nobody decided. `approvedBy`: how it was. */
export type WithdrawalRow = {
  id: string
  memberId: string
  accountId: string
  yen: Yen
  reference: string
  provenBy: ProvenBy
  decider: Decider
  isClosing: boolean
  state: WithdrawalState
  requestedAt: Ms
  dueAt: Ms
  approvedAt: Ms | null
  approvedBy: 'rule' | 'two' | 'time' | 'appeal' | null
  paidAt: Ms | null
  /** Denied, cancelled or returned. */
  endedAt: Ms | null
  reason: string | null
  textId: string | null
  /** Operators who denied it, parted by spaces: they have no say in an appeal. */
  deniedBy: string | null
  lineId: string | null
}
/** All stay in memory: the day's requests count, and a denied or paid one may come up again. */
export const withdrawals = defineTable<WithdrawalRow>()({
  name: 'withdrawals',
  columns: {
    id: 'text', memberId: 'text', accountId: 'text', yen: 'int8', reference: 'text', provenBy: 'text', decider: 'text', isClosing: 'bool', state: 'text', requestedAt: 'int8',
    dueAt: 'int8', approvedAt: 'int8?', approvedBy: 'text?', paidAt: 'int8?', endedAt: 'int8?', reason: 'text?', textId: 'text?',
    deniedBy: 'text?', lineId: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'accountId', 'yen', 'reference', 'provenBy', 'decider', 'isClosing', 'requestedAt', 'dueAt'],
  indexes: { member: (row) => row.memberId, reference: (row) => row.reference },
  ordered: {
    due: { group: (row) => (row.state === 'requested' ? 'all' : null), value: (row) => row.dueAt },
    unpaid: { group: (row) => (row.state === 'approved' ? 'all' : null), value: (row) => row.approvedAt ?? row.requestedAt },
  },
})

/** Against a denial; the text stands with the operators' texts. `payoutId`: the withdrawal that an overturned denial becomes. */
export type AppealRow = {
  id: string
  memberId: string
  withdrawalId: string
  textId: string
  state: AppealState
  filedAt: Ms
  answerBy: Ms
  decidedAt: Ms | null
  answerId: string | null
  payoutId: string | null
}
export const appeals = defineTable<AppealRow>()({
  name: 'appeals',
  columns: {
    id: 'text', memberId: 'text', withdrawalId: 'text', textId: 'text', state: 'text', filedAt: 'int8', answerBy: 'int8', decidedAt: 'int8?', answerId: 'text?', payoutId: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'withdrawalId', 'textId', 'filedAt', 'answerBy'],
  indexes: { withdrawal: (row) => row.withdrawalId, state: (row) => (row.state === 'open' ? 'open' : null) },
})

/** A member who leaves. `withdrawalId` null: there was nothing to pay out. */
export type ClosingRow = { memberId: string; withdrawalId: string | null; state: ClosingState; requestedAt: Ms; endedAt: Ms | null }
export const closings = defineTable<ClosingRow>()({
  name: 'account_closings',
  columns: { memberId: 'text', withdrawalId: 'text?', state: 'text', requestedAt: 'int8', endedAt: 'int8?' },
  key: 'memberId',
})

export const FUNDING_TABLES = [bankAccounts, deposits, statementLines, withdrawals, appeals, closings] as const

/** What an account is: personal, so outside the journal. The holder in the banks' characters; the image by its id. */
export type AccountDetailsRow = {
  accountId: string
  memberId: string
  holder: string
  bankCode: string
  bankName: string
  branchCode: string
  branchName: string
  type: AccountType
  number: string
  imageId: string
  salt: Buffer
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    bankAccounts: BankAccountRow
    bankAccountDetails: AccountDetailsRow
    deposits: DepositRow
    statementLines: StatementLineRow
    withdrawals: WithdrawalRow
    appeals: AppealRow
    accountClosings: ClosingRow
    /** The member's own words: personal, so outside the journal. */
    appealTexts: { id: string; memberId: string; text: string }
  }
}
