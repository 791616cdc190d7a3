/** Longest address of RFC 5321. */
const LONGEST = 254
/**
 * One @, a host with a dot, nothing that ends a line or a header. Whether it is really there, the code tells.
 */
const ADDRESS =
  /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u

/** The address as it is kept, its host in lower case; null when it is none. */
export function normalizeEmail(typed: string): string | null {
  const address = typed.trim()
  if (address.length > LONGEST || !ADDRESS.test(address)) return null
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

/** For the screen: `h***@example.jp`. */
export const maskEmail = (address: string): string =>
  `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`
