import { IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { FieldFrame } from '#ui/Field.tsx'
import { ICON_S } from '#ui/icon.ts'

type Props = {
  label: string
  value: string | null
  empty: string
  error: string | undefined
  icon?: ReactNode
  open: boolean
  onOpen: () => void
}

/** A field whose value is chosen in a sheet. */
export function ChoiceField({ label, value, empty, error, icon, open, onOpen }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <button
        id={id}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={`${id}-sheet`}
        aria-label={`${label} ${value ?? empty}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={onOpen}
        className={`flex min-h-control w-full items-center gap-3 rounded-1 border bg-surface px-3 py-2 text-left ${error ? 'border-danger' : 'border-grey-2'}`}
      >
        {icon && <span className="shrink-0 text-brand">{icon}</span>}
        <span className={`min-w-0 grow text-2 ${value === null ? 'text-grey-1' : ''}`}>{value ?? empty}</span>
        <IconChevronRight {...ICON_S} className="size-5 shrink-0 text-grey-1" />
      </button>
    </FieldFrame>
  )
}
