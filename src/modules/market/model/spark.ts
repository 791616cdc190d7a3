import type { PriceTenths } from '#kernel/price.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { Bar } from '#modules/instruments/model/bar.ts'

export const SPARK_STEPS = 30

/**
 * Prices at the ends of about 30 equal steps from the opening to now, oldest first; steps before the first
 * trade are left out.
 */
export function sparkOf(bars: readonly Bar[], openedAt: Ms, now: Ms): PriceTenths[] {
  const points: PriceTenths[] = []
  const width = Math.max((now - openedAt) / SPARK_STEPS, MINUTE)
  let next = 0
  for (let end = openedAt + width; end < now + width / 2; end += width) {
    while (next < bars.length && bars[next]!.at < end) next++
    if (next > 0) points.push(bars[next - 1]!.closeTenths)
  }
  return points
}
