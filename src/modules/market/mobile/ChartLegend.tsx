import type { PriceYen } from '#kernel/price.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { ICON_XS } from '#ui/icon.ts'
import { LOOKS } from './study-looks.ts'
import type { StudyFigure } from './study-labels.ts'

/** As many stand in one row of a phone on its side. */
const ONE_ROW = 5

type LegendProps = Props & { children: (legend: ReactNode) => ReactNode }

/**
 * The legend in what makes it the chart's (`children`). In a low window it lies over the chart in one row;
 * of many lines the rest is a press away.
 */
export function FoldedLegend({ children, ...props }: LegendProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <div className="relative">
      {children(<ChartLegend {...props} isFolded={!isOpen} />)}
      {props.figures.length > ONE_ROW && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t('ui.more')}
          className="pressable absolute top-0 right-0 z-3 hidden size-touch place-items-center text-brand low:grid"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="grid size-6 place-items-center rounded-0 border border-grey-3 bg-surface">
            <Icon {...ICON_XS} />
          </span>
        </button>
      )}
    </div>
  )
}

type Props = { kind: 'candles' | 'line'; figures: readonly StudyFigure[]; previousClose: PriceYen }

/** Over the chart: what its lines stand at, at the bar that is pointed at, else the last one. */
function ChartLegend({ kind, figures, previousClose, isFolded }: Props & { isFolded: boolean }) {
  const t = useT()
  const f = useFormat()
  return (
    <div
      className={`flex min-h-10 flex-wrap items-center gap-x-4 px-gutter pt-1 text-1 text-grey-1 low:min-h-6 low:bg-surface low:pt-1 low:pr-touch ${isFolded ? 'low:h-6 low:content-start low:gap-y-2 low:overflow-hidden' : ''}`}
    >
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
