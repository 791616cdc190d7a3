import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Refusal } from '#kernel/result.ts'
import type { Route } from '#wire/route.ts'
import type { Ms } from '#kernel/time.ts'
import type { SqlTables } from '#platform/database/connect.ts'
import type { Result } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { ModuleName } from '#modules/dependencies.ts'
import type { Role } from '../model/power.ts'
import type { PowerName } from '#registry/powers.ts'
import type { Reason } from '../model/approval.ts'
import type { Body } from '../model/request.ts'
import type { OperatorActView, ReadWhat } from '../contract.ts'
import type { APPEAL_KINDS, Person } from '../operator-contract.ts'
import type { Acted } from './act.ts'
import type { CaseFact, CaseReader } from './cases.ts'
import type { Effect } from './effects.ts'
import type { SignedIn } from './operator-sessions.ts'
import type { PasskeyAnswer } from './passkey-answer.ts'
import type { PictureOf } from './pictures.ts'
import type { JournalRecord } from './queries.ts'

export { endOpenRequest, openRequest } from './act.ts'
export type { Acted } from './act.ts'
export { NO_DETAIL, plainCase, type CaseFact, type CaseReader } from './cases.ts'
export { newestPage } from './newest-queries.ts'
export type { Act, Effect, When } from './effects.ts'
export type { PictureOf } from './pictures.ts'
export type { Body } from '../model/request.ts'
export type { Reason, Signature } from '../model/approval.ts'

/** The request of an operator. `reason` as the power's row wants it. */
export type Asked = { power: PowerName; subject: string; body: Body; reason?: Reason | null }

/** A case that waits for operators. `since`, and since when its time stands still: wall clock. */
export type Case = { subject: string; memberId: MemberId | null; since: Ms; stopped?: Ms | null }

/**
 * Cases that a module lays before operators: the console shows them, and in the demo setting the desk decides
 * them.
 */
export type Queue = {
  name: string
  roles: readonly Role[]
  /** For the demo desk alone: nothing of it waits for people. */
  deskOnly?: true
  /** One member is one case, however many items of theirs wait. */
  perMember?: true
  /** The cases that wait now, oldest first. Rows in memory alone: it is asked several times a second. */
  items: (tables: TableReader) => readonly Case[]
  /** The published checks, applied: what they decide; null where people must look. May read SQL. */
  judge: (subject: string) => Promise<Asked | null>
}

/**
 * Cases in rows beside the engine: the console shows and counts it, its own page assigns it. `cases`:
 * oldest first, perhaps only the first ones; `count`: all of them.
 */
export type OutsideQueue = {
  name: string
  roles: readonly Role[]
  /** Shown to its roles alone: who sees every other queue does not see this one. */
  only?: true
  read: () => Promise<{ count: number; cases: readonly (Case & { assignedTo: string | null })[] }>
}

/** An appeal as whoever decides it reads it. `cases`: the subjects of the acts that it is about. */
export type AppealCase = {
  memberId: MemberId
  name: string
  /** The case in one line, in the reader's language. */
  about: string
  /** The id for the page of the module that the case comes from. */
  case: string
  cases: readonly string[]
  state: 'open' | 'upheld' | 'overturned' | 'withdrawn'
  filedAt: Ms
  answerBy: Ms
  /** The power that decides it where that is not `appeal.decide`. */
  power?: 'appeal.decide' | 'appeal.decide-flagged'
  /** The member's own words. */
  text: string
}

/**
 * Appeals against one kind of decision: a module lays them before operators, and registers the effect of
 * `appeal.decide` under the same prefix.
 */
export type AppealKind = {
  kind: (typeof APPEAL_KINDS)[number]
  /** The beginning of the subjects of this kind. */
  prefix: string
  items: Queue['items']
  judge: Queue['judge']
  /** null: there is none of this subject. */
  read: (subject: string, lang: string) => Promise<AppealCase | null>
}

/**
 * The way a signature is given. `session`: of the console. `prepared`: the request as it was prepared.
 * `passkey`: its answer; left out: the server's key of a demo operator.
 */
export type Signing = { desk?: boolean; session?: string; askedAt?: Ms; passkey?: PasskeyAnswer }

/** Looks and notes that the law kept back in the last month; null: none ever. */
export type SealedCount = () => { month: string; entries: number } | null

/** The verified name of a member (null: none), and the withdrawals that stand still while they are frozen. */
export type AboutFrozen = (memberId: MemberId) => Promise<{ person: string | null; yen: Yen }>
/**
 * Subjects behind a number that people know: ids that records of the journal bear. null: it is no such
 * number; none: nothing has it.
 */
export type SubjectsOf = (typed: string) => Promise<readonly string[] | null>

export type StaffPublic = {
  /** The effect that carries out a power: registered once, when the module is made. */
  register(module: ModuleName, effect: Effect): void
  queue(queue: Queue): void
  outsideQueue(queue: OutsideQueue): void
  /** Facts for whoever ends a freeze of a member: given once, by the module that pays out. */
  aboutFrozen(about: AboutFrozen): void
  /** Cases of the requests of some powers, for whoever signs them. */
  cases(reader: CaseReader): void
  /** The terms of a request about no member, as whoever signs it reads them. */
  termsOf(power: PowerName, subject: string, body: Body, lang: string): readonly CaseFact[]
  /** Appeals against one kind of decision: all kinds wait in one queue. */
  appeals(kind: AppealKind): void
  /** The picture that an act of this power looks at: the console opens it by that act (`openPicture`). */
  pictures(power: PowerName, pictureOf: PictureOf): void
  /**
   * Signs and submits `staff.act` for an operator whose key this server holds (demo). An open request with
   * the same content gets this signature; anything else is a new request.
   */
  act(operatorId: string, asked: Asked, options?: Signing): Promise<Result<Acted>>
  /** The owner of a console token, and the routes that their role may call: for the edge. */
  operators: {
    find(token: string, attended: boolean): SignedIn | null | Promise<SignedIn | null>
    may(operator: { operatorId: string; roles: readonly string[] }, route: Route): boolean
  }
  /**
   * Writes down that an operator looked at data of a member: what, as a word of `staff.read.*`. The member
   * reads it. The same again within 10 minutes is one look.
   */
  logRead(operatorId: string, memberId: MemberId, what: ReadWhat): Promise<void>
  /**
   * True for a record of the journal about a sealed case that this operator has no part in: they see that it
   * stands in the chain, and its hash. `record`: its bytes.
   */
  isKeptFrom(operator: { operatorId: string; roles: readonly string[] }, record: JournalRecord): boolean
  /** The search of the audit log by numbers, of the module that reads all tables. */
  subjectsBy(find: SubjectsOf): void
  /** The published count of looks and notes that the law kept back in the last month: members read it. */
  sealedCount(count: SealedCount): void
  /** A look that was kept back by law, as it was written, among all looks at its member; once. */
  discloseLook(row: SqlTables['operatorReads']): Promise<void>
  /** All looks at a member. Throws `RowForged` where one was changed, added or taken away. */
  readsOf(memberId: MemberId): Promise<SqlTables['operatorReads'][]>
  /** The operator who works on a case; null: nobody yet. */
  assignedTo(queue: string, subject: string): Promise<Person | null>
  /** The cases of a member that wait in any queue, oldest first. */
  casesOf(memberId: MemberId): { queue: string; subject: string; since: Ms }[]
  /** Everybody who can sign in, or will once they enrol. */
  team(): { id: string; roles: readonly Role[] }[]
  /** Cases of all queues whose time runs, and who works on them. */
  waitingCases(): { roles: readonly Role[]; since: Ms }[]
  /** Requests that lack a signature, and the roles of which one may give it. */
  openRequests(): { askedAt: Ms; missing: readonly Role[] }[]
  /** Role and number of an operator. */
  personOf(operatorId: string): Person
  /** Demo setting: who can sign in at once, and how. */
  codes(): { operatorId: string; code: string }[]
  /** The files of those whom the firm has invited, and who have not enrolled yet. */
  invitations(): string[]
  /** The refusal of an operator whose role lacks a power: for acts outside the engine (conversations). */
  may(operatorId: string, power: PowerName): Refusal | null
  /** The number of an operator within the role, from 1: people are shown by role and number. */
  numberOf(operatorId: string): number
  /**
   * Puts a free text of a reason away, for `reason.text`. Refused: TEXT_LENGTH (20–500 characters),
   * TEXT_DEMANDS (money, accounts, links).
   */
  text(memberId: MemberId, text: string): Promise<{ ok: true; value: { id: string; hash: string } } | Refusal>
  /** Acts of operators about one case of a member, oldest first, worded: reason, text, roles, times. */
  actsOn(memberId: MemberId, subject: string, lang: string): Promise<OperatorActView[]>
  /** The start of the firm's newest freeze of a member; null: there was none. */
  heldSince(memberId: MemberId): Promise<Ms | null>
}
