import { no, ok, type Result } from '#kernel/result.ts'
import type { Yen } from '#kernel/money.ts'
import { normalizeEmail } from '#modules/identity/model/email.ts'
import { ADDRESS_MAX, addressProblem, normalizeAddress } from '#modules/members/model/facts.ts'
import { NAME_MAX } from '#modules/members/model/identity-form.ts'
import { affordable, type Affordable, type Means } from './affordability.ts'
import { LEAST_YEN, MOST_TOGETHER_YEN, MOST_YEN } from './terms.ts'

/** The applicant's details, as typed (specification, chapter 5): all of them are needed. */
export type LoanForm = {
  readonly name: string
  readonly idNumber: string
  readonly address: string
  readonly contact: string
  readonly email: string
}
export const FORM_FIELDS = [
  'name',
  'idNumber',
  'address',
  'contact',
  'email',
] as const satisfies readonly (keyof LoanForm)[]
/** Longest texts of the fields; an e-mail address by RFC 5321. */
export const FIELD_MAX: Readonly<Record<keyof LoanForm, number>> = {
  name: NAME_MAX,
  idNumber: 20,
  address: ADDRESS_MAX,
  contact: 20,
  email: 254,
}

/**
 * Refusals of the form in the order in which they are checked; the last two by comparison with the verified
 * identity.
 */
export const FORM_REJECTIONS = [
  'LOAN_NAME_REQUIRED',
  'LOAN_ID_REQUIRED',
  'LOAN_ADDRESS_REQUIRED',
  'LOAN_ADDRESS_CHARACTERS',
  'LOAN_ADDRESS_SHORT',
  'LOAN_CONTACT_REQUIRED',
  'LOAN_CONTACT_FORMAT',
  'LOAN_EMAIL_REQUIRED',
  'LOAN_EMAIL_FORMAT',
] as const
export type FormRejection = (typeof FORM_REJECTIONS)[number]
export const IDENTITY_REJECTIONS = ['LOAN_IDENTITY_NEEDED', 'LOAN_NAME_DIFFERS', 'LOAN_ID_DIFFERS'] as const

const squeezed = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ')
const dashless = (text: string): string => text.normalize('NFKC').replace(/[\s()‐-―−-]/g, '')

/**
 * The form as it is kept: one form of each character, single spaces, numbers without separators. An address
 * that is none stays as typed.
 */
export function normalizeForm(form: LoanForm): LoanForm {
  const email = squeezed(form.email)
  return {
    name: squeezed(form.name),
    idNumber: dashless(form.idNumber).toUpperCase(),
    address: normalizeAddress(form.address),
    contact: dashless(form.contact),
    email: normalizeEmail(email) ?? email,
  }
}

/** A number in Japan (ten or eleven digits; none begins with 00), or E.164 of any country. */
const CONTACT = /^(?:0[1-9]\d{8,9}|\+[1-9]\d{7,14})$/

/** The first rule that a normalized form breaks; null: it is in order. */
export function formProblem({ name, idNumber, address, contact, email }: LoanForm): FormRejection | null {
  if (name === '') return 'LOAN_NAME_REQUIRED'
  if (idNumber === '') return 'LOAN_ID_REQUIRED'
  const place = addressProblem(address)
  if (place !== null) return `LOAN_${place}`
  if (contact === '') return 'LOAN_CONTACT_REQUIRED'
  if (!CONTACT.test(contact)) return 'LOAN_CONTACT_FORMAT'
  if (email === '') return 'LOAN_EMAIL_REQUIRED'
  return normalizeEmail(email) === null ? 'LOAN_EMAIL_FORMAT' : null
}

/** Spaces and width are no difference: people write their name with and without. */
export const isSamePerson = (typed: string, verified: string): boolean =>
  dashless(typed) === dashless(verified)

/** Refusals of an application in the order in which they are checked. */
export const APPLY_REJECTIONS = [
  'LOAN_MINIMUM',
  'LOAN_MAXIMUM',
  'LOAN_IDENTITY_NEEDED',
  'ACCOUNT_CLOSING',
  'ACCOUNT_FROZEN',
  'LOAN_PENDING',
  'LOAN_TOTAL',
  'LOAN_UNAFFORDABLE',
] as const
export type ApplyRejection = (typeof APPLY_REJECTIONS)[number]

export type ApplyFacts = {
  readonly isVerified: boolean
  readonly isClosing: boolean
  readonly isFrozen: boolean
  readonly hasPending: boolean
  readonly means: Means
}

/**
 * The decision whether a member may apply for a loan of this amount now (product decision 9): one application
 * at a time, all loans within what the member can afford.
 */
export function decideApplication(facts: ApplyFacts, yen: Yen): Result<Affordable, ApplyRejection> {
  if (yen < LEAST_YEN) return no('LOAN_MINIMUM', { minimum: LEAST_YEN })
  if (yen > MOST_YEN) return no('LOAN_MAXIMUM', { maximum: MOST_YEN })
  if (!facts.isVerified) return no('LOAN_IDENTITY_NEEDED')
  if (facts.isClosing) return no('ACCOUNT_CLOSING')
  if (facts.isFrozen) return no('ACCOUNT_FROZEN')
  if (facts.hasPending) return no('LOAN_PENDING')
  return withinMeans(facts.means, yen)
}

/** The part of the rule that prices can change: asked again at each reviewer's signature. */
export function withinMeans(means: Means, yen: Yen): Result<Affordable, 'LOAN_TOTAL' | 'LOAN_UNAFFORDABLE'> {
  if (means.owedYen + yen > MOST_TOGETHER_YEN)
    return no('LOAN_TOTAL', { most: Math.max(MOST_TOGETHER_YEN - means.owedYen, 0) })
  const all = affordable(means)
  return yen > all.headroomYen ? no('LOAN_UNAFFORDABLE', { most: all.headroomYen }) : ok(all)
}

/** Refusals of a repayment in the order in which they are checked. */
export const REPAY_REJECTIONS = [
  'LOAN_NOT_FOUND',
  'LOAN_NOT_OPEN',
  'REPAY_TOO_MUCH',
  'REPAY_UNCOVERED',
] as const

/**
 * The part of a repayment that is taken; `yen` null: all that is owed. Nothing but what is free now: no debt
 * is made to pay a debt.
 */
export function decideRepayment(
  { owedYen, freeYen }: { owedYen: Yen; freeYen: Yen },
  yen: Yen | null,
): Result<Yen, 'REPAY_TOO_MUCH' | 'REPAY_UNCOVERED'> {
  const paysYen = yen ?? owedYen
  if (paysYen > owedYen) return no('REPAY_TOO_MUCH', { owed: owedYen })
  return paysYen > freeYen ? no('REPAY_UNCOVERED', { most: freeYen }) : ok(paysYen)
}
