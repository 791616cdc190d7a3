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

/** Which keys were answered: the answers themselves stay on the disk, since a repeat is rare and a day of them would fill the memory. Kept in drawers by the hour of the key's own time: old ones go whole. */
export class Answers {
  readonly #drawers = new Map<number, Map<string, Kept>>()

  get(member: string, key: string): Kept | undefined {
    return this.#drawers.get(hourOf(key))?.get(name(member, key))
  }

  set(member: string, key: string, kept: Kept): void {
    const hour = hourOf(key)
    let drawer = this.#drawers.get(hour)
    if (drawer === undefined) this.#drawers.set(hour, (drawer = new Map<string, Kept>()))
    drawer.set(name(member, key), kept)
  }

  delete(member: string, key: string): void {
    this.#drawers.get(hourOf(key))?.delete(name(member, key))
  }

  forget(before: Ms): void {
    for (const hour of this.#drawers.keys()) if ((hour + 1) * HOUR <= before) this.#drawers.delete(hour)
  }
}

/** A key that is no UUIDv7 never had an answer: its drawer does not exist. */
const hourOf = (key: string): number => Math.floor((timeOfUuidv7(key) ?? -1) / HOUR)

const name = (member: string, key: string): string => `${member} ${key}`
