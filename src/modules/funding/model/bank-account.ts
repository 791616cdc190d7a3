import { no, ok, type Result } from '#kernel/result.ts'
import { readDigits } from '#kernel/typed.ts'
import { HOUR, type Ms } from '#kernel/time.ts'
import { isSameName, zenginName } from './kana.ts'

/** Product decision 10. */
export const MOST_ACCOUNTS = 5
/** Security and trust 6: from its entry to the first withdrawal. */
export const REST_MS: Ms = 72 * HOUR

/** Kinds of deposit, as transfer records number them (facts: bank, section 1). */
export const ACCOUNT_TYPES = ['ordinary', 'current', 'savings', 'other'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]
const TYPE_DIGITS: Readonly<Record<AccountType, string>> = {
  ordinary: '1',
  current: '2',
  savings: '4',
  other: '9',
}
export const typeDigit = (type: AccountType): string => TYPE_DIGITS[type]

/** An account as the member typed it. */
export type TypedAccount = {
  readonly holder: string
  readonly bankCode: string
  readonly branchCode: string
  readonly type: AccountType
  readonly number: string
}
/**
 * Facts known when an account is entered: the bank's and branch's names, null where there is none; the
 * verified kana name.
 */
export type AccountFacts = {
  readonly verifiedName: string | null
  readonly bankName: string | null
  readonly branchName: string | null
  readonly hasImage: boolean
}

/** Named refusals of the form itself, in the order in which they are checked. */
export const ACCOUNT_FORM_REJECTIONS = [
  'IDENTITY_REQUIRED',
  'HOLDER_REQUIRED',
  'HOLDER_CHARACTERS',
  'HOLDER_DIFFERS',
  'BANK_UNKNOWN',
  'BRANCH_UNKNOWN',
  'ACCOUNT_NUMBER',
  'PASSBOOK_REQUIRED',
] as const

const DIGITS = /^\d{1,7}$/

/**
 * Seven digits, as transfer records hold them: full-width ones read, blanks left out, shorter ones padded on
 * the left, never cut (facts: bank 1).
 */
export function accountNumber(typed: string): string | null {
  const digits = readDigits(typed, { hyphens: false })
  return digits !== null && DIGITS.test(digits) && Number(digits) > 0 ? digits.padStart(7, '0') : null
}

/** The account as it is kept, or what is wrong first. */
export function readAccount(
  typed: TypedAccount,
  facts: AccountFacts,
): Result<{ holder: string; number: string }, (typeof ACCOUNT_FORM_REJECTIONS)[number]> {
  if (facts.verifiedName === null) return no('IDENTITY_REQUIRED')
  if (typed.holder.trim() === '') return no('HOLDER_REQUIRED')
  const holder = zenginName(typed.holder)
  if (holder === null || holder === '') return no('HOLDER_CHARACTERS')
  if (!isSameName(holder, facts.verifiedName)) return no('HOLDER_DIFFERS')
  if (facts.bankName === null) return no('BANK_UNKNOWN')
  if (facts.branchName === null) return no('BRANCH_UNKNOWN')
  const number = accountNumber(typed.number)
  if (number === null) return no('ACCOUNT_NUMBER')
  if (!facts.hasImage) return no('PASSBOOK_REQUIRED')
  return ok({ holder, number })
}

/** From when on a first withdrawal to it may be asked for. */
export const usableFrom = (addedAt: Ms): Ms => addedAt + REST_MS
