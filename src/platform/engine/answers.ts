import { timeOfUuidv7 } from '#kernel/id.ts'
import { HOUR, MINUTE, type Ms } from '#kernel/time.ts'
import type { Answered } from './command.ts'
import type { HashText } from './store.ts'

/** security-and-trust.md 2: a key's own time may be this far behind or ahead of the machine's clock. */
const BEHIND = 24 * HOUR
const AHEAD = 5 * MINUTE
/** Answers stay a little longer than their keys are accepted, so that a key never outlives its answer. */
const KEPT = BEHIND + 10 * MINUTE

/** Why this key cannot be used now, or null. Keys are UUIDv7 in lower case. */
export function keyProblem(key: string, machineNow: Ms): 'KEY_INVALID' | 'KEY_EXPIRED' | null {
  const at = timeOfUuidv7(key)
  if (at === null || at > machineNow + AHEAD) return 'KEY_INVALID'
  return at < machineNow - BEHIND ? 'KEY_EXPIRED' : null
}

/** The time of the oldest key whose answer is kept. */
export const keptFrom = (machineNow: Ms): Ms => machineNow - KEPT

export type Kept = {
  request: HashText
  seq: number
  /** The first sender's promise while the command waits, runs or is on its way to the disk: repeats wait for the same. null: the answer is on the disk. */
  running: Promise<Answered<unknown>> | null
}

/** A drawer holds the keys of 2²⁰ ms, a quarter of an hour and a little: the first seven digits of a UUIDv7 say which. */
const DIGITS = 7
const DRAWER_MS = 2 ** 20

/** Keys are members' own: the same one may be used by several, which nobody does by chance. */
type Entry = { readonly member: string; readonly kept: Kept; readonly others: Entry | undefined }

/**
 * Which keys were answered: the answers themselves stay on the disk, since a repeat is rare and a day of them would fill the memory. Kept in drawers by the key's own time: old ones go whole. Found
 * by the key alone, whose text each request brings along: joined with the member's, it would be another text to make and to hash at each look.
 */
export class Answers {
  readonly #drawers = new Map<string, Map<string, Entry>>()

  get(member: string, key: string): Kept | undefined {
    let entry = this.#drawers.get(drawerOf(key))?.get(key)
    while (entry !== undefined && entry.member !== member) entry = entry.others
    return entry?.kept
  }

  set(member: string, key: string, kept: Kept): void {
    let drawer = this.#drawers.get(drawerOf(key))
    if (drawer === undefined) this.#drawers.set(drawerOf(key), (drawer = new Map<string, Entry>()))
    drawer.set(key, { member, kept, others: without(drawer.get(key), member) })
  }

  delete(member: string, key: string): void {
    const drawer = this.#drawers.get(drawerOf(key))
    const left = without(drawer?.get(key), member)
    if (left === undefined) drawer?.delete(key)
    else drawer?.set(key, left)
  }

  forget(before: Ms): void {
    for (const drawer of this.#drawers.keys()) if ((Number.parseInt(drawer, 16) + 1) * DRAWER_MS <= before) this.#drawers.delete(drawer)
  }
}

const drawerOf = (key: string): string => key.slice(0, DIGITS)

function without(entry: Entry | undefined, member: string): Entry | undefined {
  if (entry === undefined) return undefined
  const others = without(entry.others, member)
  return entry.member === member ? others : { ...entry, others }
}
