import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DateJst } from '#kernel/time.ts'
import type { Log } from '#platform/log.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { DayBar } from '../model/interval.ts'
import { yearOf, type YearFigures } from '../model/year.ts'

export type Years = {
  /** Of the days before the one that is on; null: not known, or not reckoned yet. */
  of(code: string): YearFigures | null
  /** Reckons all issues, one by one, letting others work in between. */
  warm(): Promise<void>
}

type Deps = {
  instruments: Pick<InstrumentsPublic, 'all'>
  days: (instrument: Instrument) => Promise<readonly DayBar[]>
  date: () => DateJst
  log: Pick<Log, 'error'>
}

/** Figures of 52 weeks, reckoned once for each trading day, beside what else the server does. */
export function keepYears({ instruments, days, date, log }: Deps): Years {
  let kept: { asOf: DateJst; figures: Map<string, YearFigures | null> } = { asOf: '', figures: new Map() }
  let atWork: Promise<void> | null = null
  async function reckon(): Promise<void> {
    const asOf = date()
    const figures = new Map<string, YearFigures | null>()
    for (const instrument of instruments.all()) {
      figures.set(instrument.code, yearOf(await days(instrument), asOf))
      await nextTurn()
    }
    kept = { asOf, figures }
  }
  const warm = (): Promise<void> =>
    (atWork ??= reckon()
      .catch((err: unknown) => log.error({ err }, 'figures of 52 weeks could not be reckoned'))
      .finally(() => {
        atWork = null
      }))
  return {
    of(code) {
      if (kept.asOf === date()) return kept.figures.get(code) ?? null
      // Asked before the server is open, nothing is read: `warm` comes with it.
      if (kept.asOf !== '') void warm()
      return null
    },
    warm,
  }
}
