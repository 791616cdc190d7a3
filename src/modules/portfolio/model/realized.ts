import type { Yen } from '#kernel/money.ts'
import type { ResultKind } from '#modules/tax/model/result-kinds.ts'
import type { Lot } from './lot.ts'

/** A result of the lot as tax has it. */
export type Gain = { readonly kind: ResultKind; readonly gainYen: Yen }

/**
 * The result of the closed parts of a lot, in yen. Shares paid in full: against their average cost, by what
 * tax has noted (decision 0196); that of shares which were given against a short is the short's. Leveraged
 * lots: their own prices. `gains`: results that tax has of this lot, adjusted dividends left out.
 */
export const realizedOfLot = (
  { side, leverageTenths, realizedYen }: Pick<Lot, 'side' | 'leverageTenths' | 'realizedYen'>,
  gains: readonly Gain[],
): Yen =>
  (side === 'up' && leverageTenths === 10) || gains.some(({ kind }) => kind === 'cash')
    ? gains.reduce((sum, { gainYen }) => sum + gainYen, 0)
    : realizedYen
