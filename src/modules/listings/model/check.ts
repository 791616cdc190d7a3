import { DAY, dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import { canonical, type Json } from '#kernel/hash.ts'
import { LANGS } from '#i18n/lang.ts'
import { lineProblem } from '#modules/staff/model/line-filter.ts'
import type { Facts } from './facts.ts'
import { malformed, type Fields, type InventoryRow, type Words } from './field.ts'
import type { Terms } from './kinds.ts'
import { KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import { problem, problems, type Problem } from './problem.ts'
import type { Kind } from './terms.ts'

/** Terms are published at most so long before they open, and are open at most this long (decided here). */
const OPENS_WITHIN_DAYS = 180
const OPEN_DAYS_MOST = 366

/** Each kind takes its own terms, and its fields are read before the rest is called: no type says so. */
const kindOf = (kind: ListingKind): Kind => KINDS[kind] as unknown as Kind
const valuesOf = (
  terms: Readonly<Record<string, unknown>>,
  fields: Fields,
  type: string,
): [string, unknown][] =>
  Object.entries(fields)
    .filter(([, each]) => each === type)
    .map(([field]) => [field, terms[field]])

/**
 * Everything that is wrong with terms, in a fixed order; none: they may be published. Where a field is not in
 * its form nothing else is asked. Runs in the editor while somebody types, and in the command of both
 * signatures.
 */
export function termsProblems(kind: ListingKind, value: unknown, facts: Facts): Problem[] {
  const { fields, check } = kindOf(kind)
  const wrong = malformed(fields, value).map(({ field, rejection }) => problem(field, rejection, { field }))
  if (wrong.length > 0) return wrong
  const terms = value as Terms
  const { opensAt, closesAt } = terms
  return problems(
    [...valuesOf(terms, fields, 'names'), ...valuesOf(terms, fields, 'texts')]
      .filter(([, words]) => LANGS.some((lang) => lineProblem((words as Words)[lang]) !== null))
      .map(([field]) => problem(field, 'WORDS_DEMAND')),
    opensAt <= facts.now && problem('opensAt', 'OPENS_IN_PAST'),
    opensAt > facts.now + OPENS_WITHIN_DAYS * DAY &&
      problem('opensAt', 'OPENS_TOO_FAR', { days: OPENS_WITHIN_DAYS }),
    (closesAt <= opensAt || closesAt > opensAt + OPEN_DAYS_MOST * DAY) &&
      problem('closesAt', 'CLOSES_BEFORE_OPENING', { days: OPEN_DAYS_MOST }),
    datesIn(kind, terms)
      .filter(([, date]) => facts.closedDates.includes(date))
      .map(([field, date]) => problem(field, 'NOT_BUSINESS_DAY', { date })),
    check(terms, facts),
  )
}

/** The dates on which terms do something, with their fields: all must be business days. */
export const datesIn = (kind: ListingKind, terms: Terms): [field: string, date: DateJst][] => [
  ...(valuesOf(terms, kindOf(kind).fields, 'date') as [string, DateJst][]),
  ['opensAt', dateJst(terms.opensAt)],
  ['closesAt', dateJst(terms.closesAt)],
]

/** The issues that terms name. */
export const codesIn = (kind: ListingKind, terms: Terms): string[] => [
  ...valuesOf(terms, kindOf(kind).fields, 'code').map(([, code]) => code as string),
  ...valuesOf(terms, kindOf(kind).fields, 'rows').flatMap(([, rows]) =>
    (rows as readonly InventoryRow[]).map(({ code }) => code),
  ),
]

/** True if a value has the form of the kind's terms. */
export const isFormed = (kind: ListingKind, value: unknown): value is Terms =>
  malformed(kindOf(kind).fields, value).length === 0

const TAG = 'KABU-TERMS-v1\0'
/** The bytes whose SHA-256 is the hash of a listing: what was published can never be another text. */
export const termsText = (id: string, kind: ListingKind, terms: Terms): string =>
  TAG + canonical({ id, kind, terms: terms as Json })

export type ListingStatus = 'published' | 'open' | 'closed' | 'void'
/** `withdraw`: made void after it closed, where its product says that this can still be (decision 0065). */
export type ListingEvent = 'open' | 'close' | 'void' | 'withdraw'
/**
 * The whole life of a listing: what is not in here cannot happen. Terms are void only before they open
 * (security-and-trust 1).
 */
const NEXT: Readonly<Record<ListingStatus, Partial<Record<ListingEvent, ListingStatus>>>> = {
  published: { open: 'open', void: 'void' },
  open: { close: 'closed' },
  closed: { withdraw: 'void' },
  void: {},
}
/** The status after an event; null where the event is not possible. */
export const nextStatus = (status: ListingStatus, event: ListingEvent): ListingStatus | null =>
  NEXT[status][event] ?? null

/** Status of a listing at this market time: opening and closing happen by the clock alone. */
export function statusAt(
  { voidedAt, opensAt, closesAt }: { voidedAt: Ms | null; opensAt: Ms; closesAt: Ms },
  now: Ms,
): ListingStatus {
  if (voidedAt !== null) return 'void'
  return now < opensAt ? 'published' : now < closesAt ? 'open' : 'closed'
}
