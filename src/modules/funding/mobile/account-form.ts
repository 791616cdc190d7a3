import type { AccountType } from '#modules/funding/model/bank-account.ts'
import { accountNumber } from '#modules/funding/model/bank-account.ts'
import { zenginName } from '#modules/funding/model/kana.ts'
import { YUCHO, yuchoAccount } from '#modules/funding/model/yucho.ts'
import type { Place } from './PlaceSheet.tsx'

/**
 * The form of a new account as it is typed. Japan Post Bank is entered by the symbol and number of its book.
 */
export type AccountForm = {
  holder: string
  bank: Place | null
  branch: Place | null
  type: AccountType
  number: string
  symbol: string
  bookNumber: string
  imageId: string | null
}

export const emptyForm = (holder: string): AccountForm => ({
  holder,
  bank: null,
  branch: null,
  type: 'ordinary',
  number: '',
  symbol: '',
  bookNumber: '',
  imageId: null,
})

export const isYucho = ({ bank }: Pick<AccountForm, 'bank'>): boolean => bank?.code === YUCHO

export type FormProblem =
  | 'HOLDER_REQUIRED'
  | 'HOLDER_CHARACTERS'
  | 'BANK_UNKNOWN'
  | 'BRANCH_UNKNOWN'
  | 'ACCOUNT_NUMBER'
  | 'YUCHO'
  | 'PASSBOOK_REQUIRED'
/** Problems of the form, by field; the server asks the same again. */
export type FormProblems = {
  holder?: FormProblem
  bank?: FormProblem
  branch?: FormProblem
  number?: FormProblem
  image?: FormProblem
}

/** The input of the route, or the problems of the form. */
export function readForm(form: AccountForm): {
  problems: FormProblems
  input: {
    holder: string
    bankCode: string
    branchCode: string
    type: AccountType
    number: string
    imageId: string
  } | null
} {
  const problems: FormProblems = {}
  if (form.holder.trim() === '') problems.holder = 'HOLDER_REQUIRED'
  else if (zenginName(form.holder) === null) problems.holder = 'HOLDER_CHARACTERS'
  if (form.bank === null) problems.bank = 'BANK_UNKNOWN'
  const book = isYucho(form) ? yuchoAccount(form.symbol, form.bookNumber) : null
  if (book !== null) {
    if (!book.ok) problems.number = 'YUCHO'
  } else {
    if (form.branch === null) problems.branch = 'BRANCH_UNKNOWN'
    if (accountNumber(form.number) === null) problems.number = 'ACCOUNT_NUMBER'
  }
  if (form.imageId === null) problems.image = 'PASSBOOK_REQUIRED'
  if (Object.keys(problems).length > 0) return { problems, input: null }
  const place = book?.ok
    ? book.value
    : { branchCode: form.branch!.code, type: form.type, number: form.number }
  return {
    problems,
    input: { holder: form.holder, bankCode: form.bank!.code, imageId: form.imageId!, ...place },
  }
}
