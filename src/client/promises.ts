import { alarm } from './alarm.ts'
import { serverNow } from './clock.ts'
import { keptList, type KeptList } from './kept.ts'
import { session } from './session.ts'

type Parts = Readonly<Record<string, unknown>>
const partsOf = (value: unknown): Parts => (typeof value === 'object' && value !== null ? (value as Parts) : {})

/** What the house promised with an answer (header `promise`), until this device has seen it kept. `at`: when it came, by the server's clock, in milliseconds. */
export type KeptPromise = { readonly text: string; readonly userId: string; readonly at: number }

function promiseOf(value: unknown): KeptPromise | null {
  const { text, userId, at } = partsOf(value)
  return typeof text === 'string' && typeof userId === 'string' && typeof at === 'number' ? { text, userId, at } : null
}

/** More than these are not looked after: the oldest go. */
const MOST = 200
export const promises = keptList<KeptPromise>({ key: 'trust.promises', most: MOST, parse: promiseOf, same: (a, b) => a.text === b.text })

/** Called with every answer to a write; what looks after them is the trust room's (`mobile/watch.ts`). */
export const keepPromise = (text: string): void => promises.add({ text, userId: session.get().userId, at: serverNow() })

/**
 * What must not be. `rewritten`: a head that does not go on from the one that this device saw, or is not signed as it should be; `unsigned`, `missing`, `differs`: a promise without the
 * house's signature, one that no head held in time, one for which a head holds something else.
 */
export const BREACHES = ['rewritten', 'unsigned', 'missing', 'differs'] as const
export type BreachKind = (typeof BREACHES)[number]
/** `promise`: its text, which proves it to others; `at`: when it was found. */
export type Breach = { readonly kind: BreachKind; readonly promise: string | null; readonly at: number }

function breachOf(value: unknown): Breach | null {
  const { kind, promise, at } = partsOf(value)
  const known = BREACHES.find((one) => one === kind)
  return known !== undefined && (promise === null || typeof promise === 'string') && typeof at === 'number' ? { kind: known, promise, at } : null
}

const found = keptList<Breach>({ key: 'trust.breaches', most: 20, parse: breachOf, same: (a, b) => a.kind === b.kind && a.promise === b.promise })
const after = (change: () => void): void => {
  change()
  alarm.set(found.entries().length > 0)
}
export const breaches: Pick<KeptList<Breach>, 'useEntries' | 'entries' | 'add' | 'remove'> = {
  useEntries: found.useEntries, entries: found.entries, add: (breach) => after(() => found.add(breach)), remove: (breach) => after(() => found.remove(breach)),
}
