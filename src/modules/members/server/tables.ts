import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { DocumentId } from '#modules/legal/model/documents.ts'
import type { DocumentType } from '../model/identity-form.ts'
import type { IdentityFacts } from '../model/facts.ts'
import type { INSIDER_TIES, ProfileField } from '../model/profile.ts'
import type { QuestionId } from '../model/quiz.ts'
import type { RejectReason, Side, SideState } from '../model/verification.ts'

/** State of a member's verification; the newest submission alone. Times are the journal's. */
export type VerificationRow = {
  memberId: MemberId
  detailsId: string
  /** Salted SHA-256 of what was typed. */
  detailsHash: string
  frontId: string
  backId: string
  frontState: SideState
  backState: SideState
  frontReason: RejectReason | null
  backReason: RejectReason | null
  /** Operators who rejected a side of it. */
  decidedBy: readonly string[]
  attempts: number
  submittedAt: Ms
  decidedAt: Ms | null
  /** Time of facts given after the verification, compared with no document; null: handed in with it. */
  factsAt: Ms | null
  /**
   * Other members who handed in the same document at last, whatever became of it, when they were last
   * compared; null: not compared yet.
   */
  twins: number | null
  /** Twins that were known when the front was accepted; null: it is not, or was before they were kept. */
  acceptedTwins: number | null
  /** Time at which the identity was erased, the last time; null: it never was. */
  erasedAt: Ms | null
}
export const verifications = defineTable<VerificationRow>()({
  name: 'verifications',
  columns: {
    memberId: 'text',
    detailsId: 'text',
    detailsHash: 'text',
    frontId: 'text',
    backId: 'text',
    frontState: 'text',
    backState: 'text',
    frontReason: 'text?',
    backReason: 'text?',
    decidedBy: 'jsonb',
    attempts: 'int4',
    submittedAt: 'int8',
    decidedAt: 'int8?',
    factsAt: 'int8?',
    twins: 'int4?',
    acceptedTwins: 'int4?',
    erasedAt: 'int8?',
  },
  key: 'memberId',
  indexes: { review: (row) => (row.frontState === 'sent' || row.backState === 'sent' ? 'review' : null) },
})

/** True where nothing is left of an identity but what the journal has; one that came after it is another. */
export const isErased = ({
  erasedAt,
  submittedAt,
}: Pick<VerificationRow, 'erasedAt' | 'submittedAt'>): boolean => erasedAt !== null && submittedAt <= erasedAt

/** `withdrawn`: the member handed in again instead. */
export type AppealState = 'open' | 'upheld' | 'overturned' | 'withdrawn'
export type AppealRow = {
  id: string
  memberId: MemberId
  /** The submission that it is about: one appeal each. */
  attempt: number
  textId: string
  textHash: string
  state: AppealState
  /** Operators who rejected, and may not decide it. */
  excluded: readonly string[]
  filedAt: Ms
  decidedAt: Ms | null
}
export const identityAppeals = defineTable<AppealRow>()({
  name: 'identity_appeals',
  columns: {
    id: 'text',
    memberId: 'text',
    attempt: 'int4',
    textId: 'text',
    textHash: 'text',
    state: 'text',
    excluded: 'jsonb',
    filedAt: 'int8',
    decidedAt: 'int8?',
  },
  key: 'id',
  fixed: ['memberId', 'attempt', 'textId', 'textHash', 'excluded', 'filedAt'],
  indexes: { member: (row) => row.memberId, open: (row) => (row.state === 'open' ? 'open' : null) },
})

export type QuizRow = {
  memberId: MemberId
  tries: number
  triedAt: Ms
  correct: number
  wrong: readonly QuestionId[]
  passedAt: Ms | null
}
export const quizResults = defineTable<QuizRow>()({
  name: 'quiz_results',
  columns: {
    memberId: 'text',
    tries: 'int4',
    triedAt: 'int8',
    correct: 'int4',
    wrong: 'jsonb',
    passedAt: 'int8?',
  },
  key: 'memberId',
})

/** Oldest first; a later version of a document stands beside the earlier one. */
export type ConsentsRow = {
  memberId: MemberId
  given: readonly { document: DocumentId; version: number; at: Ms }[]
}
export const consents = defineTable<ConsentsRow>()({
  name: 'consents',
  columns: { memberId: 'text', given: 'jsonb' },
  key: 'memberId',
})

export type ProfileRow = Record<ProfileField, string> & {
  memberId: MemberId
  insiderTie: (typeof INSIDER_TIES)[number]
  insiderCode: string | null
  at: Ms
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    verifications: VerificationRow
    identityDetails: {
      id: string
      memberId: MemberId
      name: string
      kana: string
      documentType: DocumentType
      numberSealed: Buffer
      numberHash: Buffer
      salt: Buffer
      at: Ms
      /** Keyed hash of kana and birth date: the same person at another member. */
      personHash: Buffer | null
    } & { [Field in keyof IdentityFacts]: IdentityFacts[Field] | null }
    identityPictures: {
      imageId: string
      memberId: MemberId
      side: Side
      sha256: string
      bytes: number
      width: number
      height: number
      at: Ms
    }
    chipReadings: { id: string; memberId: MemberId; readingSealed: Buffer }
    identityAppealTexts: { id: string; memberId: MemberId; text: string; salt: Buffer; at: Ms }
    investorProfiles: ProfileRow
  }
}
