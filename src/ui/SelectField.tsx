import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { describedBy, FieldFrame } from './Field.tsx'
import { ICON_S } from './icon.ts'

type Props<Value extends string> = {
  label: string
  rule?: string | undefined
  error?: string | null | undefined
  options: readonly { value: Value; label: string }[]
  /** null: nothing chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /** The text that stands there while nothing is chosen. */
  placeholder?: string
}

/** One of several, by the browser's own list. */
export function SelectField<Value extends string>({
  label,
  rule,
  error,
  options,
  value,
  onChange,
  placeholder = '',
}: Props<Value>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} rule={rule} error={error}>
      <div
        className={`relative flex h-control items-center rounded-1 border bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand ${error ? 'border-danger' : 'border-grey-2'}`}
      >
        <select
          id={id}
          className={`h-full w-full min-w-0 appearance-none truncate bg-transparent pr-10 pl-3 text-3 outline-none ${value === null ? 'text-grey-1' : 'text-ink'}`}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value as Value)}
          {...describedBy(id, { rule, error })}
        >
          {value === null && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} className="text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown {...ICON_S} className="pointer-events-none absolute right-3 size-5 text-grey-1" />
      </div>
    </FieldFrame>
  )
}
