import {
  IconArrowsDiff,
  IconLine,
  IconMaximize,
  IconMinus,
  IconRulerMeasure,
  IconTable,
  IconVolume,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { DRAWING_KINDS, type DrawingKind } from '#modules/watchlists/model/drawing-kinds.ts'
import { ICON_S } from '#ui/icon.ts'

const ICONS: Readonly<Record<DrawingKind, ReactNode>> = {
  trend: <IconLine {...ICON_S} />,
  level: <IconMinus {...ICON_S} />,
  ruler: <IconRulerMeasure {...ICON_S} />,
}

type Props = {
  isComparing: boolean
  onCompare: () => void
  tool: DrawingKind | null
  /** `byKey`: without a pointer that could draw. */
  onTool: (kind: DrawingKind, byKey: boolean) => void
  isToned: boolean
  onTone: () => void
  isTable: boolean
  onTable: () => void
  /** To all of the window; null there. */
  onFull: (() => void) | null
}

/** Tools of the chart, below it. */
export function ChartTools(props: Props) {
  const { isComparing, onCompare, tool, onTool, isToned, onTone, isTable, onTable, onFull } = props
  const t = useT()
  return (
    <div
      role="toolbar"
      aria-label={t('market.draw.tools')}
      className="scroller flex items-center justify-between overflow-x-auto px-2"
    >
      <Tool label={t('market.compare.title')} isOn={isComparing} onPress={onCompare}>
        <IconArrowsDiff {...ICON_S} />
      </Tool>
      {DRAWING_KINDS.map((kind) => (
        <Tool
          key={kind}
          label={t(`market.draw.kind.${kind}`)}
          isOn={tool === kind}
          onPress={(byKey) => onTool(kind, byKey)}
        >
          {ICONS[kind]}
        </Tool>
      ))}
      <Tool label={t('market.tone.play')} isOn={isToned} onPress={onTone}>
        <IconVolume {...ICON_S} />
      </Tool>
      <Tool
        label={t(isTable ? 'market.chart.tableClose' : 'market.chart.table')}
        isOpen={isTable}
        onPress={onTable}
      >
        <IconTable {...ICON_S} />
      </Tool>
      {onFull !== null && (
        <Tool label={t('market.study.full')} onPress={onFull}>
          <IconMaximize {...ICON_S} />
        </Tool>
      )}
    </div>
  )
}

type ToolProps = {
  label: string
  isOn?: boolean
  isOpen?: boolean
  onPress: (byKey: boolean) => void
  children: ReactNode
}

const Tool = ({ label, isOn, isOpen, onPress, children }: ToolProps) => (
  <button
    type="button"
    className={`pressable grid size-touch shrink-0 place-items-center rounded-1 ${isOn === true || isOpen === true ? 'bg-brand-wash text-brand' : 'text-grey-1'}`}
    aria-label={label}
    aria-pressed={isOn}
    aria-expanded={isOpen}
    title={label}
    // A key's click has no detail.
    onClick={(event) => onPress(event.detail === 0)}
  >
    {children}
  </button>
)
