import { yenOf } from '#kernel/price.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { ReceiptView } from '#modules/orders/contract.ts'
import { boardIn, fromMid, type Receipt, type Rerun, type Scene } from '#modules/venue/model/receipt.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'

/** The facts that the exchange saw and decided: the event, the times, the board before it. */
export function ReceiptFacts({ view, found: { receipt, scene } }: { view: ReceiptView; found: Rerun }) {
  const t = useT()
  const f = useFormat()
  const board = boardIn(scene)
  const away = fromMid(receipt, board)
  const { limits } = scene.state
  return (
    <>
      <Section>
        <SectionHead title={view.name} note={view.code} />
        <p className="pb-2 text-2">{eventWord(t, f, receipt, scene)}</p>
        <DefinitionList>
          {receipt.fills.map(([price, quantity]) => (
            <DefinitionRow key={price} strong label={t('orders.receipt.fill')}>
              {f.shares(quantity)} × {f.price(yenOf(price))}
            </DefinitionRow>
          ))}
          <DefinitionRow label={t('orders.detail.orderNumber')}>{view.number}</DefinitionRow>
          {receipt.order.priceTenths === null ? (
            <DefinitionRow label={t('orders.detail.type')}>{t('orders.type.market')}</DefinitionRow>
          ) : (
            <DefinitionRow label={t('orders.detail.limitPrice')}>
              {f.price(yenOf(receipt.order.priceTenths))}
            </DefinitionRow>
          )}
          <DefinitionRow label={t('orders.receipt.received')}>
            {f.precise(receipt.order.receivedAt)}
          </DefinitionRow>
          <DefinitionRow label={t('orders.receipt.decided')}>{f.precise(receipt.at)}</DefinitionRow>
          <DefinitionRow label={t('orders.receipt.quote')}>
            {t('orders.receipt.quoteOf', { no: receipt.quote.no, ms: receipt.quote.age })}
          </DefinitionRow>
          <DefinitionRow label={t('orders.receipt.fromMid')} note={t('orders.receipt.fromMidNote')}>
            {away === null
              ? f.number(null)
              : t('orders.receipt.yenAway', { yen: `${away > 0 ? '+' : ''}${f.number(yenOf(away), 2)}` })}
          </DefinitionRow>
          <DefinitionRow label={t('orders.detail.handlingFee')}>{f.money(view.fee)}</DefinitionRow>
          <DefinitionRow label={t('orders.receipt.session')}>
            {t(`market.phase.${receipt.phase}`)}
          </DefinitionRow>
          <DefinitionRow label={t('orders.receipt.limits')}>
            {f.price(yenOf(limits.lowerTenths))} – {f.price(yenOf(limits.upperTenths))}
          </DefinitionRow>
          <DefinitionRow label={t('orders.receipt.rules')}>{f.quantity(receipt.rules)}</DefinitionRow>
        </DefinitionList>
      </Section>
      <Section>
        <SectionHead title={t('orders.receipt.board')} note={t('orders.receipt.boardNote')} />
        <BoardBefore receipt={receipt} scene={scene} />
        <p className="pt-2 text-1 text-grey-1">{t('orders.receipt.bookHash')}</p>
        <p className="text-1 break-all font-code text-grey-1">{scene.book}</p>
      </Section>
    </>
  )
}

function eventWord(
  t: ReturnType<typeof useT>,
  f: ReturnType<typeof useFormat>,
  { row, order }: Receipt,
  { event }: Scene,
): string {
  if (event.kind === 'seek') return t('orders.receipt.event.seek')
  if (event.kind === 'close') return t('orders.receipt.event.close')
  if (event.kind === 'odd-lot') return t('orders.receipt.event.oddLot')
  if (row === 0) return t('orders.receipt.event.own')
  return t(order.side === 'BUY' ? 'orders.receipt.event.sell' : 'orders.receipt.event.buy', {
    quantity: event.quantity,
    price: event.priceTenths === null ? t('orders.type.market') : f.price(yenOf(event.priceTenths)),
  })
}

/** Shares offered, price, shares bid; where this order traded, the line is marked. */
function BoardBefore({ receipt, scene }: { receipt: Receipt; scene: Scene }) {
  const t = useT()
  const f = useFormat()
  const { asks, bids, marketBuyQty, marketSellQty } = boardIn(scene)
  const prices = new Map<number, { ask: number; bid: number }>(
    asks.map(([price, size]) => [price, { ask: size, bid: 0 }]),
  )
  for (const [price, size] of bids) prices.set(price, { ask: prices.get(price)?.ask ?? 0, bid: size })
  const traded = new Set(receipt.fills.map(([price]) => price))
  return (
    <table className="w-full text-2 tabular-nums">
      <thead className="text-1 text-grey-1">
        <tr>
          <th scope="col" className="w-1/3 text-left font-regular">
            {t('market.board.sellSize')}
          </th>
          <th scope="col" className="w-1/3 font-regular">
            {t('market.board.price')}
          </th>
          <th scope="col" className="w-1/3 text-right font-regular">
            {t('market.board.buySize')}
          </th>
        </tr>
      </thead>
      <tbody>
        {marketBuyQty + marketSellQty > 0 && (
          <tr>
            <td className="py-0.5 pr-4 text-right">{f.quantity(marketSellQty)}</td>
            <th scope="row" className="font-regular">
              {t('orders.type.market')}
            </th>
            <td className="pl-4">{f.quantity(marketBuyQty)}</td>
          </tr>
        )}
        {[...prices]
          .sort(([a], [b]) => b - a)
          .map(([price, { ask, bid }]) => (
            <tr key={price} className={traded.has(price) ? 'bg-brand-wash' : ''}>
              <td className="py-0.5 pr-4 text-right">{ask > 0 && f.quantity(ask)}</td>
              <th scope="row" className={traded.has(price) ? 'font-strong' : 'font-regular'}>
                {f.price(yenOf(price))}
                {traded.has(price) && <span className="sr-only"> {t('orders.receipt.fill')}</span>}
              </th>
              <td className="pl-4">{bid > 0 && f.quantity(bid)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
