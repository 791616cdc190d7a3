import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useId, useState, type HTMLInputTypeAttribute, type InputHTMLAttributes, type ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { TEXT_MAX } from '#kernel/specification.ts'
import { readPlain } from '#kernel/typed.ts'
import { ICON_S, ICON_XS } from './icon.ts'

type Frame = {
  label: string
  /** The rule for the value, said before anyone errs. */
  rule?: string | undefined
  /** The fault and how to mend it. */
  error?: string | null | undefined
}

/** Label, rule and error around a control, tied to it for screen readers. */
export function FieldFrame({
  label,
  rule,
  error,
  children,
  id,
}: Frame & { id: string; children: ReactNode }) {
  return (
    <div className="py-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 pb-1">
        <label htmlFor={id} className="text-2 font-strong">
          {label}
        </label>
        {rule && (
          <span id={`${id}-rule`} className="text-1 text-grey-1">
            {rule}
          </span>
        )}
      </div>
      {children}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  return error ? (
    <p id={id} role="alert" className="flex items-start gap-1.5 pt-1 text-1 text-danger">
      <IconAlertTriangle {...ICON_XS} />
      {error}
    </p>
  ) : null
}

/** Attributes that tie a control to its rule and error. */
export const describedBy = (id: string, { rule, error }: Pick<Frame, 'rule' | 'error'>) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [rule && `${id}-rule`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
})

const box = (error: Frame['error']) =>
  `flex h-control items-center rounded-1 bg-surface focus-within:outline-2 focus-within:-outline-offset-1 ${error ? 'border border-danger outline-2 -outline-offset-1 outline-danger' : 'border border-grey-2 focus-within:outline-brand'}`
const INPUT = 'h-full min-w-0 grow bg-transparent px-3 outline-none'

type Passed = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'name'
  | 'inputMode'
  | 'autoComplete'
  | 'maxLength'
  | 'placeholder'
  | 'disabled'
  | 'required'
  | 'autoFocus'
  | 'enterKeyHint'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'onBlur'
>
type FieldProps = Frame &
  Passed & {
    value: string
    /** `isComposing`: an input method is in the middle of it. */
    onChange: (value: string, isComposing: boolean) => void
    /** The input method is done: this is what it came to. */
    onComposed?: (value: string) => void
    type?: HTMLInputTypeAttribute
    /** The one figure that a page is about. */
    big?: boolean
    /** A button or a unit at the right end, inside the box. */
    end?: ReactNode
    /** Letters and digits of half width alone: shown so once the field is left, however they were typed. */
    plain?: boolean
  }

export function Field({
  label,
  rule,
  error,
  value,
  onChange,
  onComposed,
  type = 'text',
  end,
  big = false,
  plain = false,
  onBlur,
  ...passed
}: FieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} rule={rule} error={error}>
      <div className={`${box(error)} ${big ? 'min-h-14' : ''}`}>
        <input
          id={id}
          className={`${INPUT} ${big ? 'text-4 font-strong' : 'text-3'}`}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
          onCompositionEnd={(event) => onComposed?.(event.currentTarget.value)}
          onBlur={(event) => {
            const said = plain ? readPlain(value) : value
            const next = plain && passed.autoCapitalize === 'characters' ? said.toUpperCase() : said
            if (next !== value) onChange(next, false)
            onBlur?.(event)
          }}
          maxLength={TEXT_MAX}
          {...passed}
          {...describedBy(id, { rule, error })}
        />
        {end}
      </div>
    </FieldFrame>
  )
}

/** A password with an eye. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const t = useT()
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="grid size-touch shrink-0 place-items-center rounded-1 text-grey-1"
          aria-label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon {...ICON_S} />
        </button>
      }
    />
  )
}

/** After a refused form: the first field that errs gets the focus, once its error is drawn. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
