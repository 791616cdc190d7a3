import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getStock } from '#modules/market/contract.ts'
import { useLiveQuote } from '#modules/market/mobile/public.ts'
import { DefinitionRow } from '#ui/Definition.tsx'
import type { PickView } from '../contract.ts'

/**
 * Row of today's price, which has moved since the pick was made: at the stop-loss or below it, what is bought
 * may be sold at once.
 */
export function PriceNow({ pick }: { pick: Pick<PickView, 'code' | 'stopLoss'> }) {
  const t = useT()
  const f = useFormat()
  const stock = useRead(getStock, { params: { code: pick.code } }, { quiet: true })
  const last = useLiveQuote(pick.code, stock.data?.quote)?.last ?? null
  const isBelow = last !== null && last <= pick.stopLoss
  return (
    <DefinitionRow
      label={t('ai.pick.now')}
      note={isBelow ? <span className="text-danger">{t('ai.pick.belowStop')}</span> : undefined}
    >
      {f.price(last)}
    </DefinitionRow>
  )
}
