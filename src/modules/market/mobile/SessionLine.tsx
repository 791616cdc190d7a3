import { useLatest } from '#client/topics.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { Tag } from '#ui/Tag.tsx'
import { marketTopic, type QuoteView, type StockView } from '../contract.ts'
import { HaltNotice } from './HaltNotice.tsx'
import { sessionLine } from './session-line.ts'

/**
 * One line on how the issue trades now: the phase and its end, or the quote that stands instead of trading;
 * and the rules in force.
 */
export function SessionLine({ stock, quote }: { stock: StockView; quote: QuoteView }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const market = useLatest(marketTopic, {})
  const { phase, phaseEndsAt, openUntil } = market ?? stock
  const { key, mark, until } = sessionLine(quote, phase, phaseEndsAt)
  const { computed } = quote
  const price = quote.indication === null ? '' : f.price(quote.indication.price)
  return (
    <>
      <HaltNotice halts={market?.halts ?? []} code={stock.code} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-grey-3 px-gutter py-2 text-1 text-grey-1">
        {mark !== null && <Tag tone="warn">{t(`market.mark.${mark}`)}</Tag>}
        <span className="min-w-0 grow basis-48">
          {text(key, {
            price,
            // The close of a day may lie beyond midnight.
            time: key === 'market.phaseUntil' ? f.dateTime(openUntil) : f.time(until),
            phase: text(`market.phase.${phase}`),
            clock: f.clock(until),
          })}
        </span>
        {computed !== null && (
          <Tag>{t('market.line.computed', { from: f.clock(computed.from), to: f.clock(computed.to) })}</Tag>
        )}
        {quote.shortRestricted && <Tag>{t('market.line.shortRestricted')}</Tag>}
        {quote.firstDay && <Tag>{t('market.line.firstDay')}</Tag>}
      </div>
    </>
  )
}
