import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '#client/texts.ts'
import { FieldError } from '#ui/Field.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Section } from '#ui/Section.tsx'
import type { Choice, QuestionId } from '../model/quiz.ts'

type Props = {
  id: QuestionId
  number: number
  choices: readonly Choice[]
  value: Choice | null
  missing: boolean
  /** `closed`: not to be answered now. */
  state: 'open' | 'closed' | 'right' | 'wrong'
  onChange: (choice: Choice) => void
}

/** One question; once graded, whether it was right and why. */
export function QuizQuestion({ id, number, choices, value, missing, state, onChange }: Props) {
  const t = useT()
  const group = useId()
  return (
    <li className="mt-band first:mt-0" data-missing={missing || undefined}>
      <Section>
        <fieldset disabled={state !== 'open'} aria-describedby={missing ? `${group}-error` : undefined}>
          <legend className="pb-1 text-2 font-strong">
            <span className="block text-1 font-regular text-grey-1">
              {t('members.quiz.number', { n: number })}
            </span>
            {t(`members.quiz.${id}.text`)}
          </legend>
          {choices.map((choice) => (
            <label key={choice} className="flex min-h-touch items-center gap-3 py-1 text-2">
              <input
                type="radio"
                className="size-5 shrink-0 accent-(--brand)"
                name={group}
                checked={value === choice}
                onChange={() => onChange(choice)}
              />
              {t(`members.quiz.${id}.${choice}`)}
            </label>
          ))}
        </fieldset>
        <FieldError id={`${group}-error`} error={missing ? t('members.quiz.missing') : null} />
        {(state === 'right' || state === 'wrong') && (
          <p className="flex items-start gap-2 pt-2 text-2">
            {state === 'right' ? (
              <IconCircleCheck {...ICON_S} className="size-5 shrink-0 text-ok" />
            ) : (
              <IconCircleX {...ICON_S} className="size-5 shrink-0 text-danger" />
            )}
            <span>
              <span className="font-strong">
                {t(state === 'right' ? 'members.quiz.right' : 'members.quiz.wrong')}
              </span>
              {'　'}
              {t(`members.quiz.${id}.why`)}
            </span>
          </p>
        )}
      </Section>
    </li>
  )
}
