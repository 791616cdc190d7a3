import type { DateJst } from '#kernel/time.ts'
import type { Defect } from '#modules/instruments/model/defects.ts'

/**
 * The faults of a day of a file that is played all the same. `beyond-limits`: the bar goes beyond the limits
 * that the rules reckon, which are widened to hold it. `off-grid`: a price between two ticks is played at the
 * nearer one.
 */
export const REPLAY_FAULTS = ['beyond-limits', 'off-grid'] as const
export type ReplayFault = {
  readonly code: string
  readonly date: DateJst
  readonly kind: (typeof REPLAY_FAULTS)[number]
}

/** A row that is not used, of the bars, the listing or the dividends and splits. */
export type RefusedRow = Defect & { readonly file: 'bars' | 'listing' | 'actions' }

/** All that is wrong with the files of a replay, in the order of the days and of the lines. */
export type ReplayFaults = {
  readonly faults: readonly ReplayFault[]
  readonly refused: readonly RefusedRow[]
}

/** The number of an issue's faults that a member is shown. */
const SHOWN = 5

/**
 * The faults of an issue that members see: those up to `date`, newest first. Those of days to come would say
 * what they bring.
 */
export function faultsUntil(
  { faults }: ReplayFaults,
  code: string,
  date: DateJst,
): Pick<ReplayFault, 'date' | 'kind'>[] {
  return faults
    .filter((fault) => fault.code === code && fault.date <= date)
    .slice(-SHOWN)
    .reverse()
    .map(({ date: on, kind }) => ({ date: on, kind }))
}
