import type { MemberId } from '#kernel/id.ts'
import { hash, type JsonWebKey } from 'node:crypto'
import { assert } from '#kernel/assert.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Json } from '#kernel/hash.ts'
import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import {
  APPROVAL_LIFE,
  countedOpened,
  decideAs,
  freePlaces,
  isSigned,
  nextStatus,
  openAgainAt,
  reasonProblem,
  type Signature,
} from '../model/approval.ts'
import { isPower, powerOf, rivalsOf, type PowerName } from '#registry/powers.ts'
import type { Power } from '../model/power.ts'
import type { HeldRole } from '../model/held-roles.ts'
import { requestText, type ActRequest } from '../model/request.ts'
import { isInList, type InList } from '../model/signed-list.ts'
import { incomplete, surplus, notLooked, type Effect, type Effects } from './effects.ts'
import { operatorActed } from './events.ts'
import { heldBy } from './held-roles.ts'
import { isSignedBy } from './operator-keys.ts'
import { openPasskeys } from './open-passkeys.ts'
import { counterOf, hasGoneOn, type PasskeyAnswer, type PasskeySite } from './passkey-answer.ts'
import {
  approvals,
  caseRequests,
  operatorActs,
  operatorPasskeys,
  operators,
  signedLists,
  type ApprovalRow,
  type OperatorRow,
} from './tables.ts'

/**
 * One operator's signature under one request: Ed25519, or a passkey's answer whose challenge is the request's
 * id (then `signature` is ''), or a list that they have signed, with the place of the request in it. `desk`:
 * given by the demo desk.
 */
export type SignAct = ActRequest & {
  operatorId: string
  signature: string
  desk: boolean
  passkey?: PasskeyAnswer
  list?: InList
}
/** `missing`: how many signatures are still to come. `result`: what the effect answered. */
export type Acted = { approvalId: string; status: 'open' | 'carried-out'; missing: number; result: Json }
/**
 * `oneOpen`: records from before the rule of one open request a case have none; `exact`: nor those from
 * before an incomplete body was named and the time was kept at which a request was withdrawn; `bounded`: nor
 * those from before it was counted who opens requests about a case; `current`: nor those from before a power
 * could be retired; `inOrder`: nor those from before the order of a power's signers was fixed.
 */
type Deps = {
  at: Ms
  tradeDate: DateJst
  id: string
  effect: Json
  site?: PasskeySite
  oneOpen?: true
  exact?: true
  bounded?: true
  current?: true
  inOrder?: true
  only?: true
}

export const approvalIdOf = (request: ActRequest): string => hash('sha256', requestText(request))

/**
 * `staff.act`: the one way in which an operator does anything. Refused in this order: who it is, whether
 * there is such a power, and still is, the signature, the reason, a body that lacks something or has too
 * much, the rules of approvals, the module's own word, whether whoever asks has asked too often, whether the
 * signer has looked where that is asked. With the last signature the effect is carried out in this command.
 */
export const staffAct = ({ clock }: Pick<AppContext, 'clock'>, effects: Effects, site: PasskeySite) =>
  defineCommand({
    type: 'staff.act',
    captureInputs: (world, { power, subject, body, passkey }: SignAct, _call, tables): Deps => {
      const at = Math.floor(clock.market())
      const effect = effects.of(power, subject)
      const seen =
        effect === undefined || incomplete(effect, body) !== null
          ? null
          : effect.captureInputs?.(tables, subject, body)
      return {
        at,
        tradeDate: dateJst(at),
        id: world.id(),
        effect: seen ?? null,
        ...(passkey === undefined ? {} : { site }),
        oneOpen: true,
        exact: true,
        bounded: true,
        current: true,
        inOrder: true,
        only: true,
      }
    },
    run(tables, input, inputs, call) {
      const operator = tables.of(operators).get(input.operatorId)
      if (operator === undefined || operator.endedAt !== null) return no('OPERATOR_UNKNOWN')
      const effect = effects.of(input.power, input.subject)
      if (!isPower(input.power) || (effect === undefined && powerOf(input.power).signers.length > 0))
        return no('POWER_UNKNOWN')
      if (inputs.current && powerOf(input.power).retired) return no('POWER_RETIRED')
      const hasSigned =
        input.list === undefined
          ? isTheirs(tables, operator, { ...input, text: requestText(input) }, inputs.site)
          : stoodInList(tables, operator, input, input.list)
      if (!hasSigned) return no('SIGNATURE_WRONG')
      const declared = powerOf(input.power)
      const power = inputs.inOrder ? declared : inAnyOrder(declared)
      const wrongReason = reasonProblem(power, input.reason)
      if (wrongReason !== null) return wrongReason
      const missing = inputs.exact && effect !== undefined ? incomplete(effect, input.body) : null
      if (missing !== null) return missing
      const unknown = inputs.only && effect !== undefined ? surplus(effect, input.body) : null
      if (unknown !== null) return unknown

      const id = approvalIdOf(input)
      const known = tables.of(approvals).get(id)
      const rival =
        known === undefined && inputs.oneOpen
          ? openRequest(tables, input.power, input.subject, call.at)
          : undefined
      const { as, decided } = decideAs(
        {
          power,
          status: known?.status ?? null,
          signed: known?.signatures ?? [],
          askedAt: input.askedAt,
          now: call.at,
          otherOpen: rival?.signatures ?? [],
          excluded: effect?.excluded?.(tables, input.subject, inputs.effect) ?? [],
        },
        operator.id,
        heldBy(tables, operator.id, call.at),
      )
      if (!decided.ok) return decided
      const refused =
        effect!.refuse?.(tables, input.subject, input.body, inputs.effect) ??
        (input.list === undefined
          ? null
          : effect!.byRule?.leavesOut(tables, input.subject, input.body, call.at))
      if (refused) return refused
      const memberId = effect!.memberOf(tables, input.subject)
      const opens = inputs.bounded === true && known === undefined && memberId !== null
      const often = opens ? openedOften(tables, input, call.at) : null
      if (often !== null) return often
      const unseen = input.desk ? null : notLooked(tables, effect!, input.subject, input.body, operator.id)
      if (unseen !== null) return unseen
      if (rival !== undefined)
        tables
          .of(approvals)
          .update(rival, {
            status: nextStatus(rival.status, 'expire')!,
            ...(inputs.exact ? { withdrawnAt: call.at } : {}),
          })
      if (opens) noteOpened(tables, input, call.at)
      const row = addSignature(tables, { id, input, as, known, event: decided.event, memberId }, call.at)
      const answer = { approvalId: id, missing: freePlaces(power.signers, row.signatures).length }
      if (decided.event === 'sign') return done<Acted>({ ...answer, status: 'open', result: null })

      const carried = carryOut(tables, effect!, row, input, { ...inputs, seq: call.seq, wall: call.at })
      return carried.ok
        ? done<Acted>({ ...answer, status: 'carried-out', result: carried.answer }, carried.events)
        : carried
    },
  })

/** A power as records of before its order was fixed are run again. */
function inAnyOrder(power: Power): Power {
  if (power.preparedSince === undefined) return power
  const { prepared: _, ...free } = power
  return free
}

/**
 * The request about this case that still waits for signatures: there is at most one (decision 94). Signing it
 * is `known`; any other content is against it.
 */
export const openRequest = (
  tables: TableReader,
  power: PowerName,
  subject: string,
  now: Ms,
): ApprovalRow | undefined =>
  rivalsOf(power)
    .flatMap((rival) => tables.of(approvals).by('case', `${rival} ${subject}`))
    .find((row) => row.status === 'open' && now < row.askedAt + APPROVAL_LIFE)

/**
 * Ends the request that still waits about this case: what it was asked of has gone on meanwhile. It stands as
 * taken back, by nobody.
 */
export function endOpenRequest(tables: TableAccess, power: PowerName, subject: string, now: Ms): void {
  const row = openRequest(tables, power, subject, now)
  if (row === undefined) return
  tables.of(approvals).update(row, { status: nextStatus('open', 'expire')!, isOver: true, withdrawnAt: now })
}

/** One family of powers decides a case; null: one person's signature is enough, and nothing stays open. */
const caseIdOf = ({ power, subject }: Pick<SignAct, 'power' | 'subject'>): string | null =>
  rivalsOf(power).length === 0 ? null : `${power.split('.', 1)[0]} ${subject}`

/** The refusal of one who opens request after request alone: that keeps a case undecided (decision 0111). */
function openedOften(tables: TableReader, input: SignAct, now: Ms): Refusal<'ASKED_OFTEN'> | null {
  const caseId = caseIdOf(input)
  const again =
    caseId === null
      ? null
      : openAgainAt(tables.of(caseRequests).get(caseId)?.opened ?? [], input.operatorId, now)
  return again === null ? null : no('ASKED_OFTEN', { again })
}

function noteOpened(tables: TableAccess, input: SignAct, at: Ms): void {
  const caseId = caseIdOf(input)
  if (caseId === null) return
  const table = tables.of(caseRequests)
  const row = table.get(caseId) ?? table.insert({ caseId, opened: [] })
  table.update(row, { opened: [...countedOpened(row.opened, at), { operatorId: input.operatorId, at }] })
}

/** A text with its signature: a passkey's answer, or else that of the server's key of a demo operator. */
type Signed = { text: string; signature: string; passkey?: PasskeyAnswer }

/** By the passkey of an operator who has one, by the server's key of a demo operator who has none. */
export function isTheirs(
  tables: TableAccess,
  operator: OperatorRow,
  { text, signature, passkey }: Signed,
  site: PasskeySite | undefined,
): boolean {
  const passkeys = tables.of(operatorPasskeys)
  if (passkey === undefined)
    return (
      operator.publicKey !== '' &&
      !hasPasskey(tables, operator.id) &&
      isSignedBy(operator.publicKey, text, signature)
    )
  const key = passkeys.get(passkey.id)
  if (key === undefined || key.operatorId !== operator.id || key.endedAt !== null || site === undefined)
    return false
  const challenge = hash('sha256', text, 'buffer')
  const counter = counterOf(passkey, JSON.parse(key.publicKey) as JsonWebKey, challenge, site)
  if (counter === null || !hasGoneOn(counter, key.counter)) return false
  passkeys.update(key, { counter })
  return true
}

/** By a list at work that the operator has signed, at the place that it says (decision 0142). */
function stoodInList(tables: TableReader, operator: OperatorRow, input: SignAct, proof: InList): boolean {
  const list = tables.of(signedLists).get(proof.id)
  return (
    list !== undefined &&
    list.operatorId === operator.id &&
    list.power === input.power &&
    list.endedAt === null &&
    !input.desk &&
    isInList(list, approvalIdOf(input), proof)
  )
}

/** Whoever has a passkey signs and signs in by it alone. */
export const hasPasskey = (tables: TableReader, operatorId: string): boolean =>
  openPasskeys(tables, operatorId).length > 0

const isByPasskey = (tables: TableReader, { passkey, list }: SignAct): boolean =>
  passkey !== undefined || (list !== undefined && tables.of(signedLists).get(list.id)?.signedBy === 'passkey')

type Adding = {
  id: string
  input: SignAct
  as: HeldRole
  known: ApprovalRow | undefined
  event: 'sign' | 'complete'
  memberId: MemberId | null
}

function addSignature(
  tables: TableAccess,
  { id, input, as, known, event, memberId }: Adding,
  at: Ms,
): ApprovalRow {
  const table = tables.of(approvals)
  const { power, subject, body, reason, askedAt } = input
  const row =
    known ??
    table.insert({
      id,
      power,
      subject,
      memberId,
      body,
      reason: reason?.code ?? null,
      textId: reason?.text?.id ?? null,
      textHash: reason?.text?.hash ?? null,
      askedAt,
      signatures: [],
      status: 'open',
      isOver: false,
      withdrawnAt: null,
    })
  const status = nextStatus(row.status, event)
  assert(status !== null, `an approval that is ${row.status} cannot ${event}`)
  const signature: Signature = {
    operatorId: input.operatorId,
    role: as.role,
    number: as.number,
    at,
    desk: input.desk,
    ...(isByPasskey(tables, input) ? { by: 'passkey' } : {}),
    ...(input.list === undefined ? {} : { list: input.list.id }),
  }
  return table.update(row, { status, signatures: [...row.signatures, signature] })
}

function carryOut(
  tables: TableAccess,
  effect: Effect,
  row: ApprovalRow,
  input: SignAct,
  when: Deps & { seq: number; wall: Ms },
) {
  const { power, subject, memberId, signatures } = row
  assert(isSigned(powerOf(power), signatures), `${power} without the signatures that its row demands (I11)`)
  const { effect: inputs, ...moment } = when
  const outcome = effect.carryOut(
    tables,
    { subject, body: input.body, reason: input.reason, signers: signatures },
    moment,
    inputs,
  )
  if (!outcome.ok) return outcome
  const actId = `${String(when.seq).padStart(12, '0')}-${row.id.slice(0, 12)}`
  tables
    .of(operatorActs)
    .insert({
      id: actId,
      approvalId: row.id,
      memberId,
      power,
      subject,
      reason: row.reason,
      textId: row.textId,
      textHash: row.textHash,
      signatures,
      at: when.wall,
    })
  const told =
    memberId === null || effect.tells
      ? []
      : [notify(tables, when, memberId, { kind: 'operatorActed', args: {} })]
  return done(outcome.answer, [...outcome.events, ...told, operatorActed(actId, memberId, power, subject)])
}

/** Lets go of requests that can no longer be signed, and of lists of them: an open request has expired. */
export const lapseApprovals = defineCommand({
  type: 'staff.lapse',
  captureInputs: () => undefined,
  run(tables, _input: null, _inputs, call) {
    for (const list of tables.of(signedLists).range('signedAt', 'all', { to: call.at - APPROVAL_LIFE }))
      tables.of(signedLists).update(list, { isOver: true })
    const over = tables.of(approvals).range('askedAt', 'all', { to: call.at - APPROVAL_LIFE })
    for (const row of over) {
      const status = row.status === 'open' ? nextStatus('open', 'expire')! : row.status
      tables.of(approvals).update(row, { status, isOver: true })
    }
    return done({ lapsed: over.length })
  },
})

/** True if anything is to be let go of at this time. */
export const hasLapsed = (tables: TableReader, now: Ms): boolean =>
  tables.of(approvals).range('askedAt', 'all', { to: now - APPROVAL_LIFE, limit: 1 }).length > 0 ||
  tables.of(signedLists).range('signedAt', 'all', { to: now - APPROVAL_LIFE, limit: 1 }).length > 0
