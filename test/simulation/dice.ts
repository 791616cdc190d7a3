import { seeded } from '#kernel/random.ts'

/**
 * All chance of a simulation comes from one seed, by name, so that one part that throws more dice does not
 * change what another throws.
 */
export type Dice = {
  /** True in this share of throws. */
  chance(share: number): boolean
  /** Whole number from 0 up to, not including, `n`. */
  below(n: number): number
  between(from: number, to: number): number
  one<T>(list: readonly T[]): T
  /** One of the list, or undefined where it is empty. */
  any<T>(list: readonly T[]): T | undefined
  bytes(n: number): Uint8Array<ArrayBuffer>
}

export function diceOf(...words: (string | number)[]): Dice {
  const random = seeded('simulation', ...words)
  const { below } = random
  return {
    chance: (share) => random.next() < share,
    below,
    between: (from, to) => from + below(to - from + 1),
    one: (list) => list[below(list.length)]!,
    any: (list) => (list.length === 0 ? undefined : list[below(list.length)]),
    bytes: (n) => Uint8Array.from({ length: n }, () => below(256)),
  }
}
