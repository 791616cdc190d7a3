/** A broken invariant is a bug, never a member's mistake. It stops the engine; it stays on in production. */
export class Bug extends Error {
  override name = 'Bug'
}

export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Bug(what)
}
