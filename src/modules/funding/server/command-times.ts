import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'

/**
 * The times of a command of this module: the wall clock decides, market time and the day in Japan stand in
 * the ledger: a bank has days, no trade dates. `confirmed`: what of the wall clock is confirmed, where that
 * is not all of it.
 */
export type Times = { wall: Ms; at: Ms; tradeDate: DateJst; confirmed?: Ms }

/** The time for acts that let money leave because a time has come (decision 112). */
export const confirmedOf = ({ wall, confirmed = wall }: Pick<Times, 'wall' | 'confirmed'>): Ms => confirmed

/** The reading of the wall clock when confirmed time has come to `at`; `at` where it has. */
export const reachedAt = ({ clock }: Pick<AppContext, 'clock'>, at: Ms): Ms =>
  at <= clock.confirmed() ? at : at + (clock.unconfirmed()?.byMs ?? 0)

export const timesOf =
  ({ clock }: Pick<AppContext, 'clock'>) =>
  (): Times => {
    const at = Math.floor(clock.market())
    const times = { wall: Math.floor(clock.wall()), at, tradeDate: dateJst(at) }
    return clock.unconfirmed() === null ? times : { ...times, confirmed: Math.floor(clock.confirmed()) }
  }
