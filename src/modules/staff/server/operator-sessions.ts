import { hash } from 'node:crypto'
import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import { SessionOver, type AppContext } from '#modules/module.ts'
import type { Role } from '../model/power.ts'
import { rolesOf } from './held-roles.ts'
import type { OperatorMacs } from './row-macs.ts'
import { operators } from './tables.ts'

export type Factor = 'code' | 'passkey'
/** An operator who is at the console. */
export type SignedIn = { operatorId: string; role: Role; roles: readonly Role[]; sessionId: string }
type Session = {
  id: string
  operatorId: string
  factor: Factor
  startedAt: Ms
  seenAt: Ms
  savedAt: Ms
  hashed: string
  /** The token before, and since when it is one. */
  before: { hashed: string; since: Ms } | null
}

export type OperatorSessions = {
  /** Signs an operator in; the session before ends. Returns the token, which is kept nowhere. */
  start(operatorId: string, factor: Factor): Promise<string>
  /** The owner of a token. `attended`: the session counts as used. */
  find(token: string, attended: boolean): SignedIn | null | Promise<SignedIn | null>
  /**
   * Another token for the same session. The one before finds it for some seconds: what other tabs had sent by
   * then is on its way.
   */
  renew(sessionId: string): Promise<string>
  end(sessionId: string): Promise<void>
  endAllOf(operatorId: string): Promise<void>
  /** The end of an open session: if nothing is done, and at the latest. */
  ends(sessionId: string): { idleAt: Ms; endsAt: Ms; factor: Factor }
  isSignedIn(operatorId: string): boolean
}

/** Form of an operator's token: no token of another kind could be one. */
const TOKEN = /^op-[\w-]{43}$/
const SAVE_SEEN_AFTER: Ms = MINUTE
/** Time for which the token before still finds its session. */
const ON_ITS_WAY: Ms = 10 * SECOND
const hashOf = (token: string): string => hash('sha256', token)

/** Sessions of operators (security-and-trust 6): idle 15 min, 8 h at most, one at a time. Machine time. */
export function operatorSessions(
  context: AppContext,
  macs: OperatorMacs,
  limits: Limits['console'],
): OperatorSessions {
  const {
    db: { kysely },
    clock,
    ids,
  } = context
  const byToken = new Map<string, Session>()
  const byId = new Map<string, Session>()
  /** Ended, whatever the database says while it is being told. */
  const over = new Set<string>()
  const bytesOf = (hashed: string): Buffer => Buffer.from(hashed, 'hex')
  const newToken = (): string => `op-${Buffer.from(ids.bytes(32)).toString('base64url')}`
  const isOver = ({ startedAt, seenAt }: Pick<Session, 'startedAt' | 'seenAt'>): boolean =>
    clock.machine() - startedAt >= limits.absoluteMs || clock.machine() - seenAt >= limits.idleMs
  const logged = (err: unknown) => context.log.error({ err }, 'a session of the console could not be kept')

  /** Of the request that is being answered; its session may have been ended by another one meanwhile. */
  function openOne(sessionId: string): Session {
    const session = byId.get(sessionId)
    if (session === undefined) throw new SessionOver()
    return session
  }
  function forget(sessionId: string): void {
    over.add(sessionId)
    const known = byId.get(sessionId)
    if (known !== undefined) {
      byToken.delete(known.hashed)
      if (known.before !== null) byToken.delete(known.before.hashed)
    }
    byId.delete(sessionId)
  }
  async function end(sessionId: string): Promise<void> {
    forget(sessionId)
    await kysely
      .updateTable('operatorSessions')
      .set({ endedAt: clock.machine(), mac: null, seenMac: null })
      .where('id', '=', sessionId)
      .where('endedAt', 'is', null)
      .execute()
  }
  async function endAllOf(operatorId: string): Promise<void> {
    for (const each of [...byId.values()]) if (each.operatorId === operatorId) forget(each.id)
    const open = await kysely
      .selectFrom('operatorSessions')
      .select('id')
      .where('operatorId', '=', operatorId)
      .where('endedAt', 'is', null)
      .execute()
    for (const { id } of open) await end(id)
  }
  function seen(session: Session, attended: boolean): SignedIn | null {
    const operator = operatorOf(session.operatorId)
    if (isOver(session) || operator === undefined || operator.endedAt !== null) {
      end(session.id).catch(logged)
      return null
    }
    if (attended) session.seenAt = clock.machine()
    if (session.seenAt - session.savedAt > SAVE_SEEN_AFTER) {
      session.savedAt = session.seenAt
      kysely
        .updateTable('operatorSessions')
        .set({ seenAt: session.seenAt, seenMac: macs.seen.of(session) })
        .where('id', '=', session.id)
        .where('endedAt', 'is', null)
        .execute()
        .catch(logged)
    }
    // Asked at each call: a role that was granted, withdrawn or has ended counts, or does not, from now on.
    const roles = rolesOf(context.engine.read, operator.id, clock.wall())
    return { operatorId: operator.id, role: operator.role, roles, sessionId: session.id }
  }
  const operatorOf = (id: string) => context.engine.read.of(operators).get(id)
  async function load(hashed: string, attended: boolean): Promise<SignedIn | null> {
    const row = await kysely
      .selectFrom('operatorSessions')
      .selectAll()
      .where('tokenHash', '=', bytesOf(hashed))
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    if (row === undefined || over.has(row.id)) return null
    macs.session.check(row, row.mac)
    macs.seen.check(row, row.seenMac)
    return seen(byToken.get(hashed) ?? keep({ ...row, savedAt: row.seenAt, hashed, before: null }), attended)
  }
  function keep(session: Session): Session {
    byToken.set(session.hashed, session)
    byId.set(session.id, session)
    return session
  }

  return {
    async start(operatorId, factor) {
      await endAllOf(operatorId)
      const token = newToken()
      const now = clock.machine()
      const row = { id: ids.uuid(), operatorId, factor, startedAt: now, seenAt: now }
      const stored = { ...row, tokenHash: bytesOf(hashOf(token)), endedAt: null }
      await kysely
        .insertInto('operatorSessions')
        .values({ ...stored, mac: macs.session.of(stored), seenMac: macs.seen.of(stored) })
        .execute()
      keep({ ...row, savedAt: now, hashed: hashOf(token), before: null })
      return token
    },
    find(token, attended) {
      if (!TOKEN.test(token)) return null
      const hashed = hashOf(token)
      const session = byToken.get(hashed)
      if (session === undefined) return load(hashed, attended)
      const { before } = session
      return before?.hashed === hashed && clock.machine() - before.since >= ON_ITS_WAY
        ? null
        : seen(session, attended)
    },
    async renew(sessionId) {
      const session = openOne(sessionId)
      const token = newToken()
      if (session.before !== null) byToken.delete(session.before.hashed)
      session.before = { hashed: session.hashed, since: clock.machine() }
      session.hashed = hashOf(token)
      keep(session)
      const tokenHash = bytesOf(session.hashed)
      await kysely
        .updateTable('operatorSessions')
        .set({ tokenHash, mac: macs.session.of({ ...session, tokenHash }) })
        .where('id', '=', sessionId)
        .where('endedAt', 'is', null)
        .execute()
      return token
    },
    end,
    endAllOf,
    ends(sessionId) {
      const { startedAt, seenAt, factor } = openOne(sessionId)
      return { idleAt: seenAt + limits.idleMs, endsAt: startedAt + limits.absoluteMs, factor }
    },
    isSignedIn: (operatorId) =>
      [...byId.values()].some((each) => each.operatorId === operatorId && !isOver(each)),
  }
}
