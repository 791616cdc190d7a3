import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { accountNumber, type AccountType } from './bank-account.ts'
import { zenginName } from './kana.ts'
import type { RefundState } from './states.ts'

/** The subject of all acts about the way back of a line. */
export const refundIdOf = (lineId: string): string => `refund-${lineId}`

/** The sender's account as operators typed it, and what the bank's file and the Zengin list say of it. */
export type TypedSender = { readonly holder: string; readonly number: string; readonly type: AccountType }
export type SenderFacts = {
  readonly bankName: string | null
  readonly branchName: string | null
  /** The bank's word on the payer; null: it named none. */
  readonly isPayer: (holder: string) => boolean | null
}

export const SENDER_REJECTIONS = [
  'HOLDER_REQUIRED',
  'HOLDER_CHARACTERS',
  'LINE_OTHER_PAYER',
  'BANK_UNKNOWN',
  'BRANCH_UNKNOWN',
  'ACCOUNT_NUMBER',
] as const

/**
 * The account as it is kept, or what is wrong first. Its holder is the payer whom the bank named, compared as
 * banks compare; where it named nobody, two people answer for it.
 */
export function readSender(
  typed: TypedSender,
  facts: SenderFacts,
): Result<{ holder: string; number: string }, (typeof SENDER_REJECTIONS)[number]> {
  if (typed.holder.trim() === '') return no('HOLDER_REQUIRED')
  const holder = zenginName(typed.holder)
  if (holder === null || holder === '') return no('HOLDER_CHARACTERS')
  if (facts.isPayer(holder) === false) return no('LINE_OTHER_PAYER')
  if (facts.bankName === null) return no('BANK_UNKNOWN')
  if (facts.branchName === null) return no('BRANCH_UNKNOWN')
  const number = accountNumber(typed.number)
  return number === null ? no('ACCOUNT_NUMBER') : ok({ holder, number })
}

type Line = { readonly kind: 'in' | 'out' | 'returned'; readonly yen: Yen; readonly usedFor: string | null }
/** `isWithBank`: in a file for the bank, or on a line of its statement. */
type Known = { readonly state: RefundState; readonly isWithBank: boolean } | null

export const REFUND_REJECTIONS = [
  'LINE_NOT_FOUND',
  'LINE_OTHER_KIND',
  'LINE_USED',
  'REFUND_UNDER_WAY',
  'LINE_OTHER_AMOUNT',
] as const

/**
 * The check that the whole of an incoming line may go back: it was never counted for anything, or its own
 * payment came back, or no bank has that payment yet. `yen`: as it is signed.
 */
export function decideRefund(
  line: Line | undefined,
  known: Known,
  yen: Yen,
): Result<'new' | 'again', (typeof REFUND_REJECTIONS)[number]> {
  if (line === undefined) return no('LINE_NOT_FOUND')
  if (line.kind !== 'in') return no('LINE_OTHER_KIND')
  if (known === null && line.usedFor !== null) return no('LINE_USED')
  if (known !== null && (known.state === 'paid' || (known.state === 'approved' && known.isWithBank)))
    return no('REFUND_UNDER_WAY')
  if (line.yen !== yen) return no('LINE_OTHER_AMOUNT')
  return ok(known === null ? 'new' : 'again')
}
