import { useSyncExternalStore } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import type { BarView } from '../contract.ts'
import type { Geometry } from './chart-geometry.ts'
import { changeSince } from './aligned.ts'
import type { Other } from './compared-line.ts'

type Props = {
  chart: Geometry
  bars: readonly BarView[]
  others: readonly Other[]
  /** The bar that is pointed at, by its number; the last one otherwise. */
  shown: number
}

/** Change of all lines since the first bar in sight. */
export function CompareLegend({ chart, bars, others, shown }: Props) {
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
      {others.map(({ name, color, values }) => (
        <span key={name} className="flex items-center gap-1">
          <span className="w-3 border-t-2" style={{ borderColor: `var(${color})` }} aria-hidden />
          {name} {f.signedPercent(changeSince(values[first], values[shown]))}
        </span>
      ))}
    </p>
  )
}
