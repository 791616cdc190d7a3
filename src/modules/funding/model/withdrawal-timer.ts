import { addDays, dateJst, HOUR, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { CLOSES, OPENS, TOTP, type Decider } from './withdrawal.ts'

/**
 * The time within which two people decide; without a decision the request is approved ("default is pay",
 * security and trust 4). Counted in the published hours of requests, so that a transfer of the same or the
 * next business day still arrives within 24 h of it.
 */
export const DECIDED_WITHIN_MS: Ms = 5 * HOUR

type IsBusinessDay = (date: DateJst) => boolean
/** Far beyond any run of holidays. */
const DAYS_AHEAD = 60

/** Published hours from one time to another, ms; 0 where the other is not later. */
export function businessMs(from: Ms, to: Ms, isBusinessDay: IsBusinessDay): Ms {
  let sum = 0
  for (let date = dateJst(from); timeJst(date, 0) < to; date = addDays(date, 1)) {
    if (isBusinessDay(date))
      sum += Math.max(0, Math.min(to, timeJst(date, 0) + CLOSES) - Math.max(from, timeJst(date, 0) + OPENS))
  }
  return sum
}

/** The time at which so much of the published hours has passed since `from`. */
export function afterBusinessMs(from: Ms, ms: Ms, isBusinessDay: IsBusinessDay): Ms {
  let left = ms
  if (left === 0) return from
  for (let date = dateJst(from), day = 0; day < DAYS_AHEAD; date = addDays(date, 1), day++) {
    const begins = Math.max(from, timeJst(date, 0) + OPENS)
    const open = isBusinessDay(date) ? Math.max(0, timeJst(date, 0) + CLOSES - begins) : 0
    if (left <= open) return begins + left
    left -= open
  }
  throw new RangeError(`no business hours within ${DAYS_AHEAD} days of ${dateJst(from)}`)
}

/**
 * The time at which a request of now is approved if nobody decides: by the rule at once or after the wait, by
 * two people within the published hours.
 */
export function firstDue(decider: Decider, wall: Ms, isBusinessDay: IsBusinessDay): Ms {
  if (decider === 'rule') return wall
  return decider === 'wait' ? wall + TOTP.heldMs : afterBusinessMs(wall, DECIDED_WITHIN_MS, isBusinessDay)
}
/** The time left at `from`; a wait runs through nights. */
export const leftOf = (decider: Decider, from: Ms, dueAt: Ms, isBusinessDay: IsBusinessDay): Ms =>
  decider === 'wait' ? Math.max(0, dueAt - from) : businessMs(from, dueAt, isBusinessDay)
/** The end if it goes on at `from`. */
export const dueAfter = (decider: Decider, from: Ms, leftMs: Ms, isBusinessDay: IsBusinessDay): Ms =>
  decider === 'wait' ? from + leftMs : afterBusinessMs(from, leftMs, isBusinessDay)

/** A whole day of published hours: from any minute of them to the same minute of the next business day. */
const BUSINESS_DAY_MS: Ms = CLOSES - OPENS
/**
 * Time that the bank has after the last moment for a decision: with the time of two people it is one business
 * day from the request.
 */
const TRANSFER_MS: Readonly<Record<Decider, Ms>> = {
  rule: BUSINESS_DAY_MS,
  two: BUSINESS_DAY_MS - DECIDED_WITHIN_MS,
  wait: BUSINESS_DAY_MS,
}
/**
 * By when the money is at the member's bank, counted as the time for the decision is: from when that is over
 * (`dueAt`), or from an approval after it.
 */
export const arrivesBy = (
  decider: Decider,
  dueAt: Ms,
  approvedAt: Ms | null,
  isBusinessDay: IsBusinessDay,
): Ms => afterBusinessMs(Math.max(dueAt, approvedAt ?? dueAt), TRANSFER_MS[decider], isBusinessDay)

/**
 * Holds that stop the time: the documented ones of security and trust 4, and no other. The checks are those
 * that the console shows (`checksOf`).
 */
export const STOPS = [
  'frozen',
  'denial',
  'recovery',
  'name',
  'account',
  'rested',
  'device',
  'changed',
  'once',
] as const
export type Stop = (typeof STOPS)[number]

/** The approver of a withdrawal: the daily rule, two people, the time, or an appeal. */
export type ApprovedBy = 'rule' | 'two' | 'time' | 'appeal'
/** Stops that two people cannot decide away; a sum below the daily rule is checked for them too. */
const STOPS_OF_ALL: readonly Stop[] = ['frozen', 'denial', 'recovery', 'account']
/**
 * Stops of an approved payment until the bank has it: the checks of its approval, made again. Time alone made
 * all of them; two people have seen the other checks and decided.
 */
export const stopsOfPayment = ({
  approvedBy,
  decider,
}: {
  readonly approvedBy: ApprovedBy | null
  readonly decider: Decider
}): readonly Stop[] => (approvedBy === 'time' || decider === 'wait' ? STOPS : STOPS_OF_ALL)

export type Timer = { readonly stoppedFor: Stop | null; readonly dueAt: Ms }
/** The next step of the time, given the obstacle to it now; null: it runs on, or stands as it stood. */
export function nextOfTimer(
  { stoppedFor, dueAt }: Timer,
  obstacle: Stop | null,
  now: Ms,
): 'stop' | 'rename' | 'go-on' | 'approve' | null {
  if (obstacle !== null) return stoppedFor === null ? 'stop' : stoppedFor === obstacle ? null : 'rename'
  if (stoppedFor !== null) return 'go-on'
  return dueAt <= now ? 'approve' : null
}
