import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { consideration, tenthsOf, type PriceYen } from '#kernel/price.ts'
import { getStock, type QuoteView } from '#modules/market/contract.ts'
import { setExits } from '#modules/orders/contract.ts'
import { getLot, listLots, type LotView } from '#modules/portfolio/contract.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'
import { estimateClose } from './close-form.ts'
import { useExits, type ExitKind } from './exit-fields.ts'
import { ExitFields } from './ExitFields.tsx'

/** The version of a holding that a form begins with: a stop-loss that trails moves under it. */
export const exitsKey = ({ takeProfit, stopLoss, trailYen, trailBp }: LotView): string =>
  `${takeProfit} ${trailYen === null && trailBp === null ? stopLoss : `${trailYen} ${trailBp}`}`

type Props = {
  lot: LotView
  quote: QuoteView | undefined
  /** Prices (yen) that the form begins with, where somebody has named them. */
  proposed?: Partial<Record<ExitKind, PriceYen>>
  open: boolean
  onClose: () => void
}

/** Take-profit and stop-loss of a holding: added, moved or taken off; each with what it would bring. */
export function ExitsSheet({ lot, quote, proposed, open, onClose }: Props) {
  const t = useT()
  const f = useFormat()
  const stock = useRead(getStock, { params: { code: lot.code } }, { enabled: open })
  const write = useWrite(setExits, { refreshes: [getLot, listLots] })
  const fee = useFee()
  const from = quote?.last ?? lot.marketPrice ?? lot.openPrice
  const tickTable = stock.data?.tickTable ?? 'other'
  const form = useExits({ side: lot.side, from, tickTable, before: lot, proposed, beginsAnew: false })
  const outcomeAt = (price: PriceYen) => {
    const worth = consideration(tenthsOf(price), lot.openQuantity)
    const profit = fee && estimateClose([{ lot, quantity: lot.openQuantity }], [worth], fee).profit
    return profit === null
      ? null
      : { profit, words: `${f.signedMoney(profit)}${f.dot}${t('orders.ticket.lossNote')}` }
  }

  const withOutcome = (kind: ExitKind) => {
    const price = form.priceOf(kind)
    const outcome = typeof price === 'number' ? outcomeAt(price) : null
    return outcome === null ? form.said[kind] : `${form.said[kind]}${f.dot}${f.signedMoney(outcome.profit)}`
  }

  async function submit() {
    const yes = await confirm({
      title: t('orders.exits.confirmTitle'),
      body: t('orders.exits.confirmBody', {
        name: lot.name,
        quantity: f.quantity(lot.openQuantity),
        takeProfit: withOutcome('takeProfit'),
        stopLoss: withOutcome('stopLoss'),
      }),
    })
    if (!yes) return
    const answer = await write.run({ params: { id: lot.id }, input: form.input })
    if (!answer.ok) return
    toast(t('orders.exits.done'), { kind: 'ok' })
    onClose()
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('orders.ticket.exits')}>
      <div className="px-gutter flex flex-col gap-3 pb-3">
        <p className="text-grey-1 text-1">{t('orders.exits.note', { price: f.price(from) })}</p>
        <ExitFields form={form} outcomeAt={outcomeAt} />
        {write.error !== null && <Notice tone="danger" title={write.error.msg} />}
      </div>
      <div className="flex p-4">
        <Button
          kind="primary"
          state={write.state}
          disabled={!form.isChanged || form.isWrong}
          onPress={() => void submit()}
        >
          {t('orders.exits.submit')}
        </Button>
      </div>
    </Sheet>
  )
}
