import { useFormat, useT } from '#client/texts.ts'
import { heldGroups } from '#modules/orders/model/held-groups.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { closePath } from '#modules/portfolio/mobile/public.ts'
import { closedBy } from '#modules/portfolio/model/closing.ts'
import { Figure } from '#ui/Figure.tsx'

/** Holdings of the ticket's issue, with the act that ends each. */
export function TicketHeld({ lots }: { lots: readonly LotView[] }) {
  const t = useT()
  const f = useFormat()
  const groups = heldGroups(lots)
  if (groups.length === 0) return null
  return (
    <ul aria-label={t('orders.ticket.holding')} className="flex flex-col">
      {groups.map(({ way, lots: held, shares, openPrice, profit }) => {
        const closing = closedBy(held[0]!.side === 'up' ? 'down' : 'up', held)
        return (
          <li key={way} className="flex min-h-touch items-center justify-between gap-3 text-2">
            <span className="min-w-0">
              <span className="block">
                {t('orders.ticket.heldLine', {
                  kind: way,
                  quantity: f.quantity(shares),
                  price: f.price(openPrice),
                })}
              </span>
              <span className="block text-1">
                <span className="text-grey-1">{t('orders.detail.floating')}</span>{' '}
                <Figure size={1} strong tone="auto" value={profit ?? 0}>
                  {f.signedMoney(profit)}
                </Figure>
              </span>
            </span>
            {closing !== null && (
              <a
                className={`pressable flex min-h-touch shrink-0 items-center rounded-1 bg-sunk px-3 font-strong ${way === 'closeShort' ? 'text-up' : 'text-down'}`}
                href={closePath(closing)}
              >
                {t(`orders.way.${way}`)}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
