import { no, ok, type Result } from '#kernel/result.ts'
import {
  isAboutDetails,
  nextSide,
  SIDES,
  verificationState,
  type RejectReason,
  type Side,
  type SideState,
} from './verification.ts'

/** Refusals of a submission after those of the form, in the order in which they are checked. */
export const SUBMIT_REJECTIONS = [
  'CHIP_DIFFERS',
  'PICTURES_ENDED',
  'SELFIE_REQUIRED',
  'FRONT_REQUIRED',
  'BACK_REQUIRED',
  'IDENTITY_PASSED',
  'IDENTITY_IN_REVIEW',
  'CONSENT_OUTDATED',
  'CONSENT_REQUIRED',
] as const
export type SubmitRejection = (typeof SUBMIT_REJECTIONS)[number]

export type SideRow = { state: SideState; pictureId: string | null; reason: RejectReason | null }
export type Sides = Readonly<Record<Side, SideRow>>
export const NO_SIDES: Sides = {
  front: { state: 'none', pictureId: null, reason: null },
  back: { state: 'none', pictureId: null, reason: null },
}

/**
 * The new state of the two sides when they are handed in (again). `pictures`: the newest that was sent of
 * each. A side that was accepted stays accepted unless the details changed; one that was rejected needs
 * another picture, or other details where the reason was about them. `isAnew`: the method changed, so that
 * both sides are others and are looked at again, whatever they were.
 */
export function handIn(
  sides: Sides,
  pictures: Readonly<Record<Side, string | null>>,
  detailsChanged: boolean,
  isAnew = false,
): Result<Sides, SubmitRejection> {
  const required = { front: 'FRONT_REQUIRED', back: 'BACK_REQUIRED' } as const
  for (const side of SIDES)
    if (pictures[side] === null && (isAnew || sides[side].pictureId === null)) return no(required[side])
  const state = verificationState(sides.front.state, sides.back.state)
  if (state === 'passed') return no('IDENTITY_PASSED')
  if (state === 'review') return no('IDENTITY_IN_REVIEW')
  const next = { ...sides }
  for (const side of SIDES) {
    const { state: was, pictureId, reason } = sides[side]
    const isNew = pictures[side] !== null && pictures[side] !== pictureId
    if (was === 'accepted' && isAnew) {
      if (!isNew) return no(required[side])
      next[side] = { state: nextSide(was, 'recheck')!, pictureId: pictures[side], reason: null }
      continue
    }
    if (was === 'accepted') {
      if (detailsChanged) next[side] = { state: nextSide(was, 'recheck')!, pictureId, reason: null }
      continue
    }
    if (
      was === 'rejected' &&
      !isNew &&
      (isAnew || !(detailsChanged && reason !== null && isAboutDetails(reason)))
    )
      return no(required[side])
    next[side] = {
      state: nextSide(was, 'send')!,
      pictureId: isNew ? pictures[side] : pictureId,
      reason: null,
    }
  }
  return ok(next)
}
