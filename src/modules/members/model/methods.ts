import type { DateJst } from '#kernel/time.ts'
import type { DocumentType } from './identity-form.ts'

/** Ways to prove who one is: pictures of a document, or its IC chip with a selfie. */
export const METHODS = ['picture', 'chip'] as const
export type Method = (typeof METHODS)[number]

/**
 * From this day in Japan on pictures of a document prove nothing any more (Ordinance for Enforcement of the
 * Act on Prevention of Transfer of Criminal Proceeds, 6, as amended on 24 June 2025).
 */
export const PICTURES_END: DateJst = '2027-04-01'

/** Documents with a chip that has name, date of birth, address, number and portrait. */
export const CHIP_DOCUMENTS = ['licence', 'residence-card'] as const satisfies readonly DocumentType[]
export type ChipDocument = (typeof CHIP_DOCUMENTS)[number]

/** The methods offered on a day. `hasReader`: a reader of chips is there. None: nobody can be checked. */
export const methodsOn = (today: DateJst, hasReader: boolean): Method[] =>
  METHODS.filter((method) => (method === 'picture' ? today < PICTURES_END : hasReader))
