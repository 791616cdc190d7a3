import { formatter } from '#i18n/format.ts'
import { langOf } from '#i18n/lang.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type CaseFact, type CaseReader } from '#modules/staff/server/public.ts'
import { KINDS, LISTING_KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import { type FieldType } from '../model/field.ts'
import { powerFor } from '../model/kinds.ts'
import { shownValue } from '../model/shown.ts'
import { listings } from './tables.ts'

/** Requests to publish terms or to take them back: each term by its name, as whoever prepared it saw it. */
export function listingCases(context: AppContext): readonly CaseReader[] {
  const read = () => context.engine.read
  const brief: CaseReader['brief'] = async (subject) => plainCase(subject, { page: 'listings', at: subject })
  const inWords = (kind: ListingKind, terms: unknown, locale: string): CaseFact[] => {
    const lang = langOf(locale)
    const text = (key: string) => context.text(lang, key)
    const values = (typeof terms === 'object' && terms !== null ? terms : {}) as Record<string, unknown>
    const shown = (type: FieldType, value: unknown): string =>
      (type === 'member' ? numberOf(read(), value) : null) ??
      shownValue(type, value, {
        lang,
        f: formatter(lang),
        choice: (value) => text(`listings.choice.${value}`),
      }) ??
      text('listings.console.missing')
    return [
      { label: text('listings.console.kind'), value: text(`listings.kind.${kind}`) },
      ...Object.entries(KINDS[kind].fields as Record<string, FieldType>).map(([field, type]) => ({
        label: text(`listings.field.${field}`),
        value: shown(type, values[field]),
      })),
    ]
  }
  return [
    ...LISTING_KINDS.map((kind): CaseReader => ({
      powers: [powerFor(kind)],
      brief,
      terms: (_subject, { terms }, lang) => inWords(kind, terms, lang),
    })),
    {
      powers: ['listing.void'],
      brief,
      terms(subject, _body, lang) {
        const row = read().of(listings).get(subject)
        return row === undefined ? [] : inWords(row.kind, row.terms, lang)
      },
    },
  ]
}

const numberOf = (tables: TableReader, memberId: unknown): string | null => {
  const member = typeof memberId === 'string' ? memberOf(tables, memberId) : undefined
  return member === undefined ? null : `#${member.number}`
}
