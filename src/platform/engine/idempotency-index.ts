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

export type KeyEntry = {
  request: HashText
  /** Of its record; -1 until that is on the disk. */
  seq: number
  /**
   * The first sender's promise while the command waits, runs or is on its way to the disk: repeats wait for
   * the same. null: the answer is on the disk.
   */
  running: Promise<Answered<unknown>> | null
}

/** A bucket holds the keys of 2¹⁶ ms, a minute and a little: the first eight digits of a UUIDv7 say which. */
const DIGITS = 8
const BUCKET_MS = 2 ** 16

/** Keys are members' own: the same one may be used by several, which nobody does by chance. */
type Entry = { readonly member: string; readonly kept: KeyEntry; readonly others: Entry | undefined }
type Bucket = { readonly entries: Map<string, Entry>; count: number }

/**
 * The keys that were answered: the answers themselves stay on the disk, since a repeat is rare and a day of
 * them would fill the memory. Kept in buckets by the key's own time: old ones go whole. Found by the key
 * alone, whose text each request brings along: joined with the member's, it would be another text to make and
 * to hash at each look. Above `most` keys the oldest bucket goes before its time. That forgets nothing: of a
 * key from that time or before, the disk is asked (`isOnDiskAlone`).
 */
export class IdempotencyIndex {
  readonly #buckets = new Map<string, Bucket>()
  readonly #most: number
  #count = 0
  /** The newest bucket that went before its time. */
  #gone = ''

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#count
  }

  get(member: string, key: string): KeyEntry | undefined {
    let entry = this.#buckets.get(bucketOf(key))?.entries.get(key)
    while (entry !== undefined && entry.member !== member) entry = entry.others
    return entry?.kept
  }

  /** True if a key that is not here may have been answered all the same. */
  isOnDiskAlone(key: string): boolean {
    return bucketOf(key) <= this.#gone
  }

  /** Of a key that is not here. */
  add(member: string, key: string, kept: KeyEntry): void {
    let bucket = this.#buckets.get(bucketOf(key))
    if (bucket === undefined)
      this.#buckets.set(bucketOf(key), (bucket = { entries: new Map<string, Entry>(), count: 0 }))
    bucket.entries.set(key, { member, kept, others: bucket.entries.get(key) })
    bucket.count++
    if (++this.#count > this.#most) this.#letGo()
  }

  delete(member: string, key: string): void {
    const bucket = this.#buckets.get(bucketOf(key))
    if (bucket === undefined || this.get(member, key) === undefined) return
    const left = without(bucket.entries.get(key), member)
    if (left === undefined) bucket.entries.delete(key)
    else bucket.entries.set(key, left)
    bucket.count--
    this.#count--
  }

  forget(before: Ms): void {
    for (const [name, { count }] of this.#buckets) {
      if ((Number.parseInt(name, 16) + 1) * BUCKET_MS > before) continue
      this.#buckets.delete(name)
      this.#count -= count
    }
  }

  /** The oldest bucket, but for what is not on the disk yet: that leaves when it is (`Writer`). */
  #letGo(): void {
    let oldest: string | null = null
    for (const name of this.#buckets.keys())
      if (name > this.#gone && (oldest === null || name < oldest)) oldest = name
    if (oldest === null) return
    this.#gone = oldest
    const before = this.#buckets.get(oldest)!
    const after: Bucket = { entries: new Map<string, Entry>(), count: 0 }
    for (const [key, first] of before.entries) {
      let left: Entry | undefined
      for (let each: Entry | undefined = first; each !== undefined; each = each.others) {
        if (each.kept.seq >= 0) continue
        left = { ...each, others: left }
        after.count++
      }
      if (left !== undefined) after.entries.set(key, left)
    }
    this.#count += after.count - before.count
    if (after.count === 0) this.#buckets.delete(oldest)
    else this.#buckets.set(oldest, after)
  }
}

const bucketOf = (key: string): string => key.slice(0, DIGITS)

function without(entry: Entry | undefined, member: string): Entry | undefined {
  if (entry === undefined) return undefined
  const others = without(entry.others, member)
  return entry.member === member ? others : { ...entry, others }
}
