import type { MemberId } from '#kernel/id.ts'
import { hash } from 'node:crypto'
import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, SqlTables } from '#platform/database/connect.ts'
import { nextVersion, watchVersions } from '#platform/database/row-versions.ts'
import { every } from '#platform/every.ts'
import { SessionOver, type Caller } from '#platform/http/route-handler.ts'
import type { Limits } from '#platform/limits.ts'
import type { Log } from '#platform/log.ts'
import type { Factor } from '../model/step-up.ts'
import { countOf } from '../model/guess-count.ts'
import type { Guesses } from './authenticator.ts'
import { byWhat, storedKey, type DeviceKey, type DeviceKeys, type KeyBy } from './device-keys.ts'
import type { KnownDevices } from './known-devices.ts'
import type { MemberMacs } from './row-macs.ts'
import { storedSessions, type Session } from './stored-sessions.ts'
import { saveSeen } from './session-queries.ts'

export type Sessions = {
  /**
   * A new session; the oldest of the member's end when there are too many, but what has proven a second
   * factor gives way to nothing less. Returns the token, which is kept nowhere.
   */
  start(memberId: MemberId, opened: Opened): Promise<string>
  /**
   * The member that a token belongs to, if its session lives; it counts as seen. At once where the session is
   * in memory.
   */
  find(token: string): Caller | null | Promise<Caller | null>
  end(sessionId: string): Promise<void>
  isOpen(sessionId: string): Promise<boolean>
  /** The member's open sessions, last used first. */
  of(
    memberId: MemberId,
  ): Promise<{ id: string; factor: Factor; device: string; startedAt: Ms; seenAt: Ms; keyBy: KeyBy | null }[]>
  /** The factor that opened a session, and when; the session is open and in memory. */
  about(sessionId: string): { factor: Factor; startedAt: Ms; deviceHash: Buffer | null }
  /** The device that a session came from; null where nobody knows, or the session has ended. */
  cameFrom(sessionId: string): Buffer | null
  /** The count that this session's guesses at a second factor go to. */
  guesses(caller: Pick<Caller, 'memberId' | 'sessionId'>): Promise<Guesses>
  /**
   * Ends all of a member's sessions but this one (`''`: all of them), and with them what their devices had
   * proven. Answers how many.
   */
  endOthers(memberId: MemberId, sessionId: string): Promise<number>
  /** The same as far as this session may: what has proven a second factor is ended by nothing less. */
  endOthersLike(memberId: MemberId, sessionId: string): Promise<number>
  /** Opens the trading unlock; answers until when it lasts at most. */
  unlock(sessionId: string): Promise<Ms>
  /** Time until which trading is unlocked if nothing more is done; null when it is locked. */
  unlockedUntil(sessionId: string): Ms | null
  /** `listener` has finished before the end of a session is answered. */
  onEnd(listener: (sessionId: string) => void | Promise<void>): void
  /** Hears of every member whose other sessions are ended, whether there were any; waited for likewise. */
  onEndOthers(listener: (memberId: MemberId) => Promise<void>): void
  /** Begins to write down which sessions were seen, and to follow what other servers do; the way to stop. */
  keepSeen(): () => Promise<void>
  /** Looks once at what other servers have done. */
  look(): Promise<void>
}

/**
 * The factor and the device of a session that opens; `unlocked`: trading is unlocked from the start; `key`:
 * the one its device signs with, for as long as it lasts; `deviceHash`: null where the device has no name of
 * its own; `knownDevice`: what it is known by all the same.
 */
export type Opened = {
  factor: Factor
  device: string
  deviceHash: Buffer | null
  knownDevice: Buffer | null
  unlocked: boolean
  key: DeviceKey | null
}

/**
 * The time at which a session was seen last is written down once a minute, with all the others that are due:
 * a statement of its own for each stood in the way of the orders that it came with.
 */
const SAVE_SEEN_AFTER: Ms = MINUTE
const SAVE_EVERY: Ms = SECOND
const SAVED_AT_ONCE = 1_000
const TOKEN = /^[\w-]{43}$/
/** Hexadecimal: also the name of the session in memory. */
const hashOf = (token: string): string => hash('sha256', token)
const bytesOf = (hashed: string): Buffer => Buffer.from(hashed, 'hex')

/** True if a session opened with `own` may end one opened with `other`. */
export const mayEnd = (own: Factor, other: Factor): boolean => other === 'password' || own !== 'password'

/** The end of the trading unlock if nothing more is done. */
const unlockEnds = ({ unlockedAt, seenAt }: Session, limits: Limits['session']): Ms | null =>
  unlockedAt === null ? null : Math.min(unlockedAt + limits.unlockAbsoluteMs, seenAt + limits.unlockIdleMs)

/** Too old as far as is known here; another server may have seen it since. */
const isSessionOver = ({ startedAt, seenAt }: Session, now: Ms, limits: Limits['session']): boolean =>
  now - startedAt >= limits.absoluteMs || now - seenAt >= limits.idleMs

type Row = SqlTables['sessions']
/** Throws `RowForged`. */
function believed(macs: Deps['macs'], row: Row): Row {
  macs.session.check(row, row.mac)
  macs.seen.check(row, row.seenMac)
  return row
}
/** A row that was read before a later version was written here is no news. */
function refresh(session: Session, row: Row, readAt: Ms): void {
  if (row.version < session.version) return
  if (row.version > session.version || row.seenAt > session.seenAt) session.unlockedAt = row.unlockedAt
  session.version = row.version
  session.seenAt = Math.max(session.seenAt, row.seenAt)
  session.readAt = readAt
}
const sessionOf = (row: Row, readAt: Ms): Session => ({
  id: row.id,
  memberId: row.memberId,
  startedAt: row.startedAt,
  seenAt: row.seenAt,
  unlockedAt: row.unlockedAt,
  factor: row.factor,
  savedAt: row.seenAt,
  deviceKey: storedKey(row.deviceKey),
  deviceHash: row.deviceHash,
  knownDevice: row.knownDevice,
  version: row.version,
  readAt,
})

/** Open sessions of a member but for one. */
const openOthers = ({ kysely }: Database, memberId: MemberId, sessionId: string) =>
  kysely
    .selectFrom('sessions')
    .select(['id', 'factor'])
    .where('memberId', '=', memberId)
    .where('endedAt', 'is', null)
    .where('id', '<>', sessionId)

type Deps = {
  db: Database
  clock: Clock
  log: Log
  demo: boolean
  random: (n: number) => Uint8Array
  newId: () => string
  keys: DeviceKeys
  macs: Pick<MemberMacs, 'session' | 'seen'>
  devices: Pick<KnownDevices, 'find' | 'forgetProven'>
}

/**
 * Sessions of members. All times are the machine's: the demo clock ends no session. What another server ends,
 * locks or unlocks counts here within 5 s (`row-versions.ts`).
 */
export function openSessions(
  { db, clock, log, demo, random, newId, keys, macs, devices }: Deps,
  limits: Limits['session'],
): Sessions {
  const { kysely } = db
  const kept = storedSessions()
  const listeners: ((sessionId: string) => void | Promise<void>)[] = []
  const ofOthers: ((memberId: MemberId) => Promise<void>)[] = []
  const seenLately = new Set<Session>()
  const logged = (what: string) => (err: unknown) => log.error({ err }, what)
  const watch = watchVersions({ db, clock, log }, 'sessions', async ({ id, version, ended }) => {
    if (ended) return endHere(id)
    const session = kept.byId(id)
    if (session !== undefined && session.version !== version) await readAgain(session)
  })

  /** Of the request that is being answered; its session may have been ended by another one meanwhile. */
  function openOne(sessionId: string): Session {
    const session = kept.byId(sessionId)
    if (session === undefined) throw new SessionOver()
    return session
  }
  async function save(session: Session): Promise<void> {
    const { id, seenAt, unlockedAt } = session
    session.savedAt = seenAt
    const saved = await kysely
      .updateTable('sessions')
      .set({ seenAt, unlockedAt, seenMac: macs.seen.of(session), version: nextVersion })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .returning('version')
      .executeTakeFirst()
    if (saved !== undefined) session.version = saved.version
  }
  async function saveDue(): Promise<void> {
    const due = [...seenLately].slice(0, SAVED_AT_ONCE)
    for (const session of due) seenLately.delete(session)
    if (due.length > 0) await saveSeen(db, macs, due)
  }
  async function end(sessionId: string): Promise<void> {
    kept.end(sessionId)
    const ended = await kysely
      .updateTable('sessions')
      .set({ endedAt: clock.machine(), mac: null, seenMac: null, version: nextVersion })
      .where('id', '=', sessionId)
      .where('endedAt', 'is', null)
      .returning(['memberId', 'keyBy'])
      .executeTakeFirst()
    if (ended !== undefined && ended.keyBy !== null) await keys.end(ended.memberId, sessionId)
    for (const listener of listeners) await listener(sessionId)
  }
  /** Another server has ended it. */
  async function endHere(sessionId: string): Promise<void> {
    if (kept.hasEnded(sessionId)) return
    kept.end(sessionId)
    for (const listener of listeners) await listener(sessionId)
  }
  /** Reads a session in memory anew. */
  async function readAgain(session: Session): Promise<void> {
    const readAt = watch.now()
    const row = await kysely
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', session.id)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return endHere(session.id)
    refresh(session, believed(macs, row), readAt)
  }
  const isOver = (session: Session): boolean => isSessionOver(session, clock.machine(), limits)
  /** The unlock is over as far as is known here. */
  const isLocked = (session: Session): boolean => (unlockEnds(session, limits) ?? Infinity) <= clock.machine()
  function seen(session: Session): Caller | null {
    const now = clock.machine()
    if (isOver(session)) {
      end(session.id).catch(logged('a session could not be ended'))
      return null
    }
    if (isLocked(session)) session.unlockedAt = null
    session.seenAt = now
    if (now - session.savedAt > SAVE_SEEN_AFTER) {
      session.savedAt = now
      seenLately.add(session)
    }
    return {
      memberId: session.memberId,
      sessionId: session.id,
      tradingUnlocked: session.unlockedAt !== null,
      full: demo || session.factor === 'passkey',
      deviceKey: session.deviceKey,
    }
  }
  async function load(hashed: string): Promise<Caller | null> {
    const readAt = watch.now()
    const row = await kysely
      .selectFrom('sessions')
      .selectAll()
      .where('tokenHash', '=', bytesOf(hashed))
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    const before = kept.of(hashed)
    if (row === undefined && before !== undefined) await endHere(before.id)
    if (row === undefined || kept.hasEnded(row.id)) return null
    believed(macs, row)
    // Two requests may have asked at once: both must see the same session.
    const session = kept.of(hashed) ?? kept.keep(hashed, sessionOf(row, readAt), clock.machine())
    refresh(session, row, readAt)
    return seen(session)
  }
  /**
   * Whoever has just logged in stays, also where the clock has gone back meanwhile. Who knows the password
   * alone, however often they log in, ends none of those that have proven a second factor.
   */
  async function endOldest(memberId: MemberId, newest: { id: string; factor: Factor }): Promise<void> {
    const others = await openOthers(db, memberId, newest.id)
      .orderBy((row) => row('factor', '=', 'password'))
      .orderBy('startedAt', 'desc')
      .orderBy('id', 'desc')
      .offset(limits.devices - 1)
      .execute()
    for (const { id, factor } of others) if (mayEnd(newest.factor, factor)) await end(id)
  }
  /** The name of this session's device, where it has proven a second factor before. */
  async function provenDevice(memberId: MemberId, deviceHash: Buffer | null): Promise<string | null> {
    if (deviceHash === null) return null
    const { provenAt = null } = (await devices.find({ memberId, deviceHash })) ?? {}
    return provenAt === null ? null : deviceHash.toString('base64url')
  }
  return {
    async start(memberId, { factor, device, deviceHash, knownDevice, unlocked, key }) {
      const token = Buffer.from(random(32)).toString('base64url')
      const now = clock.machine()
      const row = {
        id: newId(),
        memberId,
        startedAt: now,
        seenAt: now,
        unlockedAt: unlocked ? now : null,
        factor,
        deviceHash,
        knownDevice,
      }
      const keySeq = key === null ? null : await keys.register(memberId, row.id, key)
      const deviceKey = key === null ? null : Buffer.from(key.publicKey, 'base64url')
      const keyBy = key === null ? null : byWhat(key)
      const stored = {
        ...row,
        tokenHash: bytesOf(hashOf(token)),
        endedAt: null,
        device,
        deviceKey,
        keyBy,
        keySeq,
        version: 0,
      }
      const readAt = watch.now()
      await kysely
        .insertInto('sessions')
        .values({ ...stored, mac: macs.session.of(stored), seenMac: macs.seen.of(stored) })
        .execute()
      kept.keep(
        hashOf(token),
        { ...row, savedAt: now, deviceKey: storedKey(deviceKey), version: 0, readAt },
        now,
      )
      await endOldest(memberId, row)
      return token
    },
    find(token) {
      if (!TOKEN.test(token)) return null
      const hashed = hashOf(token)
      const session = kept.of(hashed)
      return session === undefined || !watch.isCurrent(session.readAt) || isOver(session) || isLocked(session)
        ? load(hashed)
        : seen(session)
    },
    end,
    async isOpen(sessionId) {
      if (kept.byId(sessionId) !== undefined) return true
      if (kept.hasEnded(sessionId)) return false
      const row = await kysely
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', sessionId)
        .executeTakeFirst()
      if (row === undefined || row.endedAt !== null) return false
      macs.session.check(row, row.mac)
      return true
    },
    async of(memberId) {
      const now = clock.machine()
      const rows = await kysely
        .selectFrom('sessions')
        .selectAll()
        .where('memberId', '=', memberId)
        .where('endedAt', 'is', null)
        .execute()
      // Memory goes by the row that was loaded; nobody is shown what SQL has made of it since.
      for (const row of rows) macs.session.check(row, row.mac)
      return rows
        .map(({ id, factor, device, startedAt, seenAt, keyBy }) => ({
          id,
          factor,
          device,
          startedAt,
          seenAt: kept.byId(id)?.seenAt ?? seenAt,
          keyBy,
        }))
        .filter(
          ({ startedAt, seenAt }) => now - startedAt < limits.absoluteMs && now - seenAt < limits.idleMs,
        )
        .toSorted((a, b) => b.seenAt - a.seenAt)
    },
    cameFrom: (sessionId) => kept.byId(sessionId)?.knownDevice ?? null,
    about(sessionId) {
      const { factor, startedAt, deviceHash } = openOne(sessionId)
      return { factor, startedAt, deviceHash }
    },
    async guesses({ memberId, sessionId }) {
      // One that has ended meanwhile has proven nothing.
      const { factor, deviceHash } = kept.byId(sessionId) ?? { factor: 'password', deviceHash: null }
      const count = countOf({
        memberId,
        sessionId,
        factor,
        provenDevice: factor === 'password' ? await provenDevice(memberId, deviceHash) : null,
      })
      return { memberId, count, isShared: count === memberId }
    },
    async endOthers(memberId, sessionId) {
      const others = await openOthers(db, memberId, sessionId).execute()
      for (const { id } of others) await end(id)
      await devices.forgetProven(memberId, kept.byId(sessionId)?.deviceHash ?? null)
      for (const listener of ofOthers) await listener(memberId)
      return others.length
    },
    async endOthersLike(memberId, sessionId) {
      const own = openOne(sessionId).factor
      const others = (await openOthers(db, memberId, sessionId).execute()).filter(({ factor }) =>
        mayEnd(own, factor),
      )
      for (const { id } of others) await end(id)
      for (const listener of ofOthers) await listener(memberId)
      return others.length
    },
    async unlock(sessionId) {
      const session = openOne(sessionId)
      session.unlockedAt = clock.machine()
      await save(session)
      return unlockEnds(session, limits)!
    },
    unlockedUntil: (sessionId) => unlockEnds(openOne(sessionId), limits),
    onEnd: (listener) => void listeners.push(listener),
    onEndOthers: (listener) => void ofOthers.push(listener),
    look: watch.look,
    keepSeen() {
      const stop = every(SAVE_EVERY, () => void saveDue().catch(logged('sessions could not be saved')))
      const stopWatching = watch.start()
      return async () => {
        stop()
        stopWatching()
        await saveDue().catch(logged('sessions could not be saved'))
      }
    },
  }
}
