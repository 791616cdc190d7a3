const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/[\s#]/g, '')

/** Digits of a number that the tables keep as a whole number of 32 bits. */
const DIGITS = /\d{1,9}/g

/**
 * The number in a heading of the console as somebody types it again: `会員 2`, `Member 2`. `headings`: the
 * heading with a number, in each language. null: it is no such heading.
 */
export function headedNumber(
  typed: string,
  headings: readonly ((number: number) => string)[],
): number | null {
  const numbers = typed.normalize('NFKC').match(DIGITS) ?? []
  if (numbers.length !== 1) return null
  const [text, number] = [folded(typed), Number(numbers[0])]
  return headings.some((heading) => folded(heading(number)) === text) ? number : null
}
