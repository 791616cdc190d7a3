import { useFormat, useT } from '#client/texts.ts'
import { yenOf, type PriceYen } from '#kernel/price.ts'
import type { Far } from '#modules/orders/model/sweep.ts'
import { Notice } from '#ui/Notice.tsx'

/** Words for the cost of an order at market beside the best price: title, note and act. */
export function useFarWords() {
  const t = useT()
  const f = useFormat()
  return ({ beyond, yen, priceTenths, bestTenths }: Far) => {
    const best = f.price(yenOf(bestTenths))
    const about = { beyond, yen: f.money(yen) }
    return {
      title: t('orders.far.title', about),
      note: t('orders.far.note', { ...about, best, price: f.price(yenOf(priceTenths)) }),
      limit: t('orders.far.limit', { best }),
    }
  }
}

/** The warning, with the act that makes a limit order at the best price of it (decision 0150). */
export function FarNotice({ far, onLimit }: { far: Far; onLimit: (best: PriceYen) => void }) {
  const { title, note, limit } = useFarWords()(far)
  return (
    <Notice
      tone="warn"
      title={title}
      note={note}
      action={limit}
      onPress={() => onLimit(yenOf(far.bestTenths))}
    />
  )
}
