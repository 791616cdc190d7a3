/**
 * A seeded source of random numbers (sfc32). Its whole state is four numbers, so that it can be kept and
 * resumed.
 */
export type RandomState = [number, number, number, number]

export type Random = {
  /** Uniform in [0, 1), 32 bits. */
  next(): number
  /** Uniform integer in [0, n). */
  below(n: number): number
  /** Standard normal. */
  normal(): number
  state(): RandomState
}

/** The number of uniform numbers that make a normal one: code that skips normals draws so many instead. */
export const UNIFORMS_A_NORMAL = 2

export function randomFrom(state: RandomState): Random {
  let [a, b, c, d] = state
  const next32 = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    c |= 0
    return t >>> 0
  }
  const next = () => next32() / 4294967296
  return {
    next,
    below: (n) => Math.floor(next() * n),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    state: () => [a, b, c, d],
  }
}

/**
 * A source that depends on the words alone: the same words, the same numbers. `seeded('akari', 'S214',
 * '2026-11-19')`.
 */
export function seeded(...words: (string | number)[]): Random {
  const text = words.join(' ')
  const mix: RandomState = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  for (let lane = 0; lane < 3; lane++) {
    let h = (2166136261 ^ (lane * 0x9e3779b9)) >>> 0
    for (let index = 0; index < text.length; index++) {
      h = Math.imul(h ^ text.charCodeAt(index), 16777619)
      h ^= h >>> 13
    }
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    mix[lane] = (h ^ (h >>> 16)) | 0
  }
  const random = randomFrom(mix)
  for (let warm = 0; warm < 12; warm++) random.next()
  return random
}
