import { useRead } from '#client/reads.ts'
import { getSchedules, type SchedulesView } from '../contract.ts'

const LOOKS_AGAIN_EVERY = 60_000

/**
 * The published tables; undefined until they are known. A day that begins while the page stands brings the
 * new ones within a minute.
 */
export const useSchedules = (): SchedulesView | undefined =>
  useRead(getSchedules, {}, { quiet: true, staleTime: LOOKS_AGAIN_EVERY, refetchInterval: LOOKS_AGAIN_EVERY })
    .data
