import type { PriceYen } from '#kernel/price.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { BarView, Interval } from '../contract.ts'
import { movingAverage } from '../model/moving-average.ts'
import { isDailyInterval } from './chart-labels.ts'

const AVERAGES = [
  [5, 'bg-(--ma-short)'],
  [25, 'bg-(--ma-mid)'],
  [75, 'bg-(--ma-long)'],
] as const

type Props = {
  bars: readonly BarView[]
  interval: Interval
  kind: 'candles' | 'line'
  /** The bar under the finger or the keyboard, in words. */
  pointed: string | null
  previousClose: PriceYen
}

/** Over the chart: the averages' figures, or those of the bar that is pointed at. */
export function ChartLegend({ bars, interval, kind, pointed, previousClose }: Props) {
  const t = useT()
  const f = useFormat()
  const unit = isDailyInterval(interval) ? interval : 'minutes'
  const closes = bars.slice(-75).map((one) => one.close)
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 px-gutter pt-1 text-1 text-grey-1 low:min-h-6 low:pt-0">
      {pointed !== null && <span aria-hidden>{pointed}</span>}
      {pointed === null && kind === 'line' && (
        <Key look="bg-grey-2" label={t('market.chart.previousClose')} value={f.price(previousClose)} />
      )}
      {pointed === null &&
        kind === 'candles' &&
        AVERAGES.map(([count, look]) => (
          <Key
            key={count}
            look={look}
            label={t(`market.chart.average.${unit}`, { count })}
            value={f.number(movingAverage(closes, count).at(-1) ?? null, 1)}
          />
        ))}
    </div>
  )
}

const Key = ({ look, label, value }: { look: string; label: string; value: string }) => (
  <span className="flex items-center gap-1 whitespace-nowrap">
    <span className={`h-0.5 w-3 ${look}`} aria-hidden />
    {label} {value}
  </span>
)
