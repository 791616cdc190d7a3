import type { BasisPoints } from '#kernel/money.ts'
import type { ReactNode } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { gaugePercent, gaugeState } from './gauge.ts'
import { Tag } from './Tag.tsx'

const TAGS = { safe: 'ok', watch: 'warn', danger: 'danger' } as const
const MARKS = [
  ['lossCut', '10%', 'left-[20%]'],
  ['marginCall', '20%', 'left-[40%]'],
  ['newPositions', '30%', 'left-[60%]'],
] as const

/** The margin ratio on its fixed thresholds; `room` says in yen how far it is. */
export function Gauge({ ratioBp, label, room }: { ratioBp: BasisPoints; label: string; room?: ReactNode }) {
  const t = useT()
  const f = useFormat()
  const state = gaugeState(ratioBp)
  const value = f.percent(ratioBp)
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2 pb-3">
        <span className="text-2">{label}</span>
        <span className="text-3 font-strong whitespace-nowrap">{value}</span>
        <Tag tone={TAGS[state]}>{t(`ui.${state}`)}</Tag>
        <span className="ml-auto text-1 text-grey-1">{room}</span>
      </div>
      <div role="img" aria-label={t('ui.gauge', { label, value })} className="relative pt-1 pb-11">
        <div className="flex gap-0.5">
          <span className="h-1.5 w-1/5 rounded-round bg-danger" />
          <span className="h-1.5 w-1/5 rounded-round bg-warn-line" />
          <span className="h-1.5 w-1/5 rounded-round bg-warn-line opacity-50" />
          <span className="h-1.5 grow rounded-round bg-ok" />
        </div>
        <span
          className="absolute -top-2 flex h-5 -translate-x-1/2 flex-col items-center text-1 leading-none"
          style={{ left: `clamp(0.375rem, ${gaugePercent(ratioBp)}%, 100% - 0.375rem)` }}
        >
          ▼<span className="w-0.5 grow bg-ink" />
        </span>
        {MARKS.map(([key, figure, place]) => (
          <span key={key} className={`absolute top-3.5 w-1/5 -translate-x-1/2 text-center text-1 ${place}`}>
            <span className="block font-strong">{figure}</span>
          </span>
        ))}
        {MARKS.map(([key, , place]) => (
          <span
            key={key}
            className={`absolute top-7.5 -translate-x-1/2 text-1 whitespace-nowrap text-grey-1 ${place}`}
          >
            {t(`ui.${key}`)}
          </span>
        ))}
      </div>
    </div>
  )
}
