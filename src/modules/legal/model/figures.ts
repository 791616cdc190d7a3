import type { Quantity } from '#kernel/price.ts'
import { PPM, type Yen, type PartsPerMillion, type BasisPoints } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import {
  CALL_BP,
  DAY_PENALTY,
  DAYS_OF_YEAR,
  FEE,
  LONG_RATE_PPM,
  LOSS_CUT_BP,
  MINIMUM_MARGIN_YEN,
  NEW_LOTS_BP,
  RESTORE_BP,
  SHORT_RATE_PPM,
  SUBSTITUTE_PPM,
  type FeeRule,
} from '#modules/margin/model/rates.ts'
import { ratesOn } from '#modules/tax/model/rates.ts'

/**
 * Figures that the rules of other modules hold; the shell hands them in, so that documents stand below those
 * modules.
 */
export type ModuleFigures = {
  readonly openingYen: Yen
  readonly maxLeverage: number
  readonly unitShares: Quantity
  readonly withdrawal: {
    readonly minimumYen: Yen
    readonly feeYen: Yen
    readonly from: string
    readonly to: string
  }
}

const percentOfPpm = (ppm: PartsPerMillion): number => (ppm * 100) / PPM
const percentOfBp = (bp: BasisPoints): number => bp / 100

/**
 * The figures that a document may quote: percentages as numbers, amounts in whole yen, hours as text. `date`:
 * whose tax rates; `fee`: the commission in force on it.
 */
export function figures(
  modules: ModuleFigures,
  date: DateJst,
  fee: FeeRule,
): Readonly<Record<string, number | string>> {
  const { incomePpm, reconstructionPpm, defencePpm, localPpm } = ratesOn(date)
  const incomeTaxPpm = (incomePpm * (PPM + reconstructionPpm + defencePpm)) / PPM
  return {
    feeRate: percentOfPpm(fee.ratePpm),
    feeMin: fee.minYen,
    feeMax: fee.maxYen,
    consumptionTax: 100 / FEE.taxDivisor,
    longRate: percentOfPpm(LONG_RATE_PPM),
    shortRate: percentOfPpm(SHORT_RATE_PPM),
    daysOfYear: DAYS_OF_YEAR,
    newLots: percentOfBp(NEW_LOTS_BP),
    call: percentOfBp(CALL_BP),
    lossCut: percentOfBp(LOSS_CUT_BP),
    restore: percentOfBp(RESTORE_BP),
    minMargin: MINIMUM_MARGIN_YEN,
    substitute: percentOfPpm(SUBSTITUTE_PPM),
    dayPenalty: DAY_PENALTY.yen,
    dayPenaltyTax: DAY_PENALTY.taxYen,
    taxIncome: percentOfPpm(incomeTaxPpm),
    taxLocal: percentOfPpm(localPpm),
    taxTotal: percentOfPpm(incomeTaxPpm + localPpm),
    opening: modules.openingYen,
    maxLeverage: modules.maxLeverage,
    unit: modules.unitShares,
    withdrawMin: modules.withdrawal.minimumYen,
    withdrawFee: modules.withdrawal.feeYen,
    withdrawFrom: modules.withdrawal.from,
    withdrawTo: modules.withdrawal.to,
  }
}
