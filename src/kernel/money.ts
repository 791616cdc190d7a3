import { assert, Bug } from './assert.ts'
import type { Unit } from './unit.ts'

/** Whole yen. Always a safe integer; sums are checked where they are made. */
export type Yen = Unit<number, 'Yen'>
/** Parts per million: 2.80 % a year is 28_000, 15.315 % is 153_150. */
export type PartsPerMillion = Unit<number, 'PartsPerMillion'>
/** Basis points: a ratio that is shown or compared. 30 % is 3_000. */
export type BasisPoints = Unit<number, 'BasisPoints'>

export const PPM = 1_000_000
/** Rates are kept in parts per million, and spoken of in percent. */
export const PPM_OF_PERCENT = PPM / 100
export const MAX_AMOUNT_YEN: Yen = 1_000_000_000_000

export function safeYen(value: number): Yen {
  // Not `assert`: every amount comes by here, and its sentence would be written each time.
  if (!Number.isSafeInteger(value)) throw new Bug(`not a whole, safe amount of yen: ${value}`)
  return value
}

/** ⌊a × b ÷ divisor⌋ or ⌈…⌉, exact for every safe integer, any number of factors. Rounds towards −∞ or +∞. */
export function mulDiv(factors: readonly number[], divisor: number, rounding: 'floor' | 'ceil'): number {
  let product = 1
  for (const factor of factors) {
    if (!Number.isSafeInteger(factor)) throw new Bug(`factor is not a safe integer: ${factor}`)
    product *= factor
  }
  assert(Number.isSafeInteger(divisor) && divisor > 0, 'divisor must be a positive safe integer')
  // Nearly every amount is small enough to be exact as a number, at a tenth of the time; a product that is
  // not has become too large on the way and stays so, or a factor is 0.
  if (!Number.isSafeInteger(product)) return mulDivLarge(factors, divisor, rounding)
  const rest = product % divisor
  const quotient = (product - rest) / divisor
  if (rest === 0) return quotient
  if (rest < 0) return rounding === 'floor' ? quotient - 1 : quotient
  return rounding === 'ceil' ? quotient + 1 : quotient
}

function mulDivLarge(factors: readonly number[], divisor: number, rounding: 'floor' | 'ceil'): number {
  const product = factors.reduce((sum, factor) => sum * BigInt(factor), 1n)
  const by = BigInt(divisor)
  let quotient = product / by
  const rest = product % by
  if (rest !== 0n) {
    if (rounding === 'floor' && product < 0n) quotient -= 1n
    if (rounding === 'ceil' && product > 0n) quotient += 1n
  }
  return safeYen(Number(quotient))
}

/** A part of a whole in basis points, unrounded: the formatter rounds what is shown, once. */
export const rateOf = (part: number, whole: number): number => (part * 10_000) / whole

/** The same in whole basis points, for what travels: to the nearest, halves away from zero. */
export function rateBp(part: number, whole: number): BasisPoints {
  const rate = rateOf(part, whole)
  const size = Math.round(Math.abs(rate))
  return rate < 0 && size > 0 ? -size : size
}
