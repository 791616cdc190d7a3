import type { ReactNode } from 'react'
import { useFormat, useLang, useT, useText } from '#client/texts.ts'
import type { FieldType } from '../model/field.ts'
import { shownChoice, shownValue } from '../model/shown.ts'

/** The form in which people see a value of terms, and the words for a choice. */
export function useShown() {
  const t = useT()
  const text = useText()
  const wording = {
    lang: useLang(),
    f: useFormat(),
    choice: (value: string) => text(`listings.choice.${value}`),
  }
  return {
    shown: (type: FieldType, value: unknown): ReactNode =>
      shownValue(type, value, wording) ?? (
        <span className="text-danger">{t('listings.console.missing')}</span>
      ),
    choice: (value: string): string => shownChoice(value, wording),
  }
}
