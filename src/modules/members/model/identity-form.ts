import { no, type Refusal } from '#kernel/result.ts'

/** The documents taken as proof of identity. My Number cards are not among them (security-and-trust 3). */
export const DOCUMENT_TYPES = ['licence', 'residence-card', 'passport'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The form of each document's number in Japan, and an example of it. */
export const NUMBER_FORMATS: Readonly<Record<DocumentType, { pattern: RegExp; example: string }>> = {
  licence: { pattern: /^\d{12}$/, example: '301234567890' },
  'residence-card': { pattern: /^[A-Z]{2}\d{8}[A-Z]{2}$/, example: 'AB12345678CD' },
  passport: { pattern: /^[A-Z]{2}\d{7}$/, example: 'TR1234567' },
}

export const NAME_MAX = 60

export type IdentityForm = { name: string; kana: string; idNumber: string; documentType: DocumentType }

/** Refusals of the form in the order in which they are checked. */
export const FORM_REJECTIONS = [
  'ID_NAME_REQUIRED',
  'ID_NAME_CHARACTERS',
  'KANA_REQUIRED',
  'KANA_CHARACTERS',
  'ID_NUMBER_REQUIRED',
  'ID_NUMBER_FORMAT',
] as const
export type FormRejection = (typeof FORM_REJECTIONS)[number]

/**
 * The form as it is kept: one form of each character, single spaces, kana in full-width katakana, numbers in
 * plain capitals without separators.
 */
export function normalizeForm(form: IdentityForm): IdentityForm {
  return {
    name: squeezed(form.name),
    kana: toKatakana(squeezed(form.kana)),
    idNumber: form.idNumber
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s‐-―−-]/g, ''),
    documentType: form.documentType,
  }
}

/** The first rule that a normalized form breaks; null: it is in order. */
export function formProblem({
  name,
  kana,
  idNumber,
  documentType,
}: IdentityForm): Refusal<FormRejection> | null {
  if (name === '') return no('ID_NAME_REQUIRED')
  if (!/^[\p{L}\p{M}'’.・ー\- ]+$/u.test(name)) return no('ID_NAME_CHARACTERS')
  if (kana === '') return no('KANA_REQUIRED')
  if (!/^[ァ-ヴー・ ]+$/.test(kana)) return no('KANA_CHARACTERS')
  if (idNumber === '') return no('ID_NUMBER_REQUIRED')
  const { pattern, example } = NUMBER_FORMATS[documentType]
  return pattern.test(idNumber) ? null : no('ID_NUMBER_FORMAT', { example })
}

const squeezed = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ')

/** Hiragana becomes katakana; what is neither stays as it is. */
export const toKatakana = (text: string): string =>
  text.replace(/[ぁ-ゖ]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0x60))

/** The form in which an owner sees a number: the last four characters. */
export const maskNumber = (idNumber: string): string => idNumber.slice(-4).padStart(idNumber.length, '•')
