import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ICON_S } from './icon.ts'
import { Row, type Target } from './Row.tsx'

type Props = { icon?: ReactNode; label: ReactNode; value?: ReactNode } & Target

/** One line of a menu, 48 px; icons in brand colour by `ICON`. */
export function MenuRow({ icon, label, value, ...target }: Props) {
  return (
    <Row {...target} className={`min-h-row-1! gap-3 py-2 ${icon ? 'after-icon' : ''}`}>
      {icon && <span className="shrink-0 text-brand">{icon}</span>}
      <span className="min-w-0 grow text-2">{label}</span>
      {value !== undefined && (
        <span className="max-w-3/5 shrink-0 text-right text-1 text-grey-1">{value}</span>
      )}
      {(target.href ?? target.onPress) !== undefined && (
        <IconChevronRight {...ICON_S} className="size-5 shrink-0 text-grey-1" />
      )}
    </Row>
  )
}

/** One of several in a sheet or on a page: the chosen one is ticked, and nothing lies behind it. */
export function ChoiceRow({
  label,
  chosen,
  lang,
  onPress,
}: {
  label: string
  chosen: boolean
  lang?: string
  onPress: () => void
}) {
  return (
    <Row onPress={onPress} className="min-h-row-1! py-2">
      <span
        className="flex w-full items-center justify-between gap-3 text-2"
        lang={lang}
        aria-current={chosen ? 'true' : undefined}
      >
        <span className={chosen ? 'font-strong text-brand' : ''}>{label}</span>
        {chosen && <IconCheck {...ICON_S} className="size-5 shrink-0 text-brand" />}
      </span>
    </Row>
  )
}
