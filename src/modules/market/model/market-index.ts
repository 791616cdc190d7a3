import type { BasisPoints, Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { changeBpOf, type Figures } from './figures.ts'

export const INDEX_IDS = ['all', 'large', 'small'] as const
export type IndexId = (typeof INDEX_IDS)[number]

/** A basket of shares and what it cost on the first historical day. README: indices. */
export type MarketIndex = {
  readonly id: IndexId
  /** Shares of each issue in the basket. */
  readonly shares: ReadonlyMap<string, number>
  /** The basket's price before the first historical day, in tenths of a yen. */
  readonly baseCost: number
}

const BASE_POINTS = 1_000
const belongs: Record<IndexId, (instrument: Instrument) => boolean> = {
  all: () => true,
  large: (instrument) => instrument.sizeClass === 'large',
  small: (instrument) => instrument.sizeClass !== 'large',
}

/**
 * Baskets of the three indices. Weighted by capitalisation; where numbers of shares are not known (a replay's
 * listing), the same sum of money in each issue instead. Funds are in none: they would count their shares
 * twice.
 */
export function marketIndices(
  instruments: readonly Instrument[],
  firstPrice: (code: string) => PriceTenths | null,
): MarketIndex[] {
  const members = instruments.filter((one) => one.kind === 'stock' && (firstPrice(one.code) ?? 0) > 0)
  const byCapital = members.some((one) => one.sharesOutstanding > 0)
  return INDEX_IDS.map((id) => {
    const shares = new Map<string, number>()
    let baseCost = 0
    for (const member of members) {
      if (!belongs[id](member)) continue
      const price = firstPrice(member.code)!
      const held = byCapital ? member.sharesOutstanding : 1e9 / price
      shares.set(member.code, held)
      baseCost += held * price
    }
    return { id, shares, baseCost }
  })
}

/**
 * Points × 100 at these prices: 1,000 points on the first historical day. An issue without a price is left
 * out on both sides.
 */
export function indexValue(index: MarketIndex, priceOf: (code: string) => PriceTenths | null): number {
  let cost = 0
  for (const [code, held] of index.shares) cost += held * (priceOf(code) ?? 0)
  return index.baseCost > 0 ? Math.round((cost * BASE_POINTS * 100) / index.baseCost) : BASE_POINTS * 100
}

export type SectorFigures = { id: string; changeBp: BasisPoints; marketCapYen: Yen; issues: number }

/**
 * Sectors by capitalisation, largest first; the change is that of the sector's capital. Funds are no sector.
 */
export function sectorsOf(rows: readonly Figures[]): SectorFigures[] {
  const sums = new Map<string, { now: number; base: number; capTenths: number; issues: number }>()
  for (const row of rows) {
    if (row.instrument.kind !== 'stock') continue
    const sum = sums.get(row.instrument.sector) ?? { now: 0, base: 0, capTenths: 0, issues: 0 }
    const weight = row.instrument.sharesOutstanding || 1e9 / row.baseTenths
    sum.now += weight * row.nowTenths
    sum.base += weight * row.baseTenths
    sum.capTenths += row.instrument.sharesOutstanding * row.nowTenths
    sum.issues++
    sums.set(row.instrument.sector, sum)
  }
  return [...sums]
    .map(([id, sum]) => ({
      id,
      changeBp: changeBpOf(sum.now, sum.base),
      marketCapYen: Math.round(sum.capTenths / 10),
      issues: sum.issues,
    }))
    .sort((a, b) => b.marketCapYen - a.marketCapYen || b.issues - a.issues || (a.id < b.id ? -1 : 1))
}

/** The number of issues that stand above, below and at their base. */
export function breadthOf(rows: readonly Figures[]): {
  advancing: number
  declining: number
  unchanged: number
} {
  const breadth = { advancing: 0, declining: 0, unchanged: 0 }
  for (const { nowTenths, baseTenths } of rows) {
    if (nowTenths > baseTenths) breadth.advancing++
    else if (nowTenths < baseTenths) breadth.declining++
    else breadth.unchanged++
  }
  return breadth
}
