import type { Yen } from '#kernel/money.ts'
import { no, ok, type Refusal, type Result } from '#kernel/result.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { Quantity } from '#kernel/price.ts'
import type { OrderType } from './order.ts'
import type { OneTapRejection } from './rejections.ts'

/**
 * Orders by one tap on the board (ワンタップ注文): no confirmation, therefore a switch of each device, limits
 * of the member's own, and a lock of its own (decision 0136).
 */
export type OneTapLimits = {
  readonly mostYen: Yen
  readonly mostShares: Quantity
  /** Orders within sixty seconds. */
  readonly perMinute: number
  /** It locks by itself when it was not used for so long. */
  readonly idleMinutes: (typeof IDLE_MINUTES)[number]
  /** The kinds that may be sent: at the price touched, and at the market's. */
  readonly takesLimit: boolean
  readonly takesMarket: boolean
}

export const IDLE_MINUTES = [1, 5, 15, 30] as const
export const MOST_PER_MINUTE = 30
export const MOST_ONE_TAP_YEN: Yen = 100_000_000
/** Devices that are remembered, the last armed first: as many as may be logged in. */
export const MOST_ONE_TAP_DEVICES = 5

/** One-tap orders of one device. */
export type OneTapDevice = OneTapLimits & {
  readonly device: string
  /** The session that may send; null: it is locked. A logout ends the session, and with it the way. */
  readonly session: string | null
  /** Time at which it was armed or sent last, in time of the journal. */
  readonly usedAt: Ms
  /** Counts how often it was armed: a board says which of them it shows. */
  readonly version: number
  /** Times of the orders of the last minute. */
  readonly sentAt: readonly Ms[]
}

/** Time at which it locks by itself; null: it is locked for this session. */
export function locksAt(kept: OneTapDevice | undefined, session: string, at: Ms): Ms | null {
  if (kept === undefined || kept.session !== session) return null
  const until = kept.usedAt + kept.idleMinutes * MINUTE
  return at < until ? until : null
}

export type OneTapOrder = {
  readonly type: OrderType
  readonly quantity: Quantity
  /** At its expected price; null: there is none, which the ticket's own rules say. */
  readonly valueYen: Yen | null
  /** Far through the board, beyond it, or with a limit far away: that much beside the best price. */
  readonly farYen: Yen | null
  readonly version: number
}

/** The first rule of one-tap orders that says no, before every rule of the ticket. */
export function refusedByOneTap(
  kept: OneTapDevice | undefined,
  session: string,
  { type, quantity, valueYen, farYen, version }: OneTapOrder,
  at: Ms,
): Refusal<OneTapRejection> | null {
  if (kept === undefined) return no('ONE_TAP_OFF')
  if (locksAt(kept, session, at) === null) return no('ONE_TAP_LOCKED')
  if (version !== kept.version) return no('ONE_TAP_CHANGED')
  if (type !== 'limit' && type !== 'market') return no('ONE_TAP_KIND', { type: 'other' })
  if (!(type === 'limit' ? kept.takesLimit : kept.takesMarket)) return no('ONE_TAP_KIND', { type })
  if (quantity > kept.mostShares) return no('ONE_TAP_SHARES', { max: kept.mostShares })
  if (valueYen !== null && valueYen > kept.mostYen)
    return no('ONE_TAP_VALUE', { maxYen: kept.mostYen, valueYen })
  // Nothing goes far through the board, or far from it, unasked (decision 0150).
  if (farYen !== null) return no('ONE_TAP_FAR', { yen: farYen })
  return recent(kept, at).length >= kept.perMinute ? no('ONE_TAP_TOO_FAST', { max: kept.perMinute }) : null
}

const recent = ({ sentAt }: OneTapDevice, at: Ms): readonly Ms[] =>
  sentAt.filter((sent) => sent > at - MINUTE)

type Devices = readonly OneTapDevice[]
const beside = (devices: Devices, device: string): Devices => devices.filter((one) => one.device !== device)
export const deviceOf = (devices: Devices, device: string): OneTapDevice | undefined =>
  devices.find((one) => one.device === device)

/** An order has gone out: it counts, and the lock waits from now on again. */
export const used = (devices: Devices, kept: OneTapDevice, at: Ms): Devices => [
  { ...kept, usedAt: at, sentAt: [...recent(kept, at), at] },
  ...beside(devices, kept.device),
]

/** Switched on, or unlocked again: by these limits, for this session. What was sent goes on counting. */
export function armed(
  devices: Devices,
  { device, session, limits }: { device: string; session: string; limits: OneTapLimits },
  at: Ms,
): Result<Devices, 'ONE_TAP_NOTHING'> {
  if (!limits.takesLimit && !limits.takesMarket) return no('ONE_TAP_NOTHING')
  const before = deviceOf(devices, device)
  const { mostYen, mostShares, perMinute, idleMinutes, takesLimit, takesMarket } = limits
  const next = {
    device,
    session,
    mostYen,
    mostShares,
    perMinute,
    idleMinutes,
    takesLimit,
    takesMarket,
    usedAt: at,
    version: (before?.version ?? 0) + 1,
    sentAt: before === undefined ? [] : recent(before, at),
  }
  return ok([next, ...beside(devices, device)].slice(0, MOST_ONE_TAP_DEVICES))
}

/** Locked on one device, or (null) on all; its limits stay. */
export const locked = (devices: Devices, device: string | null): Devices =>
  devices.map((one) => (device === null || one.device === device ? { ...one, session: null } : one))

/** Switched off on a device: nothing of it stays. */
export const switchedOff = beside

/** The state of a device as it is shown; `locksAt` null: it is locked. */
export const oneTapState = ({ limits, locksAt }: { limits: object | null; locksAt: string | null }) =>
  limits === null ? 'off' : locksAt === null ? 'locked' : 'armed'
