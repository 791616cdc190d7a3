import type { Lang } from '#texts/lang.ts'
import type { CorporateActions } from '../model/corporate-actions.ts'
import type { Earnings } from '../model/earnings.ts'
import type { Instrument } from '../model/instrument.ts'
import type { SearchMatch } from '../model/search.ts'

/** What other rooms may ask about listed issues. All answers are from memory. */
export type InstrumentsPublic = {
  /** null: no such issue is listed here. */
  get(code: string): Instrument | null
  /** Every listed issue, in order of code. */
  all(): readonly Instrument[]
  /** Best match first; an empty query matches nothing. */
  search(query: string, lang: Lang): SearchMatch[]
  /** The name in this language; an unlisted code is its own name. `lang` as it came in the request. */
  nameOf(code: string, lang: string): string
  /** Dividends and splits of the listed issues; a listing by itself says nothing of them. */
  readonly actions: CorporateActions
  /** When companies publish results, and what they have published. */
  readonly earnings: Earnings
}
