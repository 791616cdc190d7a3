import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { IdOfMember, Instant, PAGE_CUT, PAGE_QUERY, YenFigure } from '#wire/values.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import {
  CASE_NOTE_LONGEST,
  CASE_REJECTIONS,
  CASE_STATES,
  CLOSE_REJECTIONS,
  ENTRY_KINDS,
  GROUNDS,
  LINK_KINDS,
  MOST_LINKS,
  OPEN_REJECTIONS,
} from './model/case.ts'
import { CASE_READERS, CLOSE_REASONS } from './model/powers.ts'
import { RULE_NAMES } from './model/rules.ts'
import { SEAL_REASONS, SEAL_STATES, WITHHOLD_REASONS } from './model/seal.ts'
import { SCREENING_LISTS } from './model/screening-list.ts'
import { EVIDENCE_KINDS } from './model/signal.ts'

const maybe = z.nullable
/** Somebody of the console: by role and number, never by name. */
const Person = z.object({ operatorId: z.string(), role: z.enum(ROLES), number: z.int() })
const Simulated = { simulated: z.literal(true) }
const CaseId = z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) })

/** A case as a list shows it: by number and rules, with nothing of the member's data. */
const CASE_HEAD = {
  id: z.string(),
  memberId: z.string(),
  memberNumber: z.int(),
  state: z.enum(CASE_STATES),
  /** Rules that found something, the newest first, each once. */
  rules: z.array(z.enum(RULE_NAMES)),
  signals: z.int(),
  openedAt: Instant,
  lastAt: Instant,
  assigned: maybe(Person),
  closedAt: maybe(Instant),
  reason: maybe(z.enum(CLOSE_REASONS)),
  /** Of a case that somebody opened by hand; null: a signal did. */
  ground: maybe(z.enum(GROUNDS)),
  /** Kept from the member by the seal of two people, or disclosed after it; null: never sealed. */
  seal: maybe(z.enum(SEAL_STATES)),
}
const CaseHead = z.object(CASE_HEAD)
export type CaseHead = z.output<typeof CaseHead>

/** Cases, the last opened first. `q`: the member's number. */
export const listCases = route({
  name: 'listCases',
  method: 'GET',
  path: '/console/cases',
  access: 'operator',
  roles: CASE_READERS,
  query: z.strictObject({
    ...PAGE_QUERY,
    state: z.optional(z.enum(CASE_STATES)),
    rule: z.optional(z.enum(RULE_NAMES)),
  }),
  output: z.object({ rows: z.array(CaseHead), ...PAGE_CUT, ...Simulated }),
})

/** A case with its history: who took it, notes, its end. The evidence is a look of its own. */
export const showCase = route({
  name: 'showCase',
  method: 'GET',
  path: '/console/cases/{id}',
  access: 'operator',
  roles: CASE_READERS,
  params: CaseId,
  output: z.object({
    ...CASE_HEAD,
    entries: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(ENTRY_KINDS),
        words: z.string(),
        by: Person,
        at: Instant,
        sealed: z.boolean(),
        /** The row that it links, with its number. */
        link: maybe(z.object({ what: z.enum(LINK_KINDS), id: z.string(), reference: maybe(z.string()) })),
      }),
    ),
    /** Opened to be sealed first, and not sealed yet: nothing is written before. */
    waitsForSeal: z.boolean(),
    sealing: maybe(
      z.object({
        reason: z.enum(SEAL_REASONS),
        sealedAt: Instant,
        endedAt: maybe(Instant),
        withheld: maybe(z.enum(WITHHOLD_REASONS)),
      }),
    ),
    ...Simulated,
  }),
})
export type CaseView = z.output<typeof showCase.output>

/**
 * The evidence of a case: of each signal the rows that it rests on, with figures and times, and other members
 * that it is about. It is a look at the member's data, which the member reads of at once; in a sealed case,
 * when it is disclosed.
 */
export const showCaseEvidence = route({
  name: 'showCaseEvidence',
  method: 'GET',
  path: '/console/cases/{id}/evidence',
  access: 'operator',
  roles: CASE_READERS,
  params: CaseId,
  output: z.object({
    signals: z.array(
      z.object({
        id: z.string(),
        rule: z.enum(RULE_NAMES),
        /** The definition with its thresholds. */
        definition: z.string(),
        happenedAt: Instant,
        at: Instant,
        evidence: z.array(
          z.object({
            what: z.enum(EVIDENCE_KINDS),
            id: z.string(),
            yen: maybe(YenFigure),
            at: maybe(Instant),
            /** Likeness of a name to a listed one, of 100. */
            score: maybe(z.int()),
            /** The number that every page names it by; null: it has none. */
            reference: maybe(z.string()),
          }),
        ),
        others: z.array(z.object({ memberId: z.string(), number: z.int() })),
      }),
    ),
    /** Rows that people have linked by hand, the newest first. */
    links: z.array(
      z.object({
        what: z.enum(LINK_KINDS),
        id: z.string(),
        yen: maybe(YenFigure),
        at: Instant,
        reference: maybe(z.string()),
      }),
    ),
    /** The list that names are held against; a simulated one says so wherever it is named. */
    list: z.enum(SCREENING_LISTS),
    ...Simulated,
  }),
  rejections: ['CASE_SEAL_WAITS'],
})
export type CaseEvidence = z.output<typeof showCaseEvidence.output>

/** Writes a note in a case. It decides nothing; the member finds it in the own data, unless it is sealed. */
export const writeCaseNote = route({
  name: 'writeCaseNote',
  method: 'POST',
  path: '/console/cases/{id}/notes',
  access: 'operator',
  power: 'case.note',
  keyed: true,
  params: CaseId,
  // Longer than the rule allows, so that the rule can say so.
  input: z.strictObject({ words: z.string().check(z.maxLength(2 * CASE_NOTE_LONGEST)) }),
  output: z.object({ id: z.string() }),
  rejections: CASE_REJECTIONS,
})

/** Puts a case on the caller, or on nobody. */
export const takeCase = route({
  name: 'takeCase',
  method: 'POST',
  path: '/console/cases/{id}/assignment',
  access: 'operator',
  power: 'case.note',
  keyed: true,
  params: CaseId,
  input: z.strictObject({ takes: z.boolean() }),
  output: z.object({ assigned: maybe(Person) }),
  rejections: ['CASE_SEAL_WAITS', 'CASE_CLOSED', 'CASE_NOT_SEALED'],
})

/** Ends a case. `reported` is a reason under a seal only: the member would read it at once. */
export const closeCase = route({
  name: 'closeCase',
  method: 'POST',
  path: '/console/cases/{id}/close',
  access: 'operator',
  power: 'case.close',
  keyed: true,
  params: CaseId,
  input: z.strictObject({ reason: z.enum(CLOSE_REASONS) }),
  output: z.object({ closedAt: Instant }),
  rejections: CLOSE_REJECTIONS,
})

/**
 * Whom a case by hand would be about: the number, and the open case that it goes into, where the caller may
 * see that.
 */
export const memberForCase = route({
  name: 'memberForCase',
  method: 'GET',
  path: '/console/cases/about/{memberId}',
  access: 'operator',
  roles: CASE_READERS,
  params: z.strictObject({ memberId: IdOfMember }),
  output: z.object({ number: z.int(), open: maybe(CaseHead), ...Simulated }),
})

/**
 * Opens a case by hand, or puts ground, note and linked rows into the open one of the member. `evidence`:
 * numbers of withdrawals, deposits and orders of the member, or `chat`. Unsealed, the member finds it in the
 * own data at once. `seal`: nothing is written before two people have sealed the case; `written` says so.
 * `id`: null where it went into a case that the caller may not see.
 */
export const openCase = route({
  name: 'openCase',
  method: 'POST',
  path: '/console/cases',
  access: 'operator',
  power: 'case.open',
  keyed: true,
  input: z.strictObject({
    memberId: IdOfMember,
    ground: z.enum(GROUNDS),
    // Longer than the rule allows, so that the rule can say so.
    words: z.string().check(z.maxLength(2 * CASE_NOTE_LONGEST)),
    evidence: z.array(z.string().check(z.regex(/^[\w-]{1,64}$/))).check(z.maxLength(MOST_LINKS)),
    seal: z.boolean(),
  }),
  output: z.object({ id: maybe(z.string()), joined: z.boolean(), written: z.boolean() }),
  rejections: OPEN_REJECTIONS,
})
