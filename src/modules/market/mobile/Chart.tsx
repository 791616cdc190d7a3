import { useState } from 'react'
import { useT } from '#client/texts.ts'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { FIRST_BARS } from '../model/first-bars.ts'
import { tradeDateOfTime } from '../model/interval.ts'
import { reachOf, spanOf } from '../model/studies.ts'
import { alignedTo } from './aligned.ts'
import { IN_SIGHT, type ChartOfProps, type ChartProps } from './chart-props.ts'
import { ChartBody } from './ChartBody.tsx'
import { ChartWaiting } from './ChartWaiting.tsx'
import { ComparePick } from './ComparePick.tsx'
import { COMPARED_COLORS, idOf, useAllCompared } from './compared.ts'
import { BARS_BEFORE } from './price-chart.ts'
import { StudyForm } from './StudyForm.tsx'
import { useBars } from './use-bars.ts'
import { useChart } from './use-chart.ts'

/** The server gives no more at once. */
const MOST_BARS = 2_000

/** Number of bars that the lines need, in hundreds, so that few settings ask for others than most. */
function countOf(reach: number): number {
  const needed = IN_SIGHT + reach + BARS_BEFORE
  return needed <= FIRST_BARS ? FIRST_BARS : Math.min(Math.ceil(needed / 100) * 100, MOST_BARS)
}

/** A chart by the settings of whoever looks at it. Loaded with the library, on a page with a chart. */
export default function Chart(props: ChartProps) {
  const t = useT()
  const { settings, keep, state } = useChart()
  const [isComparing, setComparing] = useState(false)
  const { kind, interval, points, schedule, isSetting, onSet, compared, onCompare } = props
  if (settings === null) return <ChartWaiting />
  const reach = kind === 'line' ? 0 : reachOf({ settings, interval, schedule })
  return (
    <>
      <ChartOf
        key={compared.map(idOf).join(' ')}
        {...props}
        settings={settings}
        reach={reach}
        count={kind === 'line' ? points : countOf(reach)}
        onPick={() => setComparing(true)}
      />
      <Sheet open={isSetting} onClose={onSet} title={t('market.study.title')}>
        <StudyForm settings={settings} span={spanOf(interval)} keep={keep} state={state} onClose={onSet} />
      </Sheet>
      <Sheet open={isComparing} onClose={() => setComparing(false)} title={t('market.compare.title')}>
        <ComparePick
          interval={interval}
          compared={compared}
          onChoose={(chosen) => {
            onCompare(chosen)
            setComparing(false)
          }}
        />
      </Sheet>
    </>
  )
}

function ChartOf(props: ChartOfProps) {
  const { code, tradeDate, kind, interval, count, schedule, compared } = props
  const t = useT()
  const read = useBars(code, interval, count)
  const others = useAllCompared(compared, interval, count)
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
  return (
    <ChartBody
      {...props}
      bars={bars}
      others={others.flatMap(({ name, values }, n) =>
        values === undefined ? [] : [{ name, color: COMPARED_COLORS[n]!, values: alignedTo(bars, values) }],
      )}
      onOlder={() => {
        read.more()
        for (const other of others) other.more()
      }}
    />
  )
}
