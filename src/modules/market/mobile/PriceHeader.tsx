import type { ReactNode } from 'react'
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

/** The state of trading, or that the quote is old; and its time, in the classes of where it is `narrow`. */
function State({ quote, narrow = '' }: { quote: QuoteView; narrow?: string }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      {quote.stale ? (
        <Tag tone="warn">{t('ui.stale')}</Tag>
      ) : (
        <Tag tone={TONES[quote.state]}>{t(`market.state.${quote.state}`)}</Tag>
      )}
      <span className={`whitespace-nowrap ${narrow}`}>{f.time(quote.at)}</span>
    </>
  )
}

/** The last price, which flashes as it moves; before the day's first a special quote, by its name. */
export function Price({ quote, className }: { quote: QuoteView; className: string }) {
  const t = useT()
  const f = useFormat()
  const flash = useFlash(quote.stale ? null : quote.last)
  const { last, indication } = quote
  return (
    <p className="inline-block rounded-0" {...flash}>
      <span className={`font-strong whitespace-nowrap ${className} ${changeTone(quote)}`}>
        {f.price(last ?? indication?.price ?? quote.previousClose)}
      </span>
      {last === null && indication !== null && (
        <span className="pl-1 text-1 text-grey-1">{t('market.board.price')}</span>
      )}
    </p>
  )
}

/** The change since the previous close, in yen and as a rate. */
export function Change({ quote, className }: { quote: QuoteView; className: string }) {
  const f = useFormat()
  return (
    <p className={`flex font-strong whitespace-nowrap ${className} ${changeTone(quote)}`}>
      <span>
        {f.arrow(quote.change)} {f.signedPrice(quote.change)}
      </span>
      <span>{f.signedPercent(quote.changeBp)}</span>
    </p>
  )
}
const changeTone = ({ stale, change }: QuoteView) => toneClass(stale ? 'grey' : 'auto', change)

type Props = { stock: StockView; quote: QuoteView }

/** The price that stays while the page scrolls, with the day's figures. */
export function PriceHeader({ stock, quote }: Props) {
  const t = useT()
  return (
    <section
      className="bg-surface px-gutter pb-2"
      aria-label={t('market.stock.header', { name: stock.name })}
    >
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-1 text-grey-1">
        <span>{stock.code}</span>
        <span className="grow">{stock.sectorName}</span>
        <State quote={quote} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <div className="min-w-0">
          <Price quote={quote} className="text-4" />
          <Change quote={quote} className="flex-wrap gap-x-2 text-2" />
        </div>
        <DayFigures quote={quote} className="ml-auto flex" />
      </div>
    </section>
  )
}

/**
 * The same in one line, in the place of the bar's title: where the window has more width than height. What it
 * does not hold stands under the chart.
 */
export function PriceLine({ stock, quote, children }: Props & { children: ReactNode }) {
  const t = useT()
  return (
    <section
      className="@container/line min-w-0 grow"
      aria-label={t('market.stock.header', { name: stock.name })}
    >
      <div className="flex items-center gap-x-3">
        <div className="min-w-0 shrink">
          <p className="flex flex-wrap items-baseline gap-x-2 text-1 text-grey-1">
            <span className="text-3 font-strong text-ink @max-[30rem]/line:text-2" aria-hidden>
              {stock.name}
            </span>
            <span className="@max-[30rem]/line:hidden">
              {stock.code}・{stock.sectorName}
            </span>
          </p>
          <p className="flex items-center gap-x-2 text-1 text-grey-1">
            <State quote={quote} narrow="@max-[18rem]/line:hidden" />
          </p>
        </div>
        {children}
        <div className="flex shrink-0 items-center gap-x-3 @max-[30rem]/line:ml-auto @max-[30rem]/line:flex-col @max-[30rem]/line:items-end">
          <Price quote={quote} className="text-4 @max-[30rem]/line:text-3" />
          <Change
            quote={quote}
            className="flex-col text-2 @max-[30rem]/line:flex-row @max-[30rem]/line:gap-x-2 @max-[30rem]/line:text-1"
          />
        </div>
        <DayLine quote={quote} className="ml-auto flex shrink-0 @max-[47rem]/line:hidden" />
        <DayFigures
          quote={quote}
          className="ml-auto hidden shrink-0 @min-[30rem]/line:flex @min-[47rem]/line:hidden"
        />
      </div>
    </section>
  )
}

/** The day's own figures beside each other, as heads of columns. */
function DayLine({ quote, className }: { quote: QuoteView; className: string }) {
  const t = useT()
  const f = useFormat()
  const figures = [
    ['open', <Beside key="open" quote={quote} price={quote.open} />],
    ['high', <Beside key="high" quote={quote} price={quote.high} />],
    ['low', <Beside key="low" quote={quote} price={quote.low} />],
    ['volume', f.large(quote.volume)],
    ['vwap', f.price(quote.vwap)],
  ] as const
  return (
    <dl className={`gap-x-4 text-right ${className}`}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt className="text-1 text-grey-1">{t(`market.stock.${name}`)}</dt>
          <dd className="text-2 font-strong whitespace-nowrap">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The day's own figures, in two columns. */
export function DayFigures({ quote, className }: { quote: QuoteView; className: string }) {
  const t = useT()
  const f = useFormat()
  return (
    <div className={`flex-wrap justify-between gap-x-3 text-1 ${className}`}>
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

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
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
