import type { DateJst } from '#kernel/time.ts'
import type { PriceYen } from '#kernel/price.ts'
import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react'
import { pause } from '#client/clock.ts'
import { direction } from '#i18n/format.ts'
import { afterPaint } from '#client/after-paint.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ChoiceRow } from '#ui/MenuRow.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { schedules, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { BarView, Interval } from '../contract.ts'
import { tradeDateOfTime } from '../model/interval.ts'
import { CHART_VIEWS, firstChartView, type ChartView } from './chart-view.ts'
import { useChartWords } from './chart-labels.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartTable } from './ChartTable.tsx'
import type { Fill } from './price-chart.ts'
import { useSchedule } from './schedule.ts'
import { useBars } from './use-bars.ts'

/** From drawn to seen, on a phone. */
const SEEN_AFTER_MS = 100
/**
 * The figures are seen before the chart's library (the largest file of the page) is even asked for: on a slow
 * line it would hold them up.
 */
const loadChart = async () => {
  await afterPaint()
  await pause(SEEN_AFTER_MS)
  return import('./PriceChart.tsx')
}
const PriceChart = lazy(loadChart)

const MINUTE_CHOICES = ['1m', '5m', '15m', '30m', '45m'] as const
type Minutes = (typeof MINUTE_CHOICES)[number]
/**
 * The day's line has a point a minute on the Tokyo schedule, one in five where the day is nearly a day long.
 */
const LINE = { tse: { interval: '1m', count: 400 }, 'always-open': { interval: '5m', count: 300 } } as const

type Props = {
  code: string
  previousClose: PriceYen
  price: PriceYen
  tradeDate: DateJst
  fills: readonly Fill[]
}

/** Views of the price: the day's line, minutes, days, weeks, months. */
export function ChartSection(props: Props) {
  const t = useT()
  const [quick, setQuick] = useState<ChartView>(firstChartView.useValue())
  const [minutes, setMinutes] = useState<Minutes>('5m')
  const [choosing, setChoosing] = useState(false)
  // The chart's own code is on its way while its bars are; that it failed is told where it is shown.
  useEffect(() => void loadChart().catch(() => {}), [])
  const schedule = useSchedule() ?? schedules['always-open']
  const line = LINE[schedule.id]
  const interval: Interval = quick === 'line' ? line.interval : quick === 'minutes' ? minutes : quick
  const tabs = CHART_VIEWS.map((id) => ({
    id,
    label:
      id === 'minutes'
        ? t('market.chart.more', { chosen: t(`market.chart.${minutes}`) })
        : t(`market.chart.${id}`),
  }))
  const choose = (id: ChartView) => {
    setQuick(id)
    if (id === 'minutes') setChoosing(true)
  }
  return (
    <section className="bg-surface" aria-label={t('market.chart.title')}>
      <Tabs label={t('market.chart.interval')} tabs={tabs} value={quick} onChange={choose}>
        <ChartOf
          key={`${props.code} ${quick} ${interval}`}
          {...props}
          kind={quick === 'line' ? 'line' : 'candles'}
          interval={interval}
          count={quick === 'line' ? line.count : undefined}
          schedule={schedule}
        />
      </Tabs>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t('market.chart.minutes')}>
        {MINUTE_CHOICES.map((one) => (
          <ChoiceRow
            key={one}
            label={t(`market.chart.${one}`)}
            chosen={one === minutes}
            onPress={() => {
              setMinutes(one)
              setChoosing(false)
            }}
          />
        ))}
      </Sheet>
    </section>
  )
}

type OfProps = Props & {
  kind: 'candles' | 'line'
  interval: Interval
  count: number | undefined
  schedule: Schedule
}

function ChartOf({ code, previousClose, price, tradeDate, fills, kind, interval, count, schedule }: OfProps) {
  const t = useT()
  const read = useBars(code, interval, count)
  const f = useFormat()
  const words = useChartWords(interval)
  // Bars are known by their beginning: older ones may come in front of them.
  const [pointed, setPointed] = useState<string | null>(null)
  const [walked, setWalked] = useState<string | null>(null)
  const bars =
    kind === 'line'
      ? read.bars?.filter((bar) => tradeDateOfTime(schedule, Date.parse(bar.at)) === tradeDate)
      : read.bars
  if (bars === undefined) {
    return read.error ? (
      <ErrorState error={read.error} title={t('market.chart.cannotLoad')} onRetry={read.refetch} />
    ) : (
      <Waiting />
    )
  }
  if (bars.length === 0) return <Empty title={t('market.chart.noBars')} />
  const spoken = (bar: BarView) =>
    t('market.chart.bar', {
      time: words.time(Date.parse(bar.at)),
      open: f.price(bar.open),
      high: f.price(bar.high),
      low: f.price(bar.low),
      close: f.price(bar.close),
      volume: f.large(bar.volume),
    })
  const found = bars.findIndex((bar) => bar.at === walked)
  const walkedIndex = found < 0 ? bars.length - 1 : found
  const walk = (event: KeyboardEvent) => {
    const to = walkedTo(event.key, walked === null ? null : walkedIndex, bars.length)
    if (to === undefined) return
    event.preventDefault()
    setWalked(to === null ? null : bars[to]!.at)
  }
  const shown = bars.find((bar) => bar.at === (walked ?? pointed))
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('market.chart.walk')}
        onKeyDown={walk}
        onBlur={() => setWalked(null)}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={walkedIndex}
        aria-valuetext={spoken(bars[walkedIndex]!)}
      >
        <ChartLegend
          bars={bars}
          interval={interval}
          kind={kind}
          pointed={shown === undefined ? null : spoken(shown)}
          previousClose={previousClose}
        />
      </div>
      <div className="h-60 pl-4">
        <Suspense fallback={<span className="bone block h-full" />}>
          <PriceChart
            kind={kind}
            interval={interval}
            bars={bars}
            fills={fills}
            previousClose={previousClose}
            last={{ price, way: direction(price - previousClose) }}
            pointed={walked}
            onPoint={setPointed}
            onOlder={read.more}
          />
        </Suspense>
      </div>
      <ChartTable bars={bars} interval={interval} />
    </>
  )
}

const Waiting = () => (
  <div className="h-81 p-4">
    <span className="bone block h-full" />
  </div>
)

/**
 * Arrow keys go from bar to bar, Home and End to the first and last, Escape away; undefined for other keys.
 */
function walkedTo(key: string, from: number | null, count: number): number | null | undefined {
  const at = from ?? count
  switch (key) {
    case 'ArrowLeft':
      return Math.max(at - 1, 0)
    case 'ArrowRight':
      return Math.min(at + 1, count - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'Escape':
      return from === null ? undefined : null
    default:
      return undefined
  }
}
