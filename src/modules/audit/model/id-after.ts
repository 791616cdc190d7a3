/**
 * The id right after this one (a UUID, in lower case): a list that is read before it begins with the row of
 * this one.
 */
export function idAfter(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-')
}
