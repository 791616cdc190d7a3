import type { FeeRule } from '#modules/margin/model/rates.ts'
import type { FirmLimits } from '../model/limits.ts'
import { useSchedules } from './schedules.ts'

export { ClosedDays } from './ClosedDays.tsx'
export { TradingHours } from './TradingHours.tsx'

/** The commission in force; null until it is known. */
export const useFee = (): FeeRule | null => useSchedules()?.fees ?? null

/** The limits in force; null until they are known. */
export const useLimits = (): FirmLimits | null => useSchedules()?.limits ?? null
