/**
 * Names of the invariants of the server (security-and-trust 9), of what an honest server owes besides, and of
 * its own assertions.
 */
export type InvariantName = `I${number}` | 'core' | 'promise'

/** Something that must never be. `invariant`: which of them says so. */
export class Breach extends Error {
  override name = 'Breach'
  readonly invariant: InvariantName
  constructor(invariant: InvariantName, what: string) {
    super(what)
    this.invariant = invariant
  }
}

export function holds(condition: unknown, invariant: InvariantName, what: () => string): asserts condition {
  if (!condition) throw new Breach(invariant, what())
}
