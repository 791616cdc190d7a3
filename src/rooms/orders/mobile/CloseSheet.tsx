import { useState } from 'react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { nextTick } from '#rooms/instruments/model/tick.ts'
import { getStock, type QuoteView } from '#rooms/market/contract.ts'
import { closeLot, listOrders } from '#rooms/orders/contract.ts'
import { getAccount, getLot, listLots, type LotView } from '#rooms/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { toast } from '#ui/toast.tsx'
import { estimateClose } from './close-form.ts'
import { firstQuantity } from './first-quantity.ts'

type Props = { lot: LotView; quote: QuoteView | undefined; proposed: number | undefined; open: boolean; onClose: () => void }

/** Closes a lot in part or whole: what, at which price, what it brings; then a confirm that repeats it in numbers. */
export function CloseSheet({ lot, quote, proposed, open, onClose }: Props) {
  const t = useT()
  const f = useFormat()
  const stock = useRead(getStock, { params: { code: lot.code } }, { enabled: open })
  const free = lot.openQuantity - lot.closingQuantity
  const [quantity, setQuantity] = useState(() => firstQuantity(proposed, free))
  const [type, setType] = useState<'market' | 'limit'>('market')
  const [limit, setLimit] = useState<number | null>(null)
  const write = useWrite(closeLot, { refreshes: [getLot, listLots, listOrders, getAccount] })

  const current = quote ?? stock.data?.quote
  // Selling meets the bid, buying back meets the ask; without a book the last price is the best guess.
  const market = (lot.side === 'up' ? current?.bid : current?.ask) ?? current?.last ?? lot.marketPrice ?? lot.openPrice
  const price = type === 'limit' ? (limit ?? market) : market
  const estimate = estimateClose(lot, quantity, price)
  const side = t(lot.side === 'up' ? 'orders.side.closeUp' : 'orders.side.closeDown')
  const unit = stock.data?.unit ?? 100
  const table = stock.data?.tickTable ?? 'other'
  const step = (value: number, way: number) => yenOf(nextTick(tenthsOf(value), table, way))

  async function submit() {
    const yes = await confirm({
      title: t('orders.close.confirmTitle'), danger: true,
      body: t('orders.close.confirmBody', {
        name: lot.name, quantity: f.quantity(quantity), side,
        type: type === 'market' ? t('orders.type.market') : `${t('orders.type.limit')} ${f.price(price)}`,
        profit: f.signedMoney(estimate.profit),
      }),
    })
    if (!yes) return
    const answer = await write.run({ params: { id: lot.id }, input: type === 'limit' ? { type, quantity, price } : { type, quantity } })
    if (!answer.ok) return
    toast(t('orders.close.done'), { kind: 'ok' })
    onClose()
    if (type === 'limit') navigate.to(paths.tradeDetail({ order: answer.data.id }))
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('orders.close.title')}>
      <div className="flex flex-col gap-3 px-gutter pb-3">
        <Segment
          label={t('orders.ticket.type')} value={type} onChange={setType}
          options={[{ value: 'market', label: t('orders.type.market') }, { value: 'limit', label: t('orders.type.limit') }]}
        />
        {type === 'limit' && current && (
          <Stepper
            label={t('orders.ticket.price')} value={limit ?? market} onChange={setLimit} step={(value, way) => step(value ?? market, way)}
            min={current.lowerLimit} max={current.upperLimit}
            hint={t('orders.ticket.priceHint', {
              tick: f.price(step(price, 1) - price), lower: f.price(current.lowerLimit), upper: f.price(current.upperLimit),
            })}
          />
        )}
        <Stepper
          label={t('orders.close.quantity')} value={quantity} onChange={(next) => setQuantity(next ?? unit)} step={unit} min={unit} max={free}
          display={f.quantity(quantity)} hint={t('orders.close.quantityHint', { unit, max: f.quantity(free) })}
        />
      </div>
      <div className="px-gutter">
        <DefinitionList>
          <DefinitionRow label={t('orders.close.estimate')} strong>
            <Figure size={3} tone="auto" value={estimate.profit} unit={t('ui.yen')}>{f.signedYen(estimate.profit)}</Figure>
          </DefinitionRow>
          <DefinitionRow label={t('orders.close.fee')}>{f.money(estimate.fee)}</DefinitionRow>
          <DefinitionRow label={t('orders.close.charges')}>{f.money(estimate.charges)}</DefinitionRow>
        </DefinitionList>
      </div>
      <div className="flex p-4">
        <Button kind={lot.side === 'up' ? 'sell' : 'buy'} state={write.state} onPress={() => void submit()}>
          {t('orders.close.button', { side, quantity: f.quantity(quantity) })}
        </Button>
      </div>
    </Sheet>
  )
}
