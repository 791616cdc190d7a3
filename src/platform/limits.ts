import type { MemberId } from '#kernel/id.ts'
import type { Lane } from '#wire/route.ts'
import { MODULE_LIMITS } from '#registry/limits.ts'
import { DAY, MINUTE, SECOND, type Ms } from '#kernel/time.ts'

/** Limits of the edge (security-and-trust.md 6). */
const EDGE = {
  /** Per member, by lane. `perMinute` null: the second alone counts. */
  lanes: {
    orders: { perSecond: 10, burst: 20, perMinute: 200 },
    cancels: { perSecond: 20, burst: 20, perMinute: null },
    writes: { perSecond: 10, burst: 20, perMinute: 200 },
  } as Record<Lane, RateLimit>,
  /**
   * Of an API key, apart from the member's own: its reads and its writes. `readsOfAll`: of all keys of a
   * member together, whose writes have the lanes of one member.
   */
  apiKey: {
    reads: { perSecond: 10, burst: 20, perMinute: 300 } as RateLimit,
    readsOfAll: { perSecond: 20, burst: 40, perMinute: 600 } as RateLimit,
    lanes: {
      orders: { perSecond: 5, burst: 10, perMinute: 100 },
      cancels: { perSecond: 10, burst: 20, perMinute: null },
      writes: { perSecond: 5, burst: 10, perMinute: 100 },
    } as Record<Lane, RateLimit>,
  },
  /** Reads of a key of the firm, each by itself: a report a day is read in minutes. */
  operatorKey: { reads: { perSecond: 5, burst: 20, perMinute: 120 } as RateLimit },
  /**
   * Whatever comes from one address, files and answers alike, before anything else is asked about it: a
   * family or an office shares one, so that dozens of phones may use the app at once. `connections`: of the
   * 2,000 that there are.
   */
  address: { requests: { perSecond: 50, burst: 600, perMinute: null } as RateLimit, connections: 200 },
  /**
   * Names (addresses, members, numbers) that one count is kept for: above it, who was first there is
   * forgotten, or who has tried longest ago.
   */
  names: 100_000,
  /**
   * The line before the routes: one turn of the event loop serves requests for `sliceMs`. Who found
   * `requests` others there and has waited longer than this, or finds `places` others there, is refused:
   * guests first, cancels and withdrawals never.
   */
  overload: { sliceMs: 5, requests: 100, guestMs: 200, memberMs: 400, places: 4_096 },
  request: {
    bodyBytes: 65_536,
    depth: 8,
    arrayLength: 100,
    urlBytes: 2_048,
    headerBytes: 16_384,
    headersMs: 5 * SECOND,
    requestMs: 10 * SECOND,
    checkEveryMs: SECOND,
    keepAliveMs: 72 * SECOND,
    connections: 2_000,
    /**
     * Requests of one connection that are served at a time, and that stand in it at all, unanswered or with
     * answers that are not read.
     */
    unanswered: 4,
    pipelined: 16,
    /** Bytes of answers that are not read, of one address and of the server; looked at twice a second. */
    unread: { address: 32 * 1_048_576, server: 256 * 1_048_576 },
    /** Nothing of an answer has been read, and nothing asked, for so long: the connection ends. */
    idleMs: MINUTE,
    /** A refused caller who does not end the connection within it is left. */
    farewellMs: 2 * SECOND,
    /** Time that answers under way are given when the server stops. */
    lastAnswersMs: 5 * SECOND,
  },
  /**
   * Pictures. `decode`: what one may cost to read, in a process of its own; `atOnce`: uploads under way, of a
   * member, from an address and in the whole server; `bytesPerSecond`: what comes more slowly, on the whole,
   * once it has taken as long as any other request may, gives its place to others.
   */
  upload: {
    fileBytes: 10 * 1_048_576,
    requestMs: MINUTE,
    pixels: 24_000_000,
    side: 8_000,
    storedSide: 2_560,
    perMember: [{ max: 20, withinMs: DAY }] as WindowLimit[],
    decode: { bytes: 256 * 1_048_576, ms: 5 * SECOND, atOnce: 2 },
    atOnce: { member: 2, address: 4, server: 16 },
    bytesPerSecond: 16_384,
  },
  key: { oldestMs: DAY, newestMs: 5 * MINUTE },
  socket: {
    /** A phone, a computer with some windows of charts, and sockets of lines that were lost just now. */
    perMember: 8,
    perAddress: 40,
    subscriptions: 100,
    messagesPerSecond: 20,
    messageBytes: 4_096,
    snapshotsOnlyBytes: 262_144,
    closeBytes: 1_048_576,
    /** Unread by all sockets of the server together; looked at every second. */
    totalBytes: 256 * 1_048_576,
    pingMs: 20 * SECOND,
    deadMs: 45 * SECOND,
    ticketMs: 30 * SECOND,
    /** A reader who does not answer a farewell within it is left. */
    farewellMs: 2 * SECOND,
    /** Newest values go out this often: 13 frames a second. */
    flushMs: 75,
    ringLength: 500,
    ringKeptMs: MINUTE,
  },
}
/** Every limit, with those that modules declare. Tests read it; benches pass their own. */
export const LIMITS = {
  ...EDGE,
  ...(MODULE_LIMITS satisfies Readonly<Record<string, unknown>> & {
    readonly [Name in keyof typeof EDGE]?: never
  }),
}
export type Limits = typeof LIMITS

export type RateLimit = { perSecond: number; burst: number; perMinute: number | null }

/**
 * The name of the count that a session runs up. One that may trade: the member's. Who may not, as whoever
 * knows the password alone, takes nothing from those: rates are counted of such a session by itself, and what
 * is counted for long of all of them together, so that logging in anew gives no more.
 */
export const rateOf = ({ memberId, sessionId, tradingUnlocked }: Counted): string =>
  tradingUnlocked ? memberId : `${memberId} session ${sessionId}`
export const budgetOf = ({ memberId, tradingUnlocked }: Omit<Counted, 'sessionId'>): string =>
  tradingUnlocked ? memberId : `${memberId} locked`
type Counted = { memberId: string; sessionId: string; tradingUnlocked: boolean }

/** Addresses of this machine: limits per address do not apply to them in the demo setting. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')

type Bucket = { tokens: number; at: Ms; minute: number; inMinute: number }
/**
 * Above this many names the idle buckets are dropped, once a second: a full bucket holds nothing worth
 * keeping.
 */
const SWEEP_ABOVE = 10_000

/** Room for one more name: the first goes where there is none. */
function makeSpace(names: Map<string, unknown>, most: number): void {
  if (names.size >= most) names.delete(names.keys().next().value!)
}

/** A token bucket for each name. `take` answers 0, or the seconds after which to try again. */
export function rateLimiter(limit: RateLimit, most = LIMITS.names) {
  const buckets = new Map<string, Bucket>()
  let sweptAt = -Infinity
  const sweep = (now: Ms) => {
    if (buckets.size <= SWEEP_ABOVE || now - sweptAt < SECOND) return
    sweptAt = now
    for (const [name, old] of buckets) if (now - old.at > MINUTE) buckets.delete(name)
  }
  return {
    take(name: string, now: Ms): number {
      let bucket = buckets.get(name)
      if (bucket === undefined) {
        sweep(now)
        makeSpace(buckets, most)
        bucket = { tokens: limit.burst, at: now, minute: 0, inMinute: 0 }
        buckets.set(name, bucket)
      }
      bucket.tokens = Math.min(
        limit.burst,
        bucket.tokens + (Math.max(0, now - bucket.at) * limit.perSecond) / SECOND,
      )
      bucket.at = now
      const minute = Math.floor(now / MINUTE)
      if (bucket.minute !== minute) {
        bucket.minute = minute
        bucket.inMinute = 0
      }
      if (limit.perMinute !== null && bucket.inMinute >= limit.perMinute)
        return Math.ceil(((minute + 1) * MINUTE - now) / SECOND)
      if (bucket.tokens < 1) return 1
      bucket.tokens--
      bucket.inMinute++
      return 0
    },
  }
}

/** The rates of members, each lane by itself. */
export function memberLimiter(lanes: Limits['lanes']) {
  const ofLane = {
    orders: rateLimiter(lanes.orders),
    cancels: rateLimiter(lanes.cancels),
    writes: rateLimiter(lanes.writes),
  }
  return { take: (memberId: MemberId, lane: Lane, now: Ms): number => ofLane[lane].take(memberId, now) }
}

/** Places for what is under way at once: so many under each name. */
export function places(most: number) {
  const taken = new Map<string, number>()
  return {
    isFull: (name: string): boolean => (taken.get(name) ?? 0) >= most,
    /** Takes a place; answers how to leave it. */
    enter(name: string): () => void {
      taken.set(name, (taken.get(name) ?? 0) + 1)
      return () => {
        const left = taken.get(name)! - 1
        if (left === 0) taken.delete(name)
        else taken.set(name, left)
      }
    },
  }
}

export type WindowLimit = { max: number; withinMs: Ms }

/**
 * Counts tries under a name in sliding windows. `take` counts one and answers 0, or the seconds to wait (then
 * it is not counted).
 */
export function windowLimiter(limits: readonly WindowLimit[], most = LIMITS.names) {
  const tries = new Map<string, Ms[]>()
  const longest = Math.max(...limits.map((limit) => limit.withinMs))
  let sweptAt = -Infinity
  const sweep = (now: Ms) => {
    if (tries.size <= SWEEP_ABOVE || now - sweptAt < SECOND) return
    sweptAt = now
    for (const [old, times] of tries) if (now - times.at(-1)! > longest) tries.delete(old)
  }
  return {
    take(name: string, now: Ms): number {
      sweep(now)
      const times = (tries.get(name) ?? []).filter((at) => now - at < longest)
      for (const { max, withinMs } of limits) {
        const inWindow = times.filter((at) => now - at < withinMs)
        if (inWindow.length >= max) return Math.max(1, Math.ceil((inWindow[0]! + withinMs - now) / SECOND))
      }
      times.push(now)
      // In the order of the last try, so that who has tried longest ago is in front.
      if (!tries.delete(name)) makeSpace(tries, most)
      tries.set(name, times)
      return 0
    },
    /** The last one was no such try after all. */
    giveBack(name: string): void {
      const times = tries.get(name)
      times?.pop()
      if (times?.length === 0) tries.delete(name)
    },
  }
}
