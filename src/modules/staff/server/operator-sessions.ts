import { hash } from 'node:crypto'
import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { SqlTables } from '#platform/database/connect.ts'
import { nextVersion, watchVersions } from '#platform/database/row-versions.ts'
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
  /** Of the row that it was read from, and when that was (monotonic). */
  version: number
  readAt: Ms
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
  /** Operators with an open session, at whichever server. */
  signedIn(): Promise<ReadonlySet<string>>
  /** Begins to follow what other servers do; the way to stop. */
  follow(): () => void
  /** Looks once at what other servers have done. */
  look(): Promise<void>
}

/** Form of an operator's token: no token of another kind could be one. */
const TOKEN = /^op-[\w-]{43}$/
const SAVE_SEEN_AFTER: Ms = MINUTE
/** Time for which the token before still finds its session. */
const ON_ITS_WAY: Ms = 10 * SECOND
const hashOf = (token: string): string => hash('sha256', token)

/**
 * Sessions of operators (security-and-trust 6): idle 15 min, 8 h at most, one at a time. Machine time. What
 * another server ends or renews counts here within 5 s (`row-versions.ts`).
 */
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
  const watch = watchVersions(context, 'operator_sessions', async ({ id, version, ended }) => {
    if (ended) return forget(id)
    const session = byId.get(id)
    if (session !== undefined && session.version !== version) await readAgain(session)
  })
  /** Reads a session in memory anew. */
  async function readAgain(session: Session): Promise<void> {
    const readAt = watch.now()
    const row = await kysely
      .selectFrom('operatorSessions')
      .selectAll()
      .where('id', '=', session.id)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return forget(session.id)
    refresh(session, believed(row), readAt)
  }
  /** Throws `RowForged`. */
  function believed(row: Row): Row {
    macs.session.check(row, row.mac)
    macs.seen.check(row, row.seenMac)
    if (row.beforeHash !== null) macs.before.check(row, row.beforeMac)
    return row
  }
  function refresh(session: Session, row: Row, readAt: Ms): void {
    rename(session, row.tokenHash.toString('hex'), beforeOf(row))
    session.version = row.version
    session.seenAt = Math.max(session.seenAt, row.seenAt)
    session.readAt = readAt
  }
  /** The session is found by these tokens, and by no other. */
  function rename(session: Session, hashed: string, before: Session['before']): void {
    for (const old of [session.hashed, session.before?.hashed]) if (old !== undefined) byToken.delete(old)
    session.hashed = hashed
    session.before = before
    if (before !== null) byToken.set(before.hashed, session)
    byToken.set(hashed, session)
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
      .set({ endedAt: clock.machine(), mac: null, seenMac: null, beforeMac: null, version: nextVersion })
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
    const readAt = watch.now()
    const row = await kysely
      .selectFrom('operatorSessions')
      .selectAll()
      .where(({ or, eb }) =>
        or([eb('tokenHash', '=', bytesOf(hashed)), eb('beforeHash', '=', bytesOf(hashed))]),
      )
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    const known = byToken.get(hashed)
    if (row === undefined && known !== undefined) forget(known.id)
    if (row === undefined || over.has(row.id)) return null
    believed(row)
    const session = byId.get(row.id) ?? keep(sessionOf(row, readAt))
    refresh(session, row, readAt)
    return isFoundBy(session, hashed) ? seen(session, attended) : null
  }
  /** By its token, or for some seconds by the one before. */
  const isFoundBy = ({ hashed, before }: Session, token: string): boolean =>
    hashed === token || (before?.hashed === token && clock.machine() - before.since < ON_ITS_WAY)
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
      const before = { beforeHash: null, beforeSince: null, beforeMac: null }
      const stored = { ...row, tokenHash: bytesOf(hashOf(token)), endedAt: null, version: 0, ...before }
      const readAt = watch.now()
      await kysely
        .insertInto('operatorSessions')
        .values({ ...stored, mac: macs.session.of(stored), seenMac: macs.seen.of(stored) })
        .execute()
      keep({ ...row, savedAt: now, hashed: hashOf(token), before: null, version: 0, readAt })
      return token
    },
    find(token, attended) {
      if (!TOKEN.test(token)) return null
      const hashed = hashOf(token)
      const session = byToken.get(hashed)
      return session === undefined || !watch.isCurrent(session.readAt) || isOver(session)
        ? load(hashed, attended)
        : isFoundBy(session, hashed)
          ? seen(session, attended)
          : null
    },
    async renew(sessionId) {
      const session = openOne(sessionId)
      const token = newToken()
      const tokenHash = bytesOf(hashOf(token))
      for (;;) {
        const before = { id: sessionId, beforeHash: bytesOf(session.hashed), beforeSince: clock.machine() }
        const renewed = await kysely
          .updateTable('operatorSessions')
          .set({
            tokenHash,
            mac: macs.session.of({ ...session, tokenHash }),
            beforeHash: before.beforeHash,
            beforeSince: before.beforeSince,
            beforeMac: macs.before.of(before),
            version: nextVersion,
          })
          .where('id', '=', sessionId)
          .where('tokenHash', '=', before.beforeHash)
          .where('endedAt', 'is', null)
          .returning('version')
          .executeTakeFirst()
        if (renewed !== undefined) {
          rename(session, hashOf(token), beforeOf(before))
          session.version = renewed.version
          return token
        }
        // Another tab, perhaps at another server, has renewed it in between; or it has ended.
        await readAgain(session)
        openOne(sessionId)
      }
    },
    end,
    endAllOf,
    ends(sessionId) {
      const { startedAt, seenAt, factor } = openOne(sessionId)
      return { idleAt: seenAt + limits.idleMs, endsAt: startedAt + limits.absoluteMs, factor }
    },
    async signedIn() {
      const open = await kysely
        .selectFrom('operatorSessions')
        .select(['id', 'operatorId', 'startedAt', 'seenAt'])
        .where('endedAt', 'is', null)
        .execute()
      return new Set(
        open.filter((row) => !isOver(byId.get(row.id) ?? row)).map(({ operatorId }) => operatorId),
      )
    },
    follow: watch.start,
    look: watch.look,
  }
}

type Row = SqlTables['operatorSessions']
const sessionOf = (row: Row, readAt: Ms): Session => ({
  id: row.id,
  operatorId: row.operatorId,
  factor: row.factor,
  startedAt: row.startedAt,
  seenAt: row.seenAt,
  savedAt: row.seenAt,
  hashed: row.tokenHash.toString('hex'),
  before: null,
  version: row.version,
  readAt,
})
const beforeOf = ({ beforeHash, beforeSince }: Pick<Row, 'beforeHash' | 'beforeSince'>): Session['before'] =>
  beforeHash === null ? null : { hashed: beforeHash.toString('hex'), since: beforeSince! }
