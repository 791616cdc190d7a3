import type { DateJst } from '#kernel/time.ts'
import { codesIn, datesIn, isFormed } from './check.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'

/** The subjects that the checks of terms need to know about. */
export type Asked = {
  readonly codes: readonly string[]
  readonly dates: readonly DateJst[]
  readonly day: DateJst | null
  readonly lead: string | null
  readonly testTo: DateJst | null
}
export const NOTHING_ASKED: Asked = { codes: [], dates: [], day: null, lead: null, testTo: null }

/** Null: the terms are not in their form, and nothing is asked. */
export function asked(kind: ListingKind, value: unknown): Asked | null {
  if (!isFormed(kind, value)) return null
  return {
    codes: codesIn(kind, value),
    dates: datesIn(kind, value).map(([, date]) => date),
    day: 'saleOn' in value ? value.saleOn : 'tradeOn' in value ? value.tradeOn : null,
    lead: 'leadMemberId' in value ? value.leadMemberId : null,
    testTo: 'testTo' in value ? value.testTo : null,
  }
}
