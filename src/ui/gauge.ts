import type { BasisPoints } from '#kernel/money.ts'

/**
 * Thresholds of the margin ratio in basis points (facts: margin and tax, 4) and how they share the bar. Pure.
 */
const MARGIN_CALL_BP = 2_000
const NEW_POSITIONS_BP = 3_000
const FULL_BP = 13_000

/**
 * Place of a ratio on the bar, 0 to 100: the three thresholds stand at 20, 40 and 60, so that the dangerous
 * part is wide.
 */
export function gaugePercent(ratioBp: BasisPoints): number {
  if (ratioBp <= 0) return 0
  if (ratioBp <= NEW_POSITIONS_BP) return (ratioBp / NEW_POSITIONS_BP) * 60
  return Math.min(100, 60 + ((ratioBp - NEW_POSITIONS_BP) / (FULL_BP - NEW_POSITIONS_BP)) * 40)
}

export type GaugeState = 'safe' | 'watch' | 'danger'
export const gaugeState = (ratioBp: BasisPoints): GaugeState =>
  ratioBp >= NEW_POSITIONS_BP ? 'safe' : ratioBp >= MARGIN_CALL_BP ? 'watch' : 'danger'
