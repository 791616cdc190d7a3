import { useFormat, useT } from '#client/texts.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { freeOf } from '#modules/portfolio/model/closing.ts'
import type { ClosePart } from './close-parts.ts'

type Props = {
  lots: readonly LotView[]
  parts: readonly ClosePart[]
  /** The ones that are ticked; null: the order decides, and nothing is to be ticked. */
  ticked: readonly string[] | null
  onTick: (ids: readonly string[]) => void
}

/** The lots that shares are closed out of, oldest first, and how many of each. */
export function CloseLotsChoice({ lots, parts, ticked, onTick }: Props) {
  const t = useT()
  const f = useFormat()
  return (
    <ul aria-label={t('orders.close.lots')} className="flex flex-col rounded-1 bg-sunk px-3">
      {lots.map((lot) => {
        const closes = parts.find((part) => part.lot.id === lot.id)?.quantity ?? 0
        const line = (
          <>
            <span className="min-w-0 grow">
              <span className="block">{f.dateTime(lot.openedAt)}</span>
              <span className="block text-1 text-grey-1">
                {t('orders.close.lotLine', { price: f.price(lot.openPrice), free: f.quantity(freeOf(lot)) })}
              </span>
            </span>
            <span className={`shrink-0 whitespace-nowrap ${closes > 0 ? 'font-strong' : 'text-grey-1'}`}>
              {closes > 0 ? f.shares(closes) : '―'}
            </span>
          </>
        )
        return (
          <li key={lot.id} className="border-b border-grey-3 text-2 last:border-b-0">
            {ticked === null ? (
              <span className="flex min-h-touch items-center gap-3 py-1">{line}</span>
            ) : (
              <label className="flex min-h-touch items-center gap-3 py-1">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-brand"
                  checked={ticked.includes(lot.id)}
                  onChange={(event) =>
                    onTick(event.target.checked ? [...ticked, lot.id] : ticked.filter((id) => id !== lot.id))
                  }
                />
                {line}
              </label>
            )}
          </li>
        )
      })}
    </ul>
  )
}
