import type { Ms } from '#kernel/time.ts'
import type { AccountView, LotView } from '#modules/portfolio/contract.ts'

type Prices = ReadonlyMap<string, readonly number[]>

/**
 * Total assets at equal steps from the opening to now, in yen, oldest first: what they are now, less what
 * each open lot has gained since that step. A lot that was not open yet counts from its own opening; lots
 * closed today are not taken back.
 */
export function assetsPath(
  account: Pick<AccountView, 'totalAssets'>,
  lots: readonly LotView[],
  prices: Prices,
  openedAt: Ms,
  now: Ms,
): number[] {
  const held = lots.filter((lot) => lot.marketPrice !== null && (prices.get(lot.code)?.length ?? 0) > 0)
  const steps = Math.max(0, ...held.map((lot) => prices.get(lot.code)!.length))
  const path: number[] = []
  for (let step = 0; step < steps; step++) {
    const at = openedAt + ((step + 1) * (now - openedAt)) / steps
    let since = 0
    for (const lot of held) {
      const points = prices.get(lot.code)!
      const point = points[step - (steps - points.length)] ?? points[0]!
      const from = Date.parse(lot.openedAt) > at ? lot.openPrice : point
      since += (lot.marketPrice! - from) * lot.openQuantity * (lot.side === 'up' ? 1 : -1)
    }
    path.push(Math.round(account.totalAssets - since))
  }
  if (steps > 0) path.push(account.totalAssets)
  return path
}
