import type { MemberId } from '#kernel/id.ts'
import { iso, type Ms } from '#kernel/time.ts'
import type { Refusal } from '#kernel/result.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { APPROVAL_LIFE, decideAs, freePlaces, isAloneIn, type Reason } from '../model/approval.ts'
import type { Role } from '../model/power.ts'
import { isPower, powerKey, powerOf, SEALED_POWERS, type PowerName } from '#registry/powers.ts'
import { requestText, type ActRequest } from '../model/request.ts'
import type { ApprovalView, FactView } from '../operator-contract.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type CaseBrief, type CaseCheck, type CaseFact } from './cases.ts'
import { notLooked, type Effects } from './effects.ts'
import { heldBy } from './held-roles.ts'
import type { ApprovalRow } from './tables.ts'

export const reasonOf = ({ reason, textId, textHash }: ApprovalRow): Reason | null =>
  reason === null ? null : { code: reason, text: textId === null ? null : { id: textId, hash: textHash! } }

export const requestOf = (row: ApprovalRow): ActRequest => ({
  power: row.power,
  subject: row.subject,
  body: row.body,
  reason: reasonOf(row),
  askedAt: row.askedAt,
})

/** Roles that see every queue, whether they work on it or not. */
export const SEE_ALL: readonly Role[] = ['auditor', 'administrator']
/** The case behind a request is read by those who sign such requests, and by those who see all. */
export const mayRead = (roles: readonly Role[], power: PowerName): boolean =>
  roles.some((role) => SEE_ALL.includes(role) || powerOf(power).signers.flat().includes(role))
export type Looking = { readonly operatorId: string; readonly roles: readonly string[] }
/** Powers about seals of cases, of which an operator sees their own part alone; none for the auditor. */
export const sealedFrom = ({ roles }: Looking): readonly PowerName[] =>
  roles.includes('auditor') ? [] : SEALED_POWERS
/** Type of the records of looks and notes in sealed cases (`signals`). */
const SEALED_ENTRY = 'signals.sealed-entry'
/** A record about a sealed case, of which others than the auditor and its author see the hash alone. */
export const isKeptFrom = (
  operator: Looking,
  { type, actor, power }: { type: string; actor: string; power: string | null },
): boolean =>
  actor !== `o:${operator.operatorId}` &&
  (type === SEALED_ENTRY
    ? !operator.roles.includes('auditor')
    : power !== null && isPower(power) && sealedFrom(operator).includes(power))
/**
 * A seal of a case is seen by the auditor, by who has signed it, and by who may sign it still: another
 * reviewer is outside of it. Everybody sees how many there are.
 */
export const maySee = (
  operator: Looking,
  row: Pick<ApprovalRow, 'power' | 'status' | 'signatures'>,
): boolean =>
  !sealedFrom(operator).includes(row.power) ||
  row.signatures.some(({ operatorId }) => operatorId === operator.operatorId) ||
  (row.status === 'open' &&
    powerOf(row.power).signers.some(
      (group) =>
        group.some((role) => operator.roles.includes(role)) &&
        !row.signatures.some(({ role }) => group.includes(role)),
    ))

/** A request as it stands, or one that is still to be asked for (`status` null). */
type Signable = Pick<ApprovalRow, 'power' | 'subject' | 'body' | 'signatures' | 'askedAt'> & {
  status: ApprovalRow['status'] | null
  otherOpen?: ApprovalRow['signatures']
}

/** The reason why this operator could not sign it now; null where they can. */
export function hindranceOf(
  tables: TableReader,
  effects: Effects,
  row: Signable,
  { operatorId }: { operatorId: string },
  now: Ms,
): Refusal | null {
  const effect = effects.of(row.power, row.subject)
  const { decided } = decideAs(
    {
      power: powerOf(row.power),
      status: row.status,
      signed: row.signatures,
      askedAt: row.askedAt,
      now,
      otherOpen: row.otherOpen ?? [],
      excluded: effect?.excluded?.(tables, row.subject) ?? [],
    },
    operatorId,
    heldBy(tables, operatorId, now),
  )
  if (!decided.ok) return (decided.rejection === 'OWN_CASE' && effect?.excludedBy?.()) || decided
  if (effect === undefined) return null
  return (
    effect.refuse?.(
      tables,
      row.subject,
      row.body,
      effect.captureInputs?.(tables, row.subject, row.body) ?? null,
    ) ?? notLooked(tables, effect, row.subject, row.body, operatorId)
  )
}

/** Powers whose own checks or facts say that an account is frozen. */
const SAYS_FROZEN = /^(withdrawal|trading)\./

/** The failed check of a request about a member whose account is frozen, of whichever power; else none. */
export const frozenCheck = (
  { engine: { read }, clock, text }: Pick<AppContext, 'engine' | 'clock' | 'text'>,
  { memberId, power }: Pick<ApprovalRow, 'memberId' | 'power'>,
  lang: string,
): CaseCheck[] =>
  memberId !== null && !SAYS_FROZEN.test(power) && isFrozen(read, memberId, clock.wall())
    ? [{ label: text(lang, 'console.freeze.standing'), passed: false, value: null }]
    : []

export const factView = ({ label, value, was }: CaseFact): FactView => ({
  label,
  text: typeof value === 'number' ? null : value,
  yen: typeof value === 'number' ? value : null,
  was: was ?? null,
})

/** Whom a request is about, by the number, which is nobody's secret within the firm. */
export type AboutMember = { id: MemberId; number: number }

/** The case of a request as lists show it; a member's without a name of its own by the member's number. */
export function aboutView(brief: CaseBrief | null, member: AboutMember | null): ApprovalView['about'] {
  const known =
    brief ?? (member === null ? null : plainCase(`#${member.number}`, { page: 'members', path: [member.id] }))
  return known === null
    ? null
    : {
        name: known.name,
        number: member?.number ?? null,
        amount: known.amount,
        account: known.account,
        address: {
          page: known.address.page,
          path: [...(known.address.path ?? [])],
          at: known.address.at ?? null,
        },
      }
}

type Words = {
  text: (key: string, detail?: Refusal['detail']) => string
  texts: ReadonlyMap<string, string>
  numberOf: (operatorId: string) => number
  now: Ms
  about: ApprovalView['about']
  /** The operator who reads it. */
  readerId: string
}

/** A request in the reader's language, for one operator. */
export function approvalView(
  row: ApprovalRow,
  hindrance: Refusal | null,
  { text, texts, numberOf, now, about, readerId }: Words,
): ApprovalView {
  const { id, power, subject, memberId, body, reason, textId, askedAt, signatures } = row
  const status = row.status === 'open' && now >= askedAt + APPROVAL_LIFE ? 'expired' : row.status
  return {
    id,
    power,
    what: text(powerKey(power)),
    subject,
    memberId,
    body,
    status,
    withdrawnAt: row.withdrawnAt === null ? null : iso(row.withdrawnAt),
    reason:
      reason === null
        ? null
        : {
            code: reason,
            words: text(`staff.reason.${reason}`),
            text: textId === null ? null : (texts.get(textId) ?? null),
          },
    askedAt: iso(askedAt),
    expiresAt: iso(askedAt + APPROVAL_LIFE),
    signatures: signatures.map((each) => ({
      operatorId: each.operatorId,
      role: each.role,
      number: each.number ?? numberOf(each.operatorId),
      at: iso(each.at),
      desk: each.desk,
      by: each.by ?? 'server',
      list: each.list ?? null,
    })),
    missing:
      status === 'open' ? freePlaces(powerOf(power).signers, signatures).map((roles) => [...roles]) : [],
    hindrance:
      hindrance === null
        ? null
        : text(`${hindrance.module ?? 'staff'}.rejection.${hindrance.rejection}`, hindrance.detail),
    mayWithdraw: status === 'open' && isAloneIn(signatures, readerId),
    requestText: requestText(requestOf(row)),
    about,
  }
}
