/**
 * A setting or a data directory that cannot be used: its message is all that the person at the terminal
 * needs.
 */
export class Misconfigured extends Error {
  override name = 'Misconfigured'
}
