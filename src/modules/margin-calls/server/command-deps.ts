import type { DateJst, Ms } from '#kernel/time.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'

/**
 * The facts of the moment that closing orders made here need, and the day on which a trade of it would
 * settle; journalled with the command.
 */
export type PlacingNow = { at: Ms; phase: Phase; tradeDate: DateJst; settlementDate: DateJst }

/** Sources of a command's captured inputs. */
export type CommandDeps = { placing: () => PlacingNow }
