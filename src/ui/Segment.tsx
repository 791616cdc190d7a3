import { useId, type ReactNode } from 'react'

type Props<Value extends string> = {
  label: string
  /** `direction`: the thumb takes the colour of the direction in which one acts by it. */
  options: readonly { value: Value; label: ReactNode; disabled?: boolean; direction?: 'up' | 'down' }[]
  value: Value
  onChange: (value: Value) => void
}

const THUMBS = {
  up: 'has-checked:bg-up has-checked:text-on-up',
  down: 'has-checked:bg-down has-checked:text-on-down',
} as const
const PLAIN = 'has-checked:bg-surface has-checked:text-ink'

/** One of a few, all in sight. Radio buttons underneath: arrow keys move. */
export function Segment<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex min-h-touch rounded-1 bg-sunk p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className={`relative flex min-h-[calc(var(--touch)-var(--s1))] min-w-0 flex-1 items-center justify-center rounded-1 px-1 text-center text-2 text-grey-1 has-checked:font-strong has-focus-visible:outline-2 has-focus-visible:outline-brand ${option.direction === undefined ? PLAIN : THUMBS[option.direction]}`}
        >
          <input
            type="radio"
            className="absolute inset-x-0 -inset-y-0.5 opacity-0"
            name={name}
            value={option.value}
            disabled={option.disabled}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
