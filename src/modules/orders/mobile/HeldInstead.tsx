import type { PriceYen } from '#kernel/price.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { closePath } from '#modules/portfolio/mobile/public.ts'
import { closedBy } from '#modules/portfolio/model/closing.ts'
import { Notice } from '#ui/Notice.tsx'

/**
 * Whoever holds the other side most likely means to end it: this order would not, and says so, with the way
 * there.
 */
export function HeldInstead({
  side,
  lots,
  price,
}: {
  side: 'up' | 'down'
  lots: readonly LotView[]
  price: PriceYen | undefined
}) {
  const t = useT()
  const f = useFormat()
  const held = closedBy(side, lots)
  if (held === null) return null
  const quantity = f.quantity(held.held)
  const isLong = side === 'down'
  return (
    <Notice
      tone="warn"
      title={t(isLong ? 'orders.ticket.owned' : 'orders.ticket.ownedShort', { quantity })}
      note={t(isLong ? 'orders.ticket.ownedNote' : 'orders.ticket.ownedShortNote')}
      action={t(isLong ? 'orders.ticket.sellHeld' : 'orders.ticket.buyBack')}
      href={closePath(held, price)}
    />
  )
}
