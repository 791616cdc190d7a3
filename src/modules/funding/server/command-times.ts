import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'

/**
 * The times of a command of this module: the wall clock decides, market time and the day in Japan stand in
 * the ledger: a bank has days, no trade dates.
 */
export type Times = { wall: Ms; at: Ms; tradeDate: DateJst }

export const timesOf =
  ({ clock }: Pick<AppContext, 'clock'>) =>
  (): Times => {
    const at = Math.floor(clock.market())
    return { wall: Math.floor(clock.wall()), at, tradeDate: dateJst(at) }
  }
