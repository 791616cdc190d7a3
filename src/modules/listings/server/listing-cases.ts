import { formatter } from '#i18n/format.ts'
import { langOf, type Lang } from '#i18n/lang.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type CaseFact, type CaseReader } from '#modules/staff/server/public.ts'
import { KINDS, LISTING_KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import { type FieldType } from '../model/field.ts'
import { powerFor } from '../model/kinds.ts'
import { shownValue } from '../model/shown.ts'
import type { Outcome } from './public.ts'
import { listings, type ListingRow } from './tables.ts'

/** Requests to publish terms or to take them back: each term by its name, as whoever prepared it saw it. */
export function listingCases(
  context: AppContext,
  outcome: (row: ListingRow) => Outcome | null,
): readonly CaseReader[] {
  const read = () => context.engine.read
  const brief: CaseReader['brief'] = async (subject) => plainCase(subject, { page: 'listings', at: subject })
  const termsInWords = (kind: ListingKind, terms: unknown, locale: string): CaseFact[] => {
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
  /** Figures of that moment, and what goes back to whom: before the terms, which everybody can read. */
  const outcomeFacts = (found: Outcome, lang: Lang): CaseFact[] => {
    const text: Words = (key, args) => context.text(lang, key, args)
    const { stage, figures, back } = inWords(found, text)
    const f = formatter(lang)
    return [
      { label: text('listings.console.stage'), value: stage },
      ...figures.map(({ label, ...figure }) => ({ label, value: figureText(figure, f, text) })),
      ...(back === null
        ? []
        : [
            {
              label: text('listings.console.back'),
              value: text('listings.console.backTo', { n: back.members, money: f.money(back.yen) }),
            },
          ]),
    ]
  }
  return [
    ...LISTING_KINDS.map((kind): CaseReader => ({
      powers: [powerFor(kind)],
      brief,
      terms: (_subject, { terms }, lang) => termsInWords(kind, terms, lang),
    })),
    {
      powers: ['listing.void'],
      brief,
      terms(subject, _body, lang) {
        const row = read().of(listings).get(subject)
        if (row === undefined) return []
        const found = outcome(row)
        return [
          ...(found === null ? [] : outcomeFacts(found, langOf(lang))),
          ...termsInWords(row.kind, row.terms, lang),
        ]
      },
    },
  ]
}

type Words = (key: string, args?: Record<string, string | number>) => string
/** The product's word with its labels in the reader's language. */
export const inWords = (found: Outcome, text: (key: string) => string): Outcome => ({
  ...found,
  stage: text(found.stage),
  figures: found.figures.map(({ label, ...figure }) => ({ label: text(label), ...figure })),
})
const figureText = (
  { n, shares, yen }: Omit<Outcome['figures'][number], 'label'>,
  f: ReturnType<typeof formatter>,
  text: Words,
): string =>
  [
    n === null ? null : text('listings.console.cases', { n }),
    shares === null ? null : text('listings.console.shares', { n: shares }),
    yen === null ? null : f.money(yen),
  ]
    .filter((each) => each !== null)
    .join(' · ')

const numberOf = (tables: TableReader, memberId: unknown): string | null => {
  const member = typeof memberId === 'string' ? memberOf(tables, memberId) : undefined
  return member === undefined ? null : `#${member.number}`
}
