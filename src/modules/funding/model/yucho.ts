import { no, ok, type Result } from '#kernel/result.ts'
import { readDigits } from '#kernel/typed.ts'

/** Japan Post Bank, whose books carry a symbol and a number instead of a branch and an account. */
export const YUCHO = '9900'
/** A book's symbol and number are written with a hyphen between them: one that is typed parts the two. */
const BLANKS = { hyphens: false }

/**
 * Branch, kind and account number for transfers from the symbol (記号, 5 digits) and the number (番号, up to 8)
 * of a post-office book (facts: bank, section 1). Symbol beginning with 1: branch = its 2nd and 3rd digits
 * and 8, ordinary, the number without its last digit; beginning with 0: branch ends in 9, current, the number
 * as it is.
 */
export function yuchoAccount(
  symbol: string,
  number: string,
): Result<
  { branchCode: string; type: 'ordinary' | 'current'; number: string },
  'YUCHO_SYMBOL' | 'YUCHO_NUMBER'
> {
  const [sign, digits] = [readDigits(symbol, BLANKS) ?? '', readDigits(number, BLANKS) ?? '']
  if (!/^[01]\d{4}$/.test(sign)) return no('YUCHO_SYMBOL')
  const isOrdinary = sign.startsWith('1')
  // The number of an ordinary book ends in a 1 that transfers leave out.
  if (!(isOrdinary ? /^\d{1,7}1$/ : /^\d{1,7}$/).test(digits)) return no('YUCHO_NUMBER')
  return ok({
    branchCode: `${sign.slice(1, 3)}${isOrdinary ? '8' : '9'}`,
    type: isOrdinary ? 'ordinary' : 'current',
    number: (isOrdinary ? digits.slice(0, -1) : digits).padStart(7, '0'),
  })
}
