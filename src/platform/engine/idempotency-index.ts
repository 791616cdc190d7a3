import { timeOfUuidv7 } from '#kernel/id.ts'
import { HOUR, MINUTE, type Ms } from '#kernel/time.ts'
import type { TimeBounds } from '../clock.ts'
import type { Answered } from './command.ts'
import type { HashText } from './store.ts'

/**
 * security-and-trust.md 2: a key's own time may be this far behind or ahead of the machine's clock. Where
 * that is not confirmed, of its earliest and its latest: whoever was told another time asks again by it.
 */
const BEHIND = 24 * HOUR
const AHEAD = 5 * MINUTE
/** Answers stay a little longer than their keys are accepted, so that a key never outlives its answer. */
const KEY_LIFETIME = BEHIND + 10 * MINUTE

/** Reason why this key cannot be used now; null: it can. Keys are UUIDv7 in lower case. */
export function keyProblem(
  key: string,
  { earliest, latest }: TimeBounds,
): 'KEY_INVALID' | 'KEY_EXPIRED' | null {
  const at = timeOfUuidv7(key)
  if (at === null || at > latest + AHEAD) return 'KEY_INVALID'
  return at < earliest - BEHIND ? 'KEY_EXPIRED' : null
}

/** The time of the oldest key whose answer is kept: a clock that went ahead forgets none. */
export const oldestKeyTime = ({ earliest }: TimeBounds): Ms => earliest - KEY_LIFETIME

/** A command that waits, runs or is on its way to the disk; or a repeat that the disk is asked about. */
export type KeyEntry = {
  request: HashText
  /** The first sender's promise: repeats wait for the same. null: not sent yet. */
  running: Promise<Answered<unknown>> | null
}

/** `memory`: it was answered, and the disk has the answer. `disk`: only the disk knows whether it was. */
export type Whereabouts = 'memory' | 'disk' | 'nowhere'

/** A bucket holds the keys of 2¹⁶ ms, a minute and a little: the first eight digits of a UUIDv7 say which. */
const DIGITS = 8
const BUCKET_MS = 2 ** 16

/** Keys are members' own: the same one may be used by several, which nobody does by chance. */
type Entry = { readonly member: string; readonly kept: KeyEntry; readonly others: Entry | undefined }

/**
 * The keys that were answered, and the commands that are on their way under theirs. Of an answered key its
 * digits are all that is kept: answer and request stay on the disk, since a repeat is rare. Kept in buckets
 * by the key's own time: old ones go whole. Above `most` keys the oldest bucket goes before its time. That
 * forgets nothing: of a key from that time or before, the disk is asked.
 */
export class IdempotencyIndex {
  readonly #underWay = new Map<string, Entry>()
  readonly #buckets = new Map<string, KeySet>()
  readonly #most: number
  #count = 0
  /** The newest bucket that went before its time. */
  #gone = ''

  constructor(most: number) {
    this.#most = most
  }

  /** Answered keys in memory. */
  get size(): number {
    return this.#count
  }

  /** Memory that the answered keys take. */
  get bytes(): number {
    let bytes = 0
    for (const bucket of this.#buckets.values()) bytes += bucket.bytes
    return bytes
  }

  /** The command that is on its way under this key. */
  get(member: string, key: string): KeyEntry | undefined {
    let entry = this.#underWay.get(key)
    while (entry !== undefined && entry.member !== member) entry = entry.others
    return entry?.kept
  }

  whereIs(member: string, key: string): Whereabouts {
    const bucket = bucketOf(key)
    if (this.#buckets.get(bucket)?.has(member, key) === true) return 'memory'
    return bucket <= this.#gone ? 'disk' : 'nowhere'
  }

  /** Under a key under which nothing is on its way. */
  begin(member: string, key: string, kept: KeyEntry): void {
    this.#underWay.set(key, { member, kept, others: this.#underWay.get(key) })
  }

  /** Nothing is on its way any longer. */
  end(member: string, key: string): void {
    const left = without(this.#underWay.get(key), member)
    if (left === undefined) this.#underWay.delete(key)
    else this.#underWay.set(key, left)
  }

  /** The disk has the answer. */
  answered(member: string, key: string): void {
    const name = bucketOf(key)
    if (name <= this.#gone) return
    let bucket = this.#buckets.get(name)
    if (bucket === undefined) this.#buckets.set(name, (bucket = new KeySet()))
    if (bucket.add(member, key) && ++this.#count > this.#most) this.#letGo()
  }

  forget(before: Ms): void {
    for (const [name, { count }] of this.#buckets) {
      if ((Number.parseInt(name, 16) + 1) * BUCKET_MS > before) continue
      this.#buckets.delete(name)
      this.#count -= count
    }
  }

  #letGo(): void {
    let oldest: string | null = null
    for (const name of this.#buckets.keys()) if (oldest === null || name < oldest) oldest = name
    if (oldest === null) return
    this.#gone = oldest
    this.#count -= this.#buckets.get(oldest)!.count
    this.#buckets.delete(oldest)
  }
}

const bucketOf = (key: string): string => key.slice(0, DIGITS)

function without(entry: Entry | undefined, member: string): Entry | undefined {
  if (entry === undefined) return undefined
  const others = without(entry.others, member)
  return entry.member === member ? others : { ...entry, others }
}

/**
 * Five words a key: the 96 bits that follow those of the bucket, whole, and 64 bits that stand for the
 * member, whose id nobody chooses. Open addressing with linear probing (Knuth, TAOCP 6.4, algorithm L); the
 * first word holds the version digit, so that 0 is a free place. Half to three quarters of the places are
 * taken: 27 to 40 bytes a key.
 */
const WORDS = 5
const SMALLEST = 16
const FULL = 0.75
const GROWS = 1.5

class KeySet {
  count = 0
  #places = SMALLEST
  #words = new Uint32Array(SMALLEST * WORDS)

  get bytes(): number {
    return this.#words.byteLength
  }

  has(member: string, key: string): boolean {
    spell(member, key)
    return this.#words[this.#find(SPELT, 0)] !== 0
  }

  /** False if it was there. */
  add(member: string, key: string): boolean {
    if (this.count + 1 > this.#places * FULL) this.#grow()
    spell(member, key)
    const at = this.#find(SPELT, 0)
    if (this.#words[at] !== 0) return false
    this.#words.set(SPELT, at)
    this.count++
    return true
  }

  #grow(): void {
    const before = this.#words
    this.#places = Math.ceil(this.#places * GROWS)
    this.#words = new Uint32Array(this.#places * WORDS)
    for (let from = 0; from < before.length; from += WORDS) {
      if (before[from] === 0) continue
      this.#words.set(before.subarray(from, from + WORDS), this.#find(before, from))
    }
  }

  /** The place of these five words, or the free one where they would stand. */
  #find(of: Uint32Array, from: number): number {
    const words = this.#words
    let at = placeOf(of, from, this.#places) * WORDS
    while (words[at] !== 0 && !isSame(words, at, of, from)) {
      at += WORDS
      if (at === words.length) at = 0
    }
    return at
  }
}

function isSame(words: Uint32Array, at: number, others: Uint32Array, from: number): boolean {
  for (let word = 0; word < WORDS; word++) if (words[at + word] !== others[from + word]) return false
  return true
}

function placeOf(words: Uint32Array, from: number, places: number): number {
  let mixed = words[from + 3]!
  for (let word = 0; word < 3; word++) mixed = Math.imul(mixed ^ words[from + word]!, ODD) ^ (mixed >>> 15)
  return (mixed >>> 0) % places
}

/** Any odd number of many bits: 2³² over the golden ratio. */
const ODD = 0x9e3779b1
/** Of the key that is looked for: a new array for each look would be garbage. */
const SPELT = new Uint32Array(WORDS)

/** Writes a key and its member into SPELT. Of `xxxxxxxx-XXXX-7XXX-XXXX-XXXXXXXXXXXX` the large digits. */
function spell(member: string, key: string): void {
  const digits = (from: number, to: number) => Number.parseInt(key.slice(from, to), 16)
  SPELT[0] = digits(9, 13) * 0x10000 + digits(14, 18)
  SPELT[1] = digits(19, 23) * 0x10000 + digits(24, 28)
  SPELT[2] = digits(28, 36)
  let [high, low] = [0, ODD]
  for (let index = 0; index < member.length; index++) {
    const unit = member.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 13)
    low = Math.imul(low ^ unit, 0xc2b2ae35) ^ (low >>> 16)
  }
  SPELT[3] = high
  SPELT[4] = low
}
