import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { ApprovalStatus, Opened, Signature } from '../model/approval.ts'
import type { BreakGlassState } from '../model/break-glass.ts'
import type { FrozenAlone } from '../model/freeze.ts'
import type { Role } from '../model/power.ts'
import type { PowerName } from '#registry/powers.ts'
import type { ActRequest, Body } from '../model/request.ts'

/**
 * Somebody of the console. `number` counts those of a role from 1. `publicKey`: Ed25519, base64url, of those
 * whose key the server holds (demo), else ''.
 */
export type OperatorRow = {
  id: string
  role: Role
  number: number
  publicKey: string
  isDemo: boolean
  since: Ms
  /**
   * Invitation to enrol a first passkey: its id, its deadline (wall clock), and who holds a part of its code.
   */
  invite: string | null
  inviteUntil: Ms | null
  invitedBy: readonly string[] | null
  endedAt: Ms | null
}

export const operators = defineTable<OperatorRow>()({
  name: 'operators',
  columns: {
    id: 'text',
    role: 'text',
    number: 'int4',
    publicKey: 'text',
    isDemo: 'bool',
    since: 'int8',
    invite: 'text?',
    inviteUntil: 'int8?',
    invitedBy: 'jsonb?',
    endedAt: 'int8?',
  },
  key: 'id',
  fixed: ['isDemo', 'since'],
})

/**
 * A role that an operator holds beside their own. `number` counts those of the role, like their own.
 * `until`: a deputy holds it no more from then on (wall clock); null: for good. `endedBy` null beside an end:
 * the date ended it.
 */
export type OperatorRoleRow = {
  id: string
  operatorId: string
  role: Role
  number: number
  since: Ms
  until: Ms | null
  reason: string
  grantedBy: readonly SignedBy[]
  endedAt: Ms | null
  endedBy: readonly SignedBy[] | null
}
/** Whoever signed, by role and number of that time. */
export type SignedBy = { operatorId: string; role: Role; number: number }

export const operatorRoles = defineTable<OperatorRoleRow>()({
  name: 'operator_roles',
  columns: {
    id: 'text',
    operatorId: 'text',
    role: 'text',
    number: 'int4',
    since: 'int8',
    until: 'int8?',
    reason: 'text',
    grantedBy: 'jsonb',
    endedAt: 'int8?',
    endedBy: 'jsonb?',
  },
  key: 'id',
  fixed: ['operatorId', 'role', 'number', 'since', 'until', 'reason', 'grantedBy'],
  indexes: { operator: (row) => row.operatorId },
})

/**
 * A display name of an operator from a time on (wall clock): the newest holds. `namedBy`: none where they
 * gave it themselves as they enrolled, or the demo setting did.
 */
export type OperatorNameRow = {
  id: string
  operatorId: string
  name: string
  since: Ms
  namedBy: readonly SignedBy[]
}
export const operatorNames = defineTable<OperatorNameRow>()({
  name: 'operator_names',
  columns: { id: 'text', operatorId: 'text', name: 'text', since: 'int8', namedBy: 'jsonb' },
  key: 'id',
  fixed: ['operatorId', 'name', 'since', 'namedBy'],
  indexes: { operator: (row) => row.operatorId },
})

/** A passkey that an operator signs with. `publicKey`: JWK as JSON. `counter`: of its last answer. */
export type OperatorPasskeyRow = {
  id: string
  operatorId: string
  publicKey: string
  transports: string
  counter: number
  since: Ms
  endedAt: Ms | null
}

export const operatorPasskeys = defineTable<OperatorPasskeyRow>()({
  name: 'operator_passkeys',
  columns: {
    id: 'text',
    operatorId: 'text',
    publicKey: 'text',
    transports: 'text',
    counter: 'int8',
    since: 'int8',
    endedAt: 'int8?',
  },
  key: 'id',
  fixed: ['operatorId', 'publicKey', 'transports', 'since'],
  indexes: { operator: (row) => row.operatorId },
})

/**
 * A request with the signatures that it has so far. `id` is the hash of what is signed. Times are of the wall
 * clock.
 */
export type ApprovalRow = {
  id: string
  power: PowerName
  subject: string
  memberId: MemberId | null
  body: Body
  reason: string | null
  textId: string | null
  textHash: string | null
  askedAt: Ms
  signatures: readonly Signature[]
  status: ApprovalStatus
  /**
   * The time for signing is over: nothing can be signed by this id any more, so commands need not know it.
   */
  isOver: boolean
  /**
   * The time at which whoever alone had asked asked otherwise, which ended it; null: never, or in a record
   * from before this was kept.
   */
  withdrawnAt: Ms | null
}

export const approvals = defineTable<ApprovalRow>()({
  name: 'approvals',
  columns: {
    id: 'text',
    power: 'text',
    subject: 'text',
    memberId: 'text?',
    body: 'jsonb',
    reason: 'text?',
    textId: 'text?',
    textHash: 'text?',
    askedAt: 'int8',
    signatures: 'jsonb',
    status: 'text',
    isOver: 'bool',
    withdrawnAt: 'int8?',
  },
  key: 'id',
  fixed: ['power', 'subject', 'memberId', 'body', 'reason', 'textId', 'textHash', 'askedAt'],
  hot: { when: (row) => !row.isOver, sql: 'not is_over' },
  indexes: { case: (row) => `${row.power} ${row.subject}` },
  ordered: { askedAt: { group: () => 'all', value: (row) => row.askedAt } },
})

/** Acts of operators, each with its signatures; whom it concerns can read it. Ids sort as they came. */
export type OperatorActRow = {
  id: string
  approvalId: string
  memberId: MemberId | null
  power: PowerName
  subject: string
  reason: string | null
  textId: string | null
  textHash: string | null
  signatures: readonly Signature[]
  at: Ms
}

export const operatorActs = defineAppendTable<OperatorActRow>()({
  name: 'operator_acts',
  columns: {
    id: 'text',
    approvalId: 'text',
    memberId: 'text?',
    power: 'text',
    subject: 'text',
    reason: 'text?',
    textId: 'text?',
    textHash: 'text?',
    signatures: 'jsonb',
    at: 'int8',
  },
  key: 'id',
})

/**
 * Signers of the firm's freeze of a member: they do not lift it. `alone`: freezes that one person signed, as
 * far as they count.
 */
export type FreezeRow = { memberId: MemberId; frozenBy: readonly string[]; alone: readonly FrozenAlone[] }
export const freezes = defineTable<FreezeRow>()({
  name: 'freezes',
  columns: { memberId: 'text', frozenBy: 'jsonb', alone: 'jsonb' },
  key: 'memberId',
})

/** Openers of requests about a member's case (`family subject`) that several people sign, oldest first. */
export type CaseRequestsRow = { caseId: string; opened: readonly Opened[] }
export const caseRequests = defineTable<CaseRequestsRow>()({
  name: 'case_requests',
  columns: { caseId: 'text', opened: 'jsonb' },
  key: 'caseId',
})

/** A line of a list: a request but for its power, which is the list's. */
export type ListLine = Omit<ActRequest, 'power'>
/** A line that was not signed after all, by its place, and why. `module`: whose refusal it is. */
export type RefusedLine = {
  place: number
  rejection: string
  detail: Readonly<Record<string, number | string>>
  module: string
}
/**
 * A list of requests of one power that somebody signed once. `id` is the hash of what is signed, `root` that
 * of the tree over the ids of its requests. `endedAt` null: not every line has been carried out or refused
 * yet. Times are of the wall clock.
 */
export type SignedListRow = {
  id: string
  operatorId: string
  power: PowerName
  root: string
  size: number
  requests: readonly ListLine[]
  askedAt: Ms
  signedAt: Ms
  signedBy: 'passkey' | 'server'
  endedAt: Ms | null
  refused: readonly RefusedLine[]
  /** The time for signing its requests is over. */
  isOver: boolean
}
export const signedLists = defineTable<SignedListRow>()({
  name: 'signed_lists',
  columns: {
    id: 'text',
    operatorId: 'text',
    power: 'text',
    root: 'text',
    size: 'int4',
    requests: 'jsonb',
    askedAt: 'int8',
    signedAt: 'int8',
    signedBy: 'text',
    endedAt: 'int8?',
    refused: 'jsonb',
    isOver: 'bool',
  },
  key: 'id',
  fixed: ['operatorId', 'power', 'root', 'size', 'requests', 'askedAt', 'signedAt', 'signedBy'],
  hot: { when: (row) => !row.isOver, sql: 'not is_over' },
  once: true,
  ordered: { signedAt: { group: () => 'all', value: (row) => row.signedAt } },
})

/** A recovery code, as a keyed hash of it (`recovery.ts`): who reads the database knows none. */
export type RecoveryCode = { number: number; hash: string }
/** Recovery codes of the console. `codes`: none until they are made, which `madeAt` says. */
export type RecoverySetRow = {
  id: string
  askedAt: Ms
  codes: readonly RecoveryCode[]
  madeAt: Ms | null
  endedAt: Ms | null
}
export const recoverySets = defineTable<RecoverySetRow>()({
  name: 'recovery_sets',
  columns: { id: 'text', askedAt: 'int8', codes: 'jsonb', madeAt: 'int8?', endedAt: 'int8?' },
  key: 'id',
  fixed: ['askedAt'],
})

/**
 * A break-glass that two codes of a set (`numbers`) began. `opensAt`: in confirmed time, like all that gives
 * powers.
 */
export type BreakGlassRow = {
  id: string
  setId: string
  numbers: readonly number[]
  beganAt: Ms
  opensAt: Ms
  status: BreakGlassState
  overAt: Ms | null
}
export const breakGlasses = defineTable<BreakGlassRow>()({
  name: 'break_glasses',
  columns: {
    id: 'text',
    setId: 'text',
    numbers: 'jsonb',
    beganAt: 'int8',
    opensAt: 'int8',
    status: 'text',
    overAt: 'int8?',
  },
  key: 'id',
  fixed: ['setId', 'numbers', 'beganAt', 'opensAt'],
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    operators: OperatorRow
    operatorPasskeys: OperatorPasskeyRow
    operatorRoles: OperatorRoleRow
    operatorNames: OperatorNameRow
    recoverySets: RecoverySetRow
    breakGlasses: BreakGlassRow
    operatorSessions: {
      id: string
      operatorId: string
      tokenHash: Buffer
      factor: 'code' | 'passkey'
      startedAt: Ms
      seenAt: Ms
      endedAt: Ms | null
      /** Codes of `row-macs.ts`; null: it has ended. */
      mac: Buffer | null
      seenMac: Buffer | null
      /** `row-versions.ts`. */
      version: number
      /** The token before, and since when it is one; null: there was none. */
      beforeHash: Buffer | null
      beforeSince: Ms | null
      beforeMac: Buffer | null
    }
    operatorReads: {
      id: string
      operatorId: string
      role: Role
      number: number
      memberId: MemberId
      what: string
      at: Ms
    }
    operatorDrafts: { operatorId: string; name: string; value: string; at: Ms }
    operatorViews: { operatorId: string; tableName: string; name: string; query: string; at: Ms }
    queueAssignments: { queue: string; subject: string; operatorId: string; at: Ms }
    approvals: ApprovalRow
    operatorActs: OperatorActRow
    /** Free texts of reasons: personal, so outside the journal, which knows their salted hash. */
    staffTexts: { id: string; memberId: MemberId; text: string; salt: Buffer; at: Ms }
  }
}
