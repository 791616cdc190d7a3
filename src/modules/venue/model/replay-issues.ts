import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import {
  listedActions,
  shownSplits,
  type CorporateActions,
} from '#modules/instruments/model/corporate-actions.ts'
import type { ActionsFile } from '#modules/instruments/model/actions-file.ts'
import type { Defect } from '#modules/instruments/model/defects.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { fundTable } from '#modules/instruments/model/fund-ticks.ts'
import { FUND_UNITS, type ListingFile } from '#modules/instruments/model/listing-file.ts'
import { tableShown } from '#modules/instruments/model/tick.ts'
import type { ReplayDay, ReplayFile } from './replay-bars.ts'
import type { RefusedRow, ReplayFault } from './replay-faults.ts'
import { onGrid, rulesOf, splitsShown, type DayRules } from './replay-rules.ts'

/** An issue that is played again: its days with prices on its grid, and what each is held to. */
export type ReplayedIssue = {
  readonly instrument: Instrument
  readonly days: readonly ReplayDay[]
  readonly rules: readonly DayRules[]
}

export type ReplayedMarket = {
  /** In the order in which they come to the market: of one day by code. */
  readonly issues: readonly ReplayedIssue[]
  readonly actions: CorporateActions
  /** Oldest first. */
  readonly faults: readonly ReplayFault[]
  readonly refused: readonly RefusedRow[]
  /** Issues with bars that the listing does not have, and issues of the listing without bars. */
  readonly unlisted: readonly string[]
  readonly barless: number
}

/**
 * Puts bars, listing and, if there is one, the file of dividends and splits together. Throws a RangeError of
 * one sentence where no issue is in both.
 */
export function replayedMarket(
  file: ReplayFile,
  listing: ListingFile,
  named: ActionsFile | null,
): ReplayedMarket {
  const known = named && listedActions(true, named.actions)
  const faults: ReplayFault[] = []
  const issues = listing.instruments.flatMap((listed): ReplayedIssue[] => {
    const real = file.days.get(listed.code)
    if (real === undefined) return []
    const instrument = asShown(listed, real)
    const { code, tickTable } = instrument
    const days = real.map((day) => onGrid(day, tickTable))
    days.forEach(
      (day, index) => day !== real[index] && faults.push({ code, date: day.date, kind: 'off-grid' }),
    )
    const basePrice =
      known && ((close: number, after: DateJst, upTo: DateJst) => known.basePrice(code, close, after, upTo))
    const rules = rulesOf(days, tickTable, { dates: file.dates, basePrice })
    rules.forEach(
      ({ isBeyond }, index) =>
        isBeyond && faults.push({ code, date: days[index]!.date, kind: 'beyond-limits' }),
    )
    return [{ instrument, days, rules }]
  })
  if (issues.length === 0)
    throw new RangeError(
      `no issue is in both: the bars have ${someOf([...file.days.keys()])}, the listing has ${someOf(listing.instruments.map(({ code }) => code))}`,
    )
  const firstDate = ({ days }: ReplayedIssue): DateJst => days[0]!.date
  const listed = new Set(issues.map(({ instrument: { code } }) => code))
  return {
    issues: issues.toSorted((a, b) =>
      firstDate(a) === firstDate(b)
        ? a.instrument.code < b.instrument.code
          ? -1
          : 1
        : firstDate(a) < firstDate(b)
          ? -1
          : 1,
    ),
    actions:
      known ??
      shownSplits(issues.flatMap(({ instrument: { code }, days, rules }) => splitsShown(code, days, rules))),
    faults: faults.sort((a, b) =>
      a.date === b.date ? (a.code < b.code ? -1 : 1) : a.date < b.date ? -1 : 1,
    ),
    refused: [
      ...of('bars', file.defects),
      ...of('listing', listing.defects),
      ...of('actions', named?.defects ?? []),
    ],
    unlisted: [...file.days.keys()].filter((code) => !listed.has(code)).sort(),
    barless: listing.instruments.length - issues.length,
  }
}

const of = (file: RefusedRow['file'], defects: readonly Defect[]): RefusedRow[] =>
  defects.map((defect) => ({ ...defect, file }))

const someOf = (codes: readonly string[]): string =>
  codes.length === 0
    ? 'none that can be used'
    : `${codes.length}, ${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ' …' : ''}`

/** The listing does not say how a fund trades, and is of one date: its volumes and prices show it. */
function asShown(listed: Instrument, days: readonly ReplayDay[]): Instrument {
  const unit = listed.kind === 'etf' ? Math.min(listed.unit, unitShown(days)) : listed.unit
  const table = listed.kind === 'etf' ? fundTable(unit, days) : listed.tickTable
  return {
    ...listed,
    unit,
    tickTable: tableShown(
      days.map(({ closeTenths }) => closeTenths),
      table,
    ),
  }
}

/** Hardly any day of an issue has a volume that is no multiple of its trading unit. */
const ODD_DAYS = 0.01
const unitShown = (days: readonly ReplayDay[]): Quantity =>
  FUND_UNITS.find(
    (unit) => days.filter(({ volume }) => volume % unit !== 0).length <= days.length * ODD_DAYS,
  ) ?? 1
