import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { AccountType } from '../model/bank-account.ts'
import type { DepositMethod } from '../model/deposit.ts'
import type { StatementForm } from '../model/statement-file.ts'
import type {
  AccountAppealState,
  AppealState,
  BankAccountState,
  ClosingState,
  DepositState,
  RefundState,
  WithdrawalState,
} from '../model/states.ts'
import type { Decider, ProvenBy } from '../model/withdrawal.ts'
import type { ApprovedBy, Stop } from '../model/withdrawal-timer.ts'

/**
 * A bank account that a member's money may go to. Its details stand in `bank_account_details`; commands know
 * their salted hash, so that nobody can change the one without the other. All times of this module are wall
 * clock.
 */
export type BankAccountRow = {
  id: string
  memberId: MemberId
  detailsHash: string
  state: BankAccountState
  addedAt: Ms
  /** The time at which it was accepted or rejected. */
  decidedAt: Ms | null
  removedAt: Ms | null
  /** Of the list of `bank-account.reject`. */
  reason: string | null
  /** The operators who rejected it: they have no say in an appeal. */
  decidedBy: string | null
}
export const bankAccounts = defineTable<BankAccountRow>()({
  name: 'bank_accounts',
  columns: {
    id: 'text',
    memberId: 'text',
    detailsHash: 'text',
    state: 'text',
    addedAt: 'int8',
    decidedAt: 'int8?',
    removedAt: 'int8?',
    reason: 'text?',
    decidedBy: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'detailsHash', 'addedAt'],
  indexes: { member: (row) => row.memberId, state: (row) => (row.state === 'pending' ? 'pending' : null) },
})

/**
 * `payerHash`: of the member's verified name, which the payer must have. `lineId`: what paid it;
 * `creditedYen` is that line's sum. All stay in memory: no reference is given twice.
 */
export type DepositRow = {
  id: string
  memberId: MemberId
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
    id: 'text',
    memberId: 'text',
    yen: 'int8',
    method: 'text',
    reference: 'text',
    payerHash: 'text',
    state: 'text',
    requestedAt: 'int8',
    decidedAt: 'int8?',
    creditedYen: 'int8?',
    lineId: 'text?',
    reason: 'text?',
    textId: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'yen', 'method', 'reference', 'payerHash', 'requestedAt'],
  indexes: {
    pending: (row) => (row.state === 'pending' ? row.memberId : null),
    reference: (row) => row.reference,
  },
  ordered: {
    waiting: { group: (row) => (row.state === 'pending' ? 'all' : null), value: (row) => row.requestedAt },
  },
})

/**
 * A line of the firm's bank statement. `id` is the bank's own, once and for all: lines stay in memory, so
 * that a file read twice brings none twice. `usedFor`: the deposit or withdrawal that it stands for; a line
 * serves one. `fileId` and `number`: the file and the record of it that say so; null for the demo bank's.
 */
export type StatementLineRow = {
  id: string
  kind: 'in' | 'out' | 'returned'
  yen: Yen
  reference: string | null
  payerHash: string | null
  source: 'demo-bank' | 'file'
  bookedAt: Ms
  fileId: string | null
  number: number | null
  usedFor: string | null
}
export const statementLines = defineTable<StatementLineRow>()({
  name: 'statement_lines',
  columns: {
    id: 'text',
    kind: 'text',
    yen: 'int8',
    reference: 'text?',
    payerHash: 'text?',
    source: 'text',
    bookedAt: 'int8',
    fileId: 'text?',
    number: 'int4?',
    usedFor: 'text?',
  },
  key: 'id',
  fixed: ['kind', 'yen', 'reference', 'payerHash', 'source', 'bookedAt', 'fileId', 'number'],
  indexes: { open: (row) => (row.usedFor === null ? row.reference : null) },
  ordered: {
    waiting: { group: (row) => (row.usedFor === null ? 'all' : null), value: (row) => row.bookedAt },
  },
})

/** A file of the bank that was brought in. `id`: SHA-256 of its bytes, so that it is brought in once. */
export type StatementFileRow = {
  id: string
  form: StatementForm
  lines: number
  inYen: Yen
  outYen: Yen
  importedBy: string
  importedAt: Ms
  /** Time at which the file itself was erased; its lines stay, without names. */
  erasedAt: Ms | null
}
export const statementFiles = defineTable<StatementFileRow>()({
  name: 'statement_files',
  columns: {
    id: 'text',
    form: 'text',
    lines: 'int4',
    inYen: 'int8',
    outYen: 'int8',
    importedBy: 'text',
    importedAt: 'int8',
    erasedAt: 'int8?',
  },
  key: 'id',
})

/**
 * A file of transfers for the bank. `id`: SHA-256 of its bytes; it is written anew from these rows each time,
 * and compared. `day`: of the transfer.
 */
export type TransferFileRow = {
  id: string
  day: DateJst
  withdrawalIds: readonly string[]
  /** Refunds, which stand after the withdrawals. */
  refundIds: readonly string[]
  yen: Yen
  madeBy: string
  madeAt: Ms
}
export const transferFiles = defineTable<TransferFileRow>()({
  name: 'transfer_files',
  columns: {
    id: 'text',
    day: 'text',
    withdrawalIds: 'jsonb',
    refundIds: 'jsonb',
    yen: 'int8',
    madeBy: 'text',
    madeAt: 'int8',
  },
  key: 'id',
})

/**
 * An entry of the ledger (`482-0`) by which money came in or went out on operators' word, or which corrects
 * one. `about`: the deposit or withdrawal. What is wrong is never changed: `reverses` and `reversedBy` link
 * the two.
 */
export type CashEntryRow = {
  id: string
  memberId: MemberId
  way: 'in' | 'out'
  kind: 'deposit' | 'withdrawal' | 'withdrawal-returned' | 'correction'
  yen: Yen
  about: string
  lineId: string | null
  at: Ms
  reverses: string | null
  reversedBy: string | null
}
export const cashEntries = defineTable<CashEntryRow>()({
  name: 'cash_entries',
  columns: {
    id: 'text',
    memberId: 'text',
    way: 'text',
    kind: 'text',
    yen: 'int8',
    about: 'text',
    lineId: 'text?',
    at: 'int8',
    reverses: 'text?',
    reversedBy: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'way', 'kind', 'yen', 'about', 'lineId', 'at', 'reverses'],
  indexes: { about: (row) => row.about, member: (row) => row.memberId },
})

/**
 * Incoming money on its way back to its sender: one row for each line, whole and once. `memberId`: whose
 * reference the line bears. `reference`: the payment's own, anew after it came back. `detailsHash`: of the
 * sender's account in `refund_details`.
 */
export type RefundRow = {
  id: string
  lineId: string
  yen: Yen
  memberId: MemberId | null
  reference: string
  detailsHash: string
  state: RefundState
  reason: string
  /** Signers of the last decision, parted by spaces. */
  decidedBy: string
  decidedAt: Ms
  transferId: string | null
  paidAt: Ms | null
  bouncedAt: Ms | null
  /** Payments that came back, as their files have them. */
  earlier: readonly { reference: string; detailsHash: string; transferId: string | null }[]
}
export const refunds = defineTable<RefundRow>()({
  name: 'refunds',
  columns: {
    id: 'text',
    lineId: 'text',
    yen: 'int8',
    memberId: 'text?',
    reference: 'text',
    detailsHash: 'text',
    state: 'text',
    reason: 'text',
    decidedBy: 'text',
    decidedAt: 'int8',
    transferId: 'text?',
    paidAt: 'int8?',
    bouncedAt: 'int8?',
    earlier: 'jsonb',
  },
  key: 'id',
  fixed: ['lineId', 'yen', 'memberId'],
  indexes: { reference: (row) => row.reference },
  ordered: {
    unpaid: { group: (row) => (row.state === 'paid' ? null : 'all'), value: (row) => row.decidedAt },
  },
})

/** An entry of the ledger by which money of no member was taken in or went back, with its line. */
export type RefundEntryRow = {
  id: string
  refundId: string
  way: 'in' | 'out'
  yen: Yen
  lineId: string
  at: Ms
}
export const refundEntries = defineTable<RefundEntryRow>()({
  name: 'refund_entries',
  columns: { id: 'text', refundId: 'text', way: 'text', yen: 'int8', lineId: 'text', at: 'int8' },
  key: 'id',
  fixed: ['refundId', 'way', 'yen', 'lineId', 'at'],
})

/**
 * `reference`: the transfer's own, by which the bank's line is known. `dueAt`: approved by then if nobody
 * decided. `approvedBy`: how it was.
 */
export type WithdrawalRow = {
  id: string
  memberId: MemberId
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
  approvedBy: ApprovedBy | null
  paidAt: Ms | null
  /** Denied, cancelled or returned. */
  endedAt: Ms | null
  reason: string | null
  textId: string | null
  /** Operators who denied it, parted by spaces: they have no say in an appeal. */
  deniedBy: string | null
  lineId: string | null
  /** The file for the bank that it stands in; null: not in one yet. */
  transferId: string | null
  /**
   * The stop for which the time for a decision stands still, or an approved payment waits; since when, and
   * how much of the time was left; null: it runs.
   */
  stoppedFor: Stop | null
  stoppedAt: Ms | null
  leftMs: Ms | null
  /** Time until which an open request to deny it can make the time stand; null: there was none yet. */
  denialUntil: Ms | null
  /** The end of what had stopped the approved payment; null: nothing had. */
  releasedAt: Ms | null
  /**
   * Sum that the bank sent where it sent another, and what of too much it has not sent back, the firm's
   * claim.
   */
  paidYen: Yen | null
  claimYen: Yen | null
}
/** All stay in memory: the day's requests count, and a denied or paid one may come up again. */
export const withdrawals = defineTable<WithdrawalRow>()({
  name: 'withdrawals',
  columns: {
    id: 'text',
    memberId: 'text',
    accountId: 'text',
    yen: 'int8',
    reference: 'text',
    provenBy: 'text',
    decider: 'text',
    isClosing: 'bool',
    state: 'text',
    requestedAt: 'int8',
    dueAt: 'int8',
    approvedAt: 'int8?',
    approvedBy: 'text?',
    paidAt: 'int8?',
    endedAt: 'int8?',
    reason: 'text?',
    textId: 'text?',
    deniedBy: 'text?',
    lineId: 'text?',
    transferId: 'text?',
    stoppedFor: 'text?',
    stoppedAt: 'int8?',
    leftMs: 'int8?',
    denialUntil: 'int8?',
    releasedAt: 'int8?',
    paidYen: 'int8?',
    claimYen: 'int8?',
  },
  key: 'id',
  fixed: ['memberId', 'accountId', 'yen', 'reference', 'provenBy', 'decider', 'isClosing', 'requestedAt'],
  indexes: { member: (row) => row.memberId, reference: (row) => row.reference },
  ordered: {
    due: { group: (row) => (row.state === 'requested' ? 'all' : null), value: (row) => row.dueAt },
    unpaid: {
      group: (row) => (row.state === 'approved' ? 'all' : null),
      value: (row) => row.approvedAt ?? row.requestedAt,
    },
    claimed: {
      group: (row) => (row.claimYen === null ? null : 'all'),
      value: (row) => row.approvedAt ?? row.requestedAt,
    },
  },
})

/**
 * Against a denial; the text stands with the operators' texts. `payoutId`: the withdrawal that an overturned
 * denial becomes.
 */
export type AppealRow = {
  id: string
  memberId: MemberId
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
    id: 'text',
    memberId: 'text',
    withdrawalId: 'text',
    textId: 'text',
    state: 'text',
    filedAt: 'int8',
    answerBy: 'int8',
    decidedAt: 'int8?',
    answerId: 'text?',
    payoutId: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'withdrawalId', 'textId', 'filedAt', 'answerBy'],
  indexes: { withdrawal: (row) => row.withdrawalId, state: (row) => (row.state === 'open' ? 'open' : null) },
})

/** Against the rejection of a bank account: one for each account. */
export type AccountAppealRow = {
  id: string
  memberId: MemberId
  accountId: string
  textId: string
  state: AccountAppealState
  filedAt: Ms
  answerBy: Ms
  decidedAt: Ms | null
  answerId: string | null
}
export const accountAppeals = defineTable<AccountAppealRow>()({
  name: 'bank_account_appeals',
  columns: {
    id: 'text',
    memberId: 'text',
    accountId: 'text',
    textId: 'text',
    state: 'text',
    filedAt: 'int8',
    answerBy: 'int8',
    decidedAt: 'int8?',
    answerId: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'accountId', 'textId', 'filedAt', 'answerBy'],
  indexes: { account: (row) => row.accountId, state: (row) => (row.state === 'open' ? 'open' : null) },
})

/** A member who leaves. `withdrawalId` null: there was nothing to pay out. */
export type ClosingRow = {
  memberId: MemberId
  withdrawalId: string | null
  state: ClosingState
  requestedAt: Ms
  endedAt: Ms | null
  /** Time at which contacts and accounts at banks were erased, the last time; null: they never were. */
  erasedAt: Ms | null
}
export const closings = defineTable<ClosingRow>()({
  name: 'account_closings',
  columns: {
    memberId: 'text',
    withdrawalId: 'text?',
    state: 'text',
    requestedAt: 'int8',
    endedAt: 'int8?',
    erasedAt: 'int8?',
  },
  key: 'memberId',
})

export const FUNDING_TABLES = [
  bankAccounts,
  deposits,
  statementLines,
  statementFiles,
  withdrawals,
  transferFiles,
  cashEntries,
  refunds,
  refundEntries,
  appeals,
  accountAppeals,
  closings,
] as const

/**
 * Details of an account: personal, so outside the journal. The holder in the banks' characters; the image by
 * its id.
 */
export type AccountDetailsRow = {
  accountId: string
  memberId: MemberId
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

/**
 * The account of a sender, as two people signed its hash: personal, so outside the journal. A line may have
 * several, of which one at a time counts.
 */
export type SenderDetailsRow = {
  hash: string
  lineId: string
  holder: string
  bankCode: string
  bankName: string
  branchCode: string
  branchName: string
  type: AccountType
  number: string
  salt: Buffer
  /** The time at which it was typed. */
  at: Ms
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    bankAccounts: BankAccountRow
    bankAccountDetails: AccountDetailsRow
    deposits: DepositRow
    statementLines: StatementLineRow
    statementFiles: StatementFileRow
    /**
     * Files of the bank as they came: names of payers stand in them, so outside the journal, which knows the
     * hash.
     */
    statementOriginals: { id: string; bytes: Buffer; at: Ms }
    transferFiles: TransferFileRow
    cashEntries: CashEntryRow
    refunds: RefundRow
    refundEntries: RefundEntryRow
    refundDetails: SenderDetailsRow
    withdrawals: WithdrawalRow
    appeals: AppealRow
    bankAccountAppeals: AccountAppealRow
    accountClosings: ClosingRow
    /** The member's own words: personal, so outside the journal. */
    appealTexts: { id: string; memberId: MemberId; text: string }
  }
}
