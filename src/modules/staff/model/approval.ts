import { assert } from '#kernel/assert.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { DAY, HOUR, type Ms } from '#kernel/time.ts'
import type { Power, Role } from './power.ts'

/** The name of the queue of requests that an operator can sign now. */
export const SIGNABLE = 'signatures'

/** An approval that is not complete by then has lapsed (security-and-trust 1). */
export const APPROVAL_LIFE: Ms = 24 * HOUR

/**
 * One signature. `desk`: given by the demo desk, and said so wherever it is shown. `number`: which one of
 * their role the signer was then. `by`: a passkey gave it; left out: the key that the server holds of a demo
 * operator. `list`: the signed list that it was given by.
 */
export type Signature = {
  operatorId: string
  role: Role
  at: Ms
  desk: boolean
  number?: number
  by?: 'passkey'
  list?: string
}

/**
 * In any such time one person opens so many requests about one case of a member (decision 0111). What it
 * comes to does not matter: each keeps others from deciding the case otherwise for a while.
 */
export const OPENED_WITHIN: Ms = 30 * DAY
export const OPENED_AT_MOST = 3

/** A request about a case, by whoever opened it. */
export type Opened = { operatorId: string; at: Ms }
export const countedOpened = (earlier: readonly Opened[], now: Ms): readonly Opened[] =>
  earlier.filter(({ at }) => now < at + OPENED_WITHIN)

/** From when this person may open another request about the case; null: now. */
export function openAgainAt(earlier: readonly Opened[], operatorId: string, now: Ms): Ms | null {
  const own = countedOpened(earlier, now).filter((each) => each.operatorId === operatorId)
  return own.length < OPENED_AT_MOST ? null : own.at(-OPENED_AT_MOST)!.at + OPENED_WITHIN
}

export type ApprovalStatus = 'open' | 'carried-out' | 'expired'
export type ApprovalEvent = 'sign' | 'complete' | 'expire'

/**
 * The whole life of an approval: what is not in here cannot happen. A carried out or expired one takes
 * nothing more.
 */
const NEXT: Readonly<Record<ApprovalStatus, Partial<Record<ApprovalEvent, ApprovalStatus>>>> = {
  open: { sign: 'open', complete: 'carried-out', expire: 'expired' },
  'carried-out': {},
  expired: {},
}
/** The status after an event; null where the event is not possible. */
export const nextStatus = (status: ApprovalStatus, event: ApprovalEvent): ApprovalStatus | null =>
  NEXT[status][event] ?? null

/**
 * A request without all its signatures: what becomes of it, and when it lapses, did, or was withdrawn; null:
 * it was carried out. `at`: when it was asked for.
 */
export function endOfRequest(
  { status, at, withdrawnAt }: { status: ApprovalStatus; at: Ms; withdrawnAt: Ms | null },
  now: Ms,
): { status: 'open' | 'lapsed' | 'withdrawn'; at: Ms } | null {
  if (status === 'carried-out') return null
  if (withdrawnAt !== null) return { status: 'withdrawn', at: withdrawnAt }
  return { status: status === 'open' && now < at + APPROVAL_LIFE ? 'open' : 'lapsed', at: at + APPROVAL_LIFE }
}

/**
 * Words for a record of an act: nothing is said to be done before it is. `asked` and `signed` are those of a
 * request that waits, or that another signature has completed since.
 */
export const STAGES = ['asked', 'signed', 'carried-out', 'refused', 'lapsed', 'withdrawn'] as const
export type Stage = (typeof STAGES)[number]

/** The stage that one operator's signature is, in a request as it stands now. */
export function stageOf(
  operatorId: string,
  request: {
    status: ApprovalStatus
    signatures: readonly Pick<Signature, 'operatorId'>[]
    askedAt: Ms
    withdrawnAt: Ms | null
  },
  now: Ms,
): Stage {
  const { status, signatures, askedAt, withdrawnAt } = request
  const place = signatures.findIndex((each) => each.operatorId === operatorId)
  if (status === 'carried-out') {
    if (place === signatures.length - 1) return 'carried-out'
  } else {
    const end = endOfRequest({ status, at: askedAt, withdrawnAt }, now)
    if (end !== null && end.status !== 'open') return end.status
  }
  return place === 0 ? 'asked' : 'signed'
}

/**
 * Refusals of an act before its signature is weighed, in the order in which they are checked
 * (those of the body after those of the reason); then of the signature.
 */
export const ACT_REJECTIONS = [
  'OPERATOR_UNKNOWN',
  'POWER_UNKNOWN',
  'POWER_RETIRED',
  'SIGNATURE_WRONG',
  'BODY_INCOMPLETE',
  'BODY_UNKNOWN',
] as const

/** Refusals of a signature, in the order in which they are checked. */
export const SIGN_REJECTIONS = [
  'NOBODY_MAY',
  'ROLE_MAY_NOT',
  'DEPUTY_MAY_NOT',
  'ALREADY_CARRIED_OUT',
  'APPROVAL_EXPIRED',
  'SIGNED_ALREADY',
  'ROLE_SIGNED_ALREADY',
  'NOT_YET_PREPARED',
  'OWN_CASE',
  'REQUEST_OPEN',
] as const
export type SignRejection = (typeof SIGN_REJECTIONS)[number]

/**
 * Refused last, after the module's own word: who asks has asked about this case too often, who decides has
 * not looked at what they decide about.
 */
export const LAST_REJECTIONS = ['ASKED_OFTEN', 'NOT_LOOKED'] as const

type Signing = {
  power: Power
  /** Null before the first signature. */
  status: ApprovalStatus | null
  signed: readonly Pick<Signature, 'operatorId' | 'role'>[]
  /** The time of the request, and now. */
  askedAt: Ms
  now: Ms
  signer: { operatorId: string; role: Role; deputy?: boolean }
  /** Signers of another request about the same case that is still open. */
  otherOpen?: readonly Pick<Signature, 'operatorId'>[]
  /** Operators who have a part in the case already. */
  excluded: readonly string[]
}

type Decided = { ok: true; event: 'sign' | 'complete' } | Refusal<SignRejection>

/** The result of this operator's signature: the event that it is, or the first of the refusals that holds. */
export function decideSignature({
  power,
  status,
  signed,
  askedAt,
  now,
  signer,
  otherOpen = [],
  excluded,
}: Signing): Decided {
  const { signers } = power
  if (signers.length === 0) return no('NOBODY_MAY')
  if (!signers.flat().includes(signer.role)) return no('ROLE_MAY_NOT', { role: signer.role })
  if (power.standing && signer.deputy) return no('DEPUTY_MAY_NOT')
  if (status === 'carried-out') return no('ALREADY_CARRIED_OUT')
  if (status === 'expired' || now >= askedAt + APPROVAL_LIFE || askedAt > now) return no('APPROVAL_EXPIRED')
  if (signed.some(({ operatorId }) => operatorId === signer.operatorId)) return no('SIGNED_ALREADY')
  const free = freePlaces(signers, signed)
  const place = free.findIndex((roles) => roles.includes(signer.role))
  if (place < 0) return no('ROLE_SIGNED_ALREADY', { role: signer.role })
  if (power.prepared && place > 0 && signed.length === 0) return no('NOT_YET_PREPARED')
  if (excluded.includes(signer.operatorId)) return no('OWN_CASE')
  // Whoever alone has asked may ask otherwise; nobody else works against an open request.
  if (otherOpen.some(({ operatorId }) => operatorId !== signer.operatorId)) return no('REQUEST_OPEN')
  return { ok: true, event: free.length === 1 ? 'complete' : 'sign' }
}

/**
 * The signature of somebody who may hold several roles (the first: their own), given in the first of them in
 * which it can be. It is one signature of one person, whatever the number of roles.
 */
export function decideAs<Held extends { role: Role; deputy: boolean }>(
  signing: Omit<Signing, 'signer'>,
  operatorId: string,
  roles: readonly Held[],
): { as: Held; decided: Decided } {
  assert(roles.length > 0, 'an operator without a role')
  const found = roles.map((as) => ({
    as,
    decided: decideSignature({ ...signing, signer: { ...as, operatorId } }),
  }))
  return (
    found.find(({ decided }) => decided.ok) ??
    found.find(({ decided }) => !decided.ok && decided.rejection !== 'ROLE_MAY_NOT') ??
    found[0]!
  )
}

/** Refusals of whoever takes a request back, after those of the signer, in their order. */
export const WITHDRAW_REJECTIONS = ['APPROVAL_NOT_OPEN', 'WITHDRAW_OTHERS'] as const

/** True if this person alone has asked for it, so that they may take it back: nobody else has signed it. */
export const isAloneIn = (signed: readonly Pick<Signature, 'operatorId'>[], operatorId: string): boolean =>
  signed.length > 0 && signed.every((each) => each.operatorId === operatorId)

/** The signatures that are still missing. */
export function freePlaces(signers: Power['signers'], signed: readonly { role: Role }[]): Power['signers'] {
  const free = [...signers]
  for (const { role } of signed) {
    const place = free.findIndex((roles) => roles.includes(role))
    if (place >= 0) free.splice(place, 1)
  }
  return free
}

/**
 * Invariant I11: as many signatures as the row demands, each of a role that it names, by different people.
 */
export const isSigned = (power: Power, signed: readonly Signature[]): boolean =>
  signed.length === power.signers.length &&
  freePlaces(power.signers, signed).length === 0 &&
  new Set(signed.map(({ operatorId }) => operatorId)).size === signed.length

/** A reason of the power's closed list, with the id and salted hash of a free text where one is asked. */
export type Reason = { code: string; text: { id: string; hash: string } | null }

/** Refusals of a reason, in the order in which they are checked. */
export const REASON_REJECTIONS = [
  'REASON_REQUIRED',
  'REASON_NOT_ASKED',
  'REASON_UNLISTED',
  'TEXT_REQUIRED',
  'TEXT_NOT_ASKED',
] as const
export type ReasonRejection = (typeof REASON_REJECTIONS)[number]

/** Invariant I15: no denial without a reason of the list, and a text where the row asks for one. */
export function reasonProblem(
  { reason: asked, reasons = [] }: Power,
  reason: Reason | null,
): Refusal<ReasonRejection> | null {
  if (asked === 'none') return reason === null ? null : no('REASON_NOT_ASKED')
  if (reason === null) return no('REASON_REQUIRED')
  if (!reasons.includes(reason.code)) return no('REASON_UNLISTED')
  if (asked === 'listed+text') return reason.text === null ? no('TEXT_REQUIRED') : null
  return reason.text === null ? null : no('TEXT_NOT_ASKED')
}
