import { assert } from '#kernel/assert.ts'

/** Halved when full, so that a list of a million moves a few kilobytes for an insert, not megabytes. */
const CHUNK = 512

/** A list kept in the order of `compare`, which must tell any two items apart. */
export class SortedList<T> {
  #chunks: T[][] = []
  #size = 0
  readonly #compare: (a: T, b: T) => number
  /** Added while nothing was asked: a start sorts a list once, not for each of its rows. */
  #later: T[] | null = null

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#size
  }

  /** Sorted in when the list is used next: until then the order of what is in it must not change. */
  addLater(item: T): void {
    this.#size += 1
    if (this.#later === null) this.#later = [item]
    else this.#later.push(item)
  }

  add(item: T): void {
    if (this.#later !== null) this.#sortIn(this.#later)
    this.#size += 1
    if (this.#chunks.length === 0) {
      this.#chunks.push([item])
      return
    }
    const at = Math.min(this.#chunkOf(item), this.#chunks.length - 1)
    const chunk = this.#chunks[at]!
    chunk.splice(this.#placeIn(chunk, item), 0, item)
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2))
  }

  remove(item: T): void {
    if (this.#later !== null) this.#sortIn(this.#later)
    const at = this.#chunkOf(item)
    const chunk = this.#chunks[at]
    assert(chunk !== undefined, 'removed from an index what is not in it')
    const place = this.#placeIn(chunk, item)
    assert(chunk[place] === item, 'removed from an index what is not in it')
    chunk.splice(place, 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    this.#size -= 1
  }

  /** Items from the first that `reached` accepts; along the list it must be false, then true. */
  *from(reached: (item: T) => boolean): Generator<T> {
    if (this.#later !== null) this.#sortIn(this.#later)
    let at = firstWhere(this.#chunks, (chunk) => reached(chunk[chunk.length - 1]!))
    if (at === this.#chunks.length) return
    let place = firstWhere(this.#chunks[at]!, reached)
    for (; at < this.#chunks.length; at++, place = 0) {
      const chunk = this.#chunks[at]!
      for (; place < chunk.length; place++) yield chunk[place]!
    }
  }

  map<U>(change: (item: T) => U): U[] {
    if (this.#later !== null) this.#sortIn(this.#later)
    const result: U[] = []
    for (const chunk of this.#chunks) for (const item of chunk) result.push(change(item))
    return result
  }

  #sortIn(later: T[]): void {
    this.#later = null
    const items = this.#chunks.length === 0 ? later : [...this.#chunks.flat(), ...later]
    items.sort(this.#compare)
    this.#chunks = []
    for (let from = 0; from < items.length; from += CHUNK) this.#chunks.push(items.slice(from, from + CHUNK))
  }

  #chunkOf(item: T): number {
    return firstWhere(this.#chunks, (chunk) => this.#compare(chunk[chunk.length - 1]!, item) >= 0)
  }

  #placeIn(chunk: T[], item: T): number {
    return firstWhere(chunk, (other) => this.#compare(other, item) >= 0)
  }
}

/** Index of the first item for which `holds`, by halving; the length when there is none. */
function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(items[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
