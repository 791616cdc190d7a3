import { useId } from 'react'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  note?: string
  disabled?: boolean
  plain?: boolean
}

/**
 * A line with an on-off switch at its right; it acts at once. `plain`: reads like a menu row, the note below.
 */
export function Switch({ checked, onChange, label, note, disabled, plain }: Props) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-13 w-full items-center gap-3">
      <span className={`flex min-w-0 grow text-2 ${plain ? 'flex-col' : 'flex-wrap items-baseline gap-x-2'}`}>
        <span className={plain ? '' : 'font-strong'}>{label}</span>
        {note && <span className="text-1 text-grey-1">{note}</span>}
      </span>
      <span className="relative inline-flex h-touch w-12 shrink-0 items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 z-1 size-full appearance-none rounded-1"
        />
        <span className="h-7 w-12 rounded-round bg-grey-2 transition-colors duration-(--t-fast) peer-checked:bg-brand peer-disabled:opacity-50" />
        <span className="absolute left-0.5 size-6 rounded-round bg-surface transition-transform duration-(--t-fast) peer-checked:translate-x-5" />
      </span>
    </label>
  )
}
