import { IconMinus, IconPlus } from '@tabler/icons-react'
import { use, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFormat, useT } from '#client/texts.ts'
import type { Typing } from '#kernel/typed.ts'
import { FieldError } from './Field.tsx'
import { useFigureError } from './figure-error.ts'
import { stepped } from './figure-input.ts'
import { ICON_S } from './icon.ts'
import { NumberPad } from './NumberPad.tsx'
import { usePadFocus } from './pad-focus.ts'
import { PadSlot } from './pad-slot.ts'
import { useRepeatPress } from './press.ts'

export type StepperProps = {
  label: string
  /** null: nothing, or no figure, is typed. */
  value: number | null
  onChange: (value: number | null) => void
  /** The grid, or the next value in a direction (prices: the tick table). */
  step: number | ((value: number | null, direction: 1 | -1) => number)
  min: number
  max: number
  /** 1 where a decimal may be typed. */
  decimals?: 0 | 1
  unit?: NonNullable<Typing['unit']>
  /** The figure as it reads while it is not being typed; a price otherwise. */
  display?: string
  /** 12 px under the figure: tick and limits, or the money that it means. */
  hint?: ReactNode
  hintTone?: 'up' | 'down' | 'grey'
  error?: string | null | undefined
  /** The problem of a figure of more decimals than the field takes, where its rule says more. */
  tooFine?: (value: number) => string
  disabled?: boolean
}

const HINTS = { up: 'text-up', down: 'text-down', grey: 'text-grey-1' } as const
/** A finger gets the app's own pad, which leaves the page readable; a keyboard needs none. */
const hasFinger = (): boolean => matchMedia('(pointer: coarse)').matches

/**
 * − figure +. Held, the signs repeat after 350 ms; up and down arrow step; the figure can be typed. What is
 * typed and is no figure stays as it is, and is said once the field is left.
 */
export function Stepper({
  label,
  value,
  onChange,
  step,
  min,
  max,
  decimals = 0,
  unit = 'yen',
  display,
  hint,
  hintTone = 'grey',
  error,
  tooFine,
  disabled,
}: StepperProps) {
  const t = useT()
  const f = useFormat()
  const sayUnread = useFigureError()
  const id = useId()
  const slot = use(PadSlot)
  const input = useRef<HTMLInputElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  // The pad's first key begins anew, as a keyboard's does in a field whose text is selected.
  const [isFresh, setFresh] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { editing, focused, left } = usePadFocus()
  const pad = slot !== null && hasFinger() ? slot : null
  const move = (direction: 1 | -1) => {
    setTyped(null)
    const next = typeof step === 'number' ? stepped(value, direction, step, min, max) : step(value, direction)
    onChange(Math.min(max, Math.max(min, next)))
  }
  const read = (text: string) => f.read(text, { decimals, unit })
  const type = (text: string) => {
    setTyped(text)
    setFresh(false)
    setLeft(false)
    onChange(read(text))
  }
  const shown =
    typed !== null && read(typed) === value ? typed : value === null ? '' : (display ?? f.price(value))
  const problem = value !== null ? error : isLeft && sayUnread(shown, { decimals, unit, tooFine })
  useLayoutEffect(() => {
    // With its hint and its error, which the number pad would cover.
    if (editing) for (const part of [whole, input]) part.current?.scrollIntoView({ block: 'nearest' })
  }, [editing, problem])
  return (
    <div ref={whole}>
      <div
        className={`flex min-h-control items-stretch rounded-1 bg-surface focus-within:outline-2 focus-within:-outline-offset-1 ${problem ? 'border border-danger outline-2 -outline-offset-1 outline-danger' : 'border border-grey-2 focus-within:outline-brand'}`}
      >
        <Sign
          label={t('ui.decrease', { label })}
          disabled={disabled || (value !== null && value <= min)}
          onStep={() => move(-1)}
        >
          <IconMinus {...ICON_S} />
        </Sign>
        <span className="relative flex min-w-0 grow flex-col justify-center border-x border-grey-3 py-0.5 text-center">
          <input
            ref={input}
            id={id}
            type="text"
            role="spinbutton"
            aria-label={label}
            aria-valuenow={value ?? undefined}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuetext={shown}
            aria-invalid={problem ? true : undefined}
            aria-describedby={
              [hint !== undefined && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ') ||
              undefined
            }
            inputMode={pad ? 'none' : decimals ? 'decimal' : 'numeric'}
            autoComplete="off"
            disabled={disabled}
            value={shown}
            className="w-full bg-transparent text-center text-3 font-strong outline-none disabled:text-grey-1"
            onFocus={(event) => {
              focused()
              setFresh(true)
              event.currentTarget.select()
            }}
            onBlur={() => {
              if (value !== null) setTyped(null)
              setLeft(true)
              left()
            }}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
              event.preventDefault()
              move(event.key === 'ArrowUp' ? 1 : -1)
            }}
          />
          {hint !== undefined && (
            <span id={`${id}-hint`} className={`pointer-events-none px-1 text-1 ${HINTS[hintTone]}`}>
              {hint}
            </span>
          )}
        </span>
        <Sign
          label={t('ui.increase', { label })}
          disabled={disabled || (value !== null && value >= max)}
          onStep={() => move(1)}
        >
          <IconPlus {...ICON_S} />
        </Sign>
      </div>
      <FieldError id={`${id}-error`} error={problem || null} />
      {pad &&
        editing &&
        createPortal(
          <NumberPad
            label={label}
            hint={hint}
            text={isFresh ? '' : (typed ?? '')}
            decimals={decimals}
            onType={type}
            onStep={move}
            onMax={() => {
              setTyped(null)
              onChange(max)
            }}
            onDone={() => input.current?.blur()}
          />,
          pad,
        )}
    </div>
  )
}

function Sign({
  label,
  disabled,
  onStep,
  children,
}: {
  label: string
  disabled?: boolean | undefined
  onStep: () => void
  children: ReactNode
}) {
  const press = useRepeatPress(onStep)
  return (
    <button
      type="button"
      className="pressable grid w-control shrink-0 place-items-center rounded-1 text-brand select-none disabled:text-grey-2"
      aria-label={label}
      disabled={disabled}
      {...press}
    >
      {children}
    </button>
  )
}
