import type { DateJst, Ms } from '#kernel/time.ts'
import { tradeDateAt } from '#rooms/instruments/model/schedule.ts'
import type { House } from '#rooms/room.ts'

/** The times of a command of this room: the wall clock decides, market time and trade date stand in the ledger. */
export type Times = { wall: Ms; at: Ms; tradeDate: DateJst }

export const timesOf = ({ clock, schedule, calendar }: Pick<House, 'clock' | 'schedule' | 'calendar'>) => (): Times => {
  const at = Math.floor(clock.market())
  return { wall: Math.floor(clock.wall()), at, tradeDate: tradeDateAt(schedule, calendar, at) }
}
