import { dateJst, MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { NewIssuesPublic } from '#modules/instruments/server/public.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import type { ListingsPublic, Sample } from '#modules/listings/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { SAMPLE_COMPANIES, sampleBand, sampleCompany } from '../model/sample-companies.ts'

type Deps = { listings: Pick<ListingsPublic, 'published'>; newIssues: Pick<NewIssuesPublic, 'isTaken'> }

/** Signatures of the desk take a moment, and terms open later than now. */
const OPENS_IN: Ms = MINUTE
/** Business days after the first: who comes on any day finds an offering open. */
const OPEN_DAYS = 2
const CLOSES_AT_HOUR = 15
/** Business days of payment after the first. */
const PAYMENT_DAYS = 1

/** The offer of the demo desk: whenever no offering is open or about to be, the next invented company. */
export function ipoSample(context: AppContext, { listings, newIssues }: Deps): Sample<'ipo'> {
  /** The number of the company whose turn it is; null: all have been offered. */
  function nextCompany(tables: TableReader): number | null {
    const all = listings.published(tables, 'ipo')
    const offered = new Set(all.map(({ terms }) => terms.code))
    for (let n = all.length; n < SAMPLE_COMPANIES; n++) {
      const { code } = sampleCompany(n)
      if (!offered.has(code) && !newIssues.isTaken(tables, code)) return n
    }
    return null
  }
  return {
    due(tables, now) {
      const all = listings.published(tables, 'ipo')
      if (all.some(({ isVoid, terms }) => !isVoid && terms.closesAt > now) || nextCompany(tables) === null)
        return null
      const year = dateJst(now).slice(0, 4)
      const known = new Set(all.map(({ id }) => id))
      for (let number = 1; ; number++) {
        const id = `IPO-${year}-${String(number).padStart(4, '0')}`
        if (!known.has(id)) return id
      }
    },
    terms: () =>
      Promise.resolve(
        sampleTerms(context.calendar, context.clock.market(), nextCompany(context.engine.read)!),
      ),
  }
}

/**
 * Terms of company `n` that open in a moment, on a day without business at the beginning of the next with.
 */
export function sampleTerms(
  calendar: Pick<Calendar, 'isTradingDay' | 'next'>,
  now: Ms,
  n: number,
): Terms<'ipo'> {
  const soon = Math.floor(now) + OPENS_IN
  const date: DateJst = dateJst(soon)
  const opensAt = calendar.isTradingDay(date) ? soon : timeJst(calendar.next(date), 0)
  const closesOn = calendar.next(dateJst(opensAt), OPEN_DAYS)
  const drawOn = calendar.next(closesOn)
  const payTo = calendar.next(drawOn, PAYMENT_DAYS)
  const { low, high } = sampleBand(n)
  return {
    ...sampleCompany(n),
    sharesOutstanding: 8_000_000,
    bandLowTenths: low * 10,
    bandHighTenths: high * 10,
    referenceTenths: Math.round((low + high) / 2) * 10,
    publicUnits: 3_100,
    perMemberUnits: 10,
    opensAt,
    closesAt: timeJst(closesOn, CLOSES_AT_HOUR),
    drawOn,
    payFrom: drawOn,
    payTo,
    issueOn: calendar.next(payTo),
  }
}
