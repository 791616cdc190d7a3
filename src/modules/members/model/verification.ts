import type { MemberId } from '#kernel/id.ts'

/** The two pictures of a document, each decided by itself (security-and-trust 8). */
export const SIDES = ['front', 'back'] as const
export type Side = (typeof SIDES)[number]

/** `none`: nothing was handed in yet. */
export type SideState = 'none' | 'sent' | 'accepted' | 'rejected'
/**
 * `recheck`: name or number changed, so what was seen on an accepted picture has to be compared again.
 * `overturn`: an appeal was right.
 */
export type SideEvent = 'send' | 'recheck' | 'accept' | 'reject' | 'overturn'

/** The whole life of a side; what is not in here cannot happen. */
const NEXT: Readonly<Record<SideState, Partial<Record<SideEvent, SideState>>>> = {
  none: { send: 'sent' },
  sent: { accept: 'accepted', reject: 'rejected' },
  rejected: { send: 'sent', overturn: 'accepted' },
  accepted: { recheck: 'sent' },
}
export const nextSide = (state: SideState, event: SideEvent): SideState | null => NEXT[state][event] ?? null

/**
 * Specification, chapter 4: under review, passed, rejected with a reason (upload failed is the phone's own).
 */
export type VerificationState = 'none' | 'review' | 'passed' | 'rejected'

/** The result of the two sides: passed with both accepted; rejected once nothing is left to be looked at. */
export function verificationState(front: SideState, back: SideState): VerificationState {
  if (front === 'none' && back === 'none') return 'none'
  if (front === 'accepted' && back === 'accepted') return 'passed'
  return front === 'sent' || back === 'sent' ? 'review' : 'rejected'
}

/** Reasons to reject a side: those of the power `identity.reject`. */
export const REJECT_REASONS = [
  'image-unreadable',
  'image-incomplete',
  'wrong-document',
  'expired',
  'name-differs',
  'number-differs',
  'facts-differ',
  'duplicate',
] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/** These are about what was typed, not about the picture: it may be put right. */
const ABOUT_DETAILS: readonly RejectReason[] = ['name-differs', 'number-differs', 'facts-differ', 'duplicate']
export const isAboutDetails = (reason: RejectReason): boolean => ABOUT_DETAILS.includes(reason)

/** The name that operators use for a case: each side of each member is one of its own. */
export const caseOf = (memberId: MemberId, side: Side): string => `${memberId}.${side}`
export function partsOfCase(subject: string): { memberId: MemberId; side: Side } | null {
  const [memberId = '', side = ''] = subject.split('.', 2)
  return SIDES.includes(side as Side) ? { memberId, side: side as Side } : null
}
