import { useState, type ReactNode } from 'react'
import { useFormat } from '#client/texts.ts'
import { readDigits, type Typing } from '#kernel/typed.ts'
import { Field } from './Field.tsx'
import { useFigureError } from './figure-error.ts'

type NumberFieldProps = {
  label: string
  rule?: string
  error?: string | null | undefined
  /** The fault in the figure that is typed: said once the field is left. */
  problem?: string | null | undefined
  /** null: nothing, or no figure, is typed. */
  value: number | null
  /** `isMistyped`: something is typed, and it is no figure. */
  onChange: (value: number | null, isMistyped: boolean) => void
  decimals?: 0 | 1 | 2
  unit?: NonNullable<Typing['unit']>
  /** Below zero may be typed. */
  signed?: boolean
  /** The problem of a figure of more decimals than the field takes, where its rule says more. */
  tooFine?: string
  big?: boolean
  end?: ReactNode
}

/**
 * A figure as the member's language writes it. What is typed stays as it is until the field is left: an input
 * method is in the middle of it.
 */
export function NumberField({
  value,
  onChange,
  decimals = 0,
  signed = false,
  unit = 'yen',
  error,
  problem,
  tooFine,
  ...passed
}: NumberFieldProps) {
  const f = useFormat()
  const sayUnread = useFigureError()
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const read = (text: string) => f.read(text, { decimals, signed, unit })
  // A value that comes from elsewhere, a button for one, stands in the place of what was typed.
  const shown =
    typed !== null && read(typed) === value
      ? typed
      : value === null
        ? ''
        : f.number(value, decimals === 0 || Number.isInteger(value) ? 0 : decimals)
  const isUnread = shown.trim() !== '' && value === null
  return (
    <Field
      {...passed}
      error={
        isUnread && (isLeft || error)
          ? sayUnread(shown, {
              decimals,
              signed,
              unit,
              tooFine: tooFine === undefined ? undefined : () => tooFine,
            })
          : (error ?? (isLeft && value !== null ? problem : null))
      }
      inputMode={signed ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      enterKeyHint="done"
      maxLength={30}
      value={shown}
      onChange={(text) => {
        setTyped(text)
        setLeft(false)
        const next = read(text)
        onChange(next, next === null && text.trim() !== '')
      }}
      onBlur={() => {
        setLeft(true)
        if (!isUnread) setTyped(null)
      }}
    />
  )
}

type CodeFieldProps = Pick<
  Parameters<typeof Field>[0],
  'label' | 'rule' | 'error' | 'autoComplete' | 'disabled' | 'autoFocus' | 'required' | 'end'
> & { value: string; onChange: (value: string) => void; hyphens?: boolean }

/**
 * Digits of a code or a number of an account: pasted blanks, and `hyphens` where they part nothing, go;
 * full-width ones are read; nothing is ever cut off.
 */
export function CodeField({ value, onChange, hyphens = true, ...passed }: CodeFieldProps) {
  const [composed, setComposed] = useState<string | null>(null)
  const take = (text: string) => {
    setComposed(null)
    onChange(readDigits(text, { hyphens }) ?? text)
  }
  return (
    <Field
      {...passed}
      inputMode="numeric"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      value={composed ?? value}
      onChange={(text, isComposing) => (isComposing ? setComposed(text) : take(text))}
      onComposed={take}
    />
  )
}
