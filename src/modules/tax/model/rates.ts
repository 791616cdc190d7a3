import { assert } from '#kernel/assert.ts'
import { mulDiv, PPM, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'

/** In force from this day on. The surtaxes are parts of the income tax, the others of what is taxed. */
export type TaxRates = {
  readonly from: DateJst
  readonly incomePpm: PartsPerMillion
  readonly reconstructionPpm: PartsPerMillion
  readonly defencePpm: PartsPerMillion
  readonly localPpm: PartsPerMillion
}

/**
 * Separate taxation of listed shares: 15 % income tax, 2.1 % of it as surtax, 5 % local tax: 20.315 %
 * (facts: margin and tax, section 6). The surtax is split in two from 2027, its sum stays. The last row holds
 * until the next is decreed.
 */
export const TAX_RATES: readonly TaxRates[] = [
  { from: '2013-01-01', incomePpm: 150_000, reconstructionPpm: 21_000, defencePpm: 0, localPpm: 50_000 },
  { from: '2027-01-01', incomePpm: 150_000, reconstructionPpm: 11_000, defencePpm: 10_000, localPpm: 50_000 },
]

/** The rates on this day; a day before the first row is a bug. */
export function ratesOn(date: DateJst): TaxRates {
  const rates = TAX_RATES.findLast(({ from }) => from <= date)
  assert(rates !== undefined, `no tax rates for ${date}`)
  return rates
}

/** Yen of tax; income tax with its surtaxes, and local tax, each floored by itself. */
export type Tax = { readonly incomeYen: Yen; readonly localYen: Yen }
export const NO_TAX: Tax = { incomeYen: 0, localYen: 0 }
export const sumOf = ({ incomeYen, localYen }: Tax): Yen => incomeYen + localYen

/** The tax on a profit or a dividend of this day; nothing on a loss. */
export function taxOn(yen: Yen, date: DateJst): Tax {
  if (yen <= 0) return NO_TAX
  const { incomePpm, reconstructionPpm, defencePpm, localPpm } = ratesOn(date)
  return {
    incomeYen: mulDiv([yen, incomePpm, PPM + reconstructionPpm + defencePpm], PPM * PPM, 'floor'),
    localYen: mulDiv([yen, localPpm], PPM, 'floor'),
  }
}
