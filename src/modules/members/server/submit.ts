import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { dateJst } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { publishedVersions } from '#modules/legal/server/public.ts'
import { consentProblem, missingConsents, type Consent } from '../model/consents.ts'
import { PICTURES_END, type Method } from '../model/methods.ts'
import { handIn, NO_SIDES, type Sides } from '../model/submission.ts'
import { verificationState, type Side } from '../model/verification.ts'
import { addConsents, consentsOf } from './consent.ts'
import { identityChanged } from './events.ts'
import { identityAppeals, isErased, verifications, type VerificationRow } from './tables.ts'

export type Submission = {
  detailsId: string
  detailsHash: string
  /** True if what stands on a document differs from the submission before. */
  detailsChanged: boolean
  pictures: Readonly<Record<Side, string | null>>
  /** Left out by versions that took pictures alone. */
  method?: Method
  /** True if the submission before was by the other method. */
  isAnew?: boolean
  consents: readonly Consent[]
}

export const sidesOf = (row: VerificationRow | undefined): Sides =>
  row === undefined || isErased(row)
    ? NO_SIDES
    : {
        front: { state: row.frontState, pictureId: row.frontId, reason: row.frontReason },
        back: { state: row.backState, pictureId: row.backId, reason: row.backReason },
      }

export const columnsOf = ({ front, back }: Sides) => ({
  frontId: front.pictureId!,
  backId: back.pictureId!,
  frontState: front.state,
  backState: back.state,
  frontReason: front.reason,
  backReason: back.reason,
})

/** `identity.submit`: hands in details and pictures for review, and agrees to the documents of an account. */
export const submitIdentity = defineMemberCommand({
  type: 'identity.submit',
  captureInputs: () => null,
  run(tables, input: Submission, _inputs, call) {
    const memberId = call.memberId
    const table = tables.of(verifications)
    const row = table.get(memberId)
    const today = dateJst(call.at)
    const isChip = input.method === 'chip'
    if (!isChip && today >= PICTURES_END) return no('PICTURES_ENDED')
    const sides = handIn(sidesOf(row), input.pictures, input.detailsChanged, input.isAnew)
    if (!sides.ok) return isChip && sides.rejection === 'BACK_REQUIRED' ? no('SELFIE_REQUIRED') : sides
    const versions = publishedVersions(tables)
    const outdated = consentProblem(input.consents, today, versions)
    if (outdated !== null) return outdated
    if (missingConsents([...consentsOf(tables, memberId), ...input.consents], today, versions).length > 0)
      return no('CONSENT_REQUIRED')
    addConsents(tables, memberId, input.consents, call.at)
    const { detailsId, detailsHash } = input
    const changed = {
      ...columnsOf(sides.value),
      detailsId,
      detailsHash,
      submittedAt: call.at,
      decidedAt: null,
      factsAt: null,
      twins: null,
      acceptedTwins: sides.value.front.state === 'accepted' ? (row?.acceptedTwins ?? null) : null,
    }
    if (row === undefined) table.insert({ memberId, attempts: 1, decidedBy: [], erasedAt: null, ...changed })
    else table.update(row, { ...changed, attempts: row.attempts + 1, decidedBy: [] })
    withdrawAppeal(tables, memberId)
    return done({ status: 'review' as const }, [identityChanged(memberId)])
  },
})

/**
 * `identity.facts`: facts of a member whose verification has passed, where they are missing or have changed.
 * The verification stays: nobody is kept from own money because a question is new.
 */
export const giveFacts = defineMemberCommand({
  type: 'identity.facts',
  captureInputs: () => null,
  run(tables, { detailsId, detailsHash }: { detailsId: string; detailsHash: string }, _inputs, call) {
    const row = tables.of(verifications).get(call.memberId)
    if (row === undefined || verificationState(row.frontState, row.backState) !== 'passed')
      return no('IDENTITY_NOT_PASSED')
    tables.of(verifications).update(row, { detailsId, detailsHash, factsAt: call.at })
    return done({ status: 'saved' as const }, [identityChanged(call.memberId)])
  },
})

/** A new submission is looked at anew: an appeal about the old pictures has nothing left to decide. */
function withdrawAppeal(tables: TableAccess, memberId: MemberId): void {
  const open = openAppealOf(tables, memberId)
  if (open !== undefined) tables.of(identityAppeals).update(open, { state: 'withdrawn' })
}

export const openAppealOf = (tables: TableReader, memberId: MemberId) =>
  tables
    .of(identityAppeals)
    .by('member', memberId)
    .find(({ state }) => state === 'open')
