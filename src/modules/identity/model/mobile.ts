import { readDigits } from '#kernel/typed.ts'

/**
 * Japanese mobile numbers begin with 060, 070, 080 or 090; 0800 is toll-free (numbering plan of the Ministry
 * of Internal Affairs and Communications).
 */
const JAPANESE = /^0(?:[679]0\d|80[1-9])\d{7}$/
const JAPANESE_E164 = /^\+81(?:[679]0\d|80[1-9])\d{7}$/
/** Other countries: at most 15 digits, the first not 0 (ITU-T E.164). */
const E164 = /^\+[1-9]\d{7,14}$/

/**
 * The number in E.164, the only form in which it is kept, from any width, with the blanks, hyphens and
 * brackets that people write; null when it is not a mobile number.
 */
export function normalizeMobile(typed: string): string | null {
  const text = typed.normalize('NFKC').trim()
  const digits = readDigits(text.replace(/^\+/, '').replaceAll(/[()]/g, ''))
  if (digits === null) return null
  if (!text.startsWith('+')) return JAPANESE.test(digits) ? `+81${digits.slice(1)}` : null
  // +81 (0)90: the 0 of the number at home is left out abroad.
  const abroad = `+${digits.replace(/^810(?=[6789]0)/, '81')}`
  return (abroad.startsWith('+81') ? JAPANESE_E164 : E164).test(abroad) ? abroad : null
}

/** The word in the place of a number that was erased: it is no number, and another for each member. */
export const erasedMobile = (memberId: string): string => `erased ${memberId}.`
export const isErasedMobile = (mobile: string): boolean => mobile.startsWith('erased ')

/** For the screen, its middle hidden: `090-****-5678`, `+1*****67`; a dash for one that was erased. */
export function maskMobile(mobile: string): string {
  if (isErasedMobile(mobile)) return '—'
  if (JAPANESE_E164.test(mobile)) return `0${mobile.slice(3, 5)}-****-${mobile.slice(-4)}`
  return `${mobile.slice(0, 2)}${'*'.repeat(mobile.length - 4)}${mobile.slice(-2)}`
}

/** True if a number in E.164 is of one of these countries (`+81`). */
export const isInCountry = (mobile: string, countries: readonly string[]): boolean =>
  countries.some((code) => mobile.startsWith(code))
