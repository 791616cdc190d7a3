import { MINUTE, type Ms } from '#kernel/time.ts'

/** Longest time between the end of continuous trading and the closing auction that ends the day. */
const LAST_AUCTION = 10 * MINUTE

/**
 * The time to name as the end of a phase: trading until the day's last auction ends with the day, as orders
 * do, so that one time stands for the close.
 */
export const phaseUntil = (phase: string, endsAt: Ms, closesAt: Ms): Ms =>
  phase === 'continuous' && closesAt >= endsAt && closesAt - endsAt <= LAST_AUCTION ? closesAt : endsAt
