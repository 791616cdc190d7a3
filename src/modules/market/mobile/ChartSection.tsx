import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { pause } from '#client/clock.ts'
import { afterPaint } from '#client/after-paint.ts'
import { lazily } from '#client/lazily.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { ICON } from '#ui/icon.ts'
import { ChoiceRow } from '#ui/MenuRow.tsx'
import { Modal, Sheet } from '#ui/Modal.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { getBars, type Interval } from '../contract.ts'
import { FIRST_BARS } from '../model/first-bars.ts'
import { CHART_VIEWS, firstChartView, type ChartView } from './chart-view.ts'
import { ChartWaiting } from './ChartWaiting.tsx'
import type { ChartProps } from './chart-props.ts'
import type { Compared } from './compared.ts'
import { useSchedule } from './schedule.ts'

/** From drawn to seen, on a phone. */
const SEEN_AFTER_MS = 100
/**
 * The figures are seen before the chart's library (the largest file of the page) is even asked for: on a slow
 * line it would hold them up.
 */
const loadChart = async () => {
  await afterPaint()
  await pause(SEEN_AFTER_MS)
  return import('./Chart.tsx')
}
const Chart = lazily(loadChart)

const MINUTE_CHOICES = ['1m', '3m', '5m', '7m', '15m', '30m', '45m', '60m'] as const
/**
 * The day's line has a point a minute on the Tokyo schedule, one in five where the day is nearly a day long.
 */
const LINE = { tse: { interval: '1m', count: 400 }, 'always-open': { interval: '5m', count: 300 } } as const

/** In the words of `useBars`. */
const WARMING = { quiet: true, staleTime: 60_000 } as const

type Props = Pick<
  ChartProps,
  'code' | 'previousClose' | 'price' | 'tradeDate' | 'tickTable' | 'limits' | 'own' | 'events' | 'notesIn'
> & {
  /** The line over a chart that fills the screen; `leave` ends that. */
  renderHead: (leave: () => void) => ReactNode
}

/** Views of the price: the day's line, minutes, days, weeks, months. */
export function ChartSection({ renderHead, ...props }: Props) {
  const t = useT()
  const [quick, setQuick] = useState<ChartView>(firstChartView.useValue())
  const [minutes, setMinutes] = useState<Interval>('5m')
  const [open, setOpen] = useState<'minutes' | 'settings' | null>(null)
  const [isFull, setFull] = useState(false)
  const [compared, setCompared] = useState<readonly Compared[]>([])
  // The chart's own code is on its way while its bars are; that it failed is told where it is shown.
  useEffect(() => void loadChart().catch(() => {}), [])
  const schedule = useSchedule() ?? schedules['always-open']
  const line = LINE[schedule.id]
  const interval: Interval = quick === 'line' ? line.interval : quick === 'minutes' ? minutes : quick
  // The bars come while the chart's code does: it asks for the same, unless its settings need more.
  const first = String(quick === 'line' ? line.count : FIRST_BARS)
  useRead(getBars, { params: { code: props.code }, query: { interval, limit: first } }, WARMING)
  const long = (one: Interval) => t('market.chart.minute', { n: Number.parseInt(one) })
  const tabs = CHART_VIEWS.map((id) => ({
    id,
    label: id === 'minutes' ? t('market.chart.more', { chosen: long(minutes) }) : t(`market.chart.${id}`),
  }))
  const choose = (id: ChartView) => {
    setQuick(id)
    if (id === 'minutes') setOpen('minutes')
  }
  const views = (
    <Tabs
      label={t('market.chart.interval')}
      tabs={tabs}
      value={quick}
      onChange={choose}
      end={
        <>
          <HeadButton label={t('market.study.title')} onPress={() => setOpen('settings')}>
            <IconAdjustmentsHorizontal {...ICON} />
          </HeadButton>
          {isFull && (
            <HeadButton label={t('market.study.leaveFull')} onPress={() => setFull(false)}>
              <IconX {...ICON} />
            </HeadButton>
          )}
        </>
      }
    >
      <Suspense fallback={<ChartWaiting />}>
        <Chart
          key={`${props.code} ${quick} ${interval}`}
          {...props}
          kind={quick === 'line' ? 'line' : 'candles'}
          interval={interval}
          points={line.count}
          schedule={schedule}
          isSetting={open === 'settings'}
          onSet={() => setOpen(null)}
          compared={compared}
          onCompare={setCompared}
          onLeave={() => setFull(false)}
          onFull={isFull ? null : () => setFull(true)}
        />
      </Suspense>
    </Tabs>
  )
  return (
    <section className="bg-surface" aria-label={t('market.chart.title')}>
      {isFull ? <ChartWaiting /> : views}
      <Modal kind="full" open={isFull} onClose={() => setFull(false)} label={t('market.chart.title')}>
        <div className="flex h-full flex-col *:[[role=tabpanel]]:flex *:[[role=tabpanel]]:min-h-0 *:[[role=tabpanel]]:grow *:[[role=tabpanel]]:flex-col">
          {renderHead(() => setFull(false))}
          {views}
        </div>
      </Modal>
      <Sheet open={open === 'minutes'} onClose={() => setOpen(null)} title={t('market.chart.minutes')}>
        {MINUTE_CHOICES.map((one) => (
          <ChoiceRow
            key={one}
            label={long(one)}
            chosen={one === minutes}
            onPress={() => {
              setMinutes(one)
              setOpen(null)
            }}
          />
        ))}
      </Sheet>
    </section>
  )
}

type HeadButtonProps = { label: string; onPress: () => void; children: ReactNode }

/** Beside the views, as tall as they are. */
const HeadButton = ({ label, onPress, children }: HeadButtonProps) => (
  <button
    type="button"
    className="pressable grid size-touch shrink-0 place-items-center rounded-1 text-grey-1"
    aria-label={label}
    onClick={onPress}
  >
    {children}
  </button>
)
