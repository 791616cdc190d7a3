import type { DateJst } from '#kernel/time.ts'
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

/** The year by the Japanese era, as papers have it (平成2年); undefined: no date yet. */
export function eraYear(birthDate: string): string | undefined {
  const at = Date.parse(`${birthDate}T00:00:00Z`)
  if (Number.isNaN(at)) return undefined
  return new Intl.DateTimeFormat('ja-JP-u-ca-japanese', {
    era: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at)
}
