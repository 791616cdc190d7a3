import { useFormat, useT } from '#client/texts.ts'
import { wayOfClosing } from '#modules/orders/model/way.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { closePath } from '#modules/portfolio/mobile/public.ts'
import { closedBy } from '#modules/portfolio/model/closing.ts'
import { holdingsOf } from '#modules/portfolio/model/holdings.ts'
import { Figure } from '#ui/Figure.tsx'

/** Holdings of the ticket's issue, with the act that ends each. */
export function TicketHeld({ lots }: { lots: readonly LotView[] }) {
  const t = useT()
  const f = useFormat()
  // By their names, which stand in the order of `HOLDING_KINDS`.
  const holdings = holdingsOf(lots).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  if (holdings.length === 0) return null
  return (
    <ul aria-label={t('orders.ticket.holding')}>
      {holdings.map(({ lots: held, quantity, averagePrice, profitYen }) => {
        const { side, leverage } = held[0]!
        const way = wayOfClosing({ side, leverageTenths: leverage * 10 })
        const closing = closedBy(side === 'up' ? 'down' : 'up', held)
        return (
          <li key={way} className="flex min-h-touch items-center justify-between gap-3 text-2">
            <span>
              <span className="block">
                {t('orders.ticket.heldLine', {
                  kind: way,
                  quantity: f.quantity(quantity),
                  price: f.price(averagePrice),
                })}
              </span>
              <span className="block text-1">
                <span className="text-grey-1">{t('orders.detail.floatingBefore')}</span>{' '}
                <Figure size={1} strong tone="auto" value={profitYen}>
                  {f.signedMoney(profitYen)}
                </Figure>
              </span>
            </span>
            {closing !== null && (
              <a
                className={`pressable bg-sunk rounded-1 flex min-h-touch items-center px-3 shrink-0 font-strong ${way === 'closeShort' ? 'text-up' : 'text-down'}`}
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
