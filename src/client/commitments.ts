import type { Ms } from '#kernel/time.ts'
import { reportProofFailure } from './proof-failure.ts'
import { serverNow } from './clock.ts'
import { storedList, type StoredList } from './local-storage.ts'
import { session } from './session.ts'

type Parts = Readonly<Record<string, unknown>>
const partsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null ? (value as Parts) : {}

/**
 * A promise of the server with an answer (header `commitment`), until this device has seen it kept. `at`:
 * when it came, by the server's clock, in milliseconds.
 */
export type StoredCommitment = { readonly text: string; readonly userId: string; readonly at: Ms }

function commitmentFor(value: unknown): StoredCommitment | null {
  const { text, userId, at } = partsOf(value)
  return typeof text === 'string' && typeof userId === 'string' && typeof at === 'number'
    ? { text, userId, at }
    : null
}

/** More than these are not looked after: the oldest go. */
const MOST = 200
export const commitments = storedList<StoredCommitment>({
  key: 'trust.promises',
  most: MOST,
  parse: commitmentFor,
  same: (a, b) => a.text === b.text,
})

/** Called with every answer to a write; what looks after them is the trust module's (`mobile/watch.ts`). */
export const storeCommitment = (text: string): void =>
  commitments.add({ text, userId: session.get().userId, at: serverNow() })

/**
 * Failures that must not be. `rewritten`: a head that does not go on from the one that this device saw, or is
 * not signed as it should be; `unsigned`, `missing`, `differs`: a commitment without the server's signature,
 * one that no head held in time, one for which a head holds something else.
 */
export const PROOF_FAILURES = ['rewritten', 'unsigned', 'missing', 'differs'] as const
export type ProofFailureKind = (typeof PROOF_FAILURES)[number]
/** `commitment`: its text, which proves it to others; `at`: when it was found. */
export type ProofFailure = {
  readonly kind: ProofFailureKind
  readonly promise: string | null
  readonly at: Ms
}

function proofFailureOf(value: unknown): ProofFailure | null {
  const { kind, promise: commitment, at } = partsOf(value)
  const known = PROOF_FAILURES.find((one) => one === kind)
  return known !== undefined &&
    (commitment === null || typeof commitment === 'string') &&
    typeof at === 'number'
    ? { kind: known, promise: commitment, at }
    : null
}

const found = storedList<ProofFailure>({
  key: 'trust.breaches',
  most: 20,
  parse: proofFailureOf,
  same: (a, b) => a.kind === b.kind && a.promise === b.promise,
})
const after = (change: () => void): void => {
  change()
  reportProofFailure.set(found.entries().length > 0)
}
export const proofFailures: Pick<StoredList<ProofFailure>, 'useEntries' | 'entries' | 'add' | 'remove'> = {
  useEntries: found.useEntries,
  entries: found.entries,
  add: (proofFailure) => after(() => found.add(proofFailure)),
  remove: (proofFailure) => after(() => found.remove(proofFailure)),
}
