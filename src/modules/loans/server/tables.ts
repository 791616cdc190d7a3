import type { MemberId } from '#kernel/id.ts'
import type { PartsPerMillion, Yen } from '#kernel/money.ts'
import type { DateJst, Ms, Days } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { LoanState } from '../model/states.ts'

/**
 * A loan from its application on. Who applied stands in `loan_details`, of which commands know a salted hash.
 * Of a loan that was lent: what it owes (`model/interest.ts`). Wall clock, but for `lentAt` and `since`,
 * which are market time.
 */
export type LoanRow = {
  id: string
  /** From 1, in the order of the applications: how people name it. */
  number: number
  memberId: MemberId
  yen: Yen
  ratePpm: PartsPerMillion
  /** The yearly income that the profile stated when it was applied for, at least. */
  incomeYen: Yen
  detailsHash: string
  state: LoanState
  appliedAt: Ms
  decidedAt: Ms | null
  /** Of the list of `loan.refuse`. */
  reason: string | null
  /** Operators who refused it: they have no say in an appeal. */
  refusedBy: readonly string[]
  lentAt: Ms | null
  principalYen: Yen
  carriedYen: Yen
  since: DateJst | null
  paidInterestYen: Yen
  /** Monthly interest, and the last repayment, paid from own money; and those that left a shortfall. */
  onTime: number
  late: number
  /** Repaid, refused for good, or cancelled. */
  endedAt: Ms | null
}
/** All stay in memory: the credit score counts the old ones too. */
export const loans = defineTable<LoanRow>()({
  name: 'loans',
  columns: {
    id: 'text',
    number: 'int4',
    memberId: 'text',
    yen: 'int8',
    ratePpm: 'int4',
    incomeYen: 'int8',
    detailsHash: 'text',
    state: 'text',
    appliedAt: 'int8',
    decidedAt: 'int8?',
    reason: 'text?',
    refusedBy: 'jsonb',
    lentAt: 'int8?',
    principalYen: 'int8',
    carriedYen: 'int8',
    since: 'text?',
    paidInterestYen: 'int8',
    onTime: 'int4',
    late: 'int4',
    endedAt: 'int8?',
  },
  key: 'id',
  fixed: ['number', 'memberId', 'yen', 'ratePpm', 'incomeYen', 'detailsHash', 'appliedAt'],
  indexes: {
    member: (row) => row.memberId,
    state: (row) => (row.state === 'pending' || row.state === 'open' ? row.state : null),
  },
})

export type LoanEntryKind = 'lent' | 'interest' | 'repaid'
/** A line of a loan's statement. `principalYen`: what is left after it. */
export type LoanEntryRow = {
  loanId: string
  seq: number
  n: number
  memberId: MemberId
  kind: LoanEntryKind
  yen: Yen
  principalYen: Yen
  day: DateJst
  at: Ms
}
export const loanEntries = defineAppendTable<LoanEntryRow>()({
  name: 'loan_entries',
  columns: {
    loanId: 'text',
    seq: 'int8',
    n: 'int4',
    memberId: 'text',
    kind: 'text',
    yen: 'int8',
    principalYen: 'int8',
    day: 'text',
    at: 'int8',
  },
  key: ['loanId', 'seq', 'n'],
})

/**
 * Of the last 365 days before `asOf`, looked up once a day: what the credit score counts and no row in memory
 * says.
 */
export type CreditRecordRow = { memberId: MemberId; unmetCalls: number; shortfallDays: Days; asOf: DateJst }
export const creditRecords = defineTable<CreditRecordRow>()({
  name: 'credit_records',
  columns: { memberId: 'text', unmetCalls: 'int4', shortfallDays: 'int4', asOf: 'text' },
  key: 'memberId',
})

export type AppealState = 'open' | 'upheld' | 'overturned' | 'withdrawn'
/** Against a refusal, once for each loan. `withdrawn`: the member applied again instead. */
export type LoanAppealRow = {
  id: string
  memberId: MemberId
  loanId: string
  textId: string
  textHash: string
  state: AppealState
  excluded: readonly string[]
  filedAt: Ms
  answerBy: Ms
  decidedAt: Ms | null
}
export const loanAppeals = defineTable<LoanAppealRow>()({
  name: 'loan_appeals',
  columns: {
    id: 'text',
    memberId: 'text',
    loanId: 'text',
    textId: 'text',
    textHash: 'text',
    state: 'text',
    excluded: 'jsonb',
    filedAt: 'int8',
    answerBy: 'int8',
    decidedAt: 'int8?',
  },
  key: 'id',
  fixed: ['memberId', 'loanId', 'textId', 'textHash', 'excluded', 'filedAt', 'answerBy'],
  indexes: { loan: (row) => row.loanId, state: (row) => (row.state === 'open' ? 'open' : null) },
})

export const LOAN_TABLES = [loans, loanEntries, creditRecords, loanAppeals] as const

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    loans: LoanRow
    loanEntries: LoanEntryRow
    /** The applicant's details, as typed: personal, so outside the journal. */
    loanDetails: {
      id: string
      memberId: MemberId
      name: string
      numberSealed: Buffer
      address: string
      contact: string
      email: string
      salt: Buffer
      at: Ms
    }
    /** The member's own words. */
    loanAppealTexts: { id: string; memberId: MemberId; text: string; salt: Buffer; at: Ms }
  }
}
