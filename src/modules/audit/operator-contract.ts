import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import {
  DateText,
  Id,
  Instant,
  PAGE_CUT,
  PAGE_QUERY,
  PriceFigure,
  QuantityFigure,
  YenFigure,
} from '#wire/values.ts'
import { LEVELS } from '#modules/identity/model/levels.ts'
import { TRANSFER_KINDS } from '#registry/transfer-kinds.ts'
import { PROFILE_LISTS, type ProfileField } from '#modules/members/model/profile.ts'
import { WAYS } from '#modules/orders/model/way.ts'
import { STAGES } from '#modules/staff/model/approval.ts'
import { ROLES, type Role } from '#modules/staff/model/power.ts'
import { ACCOUNT_KINDS } from '#modules/tax/model/year.ts'
import { ACTORS } from './model/actor.ts'
import { NOTE_KINDS, NOTE_LONGEST, NOTE_REJECTIONS } from './model/notes.ts'
import { CAUSES, SIDES } from './model/reconcile.ts'

/** Roles that look at members, and roles that look at the firm's books. */
export const MEMBER_READERS = [
  'auditor',
  'reviewer',
  'support',
  'treasurer',
  'administrator',
] as const satisfies readonly Role[]
export const BOOK_READERS = ['auditor', 'treasurer', 'administrator'] as const satisfies readonly Role[]
/**
 * Roles that may ask for a check of the journal, and for the books as a file: the rows of
 * `registry/powers.ts`.
 */
export const CHECKERS = ['auditor', 'administrator'] as const satisfies readonly Role[]
export const EXPORTERS = ['auditor'] as const satisfies readonly Role[]

export const MEMBER_STATES = ['open', 'frozen', 'closing', 'closed'] as const
const State = z.enum(MEMBER_STATES)
const Level = z.enum(LEVELS)
const Seq = z.string().check(z.regex(/^\d{1,15}$/))
/** Milliseconds and an id: two rows of one millisecond are still two places. */
const TimeAndId = z.string().check(z.regex(/^\d{1,15}\.[0-9A-Za-z.:-]{1,80}$/))
/** `482-1`: the record's number and the place in it. */
const EntryId = z.string().check(z.regex(/^\d{1,15}-\d{1,6}$/))
const Simulated = { simulated: z.literal(true) }
const Member = z.strictObject({ id: Id })
const maybe = z.nullable

// —— Members: read alone, and each look is the member's to see ——

export const FOUND_BY = ['number', 'mobile', 'account', 'name', 'email', 'order'] as const
const MemberRow = z.object({
  id: z.string(),
  number: z.int(),
  level: Level,
  state: State,
  openedAt: Instant,
  /** Masked, and there only where the telephone number was looked for. */
  mobile: maybe(z.string()),
  /** Made by the demo setting: nobody's phone belongs to it. */
  simulatedMember: z.boolean(),
  /** The part of the member that was found; null: nothing was looked for. */
  by: maybe(z.enum(FOUND_BY)),
})
/**
 * By the member's number, the end of the telephone number, a part of the name in any spelling, a mail
 * address, the last digits of an account at a bank, or the number of an order; in the order of numbers. Who
 * is found by anything but the number reads of it, and what was looked for stands in the list of searches.
 */
export const findMembers = route({
  name: 'findMembers',
  method: 'GET',
  path: '/console/members',
  access: 'operator',
  roles: MEMBER_READERS,
  query: z.strictObject({
    q: z.optional(z.string().check(z.maxLength(60))),
    level: z.optional(Level),
    state: z.optional(State),
    after: z.optional(Seq),
  }),
  output: z.object({ rows: z.array(MemberRow), next: maybe(z.int()), total: z.int(), ...Simulated }),
})

/** Searches of operators for members, newest first. */
export const listSearches = route({
  name: 'listSearches',
  method: 'GET',
  path: '/console/searches',
  access: 'operator',
  roles: CHECKERS,
  query: z.strictObject(PAGE_QUERY),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        by: z.object({ role: z.enum(ROLES), number: z.int() }),
        words: z.string(),
        found: z.int(),
        at: Instant,
      }),
    ),
    ...PAGE_CUT,
  }),
})

const ProfileAnswers = Object.fromEntries(
  (Object.keys(PROFILE_LISTS) as ProfileField[]).map((field) => [field, z.string()]),
) as Record<ProfileField, z.ZodMiniString>
const Balance = z.object({ account: z.string(), name: z.string(), yen: YenFigure })
export const showMember = route({
  name: 'showMember',
  method: 'GET',
  path: '/console/members/{id}',
  access: 'operator',
  roles: MEMBER_READERS,
  params: Member,
  output: z.object({
    id: z.string(),
    number: z.int(),
    simulatedMember: z.boolean(),
    level: Level,
    state: State,
    openedAt: Instant,
    /** Whole for reviewers, who compare it with a document; the first character for all others. */
    name: maybe(z.string()),
    mobile: z.string(),
    email: maybe(z.string()),
    identity: maybe(
      z.object({ front: z.string(), back: z.string(), submittedAt: Instant, decidedAt: maybe(Instant) }),
    ),
    frozen: z.boolean(),
    heldUntil: maybe(Instant),
    withdrawalsClosedUntil: maybe(Instant),
    balances: z.array(Balance),
    ownMoney: YenFigure,
    owed: YenFigure,
    openLots: z.int(),
    openOrders: z.int(),
    /** Accounts at banks that have been accepted. */
    bankAccounts: z.int(),
    /** Those that are not removed: bank, branch, and the last digits of the number. */
    banks: z.array(z.object({ id: z.string(), bank: z.string(), digits: z.string(), state: z.string() })),
    /** True if date of birth, address, occupation and purpose are on record; their text is for reviewers. */
    factsOnRecord: z.boolean(),
    facts: maybe(
      z.object({
        birthDate: z.string(),
        postalCode: z.string(),
        address: z.string(),
        occupation: z.enum(PROFILE_LISTS.occupation),
        purpose: z.enum(PROFILE_LISTS.purpose),
      }),
    ),
    /** Answers of the investor profile, each a word of its closed list; null: none was given. */
    profile: maybe(z.object({ ...ProfileAnswers, at: Instant })),
    tax: z.enum(ACCOUNT_KINDS),
    /** Principal that is still owed. */
    loans: YenFigure,
    tags: z.array(z.string()),
    ...Simulated,
  }),
})

const part = <const Name extends string, Row extends z.ZodMiniType>(
  name: Name,
  path: string,
  row: Row,
  before: z.ZodMiniType<string, string> = Id,
) =>
  route({
    name,
    method: 'GET',
    path: `/console/members/{id}/${path}`,
    access: 'operator',
    roles: MEMBER_READERS,
    params: Member,
    query: z.strictObject({ before: z.optional(before) }),
    output: z.object({ rows: z.array(row), next: maybe(z.string()), ...Simulated }),
  })
export const showMemberHoldings = part(
  'showMemberHoldings',
  'holdings',
  z.object({
    id: z.string(),
    number: z.string(),
    code: z.string(),
    side: z.string(),
    leverage: z.number(),
    quantity: QuantityFigure,
    openQuantity: QuantityFigure,
    openPrice: PriceFigure,
    margin: YenFigure,
    result: YenFigure,
    status: z.string(),
    openedAt: Instant,
  }),
)
export const showMemberOrders = part(
  'showMemberOrders',
  'orders',
  z.object({
    id: z.string(),
    number: z.string(),
    code: z.string(),
    way: z.enum(WAYS),
    type: z.string(),
    quantity: QuantityFigure,
    filled: z.int(),
    price: maybe(PriceFigure),
    averagePrice: maybe(PriceFigure),
    fee: YenFigure,
    status: z.string(),
    origin: z.string(),
    placedAt: Instant,
  }),
)
/**
 * A deposit's yen is what stands credited. Beneath a row whose money moved more than once: each step, what
 * came above 0, with its line; `refund`: a line that goes back to its sender.
 */
export const showMemberMoney = part(
  'showMemberMoney',
  'money',
  z.object({
    id: z.string(),
    kind: z.enum(['deposit', 'withdrawal', 'credit', 'payout', 'payout-returned', 'correction', 'refund']),
    yen: YenFigure,
    state: z.string(),
    reference: z.string(),
    line: maybe(z.string()),
    requestedAt: Instant,
    endedAt: maybe(Instant),
  }),
)
export const showMemberCases = part(
  'showMemberCases',
  'cases',
  z.object({
    id: z.string(),
    kind: z.enum(['identity', 'bank-account', 'identity-appeal', 'withdrawal-appeal']),
    state: z.string(),
    reason: maybe(z.string()),
    at: Instant,
    decidedAt: maybe(Instant),
  }),
)
/** Acts of operators, and their reads of the member's data; `before` is `next` of the page that was read. */
export const showMemberActs = part(
  'showMemberActs',
  'acts',
  z.object({
    id: z.string(),
    kind: z.enum(['act', 'read']),
    what: z.string(),
    subject: maybe(z.string()),
    reason: maybe(z.string()),
    by: z.array(z.object({ role: z.string(), number: z.int() })),
    at: Instant,
    seq: maybe(z.int()),
    /** Of an act: how far it came. */
    stage: maybe(z.enum(STAGES)),
  }),
  TimeAndId,
)
/** Browser and system in words; no address, nothing by which a device could be known elsewhere. */
export const showMemberDevices = part(
  'showMemberDevices',
  'devices',
  z.object({
    id: z.string(),
    device: z.string(),
    factor: z.string(),
    startedAt: Instant,
    seenAt: Instant,
    endedAt: maybe(Instant),
  }),
)

/** Kinds of the timeline; the looks that it shows are of the kinds that are asked for. */
export const TIMELINE_KINDS = [
  'order',
  'deposit',
  'withdrawal',
  'application',
  'loan',
  'case',
  'chat',
  'session',
  'act',
  'read',
  'note',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]
/** Everything that happened with a member, newest first; `kinds` with commas, all where it is absent. */
export const showMemberTimeline = route({
  name: 'showMemberTimeline',
  method: 'GET',
  path: '/console/members/{id}/timeline',
  access: 'operator',
  roles: MEMBER_READERS,
  params: Member,
  query: z.strictObject({
    before: z.optional(TimeAndId),
    kinds: z.optional(z.string().check(z.regex(/^[a-z]+(,[a-z]+){0,20}$/))),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(TIMELINE_KINDS),
        what: z.string(),
        label: maybe(z.string()),
        yen: maybe(YenFigure),
        state: maybe(z.string()),
        by: z.array(z.object({ role: z.string(), number: z.int() })),
        at: Instant,
        /** The record of an act that was carried out. */
        seq: maybe(z.int()),
        stage: maybe(z.enum(STAGES)),
      }),
    ),
    next: maybe(z.string()),
    ...Simulated,
  }),
})

/** Notes and tags of staff, newest first, and the tags that are on. */
export const showMemberNotes = route({
  name: 'showMemberNotes',
  method: 'GET',
  path: '/console/members/{id}/notes',
  access: 'operator',
  roles: MEMBER_READERS,
  params: Member,
  output: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(NOTE_KINDS),
        words: z.string(),
        by: z.object({ role: z.string(), number: z.int() }),
        at: Instant,
      }),
    ),
    tags: z.array(z.string()),
    ...Simulated,
  }),
})
/** Writes a note, or puts a tag on or off. It decides nothing, and the member finds it in the own data. */
export const writeMemberNote = route({
  name: 'writeMemberNote',
  method: 'POST',
  path: '/console/members/{id}/notes',
  access: 'operator',
  power: 'member.note',
  keyed: true,
  params: Member,
  // Longer than the rule allows, so that the rule can say so.
  input: z.strictObject({ kind: z.enum(NOTE_KINDS), words: z.string().check(z.maxLength(4 * NOTE_LONGEST)) }),
  output: z.object({ id: z.string() }),
  rejections: NOTE_REJECTIONS,
})

// —— The bar: what is looked for anywhere, and whether the record holds ——

export const HIT_KINDS = ['member', 'order', 'deposit', 'withdrawal', 'listing'] as const
/** Roles that work at deposits and withdrawals, and at listings. */
const MONEY_READERS = ['treasurer', 'reviewer', 'auditor', 'administrator'] as const satisfies readonly Role[]
const LISTING_READERS = ['listing', 'auditor', 'administrator'] as const satisfies readonly Role[]
/** The kinds that a role finds: what it may read anyway. */
export const FINDERS: Readonly<Record<(typeof HIT_KINDS)[number], readonly Role[]>> = {
  member: MEMBER_READERS,
  order: MEMBER_READERS,
  deposit: MONEY_READERS,
  withdrawal: MONEY_READERS,
  listing: LISTING_READERS,
}
/** `waiting`: the view of its queue that it stands in; null: it has ended, or waits for nobody. */
const Hit = z.object({
  kind: z.enum(HIT_KINDS),
  id: z.string(),
  label: z.string(),
  member: maybe(z.object({ id: z.string(), number: z.int() })),
  waiting: maybe(z.string()),
})
export type Hit = z.output<typeof Hit>
/**
 * Members by anything that `findMembers` takes; by the whole of a number an order, a deposit or a withdrawal;
 * and by the beginning of a listing's id. What shows whose it is is a look, which that member
 * reads.
 */
export const findAnything = route({
  name: 'findAnything',
  method: 'GET',
  path: '/console/search',
  access: 'operator',
  roles: ROLES,
  query: z.strictObject({ q: z.string().check(z.minLength(1), z.maxLength(60)) }),
  output: z.object({ hits: z.array(Hit), ...Simulated }),
})

/** The result of the last check of the whole journal, for the whole console; null: none was made yet. */
export const lastCheck = route({
  name: 'lastCheck',
  method: 'GET',
  path: '/console/last-check',
  access: 'operator',
  roles: ROLES,
  output: z.object({
    check: maybe(
      z.object({ status: z.enum(['intact', 'broken', 'failed']), at: Instant, toSeq: maybe(z.int()) }),
    ),
  }),
})

// —— The ledger ——

const AccountId = z.string().check(z.regex(/^(?:h:[A-Za-z]{1,30}|m:[0-9A-Za-z-]{1,64}:[A-Za-z]{1,30})$/))
const AccountRow = z.object({
  id: z.string(),
  kind: z.string(),
  memberId: maybe(z.string()),
  number: maybe(z.int()),
  yen: YenFigure,
})
/** Accounts in the order of their ids; `of`: those of the firm, or of the member with this number. */
export const listAccounts = route({
  name: 'listAccounts',
  method: 'GET',
  path: '/console/ledger',
  access: 'operator',
  roles: BOOK_READERS,
  query: z.strictObject({
    of: z.optional(z.string().check(z.regex(/^(?:house|\d{1,10})$/))),
    kind: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,30}$/))),
    after: z.optional(AccountId),
  }),
  output: z.object({
    rows: z.array(AccountRow),
    next: maybe(z.string()),
    /** Of all accounts by kind; `sum` is 0, or something is wrong. */
    totals: z.array(z.object({ kind: z.string(), house: z.boolean(), accounts: z.int(), yen: YenFigure })),
    sum: YenFigure,
    ...Simulated,
  }),
})

export const EntryRow = z.object({
  id: z.string(),
  seq: z.int(),
  at: Instant,
  tradeDate: DateText,
  kind: z.string(),
  what: z.string(),
  debit: z.string(),
  credit: z.string(),
  yen: YenFigure,
  /** The change on the account that is looked at. */
  change: YenFigure,
  tax: YenFigure,
  memberId: z.string(),
  orderId: maybe(z.string()),
  lotId: maybe(z.string()),
  code: maybe(z.string()),
})
export type EntryRow = z.output<typeof EntryRow>
export const showAccount = route({
  name: 'showAccount',
  method: 'GET',
  path: '/console/ledger/accounts/{account}',
  access: 'operator',
  roles: BOOK_READERS,
  params: z.strictObject({ account: AccountId }),
  query: z.strictObject({
    before: z.optional(EntryId),
    kind: z.optional(z.enum(TRANSFER_KINDS)),
    from: z.optional(DateText),
    to: z.optional(DateText),
  }),
  output: z.object({
    id: z.string(),
    memberId: maybe(z.string()),
    number: maybe(z.int()),
    yen: YenFigure,
    rows: z.array(EntryRow),
    /**
     * Start of the next page; null: that was all. A page may be short, or empty, of an account that seldom
     * moves.
     */
    next: maybe(z.string()),
    ...Simulated,
  }),
})

/**
 * A record of the journal whole, with what it moved, its neighbours in the chain and how far the journal has
 * been verified.
 */
export const showRecord = route({
  name: 'showRecord',
  method: 'GET',
  path: '/console/journal/{seq}',
  access: 'operator',
  roles: BOOK_READERS,
  params: z.strictObject({ seq: Seq }),
  output: z.object({
    seq: z.int(),
    at: Instant,
    /** Null, with `actor`, `by` and `record`: it is about a sealed case, and its hash stands alone. */
    type: maybe(z.string()),
    actor: maybe(z.string()),
    /** `actor` in words: by whom, and whether in a member's name. */
    by: maybe(z.enum(ACTORS)),
    record: maybe(z.string()),
    entries: z.array(EntryRow),
    /**
     * The hash before, the one that is written down, and the one that follows from the record: the page
     * reckons it again.
     */
    before: z.string(),
    hash: z.string(),
    follows: z.boolean(),
    next: maybe(z.object({ seq: z.int(), hash: z.string(), follows: z.boolean() })),
    head: z.object({ seq: z.int(), hash: z.string() }),
    written: maybe(z.object({ seq: z.int(), hash: z.string() })),
    /** The last check of the whole journal that reached beyond this record. */
    verified: maybe(z.object({ at: Instant, toSeq: z.int(), head: z.string() })),
    ...Simulated,
  }),
})

// —— The check of the journal ——

const CheckView = z.object({
  id: z.string(),
  status: z.enum(['running', 'intact', 'broken', 'failed']),
  by: z.object({ role: z.string(), number: z.int() }),
  begunAt: Instant,
  endedAt: maybe(Instant),
  toSeq: maybe(z.int()),
  head: maybe(z.string()),
  badSeq: maybe(z.int()),
  what: maybe(z.string()),
  accounts: maybe(z.int()),
  entries: maybe(z.int()),
  /** Progress of a run: records read, and how many there are. */
  read: z.int(),
  of: z.int(),
})
export type CheckView = z.output<typeof CheckView>
export const listChecks = route({
  name: 'listChecks',
  method: 'GET',
  path: '/console/journal-checks',
  access: 'operator',
  roles: BOOK_READERS,
  query: z.strictObject(PAGE_QUERY),
  output: z.object({
    head: z.object({ seq: z.int(), hash: z.string() }),
    rows: z.array(CheckView),
    ...PAGE_CUT,
  }),
})

// —— Reconciliation ——

const DifferenceView = z.object({
  side: z.enum(SIDES),
  cause: z.enum(CAUSES),
  yen: YenFigure,
  /** Of what is in no sum, because neither ledger nor bank has it yet, or both have it. */
  amount: maybe(YenFigure),
  entry: maybe(z.string()),
  line: maybe(z.string()),
  subject: maybe(z.string()),
  memberId: maybe(z.string()),
  memberNumber: maybe(z.int()),
  at: maybe(Instant),
})
const SUMS = {
  date: DateText,
  today: DateText,
  /** At the bank by the ledger and by all lines of statements, and opening money that no bank has seen. */
  bank: z.object({
    ledger: z.int(),
    statements: z.int(),
    opening: z.int(),
    entries: z.int(),
    lines: z.int(),
    /** Sum of the bank's differences; null of a day before, since the totals are those of now. */
    differences: maybe(z.int()),
  }),
  venue: z.object({ fills: z.int(), trades: maybe(z.int()) }),
  held: z.object({ accounts: z.int() }),
  causes: z.array(
    z.object({
      side: z.enum(SIDES),
      cause: z.enum(CAUSES),
      expected: z.boolean(),
      count: z.int(),
      yen: YenFigure,
      amount: YenFigure,
    }),
  ),
  ...Simulated,
}
export const reconcile = route({
  name: 'reconcile',
  method: 'GET',
  path: '/console/reconciliation',
  access: 'operator',
  roles: BOOK_READERS,
  query: z.strictObject({
    date: z.optional(DateText),
    side: z.optional(z.enum(SIDES)),
    cause: z.optional(z.enum(CAUSES)),
  }),
  output: z.object({ ...SUMS, differences: z.array(DifferenceView), more: z.boolean() }),
  rejections: ['DATE_WRONG'],
})
/** The same in sums, of today or of a day before, for a key of the firm: no member is in it. */
export const readReconciliation = route({
  name: 'readReconciliation',
  method: 'GET',
  path: '/console/reconciliation/sums',
  access: 'operator',
  roles: [],
  operatorKey: 'ledger',
  query: z.strictObject({ date: z.optional(DateText) }),
  output: z.object(SUMS),
  rejections: ['DATE_WRONG'],
})
/** One line of a statement, for a difference: no name of a payer, which the firm keeps as a hash. */
export const showLine = route({
  name: 'showLine',
  method: 'GET',
  path: '/console/statement-lines/{id}',
  access: 'operator',
  roles: BOOK_READERS,
  params: z.strictObject({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
  output: z.object({
    id: z.string(),
    kind: z.string(),
    yen: YenFigure,
    reference: maybe(z.string()),
    source: z.string(),
    bookedAt: Instant,
    usedFor: maybe(z.string()),
    ...Simulated,
  }),
})

// —— Files ——

export const EXPORT_FORMS = ['hledger', 'csv', 'journal'] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]
const ExportView = z.object({
  id: z.string(),
  form: z.enum(EXPORT_FORMS),
  toSeq: z.int(),
  at: Instant,
  by: z.object({ role: z.string(), number: z.int() }),
  until: Instant,
})
export type ExportView = z.output<typeof ExportView>
/** Files of the books that were asked for, newest first; each can be taken for a day by whoever asked. */
export const listExports = route({
  name: 'listExports',
  method: 'GET',
  path: '/console/exports',
  access: 'operator',
  roles: EXPORTERS,
  query: z.strictObject(PAGE_QUERY),
  output: z.object({ rows: z.array(ExportView), ...PAGE_CUT }),
})
/** A piece of such a file: text to be put behind the piece before. `next` null: that was the last one. */
export const takeExport = route({
  name: 'takeExport',
  method: 'GET',
  path: '/console/exports/{id}',
  access: 'operator',
  roles: EXPORTERS,
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ from: z.optional(z.string().check(z.regex(/^(?:e\d{1,15}|a.{1,120})$/))) }),
  output: z.object({
    name: z.string(),
    type: z.string(),
    text: z.string(),
    next: maybe(z.string()),
    ...Simulated,
  }),
  rejections: ['EXPORT_OVER'],
})

// —— For keys of the firm ——

export const ENTRY_FORMS = ['json', 'hledger'] as const
/**
 * Entries of the ledger from a record on, oldest first, whole records alone. `text`: the same as a piece of
 * a file for hledger, if that is asked for. `next`: where to go on; null: that was all, up to record `head`.
 */
export const readEntries = route({
  name: 'readEntries',
  method: 'GET',
  path: '/console/ledger/entries',
  access: 'operator',
  roles: [],
  operatorKey: 'ledger',
  query: z.strictObject({ from: z.optional(Seq), form: z.optional(z.enum(ENTRY_FORMS)) }),
  output: z.object({
    rows: z.array(EntryRow),
    text: maybe(z.string()),
    next: maybe(z.string()),
    head: z.int(),
    ...Simulated,
  }),
})

/** Orders of all members with their executions, newest first; `before` is `next` of the page before. */
export const readOrders = route({
  name: 'readOrders',
  method: 'GET',
  path: '/console/orders',
  access: 'operator',
  roles: [],
  operatorKey: 'orders',
  query: z.strictObject({ before: z.optional(Id) }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        memberId: z.string(),
        code: z.string(),
        way: z.enum(WAYS),
        type: z.string(),
        quantity: QuantityFigure,
        filled: z.int(),
        price: maybe(PriceFigure),
        fee: YenFigure,
        status: z.string(),
        placedAt: Instant,
        executions: z.array(
          z.object({ price: PriceFigure, quantity: QuantityFigure, fee: YenFigure, at: Instant }),
        ),
      }),
    ),
    next: maybe(z.string()),
    ...Simulated,
  }),
})
