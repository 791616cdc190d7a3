import type { Depth, Level } from '../model/terms.ts'

/**
 * The boards of all issues in memory that both threads see, so that any board can be read at once and nothing
 * is sent for those that nobody looks at. The writer counts up before and after each board: a reader who saw
 * an odd or another number reads again.
 */
const LEVELS = 10
const FIGURES = 5
const NUMBERS = FIGURES + 2 + 4 * LEVELS

export type BoardMemory = { readonly numbers: SharedArrayBuffer; readonly versions: SharedArrayBuffer }

export const boardMemory = (issues: number): BoardMemory => ({
  numbers: new SharedArrayBuffer(issues * NUMBERS * 8),
  versions: new SharedArrayBuffer(issues * 4),
})

export function boardWriter(memory: BoardMemory): (index: number, depth: Depth) => void {
  const numbers = new Float64Array(memory.numbers)
  const versions = new Int32Array(memory.versions)
  return (index, depth) => {
    let at = index * NUMBERS
    Atomics.add(versions, index, 1)
    for (const value of [depth.over, depth.under, depth.marketBuyQty, depth.marketSellQty, depth.at])
      numbers[at++] = value
    for (const side of [depth.bids, depth.asks]) {
      numbers[at++] = side.length
      for (let level = 0; level < side.length; level++) {
        numbers[at + 2 * level] = side[level]![0]
        numbers[at + 2 * level + 1] = side[level]![1]
      }
      at += 2 * LEVELS
    }
    Atomics.add(versions, index, 1)
  }
}

/** The board at this place, which is this issue's; null before its first. */
export function boardReader(memory: BoardMemory): (index: number, code: string) => Depth | null {
  const numbers = new Float64Array(memory.numbers)
  const versions = new Int32Array(memory.versions)
  const read = (index: number, code: string): Depth => {
    let at = index * NUMBERS
    const figure = (): number => numbers[at++]!
    const [over, under, marketBuyQty, marketSellQty, time] = [
      figure(),
      figure(),
      figure(),
      figure(),
      figure(),
    ]
    const side = (): Level[] => {
      const levels = Array.from({ length: numbers[at]! }, (_, level): Level => [
        numbers[at + 1 + 2 * level]!,
        numbers[at + 2 + 2 * level]!,
      ])
      at += 1 + 2 * LEVELS
      return levels
    }
    return { code, bids: side(), asks: side(), over, under, marketBuyQty, marketSellQty, at: time }
  }
  return (index, code) => {
    for (;;) {
      const version = Atomics.load(versions, index)
      if (version === 0) return null
      if (version % 2 !== 0) continue
      const depth = read(index, code)
      if (Atomics.load(versions, index) === version) return depth
    }
  }
}
