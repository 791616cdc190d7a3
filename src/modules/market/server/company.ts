import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import { companyFigures, type CompanyFigures } from '../model/company.ts'

export type Companies = {
  /** Of an issue with its shares of now; reckoned once for each day and for what has come out on it. */
  of(instrument: Instrument): CompanyFigures
  /** Reckons all of them one by one, letting others work in between. */
  warm(withShares: (instrument: Instrument) => Instrument): Promise<void>
}

type Deps = { instruments: InstrumentsPublic; schedule: Schedule; date: () => DateJst; now: () => Ms }

/**
 * The published figures of companies, as of now: results are out from the opening auction of their day on.
 */
export function keepCompanies({ instruments, schedule, date, now }: Deps): Companies {
  const kept = new Map<string, { asOf: string; shares: number; figures: CompanyFigures }>()
  const of = (instrument: Instrument): CompanyFigures => {
    const today = date()
    const hasOpened = now() >= openingAt(schedule, today)
    const asOf = `${today} ${String(hasOpened)}`
    const known = kept.get(instrument.code)
    if (known && known.asOf === asOf && known.shares === instrument.sharesOutstanding) return known.figures
    const isOut = (announcedOn: DateJst) => announcedOn < today || (announcedOn === today && hasOpened)
    const figures = companyFigures(instrument, {
      actions: instruments.actions,
      earnings: instruments.earnings,
      today,
      isOut,
    })
    kept.set(instrument.code, { asOf, shares: instrument.sharesOutstanding, figures })
    return figures
  }
  return {
    of,
    async warm(withShares) {
      for (const instrument of instruments.all()) {
        of(withShares(instrument))
        await nextTurn()
      }
    },
  }
}
