import type { MemberId } from '#kernel/id.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { verificationState } from '../model/verification.ts'
import { verifications } from './tables.ts'

/** The questions that the server puts to members. */
export type MembersPublic = {
  /** Name in full-width katakana with single spaces, once the verification has passed; else null. */
  verifiedName(memberId: MemberId): Promise<string | null>
  /** Name and document number as they were accepted; null before that. */
  verifiedIdentity(memberId: MemberId): Promise<{ name: string; idNumber: string } | null>
  /** Yearly income as the investor profile states it (`INCOMES`); null: no profile yet. */
  statedIncome(memberId: MemberId): Promise<string | null>
  /**
   * Consents, profile and verification by a sample for these members of the demo setting, named 模擬会員,
   * simulated member.
   */
  settleSimulated(memberIds: readonly MemberId[]): Promise<void>
}

/** True if a member's verification has passed, in commands. */
export function hasPassed(tables: TableReader, memberId: MemberId): boolean {
  const row = tables.of(verifications).get(memberId)
  return row !== undefined && verificationState(row.frontState, row.backState) === 'passed'
}
