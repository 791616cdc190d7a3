import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import { typeDigit, type AccountType } from './bank-account.ts'
import { toJis } from './jis.ts'
import { PAYEE_BYTES, payeeOf, zenginName } from './kana.ts'
import { MOST_TRANSFER_YEN } from './deposit.ts'

/** An account at a bank as transfer records name it; names in kana. */
export type BankPlace = {
  readonly bankCode: string
  readonly bankKana: string
  readonly branchCode: string
  readonly branchKana: string
  readonly type: AccountType
  readonly number: string
}
/** The sender: code and name that the bank has given the firm. */
export type Sender = BankPlace & { readonly clientCode: string; readonly name: string }
export type Payout = BankPlace & { readonly payee: string; readonly yen: Yen; readonly reference: string }

export const RECORD_BYTES = 120
const MOST_RECORDS = 999_999
/**
 * Its number says nothing since cheques go through the electronic clearing house; the field is one of digits.
 */
const NO_CLEARING_HOUSE = '0000'

/** `at`: which payout cannot be written, from 0; null: the header. */
export type TransferRejection = 'TRANSFER_EMPTY' | 'TRANSFER_FIELD' | 'TRANSFER_AMOUNT' | 'TRANSFER_TOO_MANY'

/**
 * A 総合振込 file (facts: bank, section 2): header 1, a data record 2 for each payout, trailer 8 with count and
 * sum, end 9; 120 bytes each in JIS X 0201, CR LF between them. `day`: the day of the transfer. Whatever does
 * not fit is refused whole; only a payee's name is cut, as banks do.
 */
export function transferFile(
  sender: Sender,
  payouts: readonly Payout[],
  day: DateJst,
): Result<Uint8Array, TransferRejection> {
  if (payouts.length === 0) return no('TRANSFER_EMPTY')
  if (payouts.length > MOST_RECORDS) return no('TRANSFER_TOO_MANY', { most: MOST_RECORDS })
  const head = record([
    '1',
    '21',
    '0',
    digits(sender.clientCode, 10),
    kana(sender.name, 40),
    day.slice(5, 7) + day.slice(8, 10),
    digits(sender.bankCode, 4),
    kana(sender.bankKana, 15),
    digits(sender.branchCode, 3),
    kana(sender.branchKana, 15),
    typeDigit(sender.type),
    digits(sender.number, 7),
    blank(17),
  ])
  if (head === null) return no('TRANSFER_FIELD', { at: -1 })
  const records = [head]
  let sum = 0
  for (const [at, payout] of payouts.entries()) {
    if (!Number.isSafeInteger(payout.yen) || payout.yen < 1 || payout.yen > MOST_TRANSFER_YEN)
      return no('TRANSFER_AMOUNT', { at })
    const data = record([
      '2',
      digits(payout.bankCode, 4),
      kana(payout.bankKana, 15),
      digits(payout.branchCode, 3),
      kana(payout.branchKana, 15),
      NO_CLEARING_HOUSE,
      typeDigit(payout.type),
      digits(payout.number, 7),
      kana(payeeOf(payout.payee) ?? '', PAYEE_BYTES),
      padded(payout.yen, 10),
      '0',
      digits(payout.reference, 10),
      blank(10),
      '7',
      blank(1),
      blank(7),
    ])
    if (data === null) return no('TRANSFER_FIELD', { at })
    records.push(data)
    sum += payout.yen
  }
  const foot = record(['8', padded(payouts.length, 6), padded(sum, 12), blank(101)])
  if (foot === null) return no('TRANSFER_AMOUNT', { at: -1 })
  return ok(toJis(`${[...records, foot, record(['9', blank(119)])!].join('\r\n')}\r\n`)!)
}

const blank = (length: number): string => ' '.repeat(length)
/** Right-aligned with zeros; null where it is longer or no digits. */
const digits = (text: string, length: number): string | null =>
  /^\d+$/.test(text) && text.length <= length ? text.padStart(length, '0') : null
const padded = (value: number, length: number): string | null => digits(String(value), length)
/** Left-aligned with blanks, in the banks' characters; null where it is longer or has others. */
const kana = (text: string, length: number): string | null => {
  const name = zenginName(text)
  return name === null || name === '' || name.length > length ? null : name.padEnd(length)
}

function record(fields: readonly (string | null)[]): string | null {
  const text = fields.some((field) => field === null) ? null : fields.join('')
  return text?.length === RECORD_BYTES ? text : null
}
