import { useRead } from '#client/reads.ts'
import type { FeeRule } from '#rooms/margin/model/rates.ts'
import { getSchedules, type SchedulesView } from '../contract.ts'
import type { HouseLimits } from '../model/limits.ts'

export { ClosedDays } from './ClosedDays.tsx'

const LOOKS_AGAIN_EVERY = 60_000

/** The published tables; undefined until they are known. A day that begins while the page stands brings the new ones within a minute. */
const useSchedules = (): SchedulesView | undefined => useRead(getSchedules, {}, { quiet: true, staleTime: LOOKS_AGAIN_EVERY, refetchInterval: LOOKS_AGAIN_EVERY }).data

/** The commission in force; null until it is known. */
export const useFee = (): FeeRule | null => useSchedules()?.fees ?? null

/** The limits in force; null until they are known. */
export const useLimits = (): HouseLimits | null => useSchedules()?.limits ?? null
