import type { MemberId } from '#kernel/id.ts'
import type { Json } from '#kernel/hash.ts'
import type { Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { Mailer } from './mail.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Caller } from '#platform/http/route-handler.ts'
import type { Level, StepUpProof } from '../contract.ts'
import type { FactorChange } from '../model/factor-change.ts'
import { atMost, RESTING_LEVEL } from '../model/levels.ts'
import type { StepUpAction, StepUpMethod } from '../model/step-up.ts'
import type { Notices } from './notices.ts'
import { managerOf } from './managed-accounts.ts'
import { members, type MemberRow } from './tables.ts'

export { accessNews } from './access-news.ts'
export { accountsOf, managerOf, openManagedAccount } from './managed-accounts.ts'
export { OPENING_DEPOSIT_YEN } from '../model/opening.ts'
export type { MemberRow } from './tables.ts'

/** A member as commands know them; undefined for an id that is nobody's. */
export const memberOf = (tables: TableReader, memberId: MemberId): MemberRow | undefined =>
  tables.of(members).get(memberId)

/**
 * The next members in the order of their numbers, after one of them: for what everybody is told, a part at a
 * time.
 */
export const membersAfter = (tables: TableReader, number: number, limit: number): MemberRow[] =>
  tables.of(members).range('number', 'all', { from: number + 1, limit })

/**
 * Gives the member a level (product decision 2: by the published rules alone). Call it inside the command
 * that found them met.
 */
export function setLevel(tables: TableAccess, memberId: MemberId, level: Level): MemberRow {
  const table = tables.of(members)
  const member = table.get(memberId)!
  return member.level === level ? member : table.update(member, { level })
}

/**
 * Freezes an account, inside a command: `own` by its member, until the member opens it again; `held` by the
 * firm (takeover suspected) until a time of the journal, at which it ends by itself. A later end moves it on,
 * an earlier one does not.
 */
export function freezeMember(
  tables: TableAccess,
  memberId: MemberId,
  freeze: { own: Ms } | { held: Ms },
): MemberRow {
  const table = tables.of(members)
  const member = table.get(memberId)!
  if ('own' in freeze)
    return member.frozenAt === null ? table.update(member, { frozenAt: freeze.own }) : member
  return freeze.held > (member.heldUntil ?? 0) ? table.update(member, { heldUntil: freeze.held }) : member
}

/** Ends the freeze of the member, or the firm's. */
export function unfreezeMember(tables: TableAccess, memberId: MemberId, which: 'own' | 'held'): MemberRow {
  const table = tables.of(members)
  return table.update(table.get(memberId)!, which === 'own' ? { frozenAt: null } : { heldUntil: null })
}

/**
 * True if an account is frozen at this time of the journal: nothing may be opened and nothing may leave;
 * closing and cancelling stay possible. An account that is led is frozen with its lead's.
 */
export function isFrozen(tables: TableReader, memberId: MemberId, at: Ms): boolean {
  const member = memberOf(tables, managerOf(tables, memberId))
  return member !== undefined && (member.frozenAt !== null || at < (member.heldUntil ?? 0))
}

/**
 * The freeze that counts: whose it is, since when (null: of the firm's, which the acts say), and until when
 * (null: until the member ends it); null: it is not frozen. `memberId`: whose row says so.
 */
export function freezeOf(
  tables: TableReader,
  memberId: MemberId,
  at: Ms,
): { by: 'member' | 'firm'; memberId: MemberId; since: Ms | null; until: Ms | null } | null {
  const lead = managerOf(tables, memberId)
  const member = memberOf(tables, lead)
  if (member === undefined || !isFrozen(tables, memberId, at)) return null
  return member.frozenAt === null
    ? { by: 'firm', memberId: lead, since: null, until: member.heldUntil }
    : { by: 'member', memberId: lead, since: member.frozenAt, until: null }
}

/**
 * Time until which no withdrawal leaves after a change of a factor or a recovery, in time of the journal;
 * null: it is open.
 */
export function withdrawalsClosedUntil(tables: TableReader, memberId: MemberId, at: Ms): Ms | null {
  const until = memberOf(tables, memberId)?.withdrawalsClosedUntil ?? null
  return until !== null && at < until ? until : null
}

/** The change that an account rests after, while it rests; null: it does not. */
export const restsBecause = (tables: TableReader, memberId: MemberId, at: Ms): FactorChange | null =>
  withdrawalsClosedUntil(tables, memberId, at) === null
    ? null
    : (memberOf(tables, memberId)!.restsBecause ?? 'passwordRecovered')

/**
 * The limits of a member at this time of the journal: those of the level, and for some time after a change of
 * a factor no more than a beginner's. `restsUntil` null: the level is their own.
 */
export function tradingLevel(
  tables: TableReader,
  memberId: MemberId,
  at: Ms,
): { level: Level; restsUntil: Ms | null } {
  const member = memberOf(tables, memberId)
  const level = member?.level ?? 'experience'
  const until = member?.tradingLimitedUntil ?? null
  const limited = atMost(level, RESTING_LEVEL)
  return until !== null && at < until && limited !== level
    ? { level: limited, restsUntil: until }
    : { level, restsUntil: null }
}

export type DemoMember = { mobile: string; password: string; transactionPassword: string; level: Level }

/**
 * True if these are the name in kana and the document number of this verified member. Told of a recovery;
 * spelling (width, spaces) is the module's own affair.
 */
export type IdentityCheck = (
  memberId: MemberId,
  form: { nameKana: string; documentNumber: string },
) => Promise<boolean>

/** A request of a route with `stepUpFields`. */
export type StepUpRequest = { caller: Caller; input: StepUpProof; key: string }
export type Proven = { ok: true; by: StepUpMethod }

/** The questions that the server puts to identity. */
export type IdentityPublic = {
  /** The member that a token belongs to; the session counts as seen. Null: unknown, ended or too old. */
  find(token: string): Caller | null | Promise<Caller | null>
  /** The name of the device that an open session came from; where it has none, the session's. */
  deviceOf(sessionId: string): string
  /** Uses up a socket ticket. */
  redeem(ticket: string): Promise<{ memberId: MemberId; sessionId: string; budget: string } | null>
  /** Hears of every session that ends before its time. */
  onSessionEnd(listener: (sessionId: string) => void | Promise<void>): void
  /**
   * Hears of a member whose sessions are ended but for the one that asks: what else opens the account ends
   * with them. Waited for.
   */
  onLogoutEverywhere(listener: (memberId: MemberId) => Promise<void>): void
  /**
   * The proof that the member wants exactly this (security-and-trust 3). `content` is the act to be done, as
   * JSON, built the same way by the phone's `useStepUp(action).prove(content)`. Give a refusal on as it is.
   * `by: 'totp'`: the limits of the stop-gap apply.
   */
  proveStepUp(request: StepUpRequest, action: StepUpAction, content: Json): Promise<Refusal | Proven>
  /** A mail to whoever is no member, in their language. Throws where the service did not take it. */
  sendMail: Mailer['send']
  /**
   * Tells a member about their own account on every channel: a message (pushed by the inbox), and a mail if
   * an address is verified.
   */
  tell: Notices['tell']
  /** Erases telephone numbers and mail addresses of whom the journal has erased (docs/retention.md). */
  eraseContacts(memberIds: readonly MemberId[]): Promise<void>
  /** The module that keeps verified identities says how they are compared at a recovery. */
  onIdentityCheck(check: IdentityCheck): void
  /** Language of what is sent to a member outside the app. */
  langOf(memberId: MemberId): Promise<string>
  /**
   * Makes the codes of a batch that the firm issues, once: another call with the same id changes nothing.
   * Times of the wall clock, the end not included.
   */
  issueInvitations(batch: {
    id: string
    codes: number
    usesEach: number
    beginsAt: Ms
    expiresAt: Ms
  }): Promise<void>
  /** The codes of a batch, and how often each was used. */
  invitationsOf(batchId: string): Promise<{ code: string; used: number }[]>
  /** Demo setting: who can log in at once, and the code to register with. Null outside of it. */
  demo: {
    members: DemoMember[]
    invitationCode: string
    simulated: { members: DemoMember[]; invitationCode: string }
  } | null
  /** Ids of the demo members, once the module has started. */
  demoMemberIds(): readonly string[]
  /** Demo setting: makes its simulated members, as far as they are not there yet. Answers their ids. */
  settleSimulated(): Promise<readonly string[]>
  /** True of a member whom the demo setting has made beside those that it prints. */
  isSimulated(memberId: MemberId): boolean
  hasSimulated(): boolean
}
