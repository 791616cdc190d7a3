import { useSyncExternalStore } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import type { BarView } from '../contract.ts'
import type { Geometry } from './chart-geometry.ts'
import { changeSince } from './aligned.ts'

type Props = {
  chart: Geometry
  name: string
  bars: readonly BarView[]
  values: readonly (number | null)[]
  /** The bar that is pointed at, by its number; the last one otherwise. */
  shown: number
}

/** Change of both lines since the first bar in sight. */
export function CompareLegend({ chart, name, bars, values, shown }: Props) {
  const t = useT()
  const f = useFormat()
  useSyncExternalStore(chart.subscribe, chart.frame)
  const first = Math.min(chart.firstSeen(), bars.length - 1)
  return (
    <p className="pointer-events-none! absolute top-1 left-0 flex flex-wrap gap-x-3 rounded-0 bg-surface px-1 text-1 text-grey-1">
      <span>
        {t('market.compare.own', {
          change: f.signedPercent(changeSince(bars[first]!.close, bars[shown]!.close)),
        })}
      </span>
      <span className="flex items-center gap-1">
        <span className="w-3 border-t-2" style={{ borderColor: 'var(--study-pink)' }} aria-hidden />
        {name} {f.signedPercent(changeSince(values[first], values[shown]))}
      </span>
    </p>
  )
}
