import { no, type Refusal } from '#kernel/result.ts'
import { isDate, type DateJst } from '#kernel/time.ts'
import { OCCUPATIONS, PURPOSES } from './profile.ts'

/** Facts asked of a person beside the name (Act on Prevention of Transfer of Criminal Proceeds, 4). */
export type IdentityFacts = {
  /** YYYY-MM-DD. */
  birthDate: string
  /** Seven digits. */
  postalCode: string
  address: string
  occupation: (typeof OCCUPATIONS)[number]
  purpose: (typeof PURPOSES)[number]
}
export const FACT_FIELDS = ['birthDate', 'postalCode', 'address', 'occupation', 'purpose'] as const

/** Adults since 1 April 2022 (Civil Code, 4). */
export const ADULT_AGE = 18
const OLDEST_AGE = 130
export const ADDRESS_MAX = 120
/** Letters and digits of the shortest address from prefecture to number: 三重県津市1. */
const ADDRESS_LEAST = 6

/** Refusals of the facts in the order in which they are checked, after those of the form. */
export const FACT_REJECTIONS = [
  'BIRTH_DATE_FORMAT',
  'UNDERAGE',
  'POSTAL_CODE_FORMAT',
  'POSTAL_CODE_UNUSED',
  'ADDRESS_REQUIRED',
  'ADDRESS_CHARACTERS',
  'ADDRESS_SHORT',
] as const
export type FactRejection = (typeof FACT_REJECTIONS)[number]

/** The facts as they are kept: half-width digits without separators, single spaces. */
export const normalizeFacts = ({
  birthDate,
  postalCode,
  address,
  occupation,
  purpose,
}: IdentityFacts): IdentityFacts => ({
  birthDate: birthDate.normalize('NFKC').trim().replaceAll('/', '-'),
  postalCode: postalCode.normalize('NFKC').replace(/[\s〒‐-―−ー-]/g, ''),
  address: normalizeAddress(address),
  occupation,
  purpose,
})

/** The first rule that normalized facts break on a day in Japan; null: they are in order. */
export function factsProblem(
  { birthDate, postalCode, address }: IdentityFacts,
  today: DateJst,
): Refusal<FactRejection> | null {
  if (!isDate(birthDate) || birthDate > today || birthDate <= yearsBefore(today, OLDEST_AGE))
    return no('BIRTH_DATE_FORMAT')
  if (birthDate > yearsBefore(today, ADULT_AGE)) return no('UNDERAGE', { age: ADULT_AGE })
  if (!/^\d{7}$/.test(postalCode)) return no('POSTAL_CODE_FORMAT')
  // Areas begin with 001 (Hokkaido); no code begins with 000.
  if (postalCode.startsWith('000')) return no('POSTAL_CODE_UNUSED')
  const problem = addressProblem(address)
  return problem === null ? null : no(problem)
}

/** The first rule that a normalized address breaks: wherever a member types one. */
export function addressProblem(
  address: string,
): 'ADDRESS_REQUIRED' | 'ADDRESS_CHARACTERS' | 'ADDRESS_SHORT' | null {
  if (address === '') return 'ADDRESS_REQUIRED'
  if (!/^[\p{L}\p{M}\p{N}'’.,・ー〇々#()/ -]+$/u.test(address)) return 'ADDRESS_CHARACTERS'
  return isWholeAddress(address) ? null : 'ADDRESS_SHORT'
}

export const normalizeAddress = (address: string): string =>
  address
    .normalize('NFKC')
    .trim()
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')

/** True for an address that may lead somewhere: a place in letters, and long enough to say which. */
const isWholeAddress = (address: string): boolean =>
  (address.match(/[\p{L}\p{N}]/gu) ?? []).length >= ADDRESS_LEAST &&
  new Set(address.match(/\p{L}/gu)).size >= 3

/**
 * The same day some years earlier, as text. Whoever was born on 29 February is of age from 1 March on where
 * the year has no such day (Act on Calculation of Ages): as text, 02-29 lies after 02-28.
 */
const yearsBefore = (day: DateJst, years: number): string =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`

/** Full years on a day; a birthday counts from its beginning on. */
export const ageOn = (today: DateJst, birthDate: string): number =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(4) < birthDate.slice(4) ? 1 : 0)

/** A postal code as it is written: 100-0001. */
export const postalText = (postalCode: string): string => `${postalCode.slice(0, 3)}-${postalCode.slice(3)}`
