import type { PriceYen } from '#kernel/price.ts'
import type { Fill, Level } from './price-chart.ts'

/** The words of the member's lines at one price, in the colour of the first. */
export type OwnLabel = {
  readonly price: PriceYen
  readonly label: string
  /** Lines at this price. */
  readonly count: number
  readonly color: string
}

/** The colour of holdings. */
export const FILL = '--chart-fill'
export const colorOf = (line: Fill | Level): string => ('at' in line ? FILL : `--${line.side}`)

/** One label a price and colour: holdings first, then what waits. */
export function labelsOf(lines: readonly (Fill | Level)[]): OwnLabel[] {
  const found = new Map<string, OwnLabel>()
  for (const line of lines) {
    const { price, label } = line
    const color = colorOf(line)
    const key = `${price} ${color}`
    const before = found.get(key)
    found.set(key, before ? { ...before, count: before.count + 1 } : { price, label, count: 1, color })
  }
  return [...found.values()]
}
