import type { DateJst, Ms } from '#kernel/time.ts'
import { langOf, type Lang } from '#i18n/lang.ts'
import { shownSplits } from '../model/corporate-actions.ts'
import { NO_EARNINGS } from '../model/earnings.ts'
import type { Instrument } from '../model/instrument.ts'
import { searchInstruments } from '../model/search.ts'
import type { InstrumentsPublic } from './public.ts'

/** The list of issues, and the way into it. */
export type Listing = InstrumentsPublic & {
  /**
   * It is shown from the moment on at which the exchange takes orders for it; its name is known at once. An
   * issue that is there already stays as it is.
   */
  add(instrument: Instrument, from: Ms): void
  /** An issue that was to come does not: only its name stays known. */
  remove(code: string): void
  /** The issues that the exchange trades on this date. */
  on(tradeDate: DateJst): readonly Instrument[]
}

const inOrder = (a: Instrument, b: Instrument): number => (a.code < b.code ? -1 : 1)

/** The listed issues as other modules see them at market time `now`. */
export function openListing(listed: readonly Instrument[], now: () => Ms = () => 0): Listing {
  const known = new Map(listed.map((instrument) => [instrument.code, instrument]))
  const gone = new Set<string>()
  let coming: { instrument: Instrument; from: Ms }[] = []
  let all = [...listed].sort(inOrder)
  let shown = new Map(known)
  /** Asked with every order: what is still to come is hardly ever anything. */
  const current = () => {
    const at = coming.length === 0 ? 0 : now()
    const here = coming.filter(({ from }) => from <= at)
    if (here.length > 0) {
      coming = coming.filter(({ from }) => from > at)
      all = [...all, ...here.map(({ instrument }) => instrument)].sort(inOrder)
      shown = new Map(all.map((instrument) => [instrument.code, instrument]))
    }
    return { all, shown }
  }
  return {
    get: (code) => current().shown.get(code) ?? null,
    all: () => current().all,
    search: (query, lang: Lang) => searchInstruments(current().all, query, lang),
    actions: shownSplits([]),
    earnings: NO_EARNINGS,
    nameOf: (code, lang) => known.get(code)?.names[langOf(lang)] ?? code,
    add(instrument, from) {
      if (known.has(instrument.code)) return
      known.set(instrument.code, instrument)
      coming.push({ instrument, from })
    },
    remove(code) {
      coming = coming.filter(({ instrument }) => instrument.code !== code)
      gone.add(code)
    },
    on: (tradeDate) =>
      [...known.values()].filter(
        ({ code, listed: first }) => !gone.has(code) && (first === undefined || first.on <= tradeDate),
      ),
  }
}
