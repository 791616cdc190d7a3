import { isDate, type DateJst } from '#kernel/time.ts'
import { factsProblem, normalizeFacts, type FactRejection, type IdentityFacts } from '../model/facts.ts'

/** The facts while they are typed: nothing is chosen at first. */
export type TypedFacts = Omit<IdentityFacts, 'occupation' | 'purpose'> & {
  occupation: IdentityFacts['occupation'] | null
  purpose: IdentityFacts['purpose'] | null
}
export const NO_FACTS: TypedFacts = {
  birthDate: '',
  postalCode: '',
  address: '',
  occupation: null,
  purpose: null,
}
/** Of no person. */
export const SAMPLE_FACTS: IdentityFacts = {
  birthDate: '1990-04-01',
  postalCode: '1000001',
  address: '見本県見本市見本町1-2-3',
  occupation: 'employee',
  purpose: 'long-term',
}

/** The first rule that typed facts break; null: they can go off. */
export function typedProblem(typed: TypedFacts, today: DateJst): FactRejection | 'CHOICE_REQUIRED' | null {
  const { occupation, purpose, ...rest } = typed
  const facts = normalizeFacts({ ...rest, occupation: 'other', purpose: 'learning' })
  return (
    factsProblem(facts, today)?.rejection ??
    (occupation === null || purpose === null ? 'CHOICE_REQUIRED' : null)
  )
}

/** First days of the eras, newest first; births of before are nobody's. */
const ERAS = [
  ['2019-05-01', '令和'],
  ['1989-01-08', '平成'],
  ['1926-12-25', '昭和'],
  ['1912-07-30', '大正'],
  ['1868-10-23', '明治'],
] as const

/** The year by the Japanese era, as papers have it (平成2年, 令和元年); undefined: no date yet. */
export function eraYear(birthDate: string): string | undefined {
  const era = isDate(birthDate) ? ERAS.find(([from]) => birthDate >= from) : undefined
  if (era === undefined) return undefined
  const year = Number(birthDate.slice(0, 4)) - Number(era[0].slice(0, 4)) + 1
  return `${era[1]}${year === 1 ? '元' : year}年`
}
