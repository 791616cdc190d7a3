import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, Id, Instant, MsFigure, PAGE_CUT, PAGE_QUERY, SealedValue, YenTotal } from '#wire/values.ts'
import { OperatorActView } from './contract.ts'
import {
  ACT_REJECTIONS,
  LAST_REJECTIONS,
  REASON_REJECTIONS,
  SIGN_REJECTIONS,
  STAGES,
  WITHDRAW_REJECTIONS,
} from './model/approval.ts'
import { TEXT_REJECTIONS } from './model/free-text.ts'
import { ROLES } from './model/power.ts'
import { LIST_REJECTIONS, MOST_LINES } from './model/signed-list.ts'

const Role = z.enum(ROLES)
const Word = z.string().check(z.minLength(1), z.maxLength(120))
const Base64url = z.string().check(z.minLength(1), z.maxLength(4_096), z.regex(/^[\w-]+$/))
const Limit = z.optional(z.string().check(z.regex(/^\d{1,3}$/)))

/** A person of the console, as everybody sees them: by role and number. */
export const Person = z.object({ operatorId: z.string(), role: Role, number: z.int() })
export type Person = z.output<typeof Person>

/** The answer of a passkey, as browsers hand it over (WebAuthn), binary parts in base64url. */
export const PasskeyAnswer = z.strictObject({
  id: Base64url,
  clientDataJSON: Base64url,
  authenticatorData: Base64url,
  signature: Base64url,
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

// —— Signing in ——

export const listDemoOperators = route({
  name: 'listDemoOperators',
  method: 'GET',
  path: '/dev/operators',
  access: 'public',
  site: 'console',
  demoOnly: true,
  output: z.array(z.object({ ...Person.shape, name: z.nullable(z.string()), code: z.string() })),
})

/** The session itself is a cookie that comes with the answer, and that no script reads. */
const Entered = z.object({ operatorId: z.string(), endsAt: Instant })

/** Demo setting: with the code that `npm start` prints. */
export const consoleLogin = route({
  name: 'consoleLogin',
  method: 'POST',
  path: '/console/auth/login',
  access: 'public',
  site: 'console',
  demoOnly: true,
  power: null,
  input: z.strictObject({ operatorId: Word, code: Word }),
  output: Entered,
  rejections: ['CODE_WRONG'],
})

export const consoleAskPasskey = route({
  name: 'consoleAskPasskey',
  method: 'POST',
  path: '/console/auth/passkey/ask',
  access: 'public',
  site: 'console',
  power: null,
  input: z.strictObject({}),
  output: z.object({ id: SealedValue, challenge: z.string(), rpId: z.string(), expiresAt: Instant }),
})
export const consoleLoginByPasskey = route({
  name: 'consoleLoginByPasskey',
  method: 'POST',
  path: '/console/auth/passkey',
  access: 'public',
  site: 'console',
  power: null,
  input: z.strictObject({ id: SealedValue, answer: PasskeyAnswer }),
  output: Entered,
  rejections: ['PASSKEY_WRONG'],
})

/**
 * Whoever was added, or whose keys are changed, enrols a passkey with both halves of a code: each of the two
 * who signed holds one. The code says whose it is.
 */
export const consoleAskEnrolment = route({
  name: 'consoleAskEnrolment',
  method: 'POST',
  path: '/console/auth/enrol/ask',
  access: 'public',
  site: 'console',
  power: null,
  input: z.strictObject({ code: Word }),
  output: z.object({
    id: SealedValue,
    challenge: z.string(),
    rpId: z.string(),
    role: Role,
    number: z.int(),
    /** Their display name; null: they give it as they enrol. */
    name: z.nullable(z.string()),
    /** Passkeys of the console that there are: a device that has one of them makes no other. */
    present: z.array(z.string()),
    /** The other one of the two whom the firm itself invited; null: two operators did. */
    other: z.nullable(z.object({ ...Person.shape, enrolledAt: z.nullable(Instant) })),
  }),
  rejections: ['CODE_WRONG'],
})
const MadePasskey = z.strictObject({
  id: Base64url,
  clientDataJSON: Base64url,
  attestationObject: Base64url,
  transports: z.array(Word),
})
export const consoleEnrol = route({
  name: 'consoleEnrol',
  method: 'POST',
  path: '/console/auth/enrol',
  access: 'public',
  site: 'console',
  power: null,
  input: z.strictObject({
    id: SealedValue,
    passkey: MadePasskey,
    /** Id of the other one of the two whom the firm invited: whoever enrols confirms not to be that one. */
    other: z.optional(Word),
    /** The display name of whoever has none yet. */
    name: z.optional(Word),
  }),
  output: Entered,
  rejections: ['PASSKEY_WRONG', 'INVITE_OVER', 'OTHER_UNNAMED', 'NAME_FORM', 'NAME_TAKEN'],
})

/** The challenge to a further passkey of the caller's, on another device. */
export const askSparePasskey = route({
  name: 'askSparePasskey',
  method: 'POST',
  path: '/console/auth/spare/ask',
  access: 'operator',
  power: null,
  input: z.strictObject({}),
  output: z.object({
    id: SealedValue,
    challenge: z.string(),
    rpId: z.string(),
    present: z.array(z.string()),
  }),
})
/**
 * Reads what the new device made: the body of `passkey.add`, which a passkey that is there already signs.
 * Nothing is kept yet.
 */
export const readSparePasskey = route({
  name: 'readSparePasskey',
  method: 'POST',
  path: '/console/auth/spare',
  access: 'operator',
  power: null,
  input: z.strictObject({ id: SealedValue, passkey: MadePasskey }),
  output: z.object({ id: z.string(), publicKey: z.string(), transports: z.string(), counter: z.int() }),
  rejections: ['PASSKEY_WRONG'],
})
/** Two different recovery codes begin the notice after which the server invites two new operators. */
export const beginBreakGlass = route({
  name: 'beginBreakGlass',
  method: 'POST',
  path: '/console/auth/break-glass',
  access: 'public',
  site: 'console',
  power: null,
  input: z.strictObject({ firstCode: Word, secondCode: Word }),
  output: z.object({ opensAt: Instant }),
  rejections: ['CODE_WRONG', 'CODES_SAME', 'BREAK_GLASS_WAITING'],
})

export const consoleLogout = route({
  name: 'consoleLogout',
  method: 'POST',
  path: '/console/auth/logout',
  access: 'operator',
  power: null,
  output: z.object({ status: z.literal('ended') }),
})
/** Another token for the same session: the one before is worth nothing a few seconds later. */
export const consoleRenew = route({
  name: 'consoleRenew',
  method: 'POST',
  path: '/console/auth/renew',
  access: 'operator',
  power: null,
  output: Entered,
})

/** A form, and what it is about: `news notice`, `reply 01a1…`. */
const DraftName = z.string().check(z.regex(/^[a-z][\w. :-]{0,119}$/))
/** The caller's own text that was typed into a form and not yet sent; null: none, or older than a week. */
export const getDraft = route({
  name: 'getDraft',
  method: 'GET',
  path: '/console/auth/drafts/{form}',
  access: 'operator',
  params: z.strictObject({ form: DraftName }),
  output: z.object({ draft: z.nullable(z.object({ value: z.string(), at: Instant })) }),
})
/** Keeps it in the place of the one before; `value` null: it was sent. Beyond forty the oldest goes. */
export const saveDraft = route({
  name: 'saveDraft',
  method: 'POST',
  path: '/console/auth/drafts/{form}',
  access: 'operator',
  power: null,
  params: z.strictObject({ form: DraftName }),
  input: z.strictObject({ value: z.nullable(z.string().check(z.maxLength(60_000))) }),
  output: z.object({ at: Instant }),
})

const ViewName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const TableName = z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/))
export const SavedView = z.object({ table: z.string(), name: z.string(), query: z.string() })
export type SavedView = z.output<typeof SavedView>
/** The caller's own views of tables (filters and order under a name), newest first. */
export const listViews = route({
  name: 'listViews',
  method: 'GET',
  path: '/console/auth/views',
  access: 'operator',
  output: z.array(SavedView),
})
/**
 * Keeps a view, also in the place of one of that name; `query` null: forgets it. Beyond twelve of a table the
 * oldest goes.
 */
export const saveView = route({
  name: 'saveView',
  method: 'POST',
  path: '/console/auth/views',
  access: 'operator',
  power: null,
  input: z.strictObject({
    table: TableName,
    name: ViewName,
    query: z.nullable(z.string().check(z.maxLength(1_000))),
  }),
  output: z.array(SavedView),
})

export const consoleMe = route({
  name: 'consoleMe',
  method: 'GET',
  path: '/console/me',
  access: 'operator',
  output: z.object({
    ...Person.shape,
    demo: z.boolean(),
    /** `server`: the server's key of a demo operator signs, and the record says so. */
    signsBy: z.enum(['passkey', 'server']),
    /** The end of the session if nothing is done, and at the latest. */
    idleAt: Instant,
    endsAt: Instant,
    passkeys: z.array(z.object({ id: z.string(), since: Instant })),
    /** The own role and the further ones that they hold now, and what they may do in any of them. */
    roles: z.array(Role),
    powers: z.array(z.string()),
    /** Dangers that could lock everybody out, or let two people in. */
    warnings: z.object({
      /** Operators who would be locked out by the loss of one device. */
      singlePasskeys: z.array(Person),
      /** `none`: no codes were made; `lying`: their files still lie on the server; null: neither. */
      recovery: z.nullable(z.enum(['none', 'lying'])),
      /** A break-glass that waits, and when it invites two new operators unless it is stopped. */
      breakGlass: z.nullable(z.object({ id: Id, beganAt: Instant, opensAt: Instant })),
    }),
  }),
})

// —— What waits ——

export const QueueItem = z.object({
  subject: z.string(),
  memberId: z.nullable(z.string()),
  since: Instant,
  /** Since when its time stands still; null: it runs. */
  stopped: z.nullable(Instant),
  /** The operator who works on it. */
  assigned: z.nullable(Person),
  /** The newest open request about it. */
  approval: z.nullable(
    z.object({ id: z.string(), power: z.string(), signed: z.int(), needed: z.int(), expiresAt: Instant }),
  ),
})
export type QueueItem = z.output<typeof QueueItem>

/**
 * Every queue that the caller's role works on (auditors and administrators see all), oldest first, and last
 * what the caller can sign now (`SIGNABLE`), which may be about cases of the others.
 */
export const listQueues = route({
  name: 'listQueues',
  method: 'GET',
  path: '/console/queues',
  access: 'operator',
  output: z.array(
    z.object({
      name: z.string(),
      mine: z.boolean(),
      /** The cases that wait, as people count them: a member with two pictures once. */
      count: z.int(),
      items: z.array(QueueItem),
    }),
  ),
})
/** Takes a case, hands it to another (`operatorId`) or lets go of it (null). */
export const assignCase = route({
  name: 'assignCase',
  method: 'POST',
  path: '/console/queues/assign',
  access: 'operator',
  power: 'queue.assign',
  input: z.strictObject({ queue: Word, subject: Word, operatorId: z.nullable(Word) }),
  output: z.object({ assigned: z.nullable(Person) }),
  rejections: ['QUEUE_UNKNOWN', 'CASE_NOT_WAITING', 'OPERATOR_UNKNOWN', 'ROLE_MAY_NOT'],
})

// —— Acts ——

const SignatureView = z.object({
  ...Person.shape,
  at: Instant,
  desk: z.boolean(),
  by: z.enum(['passkey', 'server']),
  /** The signed list that it was given by; null: by itself. */
  list: z.nullable(z.string()),
})
const Json = z.record(z.string(), z.unknown())
/** A place in the console: a page, and the row that it opens. */
const CaseAddress = z.object({ page: z.string(), path: z.array(z.string()), at: z.nullable(z.string()) })

export const ApprovalView = z.object({
  id: z.string(),
  power: z.string(),
  what: z.string(),
  subject: z.string(),
  memberId: z.nullable(z.string()),
  body: Json,
  reason: z.nullable(z.object({ code: z.string(), words: z.string(), text: z.nullable(z.string()) })),
  askedAt: Instant,
  expiresAt: Instant,
  status: z.enum(['open', 'carried-out', 'expired']),
  /** The time at which whoever alone had asked for it took it back; null: never. */
  withdrawnAt: z.nullable(Instant),
  signatures: z.array(SignatureView),
  /** The roles of which one must still sign, place by place. */
  missing: z.array(z.array(Role)),
  /** Reason why the caller cannot sign it, in words; null: they can. */
  hindrance: z.nullable(z.string()),
  /** The caller alone has asked for it, and may take it back. */
  mayWithdraw: z.boolean(),
  /** The text that is signed: SHA-256 of these bytes is the id. */
  requestText: z.string(),
  /**
   * The case that it is about, as lists show it; null: known no more. `number`: the member's. `account`: bank
   * and last digits. `address`: of the console, where the case is worked on.
   */
  about: z.nullable(
    z.object({
      name: z.string(),
      number: z.nullable(z.int()),
      amount: z.nullable(YenTotal),
      account: z.nullable(z.string()),
      address: CaseAddress,
    }),
  ),
})
export type ApprovalView = z.output<typeof ApprovalView>

/** Requests that wait for signatures; with `subject`, all about one case, newest first. */
export const listApprovals = route({
  name: 'listApprovals',
  method: 'GET',
  path: '/console/approvals',
  access: 'operator',
  query: z.strictObject({ subject: z.optional(Word) }),
  output: z.array(ApprovalView),
})
/** Requests that are over, newest first. */
export const listPastApprovals = route({
  name: 'listPastApprovals',
  method: 'GET',
  path: '/console/approvals/past',
  access: 'operator',
  query: z.strictObject({ status: z.optional(z.enum(['carried-out', 'expired'])), ...PAGE_QUERY }),
  output: z.object({ rows: z.array(ApprovalView), ...PAGE_CUT }),
})
/** A fact of a request in the caller's words: text, or yen. `was`: what it takes the place of. */
const FactView = z.object({
  label: z.string(),
  text: z.nullable(z.string()),
  yen: z.nullable(YenTotal),
  was: z.nullable(z.string()),
})
export type FactView = z.output<typeof FactView>
/**
 * One request with what whoever signs it decides about: the verified name, facts and published checks in the
 * caller's language. Opening it is noted for the member.
 */
export const getApproval = route({
  name: 'getApproval',
  method: 'GET',
  path: '/console/approvals/{id}',
  access: 'operator',
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  output: z.object({
    approval: ApprovalView,
    person: z.nullable(z.string()),
    facts: z.array(FactView),
    checks: z.array(z.object({ label: z.string(), passed: z.boolean(), value: z.nullable(z.string()) })),
  }),
})

const ReasonAsked = z.nullable(
  z.strictObject({ code: Word, text: z.optional(z.string().check(z.maxLength(2_000))) }),
)
const RequestAsked = { power: Word, subject: Word, body: Json, reason: z.optional(ReasonAsked) }
export const ACTED_REJECTIONS = [
  ...ACT_REJECTIONS,
  ...REASON_REJECTIONS,
  ...TEXT_REJECTIONS,
  ...SIGN_REJECTIONS,
  ...LAST_REJECTIONS,
] as const

/** The request to sign: the time of asking and the text of the reason are put down. Nothing is done yet. */
export const prepareAct = route({
  name: 'prepareAct',
  method: 'POST',
  path: '/console/act/prepare',
  access: 'operator',
  power: 'asked',
  signatures: 2,
  input: z.strictObject(RequestAsked),
  output: z.object({
    id: z.string(),
    requestText: z.string(),
    askedAt: z.int(),
    textId: z.nullable(z.string()),
  }),
  rejections: ACTED_REJECTIONS,
})
/**
 * The one route by which an operator does anything: asks for an act with the first signature, or gives the
 * next one to an open request of the same content. Operators with passkeys send what `prepareAct` answered,
 * and the passkey's answer to it.
 */
export const consoleAct = route({
  name: 'consoleAct',
  method: 'POST',
  path: '/console/act',
  access: 'operator',
  power: 'asked',
  signatures: 2,
  input: z.strictObject({
    ...RequestAsked,
    prepared: z.optional(z.strictObject({ askedAt: z.int(), textId: z.nullable(Word) })),
    passkey: z.optional(PasskeyAnswer),
  }),
  output: z.object({
    approvalId: z.string(),
    status: z.enum(['open', 'carried-out']),
    missing: z.int(),
    result: z.unknown(),
  }),
  rejections: ACTED_REJECTIONS,
})
/** Signs an open request as it stands. */
export const signApproval = route({
  name: 'signApproval',
  method: 'POST',
  path: '/console/approvals/{id}/sign',
  access: 'operator',
  power: 'asked',
  signatures: 2,
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  input: z.strictObject({ passkey: z.optional(PasskeyAnswer) }),
  output: consoleAct.output,
  rejections: ['APPROVAL_NOT_OPEN', ...ACTED_REJECTIONS],
})

/** Takes an open request back that the caller alone has asked for, by a signature of its own. */
export const withdrawApproval = route({
  name: 'withdrawApproval',
  method: 'POST',
  path: '/console/approvals/{id}/withdraw',
  access: 'operator',
  power: 'asked',
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  input: z.strictObject({ passkey: z.optional(PasskeyAnswer) }),
  output: z.object({ approvalId: z.string() }),
  rejections: ['OPERATOR_UNKNOWN', 'SIGNATURE_WRONG', ...WITHDRAW_REJECTIONS],
})

// —— Lists: many requests of one power, signed once over their root (decision 0142) ——

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/**
 * `completes`: the signature is the last one, and carries it out; `waits`: others sign after it. Of a list
 * that is signed: `carried-out`, `open`, or `over` (refused, lapsed or withdrawn).
 */
const LINE_OUTCOMES = ['left', 'completes', 'waits', 'carried-out', 'open', 'over'] as const
/** One line as lists show it: by numbers. `left`: why it is left out, in words; null: it is not. */
const LineOfList = z.object({
  place: z.int(),
  subject: z.string(),
  name: z.string(),
  number: z.nullable(z.int()),
  amount: z.nullable(YenTotal),
  /** Bank and last digits of the account that money goes to. */
  account: z.nullable(z.string()),
  /** The terms of a request about no member. */
  terms: z.array(FactView),
  left: z.nullable(z.string()),
  /** The effect of a signature of the list on it, or its state since. */
  outcome: z.enum(LINE_OUTCOMES),
})
export type LineOfList = z.output<typeof LineOfList>
const LIST_REFUSALS = [
  'OPERATOR_UNKNOWN',
  'POWER_UNKNOWN',
  'ROLE_MAY_NOT',
  'APPROVAL_NOT_OPEN',
  ...REASON_REJECTIONS,
  ...LIST_REJECTIONS,
] as const

/**
 * Lays a list out for one signature, good for five minutes: open requests (`approvals`), new ones (`lines`),
 * those of a list that another has signed (`list`), or all that the power's published rule takes. What cannot
 * be signed is left out by name; of another's list it stays in the root, and is refused when it is carried
 * out. `yen`: of the lines that fit.
 */
export const prepareList = route({
  name: 'prepareList',
  method: 'POST',
  path: '/console/lists/prepare',
  access: 'operator',
  power: 'asked',
  signatures: 2,
  input: z.strictObject({
    power: Word,
    approvals: z.optional(z.array(Hash).check(z.minLength(1), z.maxLength(MOST_LINES))),
    lines: z.optional(
      z.array(z.strictObject({ subject: Word, body: Json })).check(z.minLength(1), z.maxLength(MOST_LINES)),
    ),
    list: z.optional(Hash),
    reason: z.optional(z.nullable(Word)),
  }),
  output: z.object({
    id: z.string(),
    power: z.string(),
    what: z.string(),
    root: z.string(),
    listText: z.string(),
    size: z.int(),
    fits: z.int(),
    /** Lines that this signature carries out at once. */
    completes: z.int(),
    yen: YenTotal,
    until: Instant,
    lines: z.array(LineOfList),
  }),
  rejections: LIST_REFUSALS,
})

/**
 * `open`: lines that wait for the next signature. `yen`: of all lines. `missing` and `hindrance` as of a
 * request.
 */
const ListView = z.object({
  id: z.string(),
  power: z.string(),
  what: z.string(),
  root: z.string(),
  size: z.int(),
  yen: YenTotal,
  by: Person,
  signedBy: z.enum(['passkey', 'server']),
  signedAt: Instant,
  expiresAt: Instant,
  state: z.enum(['running', 'open', 'done']),
  open: z.int(),
  carriedOut: z.int(),
  carriedYen: YenTotal,
  refused: z.int(),
  missing: z.array(z.array(Role)),
  hindrance: z.nullable(z.string()),
})
export type ListView = z.output<typeof ListView>
const OpenedList = z.object({ list: ListView, listText: z.string(), lines: z.array(LineOfList) })

/** Signs a list as it was laid out, once. Its lines are then carried out one by one, as `getList` says. */
export const signList = route({
  name: 'signList',
  method: 'POST',
  path: '/console/lists/{id}/sign',
  access: 'operator',
  power: 'asked',
  signatures: 2,
  params: z.strictObject({ id: Hash }),
  input: z.strictObject({ passkey: z.optional(PasskeyAnswer) }),
  output: OpenedList,
  rejections: LIST_REFUSALS,
})
/** Lists that were signed in the last day, newest first. */
export const listLists = route({
  name: 'listLists',
  method: 'GET',
  path: '/console/lists',
  access: 'operator',
  output: z.array(ListView),
})
export const getList = route({
  name: 'getList',
  method: 'GET',
  path: '/console/lists/{id}',
  access: 'operator',
  params: z.strictObject({ id: Hash }),
  output: OpenedList,
})

/** The acts by which an account is frozen and opened again. */
export const FREEZE_POWERS = ['trading.freeze', 'trading.freeze-on', 'trading.release'] as const
/**
 * The firm's freeze of a member, and why the caller could not sign each of its acts now (null: they can).
 * `own`: the member froze the account, and alone opens it. Opening it is noted for the member.
 */
export const getFreeze = route({
  name: 'getFreeze',
  method: 'GET',
  path: '/console/freezes/{id}',
  access: 'operator',
  roles: ['reviewer', 'treasurer', 'auditor', 'administrator'],
  params: z.strictObject({ id: Id }),
  output: z.object({
    number: z.int(),
    own: z.boolean(),
    until: z.nullable(Instant),
    by: z.array(Person),
    /** The reason of the newest signature for the freeze that stands; null: there is none. */
    ground: z.nullable(z.string()),
    /** The verified name; null: not verified. */
    name: z.nullable(z.string()),
    /** Withdrawals that stand still while the account is frozen. */
    stopped: YenTotal,
    hindrances: z.object({
      'trading.freeze': z.nullable(z.string()),
      'trading.freeze-on': z.nullable(z.string()),
      'trading.release': z.nullable(z.string()),
    }),
  }),
})

// —— The record ——

export const AuditRow = z.object({
  seq: z.int(),
  at: Instant,
  type: z.string(),
  actor: z.nullable(Person),
  power: z.nullable(z.string()),
  what: z.string(),
  subject: z.nullable(z.string()),
  /** The subject by the number that people know it by, and its page; null: it has none for this reader. */
  about: z.nullable(z.object({ name: z.string(), address: CaseAddress })),
  /** The stage of the request that this was, with what became of a request that was never completed. */
  stage: z.enum(STAGES),
  /** The sentence of a refusal in the caller's language; null: it was not refused. */
  refused: z.nullable(z.string()),
  /** Hash of the chain after this record. */
  hash: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>
/**
 * Records of operators' doings in the journal, refused ones too, newest first. `q`: those about the member,
 * order, case, deposit or withdrawal of this number, else those that contain it. `from`, `to`: days in Japan,
 * both included. `next`: the record before which the next page begins. `powers`: those whose acts stand here;
 * all others are kept where they are done, in conversations, cases, notes and messages.
 */
export const listAudit = route({
  name: 'listAudit',
  method: 'GET',
  path: '/console/audit',
  access: 'operator',
  query: z.strictObject({
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    operatorId: z.optional(Word),
    power: z.optional(Word),
    subject: z.optional(Word),
    q: PAGE_QUERY.q,
    from: z.optional(DateText),
    to: z.optional(DateText),
    limit: Limit,
  }),
  output: z.object({ rows: z.array(AuditRow), next: z.nullable(z.string()), powers: z.array(z.string()) }),
})
/** One record whole, with the hash before it: whoever has both can reckon the hash after. */
export const getAuditRecord = route({
  name: 'getAuditRecord',
  method: 'GET',
  path: '/console/audit/{seq}',
  access: 'operator',
  params: z.strictObject({ seq: z.string().check(z.regex(/^\d{1,15}$/)) }),
  output: z.object({ seq: z.int(), record: z.string(), hash: z.string(), before: z.string() }),
})

/**
 * A role of an operator, since when, until when and by whose signatures. `until`: of a deputy. `by`: none
 * where the firm gave it, at its founding or in the demo setting. `endedBy` null beside an end: its date.
 */
const RoleHeld = z.object({
  role: Role,
  number: z.int(),
  since: Instant,
  until: z.nullable(Instant),
  reason: z.nullable(z.object({ code: z.string() })),
  by: z.array(Person),
  endedAt: z.nullable(Instant),
  endedBy: z.nullable(z.array(Person)),
})
/**
 * The names of everybody who is or was at the console, each with all that they have had, oldest first: what
 * was signed keeps the name of its time. `held`: roles and numbers, by which records name them.
 */
export const listNames = route({
  name: 'listNames',
  method: 'GET',
  path: '/console/names',
  access: 'operator',
  output: z.array(
    z.object({
      operatorId: z.string(),
      held: z.array(z.object({ role: Role, number: z.int() })),
      names: z.array(z.object({ name: z.string(), since: Instant })),
    }),
  ),
})
export const listOperators = route({
  name: 'listOperators',
  method: 'GET',
  path: '/console/operators',
  access: 'operator',
  output: z.array(
    z.object({
      ...Person.shape,
      demo: z.boolean(),
      since: Instant,
      endedAt: z.nullable(Instant),
      passkeys: z.array(Instant),
      signedIn: z.boolean(),
      /** The own role first, then the further ones, the newest last. */
      roles: z.array(RoleHeld),
      /** Invitation to enrol a passkey: its deadline, and the half of the code that the caller holds. */
      invite: z.nullable(z.object({ until: Instant, half: z.nullable(z.string()) })),
    }),
  ),
})

// —— Pictures and appeals ——

/** The kinds of decision that members can appeal against. */
export const APPEAL_KINDS = ['identity', 'bank-account', 'withdrawal', 'loan'] as const

/**
 * A picture of a member, opened by the act that looked at it (`identity.view`, `bank-account.view`): for the
 * operator who signed it, once, for 60 s (security-and-trust 8). Who looks, when and at which case stands
 * across it. `jpeg`: base64. `leftMs`: how much longer it may be shown.
 */
export const openPicture = route({
  name: 'openPicture',
  method: 'GET',
  path: '/console/pictures/{id}',
  access: 'operator',
  roles: ['reviewer'],
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  output: z.object({ jpeg: z.string(), width: z.int(), height: z.int(), leftMs: MsFigure }),
  rejections: ['PICTURE_OVER'],
})

/**
 * `number`: the member's. `about`: the case in one line. `answerBy`: the end of the next business day.
 * `case`: what the module's own page is asked for.
 */
export const AppealItem = z.object({
  subject: z.string(),
  kind: z.enum(APPEAL_KINDS),
  memberId: z.string(),
  number: z.int(),
  about: z.string(),
  case: z.string(),
  filedAt: Instant,
  answerBy: Instant,
  state: z.enum(['open', 'upheld', 'overturned', 'withdrawn']),
})
export type AppealItem = z.output<typeof AppealItem>
/** Every appeal that is open, whatever it is against, oldest first. */
export const listAppeals = route({
  name: 'listAppeals',
  method: 'GET',
  path: '/console/appeals',
  access: 'operator',
  roles: ['reviewer', 'auditor'],
  output: z.array(AppealItem),
})
/**
 * One appeal: the member's words, and what operators did before it and about it, oldest first. `excluded`:
 * the caller had a part in what it is against.
 */
export const getAppeal = route({
  name: 'getAppeal',
  method: 'GET',
  path: '/console/appeals/{subject}',
  access: 'operator',
  roles: ['reviewer', 'auditor'],
  params: z.strictObject({ subject: Word }),
  output: z.object({
    ...AppealItem.shape,
    name: z.string(),
    text: z.string(),
    acts: z.array(OperatorActView),
    /** By one person, or by two: another member has handed in the same document. */
    power: z.enum(['appeal.decide', 'appeal.decide-flagged']),
    excluded: z.boolean(),
  }),
})
