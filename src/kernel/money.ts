import { assert } from './assert.ts'

/** Whole yen. Always a safe integer; sums are checked where they are made. */
export type Yen = number
/** Parts per million: 2.80 % a year is 28_000, 15.315 % is 153_150. */
export type Ppm = number
/** Basis points: a ratio that is shown or compared. 30 % is 3_000. */
export type Bp = number

export const PPM = 1_000_000
export const MAX_AMOUNT_YEN: Yen = 1_000_000_000_000

export function safeYen(value: number): Yen {
  assert(Number.isSafeInteger(value), `not a whole, safe amount of yen: ${value}`)
  return value
}

/** ⌊a × b ÷ divisor⌋ or ⌈…⌉, exact for every safe integer, any number of factors. Rounds towards −∞ or +∞. */
export function mulDiv(factors: readonly number[], divisor: number, rounding: 'floor' | 'ceil'): number {
  let product = 1n
  for (const factor of factors) {
    assert(Number.isSafeInteger(factor), `factor is not a safe integer: ${factor}`)
    product *= BigInt(factor)
  }
  const by = BigInt(divisor)
  assert(by > 0n, 'divisor must be positive')
  let quotient = product / by
  const rest = product % by
  if (rest !== 0n) {
    if (rounding === 'floor' && product < 0n) quotient -= 1n
    if (rounding === 'ceil' && product > 0n) quotient += 1n
  }
  return safeYen(Number(quotient))
}
