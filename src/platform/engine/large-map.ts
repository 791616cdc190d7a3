/** Entries of one `Map` here: V8 throws at 2²⁴, and one that is not full grows without moving as much. */
const MOST_IN_ONE = 2 ** 23

/**
 * A map without V8's bound of 16.7 million entries: as many maps as it takes. With one, which most tables
 * stay at, it costs what a `Map` costs; each more is one look-up more. Values are never undefined.
 */
export class LargeMap<K, V extends object> {
  readonly #most: number
  readonly #maps: Map<K, V>[] = [new Map()]
  #last = this.#maps[0]!

  constructor(most = MOST_IN_ONE) {
    this.#most = most
  }

  get size(): number {
    return this.#maps.reduce((sum, { size }) => sum + size, 0)
  }

  get(key: K): V | undefined {
    const found = this.#last.get(key)
    if (found !== undefined || this.#maps.length === 1) return found
    return this.#holderOf(key)?.get(key)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  set(key: K, value: V): void {
    const isFull = this.#last.size >= this.#most
    const holder = isFull || this.#maps.length > 1 ? this.#holderOf(key) : this.#last
    if (holder === undefined && isFull) this.#takeNext()
    ;(holder ?? this.#last).set(key, value)
  }

  /** False if the key is there, with whatever value; then nothing changes. */
  add(key: K, value: V): boolean {
    const last = this.#last
    if (this.#maps.length > 1 || last.size >= this.#most) {
      if (this.has(key)) return false
      this.set(key, value)
      return true
    }
    const before = last.get(key)
    if (before !== undefined) return false
    last.set(key, value)
    return true
  }

  delete(key: K): void {
    ;(this.#maps.length === 1 ? this.#last : this.#holderOf(key))?.delete(key)
  }

  *values(): Iterable<V> {
    for (const map of this.#maps) yield* map.values()
  }

  #holderOf(key: K): Map<K, V> | undefined {
    return this.#maps.find((map) => map.has(key))
  }

  /** A map that has become empty enough is filled again before there is another. */
  #takeNext(): void {
    const free = this.#maps.find(({ size }) => size < this.#most)
    if (free === undefined) this.#maps.push((this.#last = new Map<K, V>()))
    else this.#last = free
  }
}
