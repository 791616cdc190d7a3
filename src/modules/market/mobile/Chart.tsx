import { useId, useState, type KeyboardEvent } from 'react'
import type { PriceYen } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import { direction } from '#i18n/format.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import { PANES, type ChartSettings } from '#modules/watchlists/model/chart.ts'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { Sheet } from '#ui/Modal.tsx'
import type { BarView, Interval } from '../contract.ts'
import { FIRST_BARS } from '../model/first-bars.ts'
import { tradeDateOfTime } from '../model/interval.ts'
import { nextBars } from '../model/next-bars.ts'
import { aheadOf, reachOf, spanOf, studyLines } from '../model/studies.ts'
import { useChartWords } from './chart-labels.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartTable } from './ChartTable.tsx'
import { ChartWaiting } from './ChartWaiting.tsx'
import { PriceChart } from './PriceChart.tsx'
import type { Fill, Level } from './price-chart.ts'
import { useStudyWords } from './study-labels.ts'
import { StudyForm } from './StudyForm.tsx'
import { useBars } from './use-bars.ts'
import { useChart } from './use-chart.ts'

/** Bars that are in sight at first: what comes before them is there for the lines. */
const IN_SIGHT = 60
/** The server gives no more at once. */
const MOST_BARS = 2_000

/** Number of bars that the lines need, in hundreds, so that few settings ask for others than most. */
function countOf(of: { settings: ChartSettings; interval: Interval; schedule: Schedule }): number {
  const needed = IN_SIGHT + reachOf(of)
  return needed <= FIRST_BARS ? FIRST_BARS : Math.min(Math.ceil(needed / 100) * 100, MOST_BARS)
}

export type ChartProps = {
  code: string
  previousClose: PriceYen
  price: PriceYen
  tradeDate: DateJst
  fills: readonly Fill[]
  levels: readonly Level[]
  kind: 'candles' | 'line'
  interval: Interval
  /** Of the day's line; candles have as many as their studies need. */
  points: number
  schedule: Schedule
  /** The settings are open. */
  isSetting: boolean
  onSet: () => void
  /** To all of the window; null there. */
  onFull: (() => void) | null
}

/** A chart by the settings of whoever looks at it. Loaded with the library, on a page with a chart. */
export default function Chart(props: ChartProps) {
  const t = useT()
  const { settings, keep, state } = useChart()
  const { kind, interval, points, schedule, isSetting, onSet } = props
  if (settings === null) return <ChartWaiting />
  return (
    <>
      <ChartOf
        {...props}
        settings={settings}
        count={kind === 'line' ? points : countOf({ settings, interval, schedule })}
      />
      <Sheet open={isSetting} onClose={onSet} title={t('market.study.title')}>
        <StudyForm settings={settings} span={spanOf(interval)} keep={keep} state={state} onClose={onSet} />
      </Sheet>
    </>
  )
}

function ChartOf({
  code,
  previousClose,
  price,
  tradeDate,
  fills,
  levels,
  kind,
  interval,
  count,
  schedule,
  settings,
  onFull,
}: ChartProps & { settings: ChartSettings; count: number }) {
  const t = useT()
  const read = useBars(code, interval, count)
  const f = useFormat()
  const words = useChartWords(interval)
  const studyWords = useStudyWords(interval)
  const id = useId()
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
      <ChartWaiting />
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
  const summary = (seen: readonly BarView[]) => {
    const [first, last] = [seen[0]!, seen.at(-1)!]
    const high = seen.reduce((most, bar) => (bar.high > most.high ? bar : most))
    const low = seen.reduce((least, bar) => (bar.low < least.low ? bar : least))
    const time = ({ at }: BarView) => words.time(Date.parse(at))
    return t('market.study.summary', {
      count: seen.length,
      from: time(first),
      to: time(last),
      first: f.price(first.close),
      last: f.price(last.close),
      change: f.signedPercent(Math.round((last.close / first.close - 1) * 10_000)),
      high: f.price(high.high),
      highAt: time(high),
      low: f.price(low.low),
      lowAt: time(low),
    })
  }
  const found = bars.findIndex((bar) => bar.at === walked)
  const walkedIndex = found < 0 ? bars.length - 1 : found
  const walk = (event: KeyboardEvent) => {
    const to = walkedTo(event.key, walked === null ? null : walkedIndex, bars.length)
    if (to === undefined) return
    event.preventDefault()
    setWalked(to === null ? null : bars[to]!.at)
  }
  const lines = kind === 'line' ? [] : studyLines(bars, { settings, interval, schedule })
  const ahead =
    lines.length === 0 ? [] : nextBars(schedule, interval, Date.parse(bars.at(-1)!.at), aheadOf(settings))
  const shown = bars.findIndex((bar) => bar.at === (walked ?? pointed))
  const panes = PANES.filter((pane) => lines.some(({ study }) => study === pane)).length
  return (
    <>
      <p id={`${id}-summary`} className="sr-only">
        {summary(kind === 'line' ? bars : bars.slice(-IN_SIGHT))}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('market.chart.walk')}
        aria-describedby={`${id}-summary`}
        onKeyDown={walk}
        onBlur={() => setWalked(null)}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={walkedIndex}
        aria-valuetext={[spoken(bars[walkedIndex]!), ...studyWords.spokenAt(lines, walkedIndex)].join(
          t('market.study.comma'),
        )}
      >
        <ChartLegend
          kind={kind}
          figures={studyWords.figuresAt(lines, shown < 0 ? bars.length - 1 : shown)}
          previousClose={previousClose}
        />
      </div>
      <div className={`relative pl-4 ${onFull === null ? 'min-h-0 grow' : HEIGHTS[panes]!}`}>
        {shown >= 0 && (
          <p
            className="pointer-events-none absolute inset-x-0 top-0 z-3 bg-surface px-gutter text-1 text-grey-1"
            aria-hidden
          >
            {spoken(bars[shown]!)}
          </p>
        )}
        <PriceChart
          kind={kind}
          interval={interval}
          bars={bars}
          fills={fills}
          levels={levels}
          settings={settings}
          lines={lines}
          ahead={ahead}
          previousClose={previousClose}
          last={{ price, way: direction(price - previousClose) }}
          pointed={walked}
          onPoint={setPointed}
          onOlder={read.more}
        />
      </div>
      {onFull !== null && <ChartTable bars={bars} lines={lines} interval={interval} onFull={onFull} />}
    </>
  )
}

/** By how many panes stand below the prices. */
const HEIGHTS = ['h-60', 'h-82', 'h-104'] as const

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
