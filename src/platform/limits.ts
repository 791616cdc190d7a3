import { DAY, HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'

/** Every limit of the edge in one place (security-and-trust.md 6). Tests read it; benches pass their own. */
export const LIMITS = {
  /** Per member, by lane. `perMinute` null: the second alone counts. */
  lanes: {
    orders: { perSecond: 10, burst: 20, perMinute: 200 },
    cancels: { perSecond: 20, burst: 20, perMinute: null },
    writes: { perSecond: 10, burst: 20, perMinute: 200 },
  } as Record<Lane, LaneLimit>,
  request: {
    bodyBytes: 65_536, depth: 8, arrayLength: 100, urlBytes: 2_048, headerBytes: 16_384,
    headersMs: 5 * SECOND, requestMs: 10 * SECOND, checkEveryMs: SECOND, keepAliveMs: 72 * SECOND, connections: 2_000,
  },
  /** Pictures. `decode`: what one may cost to read, in a process of its own; `atOnce`: uploads under way in the whole house. */
  upload: {
    fileBytes: 10 * 1_048_576, requestMs: MINUTE, pixels: 24_000_000, side: 8_000, storedSide: 2_560,
    perMember: [{ max: 20, withinMs: DAY }] as WindowLimit[],
    decode: { bytes: 256 * 1_048_576, ms: 5 * SECOND, atOnce: 2 }, atOnce: 16,
  },
  key: { oldestMs: DAY, newestMs: 5 * MINUTE },
  login: {
    perAccount: { failures: 5, withinMs: 15 * MINUTE, firstLockMs: 15 * MINUTE, longestLockMs: DAY },
    perAddress: [{ max: 30, withinMs: MINUTE }, { max: 300, withinMs: HOUR }],
  },
  transactionPassword: { failures: 5, lockMs: DAY },
  /** Codes of the authenticator app. */
  totp: { failures: 5, withinMs: 15 * MINUTE, firstLockMs: 15 * MINUTE, longestLockMs: DAY },
  /** A question to a passkey is good for this long, and for one answer. */
  passkey: { questionMs: 5 * MINUTE },
  registration: { perAddress: [{ max: 5, withinMs: DAY }], invitationTriesPerAddress: [{ max: 10, withinMs: HOUR }] },
  smsCode: {
    lifeMs: 10 * MINUTE, tries: 5,
    perMobile: [{ max: 5, withinMs: 10 * MINUTE }], perAddress: [{ max: 20, withinMs: HOUR }],
  },
  session: { idleMs: 7 * DAY, absoluteMs: 30 * DAY, devices: 5, unlockIdleMs: 30 * MINUTE, unlockAbsoluteMs: 12 * HOUR, freshMs: 15 * MINUTE },
  /** Of operators: one at a time. */
  console: { idleMs: 15 * MINUTE, absoluteMs: 8 * HOUR, codeFailures: { max: 5, withinMs: 15 * MINUTE } },
  /** Statements and tables, and exports of all own data: heavy to make. */
  files: { perMember: [{ max: 20, withinMs: MINUTE }], exportsPerMember: [{ max: 3, withinMs: HOUR }] },
  socket: {
    perMember: 2, perAddress: 20, subscriptions: 100, messagesPerSecond: 20, messageBytes: 4_096,
    snapshotsOnlyBytes: 262_144, closeBytes: 1_048_576, pingMs: 20 * SECOND, deadMs: 45 * SECOND, ticketMs: 30 * SECOND,
    /** Newest values go out this often: 13 frames a second. */
    flushMs: 75, ringLength: 500, ringKeptMs: MINUTE,
  },
}
export type Limits = typeof LIMITS

export type Lane = 'orders' | 'cancels' | 'writes'
export type LaneLimit = { perSecond: number; burst: number; perMinute: number | null }

/** Which writes have a lane of their own, by route name; every other write of a session is a `writes`. */
const LANE_OF_ROUTE: Readonly<Record<string, Lane>> = {
  placeOrder: 'orders', amendOrder: 'orders', closeLot: 'orders', cancelOrder: 'cancels',
}
export const laneOf = (routeName: string): Lane => LANE_OF_ROUTE[routeName] ?? 'writes'

/** Addresses of this machine: limits per address do not apply to them in the demo setting. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')

type Bucket = { tokens: number; at: Ms; minute: number; inMinute: number }
/** Above this many members the idle buckets are dropped: a full bucket holds nothing worth keeping. */
const SWEEP_ABOVE = 10_000

/** A token bucket for each member and lane. `take` answers 0, or the seconds after which to try again. */
export function memberLimiter(lanes: Limits['lanes']) {
  const buckets = { orders: new Map<string, Bucket>(), cancels: new Map<string, Bucket>(), writes: new Map<string, Bucket>() }
  return {
    take(memberId: string, lane: Lane, now: Ms): number {
      const limit = lanes[lane]
      const ofLane = buckets[lane]
      let bucket = ofLane.get(memberId)
      if (bucket === undefined) {
        if (ofLane.size > SWEEP_ABOVE) for (const [id, old] of ofLane) if (now - old.at > MINUTE) ofLane.delete(id)
        bucket = { tokens: limit.burst, at: now, minute: 0, inMinute: 0 }
        ofLane.set(memberId, bucket)
      }
      bucket.tokens = Math.min(limit.burst, bucket.tokens + (Math.max(0, now - bucket.at) * limit.perSecond) / SECOND)
      bucket.at = now
      const minute = Math.floor(now / MINUTE)
      if (bucket.minute !== minute) {
        bucket.minute = minute
        bucket.inMinute = 0
      }
      if (limit.perMinute !== null && bucket.inMinute >= limit.perMinute) return Math.ceil(((minute + 1) * MINUTE - now) / SECOND)
      if (bucket.tokens < 1) return 1
      bucket.tokens--
      bucket.inMinute++
      return 0
    },
  }
}

export type WindowLimit = { max: number; withinMs: Ms }

/** Counts tries under a name in sliding windows. `take` counts one and answers 0, or the seconds to wait (then it is not counted). */
export function windowLimiter(limits: readonly WindowLimit[]) {
  const tries = new Map<string, Ms[]>()
  const longest = Math.max(...limits.map((limit) => limit.withinMs))
  return {
    take(name: string, now: Ms): number {
      if (tries.size > SWEEP_ABOVE) for (const [old, times] of tries) if (now - times.at(-1)! > longest) tries.delete(old)
      const times = (tries.get(name) ?? []).filter((at) => now - at < longest)
      for (const { max, withinMs } of limits) {
        const inWindow = times.filter((at) => now - at < withinMs)
        if (inWindow.length >= max) return Math.max(1, Math.ceil((inWindow[0]! + withinMs - now) / SECOND))
      }
      times.push(now)
      tries.set(name, times)
      return 0
    },
  }
}
