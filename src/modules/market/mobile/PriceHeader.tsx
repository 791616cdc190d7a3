import type { PriceYen } from '#kernel/price.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Figure, toneClass } from '#ui/Figure.tsx'
import { useFlash } from '#ui/flash.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import type { QuoteView, StockView } from '../contract.ts'

const TONES: Record<QuoteView['state'], TagTone> = {
  'pre-open': 'grey',
  trading: 'ok',
  special: 'warn',
  sequential: 'warn',
  limit: 'warn',
  halted: 'danger',
  closed: 'grey',
}

/** The price that stays while the page scrolls, with the day's figures. */
export function PriceHeader({ stock, quote }: { stock: StockView; quote: QuoteView }) {
  const t = useT()
  const f = useFormat()
  const flash = useFlash(quote.stale ? null : quote.last)
  const change = toneClass(quote.stale ? 'grey' : 'auto', quote.change)
  return (
    <section
      className="bg-surface px-gutter pb-2 low:flex low:flex-wrap low:items-center low:gap-x-4 low:pb-0"
      aria-label={t('market.stock.header', { name: stock.name })}
    >
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-1 text-grey-1">
        <span>{stock.code}</span>
        <span className="grow">{stock.sectorName}</span>
        {quote.stale ? (
          <Tag tone="warn">{t('ui.stale')}</Tag>
        ) : (
          <Tag tone={TONES[quote.state]}>{t(`market.state.${quote.state}`)}</Tag>
        )}
        <span className="whitespace-nowrap">{f.time(quote.at)}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 low:grow">
        <div className="min-w-0 low:flex low:items-baseline low:gap-x-2">
          <p className="inline-block rounded-0" {...flash}>
            <span className={`text-4 font-strong whitespace-nowrap ${change}`}>
              {f.price(quote.last ?? quote.previousClose)}
            </span>
          </p>
          <p className={`flex flex-wrap gap-x-2 text-2 font-strong whitespace-nowrap ${change}`}>
            <span>
              {f.arrow(quote.change)} {f.signedPrice(quote.change)}
            </span>
            <span>{f.signedPercent(quote.changeBp)}</span>
          </p>
        </div>
        <DayFigures quote={quote} className="ml-auto flex low:hidden" />
      </div>
    </section>
  )
}

/** The day's own figures; in a low window they stand under the chart, which has their place. */
export function DayFigures({ quote, className }: { quote: QuoteView; className: string }) {
  const t = useT()
  const f = useFormat()
  return (
    <div className={`justify-between gap-x-3 text-1 ${className}`}>
      <dl className="min-w-19">
        <Line label={t('market.stock.open')}>
          <Beside quote={quote} price={quote.open} />
        </Line>
        <Line label={t('market.stock.high')}>
          <Beside quote={quote} price={quote.high} />
        </Line>
        <Line label={t('market.stock.low')}>
          <Beside quote={quote} price={quote.low} />
        </Line>
      </dl>
      <dl className="min-w-24">
        <Line label={t('market.stock.volume')}>{f.large(quote.volume)}</Line>
        <Line label={t('market.stock.turnover')}>{f.large(quote.turnover)}</Line>
        <Line label={t('market.stock.vwap')}>{f.price(quote.vwap)}</Line>
      </dl>
    </div>
  )
}

const Line = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex items-baseline justify-between gap-2 py-0.5">
    <dt className="text-grey-1">{label}</dt>
    <dd className="whitespace-nowrap">{children}</dd>
  </div>
)

/** A price in the colour of its distance from the previous close. */
function Beside({ quote, price }: { quote: QuoteView; price: PriceYen | null }) {
  const f = useFormat()
  return (
    <Figure
      size={1}
      tone={quote.stale ? 'grey' : 'auto'}
      value={price === null ? null : price - quote.previousClose}
    >
      {f.price(price)}
    </Figure>
  )
}
