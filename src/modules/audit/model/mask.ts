/**
 * Digits that a telephone number or a member's number is looked for by; null where it is neither. Four digits
 * and more are the end of a telephone number too.
 */
export function searched(text: string): { number: number | null; lastDigits: string | null } | null {
  const digits = text.replaceAll(/[\s-]/g, '').replace(/^\+?/, '')
  if (!/^\d{1,15}$/.test(digits)) return null
  const number = Number(digits)
  return {
    number: Number.isSafeInteger(number) && number <= 2_147_483_647 ? number : null,
    lastDigits: digits.length >= 4 ? digits.replace(/^0/, '') : null,
  }
}
