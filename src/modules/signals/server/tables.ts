import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Role } from '#modules/staff/model/power.ts'
import type { CaseState, EntryKind } from '../model/case.ts'
import type { CLOSE_REASONS } from '../model/powers.ts'
import type { RuleName } from '../model/rules.ts'

export type CaseRow = {
  id: string
  memberId: MemberId
  state: CaseState
  openedAt: Ms
  /** The operator who works on it. */
  assignedTo: string | null
  closedAt: Ms | null
  reason: (typeof CLOSE_REASONS)[number] | null
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
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    riskCases: CaseRow
    riskSignals: SignalRow
    caseEntries: EntryRow
  }
}
