import { useRead } from '#client/reads.ts'
import type { FeeRule } from '#rooms/margin/model/rates.ts'
import { getSchedules } from '../contract.ts'

const LOOKS_AGAIN_EVERY = 60_000

/** The commission in force; null until it is known. A day that begins while the page stands brings the new one within a minute. */
export const useFee = (): FeeRule | null => useRead(getSchedules, {}, { quiet: true, staleTime: LOOKS_AGAIN_EVERY, refetchInterval: LOOKS_AGAIN_EVERY }).data?.fees ?? null
