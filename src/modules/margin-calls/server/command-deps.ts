import type { DateJst, Ms } from '#kernel/time.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'

/**
 * What closing orders made here need of the moment, and when a trade of it would settle; journalled with the
 * command.
 */
export type PlacingNow = { at: Ms; phase: Phase; tradeDate: DateJst; settlementDate: DateJst }

/** Where commands look up what is not the same twice. */
export type CommandDeps = { placing: () => PlacingNow }

/** Orders find a counterpart now, if there is one. */
export const isTrading = (phase: Phase): boolean => phase === 'continuous' || phase === 'pre-closing'
