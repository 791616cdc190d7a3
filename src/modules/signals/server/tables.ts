import type { MemberId } from '#kernel/id.ts'
import type { Month, Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { Role } from '#modules/staff/model/power.ts'
import type { CaseState, EntryKind, Ground } from '../model/case.ts'
import type { CLOSE_REASONS } from '../model/powers.ts'
import type { RuleName } from '../model/rules.ts'
import type { Seal, SEAL_REASONS, WITHHOLD_REASONS } from '../model/seal.ts'

export type CaseRow = {
  id: string
  memberId: MemberId
  state: CaseState
  openedAt: Ms
  /** The operator who works on it. */
  assignedTo: string | null
  closedAt: Ms | null
  reason: (typeof CLOSE_REASONS)[number] | null
  /** Of a case that somebody opened by hand; null: a signal did. */
  ground: Ground | null
  openedBy: string | null
  /** Opened to be sealed first. */
  toSeal: boolean
}
export type SignalRow = {
  id: string
  caseId: string
  memberId: MemberId
  rule: RuleName
  key: string
  happenedAt: Ms
  /** JSON of `Evidence[]`. */
  evidence: string
  /** JSON of the other members that it is about. */
  others: string
  /** The time at which it was found. */
  at: Ms
}
export type EntryRow = {
  id: string
  caseId: string
  memberId: MemberId
  kind: EntryKind
  words: string
  operatorId: string
  role: Role
  number: number
  at: Ms
  /** Kept from the member as long as the seal of its case says so. */
  sealed: boolean
}

/** The seal of a case, which two people signed. Times are of the wall clock. */
export type SealRow = Seal & {
  caseId: string
  reason: (typeof SEAL_REASONS)[number]
  withheld: (typeof WITHHOLD_REASONS)[number] | null
}
export const caseSeals = defineTable<SealRow>()({
  name: 'case_seals',
  columns: {
    caseId: 'text',
    reason: 'text',
    by: 'jsonb',
    sealedAt: 'int8',
    endedAt: 'int8?',
    withheld: 'text?',
  },
  key: 'caseId',
  fixed: ['reason', 'by', 'sealedAt'],
})

/** An entry that was made under a seal, by the hash of its row: journalled when it is made. */
export type SealedEntryRow = { id: string; caseId: string; hash: string; at: Ms }
export const sealedEntries = defineAppendTable<SealedEntryRow>()({
  name: 'sealed_entries',
  columns: { id: 'text', caseId: 'text', hash: 'text', at: 'int8' },
  key: 'id',
})

/** Counts of a month in Japan, which are published once it is over. */
export type SealedMonthRow = {
  month: Month
  sealed: number
  entries: number
  disclosed: number
  withheld: number
}
export const sealedMonths = defineTable<SealedMonthRow>()({
  name: 'sealed_months',
  columns: { month: 'text', sealed: 'int4', entries: 'int4', disclosed: 'int4', withheld: 'int4' },
  key: 'month',
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    riskCases: CaseRow
    riskSignals: SignalRow
    caseEntries: EntryRow
  }
}
