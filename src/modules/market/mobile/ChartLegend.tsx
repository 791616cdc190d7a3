import type { PriceYen } from '#kernel/price.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { ICON_XS } from '#ui/icon.ts'
import { LOOKS } from './study-looks.ts'
import type { StudyFigure } from './study-labels.ts'

/** As many stand in two rows of a phone, and in one of a phone on its side. */
const FEW = 5

type LegendProps = Props & { children: (legend: ReactNode) => ReactNode }

/**
 * The legend in what makes it the chart's (`children`): of many lines two rows, the rest is a press away. In
 * a low window one row, over the chart.
 */
export function FoldedLegend({ children, ...props }: LegendProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const isMany = props.figures.length > FEW
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <div className="relative">
      {children(<ChartLegend {...props} isFolded={isMany && !isOpen} isMany={isMany} />)}
      {isMany && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t('ui.more')}
          className="pressable absolute top-0 right-0 z-3 grid size-touch place-items-center text-brand"
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

type RowsProps = Props & { isMany: boolean; isFolded: boolean }

/** Over the chart: what its lines stand at, at the bar that is pointed at, else the last one. */
function ChartLegend({ kind, figures, previousClose, isMany, isFolded }: RowsProps) {
  const t = useT()
  const f = useFormat()
  return (
    <div
      className={`flex min-h-10 flex-wrap items-center gap-x-4 px-gutter pt-1 text-1 text-grey-1 low:min-h-6 low:bg-surface ${isMany ? 'pr-touch' : ''} ${isFolded ? 'h-10 content-start gap-y-1 overflow-hidden low:h-6 low:gap-y-2' : ''}`}
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
