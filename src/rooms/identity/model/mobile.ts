/** Japanese mobile numbers, all digits or with hyphens after the 3rd and the 7th (product decision 2). ASCII digits only. */
const JAPANESE = /^0[789]0(?:-\d{4}-\d{4}|\d{8})$/
const JAPANESE_E164 = /^\+81[789]0\d{8}$/
/** Other countries: at most 15 digits, the first not 0 (ITU-T E.164). */
const E164 = /^\+[1-9]\d{7,14}$/

/** The number in E.164, the only form in which it is kept; null when it is not a mobile number. */
export function normalizeMobile(typed: string): string | null {
  if (JAPANESE.test(typed)) return `+81${typed.replaceAll('-', '').slice(1)}`
  if (typed.startsWith('+81')) return JAPANESE_E164.test(typed) ? typed : null
  return E164.test(typed) ? typed : null
}

/** For the screen, its middle hidden: `090-****-5678`, `+1*****67`. */
export function maskMobile(mobile: string): string {
  if (JAPANESE_E164.test(mobile)) return `0${mobile.slice(3, 5)}-****-${mobile.slice(-4)}`
  return `${mobile.slice(0, 2)}${'*'.repeat(mobile.length - 4)}${mobile.slice(-2)}`
}

/** Whether a number in E.164 is of one of these countries (`+81`). */
export const isInCountry = (mobile: string, countries: readonly string[]): boolean => countries.some((code) => mobile.startsWith(code))
