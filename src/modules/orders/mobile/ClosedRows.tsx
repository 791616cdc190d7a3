import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { listLots } from '#modules/portfolio/contract.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { holdingKind } from '#modules/portfolio/model/holdings.ts'
import { getTax } from '#modules/tax/contract.ts'
import { DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { heldBy } from './labels.ts'
import { tradedYen } from './quoted-rows.ts'
import { realizedBp, taxOf } from './result-figures.ts'

const MOST_LOTS = '500'

/**
 * Rows of a closing: its result in yen and per cent, what tax will take of its settlement day, and what
 * stays held in the same way. `order`: all of `orders` as one.
 */
export function ClosedRows({ order, orders }: { order: OrderView; orders: readonly OrderView[] }) {
  const t = useT()
  const f = useFormat()
  const { lots: open, isKnown } = useAccount()
  const { code, profit, filledQuantity } = order
  const lots = useRead(
    listLots,
    { query: { code, status: 'all', limit: MOST_LOTS } },
    { enabled: filledQuantity > 0, quiet: true },
  )
  const tax = useRead(getTax, {}, { enabled: filledQuantity > 0, quiet: true })
  const held = heldBy(order)
  const kind = holdingKind({ side: order.side === 'up' ? 'down' : 'up', leverage: order.leverage })
  const left = open
    .filter((lot) => lot.code === code && holdingKind(lot) === kind)
    .reduce((sum, lot) => sum + lot.openQuantity, 0)
  const taxed = tax.data ? taxOf(orders, tax.data.coming) : null
  return (
    <>
      {held === 'cash' && filledQuantity > 0 && (
        <DefinitionRow term="settlementAmount" label={t('orders.detail.settled')}>
          {f.money(tradedYen(order) - order.fee)}
        </DefinitionRow>
      )}
      {profit !== null && (
        <DefinitionRow strong term="realized" label={t('orders.detail.realized')}>
          <Figure strong tone="auto" value={profit}>
            {f.signedMoney(profit)}
            {lots.data && ` (${f.signedPercent(realizedBp(orders, lots.data))})`}
          </Figure>
        </DefinitionRow>
      )}
      {taxed !== null && (
        <DefinitionRow
          label={t(taxed.dayTaxYen < 0 ? 'tax.coming.back' : 'tax.coming.withheld')}
          note={
            tax.data?.account === 'plain'
              ? t('tax.coming.plain')
              : t('orders.close.taxDay', { date: f.date(taxed.date) })
          }
        >
          {f.money(Math.abs(taxed.dayTaxYen))}
        </DefinitionRow>
      )}
      {isKnown && <DefinitionRow label={t('orders.close.left', { held })}>{f.shares(left)}</DefinitionRow>}
    </>
  )
}
