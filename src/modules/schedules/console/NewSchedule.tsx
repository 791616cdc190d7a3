import { useState, type ReactNode } from 'react'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useAct } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PPM_OF_PERCENT } from '#kernel/money.ts'
import type { Refusal } from '#kernel/result.ts'
import { powerOf, type PowerName } from '#registry/powers.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { isDay } from '../model/schedule.ts'

/**
 * `percent`: typed as people name a rate, and signed in parts per million (`first` too);
 * `days`: any number of dates, with spaces or commas between; `clock`: a time of the trade date, which goes
 * on after midnight.
 */
export type Field<Name extends string> = {
  name: Name
  label: string
  type: 'date' | 'number' | 'percent' | 'days' | 'clock'
  first: string
  example?: string
}
type Body = Readonly<
  Record<string, string | number | null | readonly string[] | readonly (readonly string[])[]>
>
/** A rate as it can be typed. */
const EXAMPLE = 0.05
const EXAMPLE_NUMBER = 1_000
const WIDTHS = { date: 'w-32', number: 'w-32', percent: 'w-24', days: 'w-64', clock: 'w-16' } as const

type Props<Name extends string> = {
  title: string
  power: PowerName
  fields: readonly Field<Name>[]
  idOf: (body: Body) => string
  /**
   * The same rule as at both signatures; whether a day is a business day is the server's to say, which
   * refuses the first signature then.
   */
  problem: (id: string, body: Body) => Refusal | null
  /** The body that is signed, where that is not the fields as they are. */
  bodyOf?: (typed: Body) => Body
  /** The result of the fields, shown under them. */
  preview?: (body: Body) => ReactNode
  /** The question before signing: what is going to hold, with its figures. */
  question: (body: Body) => string
}

/** Prepares a table of the firm: the first of its two signatures. */
export function NewSchedule<Name extends string>({
  title,
  power,
  fields,
  bodyOf,
  idOf,
  problem: problemOf,
  preview,
  question,
}: Props<Name>) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const act = useAct()
  const begun = () =>
    Object.fromEntries(
      fields.map(({ name, type, first }) => [
        name,
        type === 'percent' ? f.ruleFigure(Number(first) / PPM_OF_PERCENT) : first,
      ]),
    ) as Record<Name, string>
  const [draft, setDraft] = useState(begun)
  const [touched, setTouched] = useState(false)
  const [isSent, setIsSent] = useState(false)
  // Another day, or a table that has come: an untouched form begins from it, and what was typed stays.
  const seed = fields.map(({ first }) => first).join(' ')
  const [from, setFrom] = useState(seed)
  if (seed !== from) {
    setFrom(seed)
    if (!touched) setDraft(begun)
  }
  const inWords = (detail: Refusal['detail']) =>
    Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [
        name,
        typeof value === 'string' && isDay(value) ? f.date(value) : value,
      ]),
    )
  const number = (word: string) => f.read(word, { decimals: 0, signed: false }) ?? Number.NaN
  const percent = (word: string) => f.read(word, { decimals: 4, signed: false, unit: 'percent' })
  const ppm = (word: string) => Math.round((percent(word) ?? Number.NaN) * PPM_OF_PERCENT)
  const valueOf = ({ name, type }: Field<Name>) =>
    type === 'date' || type === 'clock'
      ? draft[name].trim()
      : type === 'number'
        ? number(draft[name])
        : type === 'percent'
          ? ppm(draft[name])
          : draft[name].split(/[\s,、]+/).filter((word) => word !== '')
  const typed: Body = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
  const body = bodyOf?.(typed) ?? typed
  const reasons = powerOf(power).reasons ?? []
  const [reason, setReason] = useState(reasons[0] ?? null)
  const id = idOf(body)
  const problem = problemOf(id, body)
  const unread = fields.find(
    ({ name, type }) =>
      (type === 'percent' && percent(draft[name]) === null) ||
      (type === 'number' && Number.isNaN(number(draft[name]))),
  )
  async function prepare(): Promise<void> {
    if (!(await confirm({ title, body: question(body) }))) return
    if (
      (await act.ask({ power, subject: id, body, reason: reason === null ? null : { code: reason } })) !==
      null
    )
      sent()
  }
  /** The next one begins from what holds: pressed again, the same would be asked for twice. */
  function sent(): void {
    toast(t('console.decision.asked'), { kind: 'ok' })
    setDraft(begun)
    setTouched(false)
    setIsSent(true)
  }
  return (
    <form
      aria-label={title}
      className="flex flex-wrap items-end gap-3 border-b border-grey-3 px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void prepare()
      }}
    >
      {fields.map(({ name, label, type, example }) => (
        <label key={name} className="flex flex-col text-1 text-grey-1">
          {label}
          <input
            className={`desk-input text-2 ${WIDTHS[type]}`}
            type={type === 'date' ? 'date' : 'text'}
            inputMode={type === 'number' ? 'numeric' : type === 'percent' ? 'decimal' : undefined}
            placeholder={example}
            value={draft[name]}
            onChange={(event) => {
              setTouched(true)
              setDraft({ ...draft, [name]: event.target.value })
            }}
          />
        </label>
      ))}
      {reasons.length > 0 && (
        <label className="flex flex-col text-1 text-grey-1">
          {t('schedules.console.reason')}
          <select
            className="desk-input text-2"
            value={reason!}
            onChange={(event) => setReason(event.target.value)}
          >
            {reasons.map((code) => (
              <option key={code} value={code}>
                {text(`staff.reason.${code}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <DeskButton
        type="submit"
        look="primary"
        busy={act.busy}
        disabled={problem !== null || (isSent && !touched)}
      >
        {t('schedules.console.prepare')}
      </DeskButton>
      {problem !== null && touched && (
        <p role="status" className="text-1 text-danger">
          {unread === undefined
            ? text(`schedules.rejection.${problem.rejection}`, inWords(problem.detail))
            : t('schedules.console.unread', {
                field: unread.label,
                example: unread.type === 'percent' ? f.ruleFigure(EXAMPLE) : f.quantity(EXAMPLE_NUMBER),
              })}
        </p>
      )}
      {preview?.(body)}
    </form>
  )
}
