import { POLL_MS } from '#client/poll-intervals.ts'
import { useRead } from '#client/reads.ts'
import { getSchedules, type SchedulesView } from '../contract.ts'

/**
 * The published tables; undefined until they are known. A day that begins while the page stands brings the
 * new ones within a minute.
 */
export const useSchedules = (): SchedulesView | undefined =>
  useRead(getSchedules, {}, { quiet: true, staleTime: POLL_MS.schedules, poll: 'schedules' }).data
