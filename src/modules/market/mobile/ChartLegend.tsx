import type { PriceYen } from '#kernel/price.ts'
import { useFormat, useT } from '#client/texts.ts'
import { LOOKS } from './study-looks.ts'
import type { StudyFigure } from './study-labels.ts'

type Props = { kind: 'candles' | 'line'; figures: readonly StudyFigure[]; previousClose: PriceYen }

/** Over the chart: what its lines stand at, at the bar that is pointed at, else the last one. */
export function ChartLegend({ kind, figures, previousClose }: Props) {
  const t = useT()
  const f = useFormat()
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 px-gutter pt-1 text-1 text-grey-1 low:min-h-6 low:pt-0">
      {kind === 'line' && (
        <Key token="--grey-2" label={t('market.chart.previousClose')} value={f.price(previousClose)} />
      )}
      {figures.map(({ line, name, value }) => (
        <Key key={line.id} {...LOOKS[line.id]} label={name} value={value} />
      ))}
    </div>
  )
}

type KeyProps = { token: string; dashed?: boolean; label: string; value: string }

const Key = ({ token, dashed = false, label, value }: KeyProps) => (
  <span className="flex items-center gap-1 whitespace-nowrap">
    <span
      className={`w-3 border-t-2 ${dashed ? 'border-dashed' : ''}`}
      style={{ borderColor: `var(${token})` }}
      aria-hidden
    />
    {label} {value}
  </span>
)
