import { langOf, type Lang } from '#texts/lang.ts'
import { shownSplits } from '../model/corporate-actions.ts'
import { NO_EARNINGS } from '../model/earnings.ts'
import type { Instrument } from '../model/instrument.ts'
import { searchInstruments } from '../model/search.ts'
import type { InstrumentsPublic } from './public.ts'

/** The listed issues as other rooms see them. The list does not change while the house is up. */
export function openListing(listed: readonly Instrument[]): InstrumentsPublic {
  const all = [...listed].sort((a, b) => (a.code < b.code ? -1 : 1))
  const byCode = new Map(all.map((instrument) => [instrument.code, instrument]))
  return {
    get: (code) => byCode.get(code) ?? null,
    all: () => all,
    search: (query, lang: Lang) => searchInstruments(all, query, lang),
    actions: shownSplits([]),
    earnings: NO_EARNINGS,
    nameOf: (code, lang) => byCode.get(code)?.names[langOf(lang)] ?? code,
  }
}
