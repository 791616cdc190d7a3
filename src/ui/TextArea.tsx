import { useId } from 'react'
import { describedBy, FieldFrame } from './Field.tsx'

type Props = {
  label: string
  rule?: string | undefined
  error?: string | null | undefined
  value: string
  onChange: (value: string) => void
  maxLength: number
  rows?: number
}

/** Several lines of text. */
export function TextArea({ label, rule, error, value, onChange, maxLength, rows = 5 }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} rule={rule} error={error}>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...describedBy(id, { rule, error })}
        className={`w-full resize-none rounded-1 border bg-surface px-3 py-2 text-2 focus:outline-2 focus:-outline-offset-1 focus:outline-brand ${error ? 'border-danger' : 'border-grey-2'}`}
      />
    </FieldFrame>
  )
}
