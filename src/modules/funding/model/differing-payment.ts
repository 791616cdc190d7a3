import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { WithdrawalState } from './states.ts'

/** `paidYen`: what the bank sent; null: what was asked. `claimYen`: of too much, what has not come back. */
export type Paid = { readonly yen: Yen; readonly paidYen: Yen | null; readonly claimYen: Yen | null }

/** The member's part of what the bank sent: never more than was asked for. */
export const memberYen = ({ yen, paidYen }: Pick<Paid, 'yen' | 'paidYen'>): Yen =>
  Math.min(paidYen ?? yen, yen)
/** Yen that the bank has to send back when the whole payment comes back. */
export const returnable = (paid: Paid): Yen => memberYen(paid) + (paid.claimYen ?? 0)

export const SETTLE_REJECTIONS = [
  'LINE_NOT_FOUND',
  'LINE_USED',
  'LINE_OTHER_REFERENCE',
  'WITHDRAWAL_DECIDED',
  'LINE_OTHER_KIND',
  'LINE_OF_SECOND_DEBIT',
  'LINE_OTHER_AMOUNT',
  'LINE_FITS',
  'RULE_SEVERAL_LINES',
] as const
type Line = {
  readonly kind: 'in' | 'out' | 'returned'
  readonly yen: Yen
  readonly reference: string | null
  readonly usedFor: string | null
}
/** `short`: less was sent than asked, `over`: more, `claim`: of too much, all or a part has come back. */
export type Settlement = 'short' | 'over' | 'claim'
/**
 * Facts of the line beside its row. `isAlone`: no other open line shows a payment under this reference;
 * with several, people ask the bank first. `isNobodys`: it came in without a number of ours, so that it can
 * be what the bank sends back in its own name. `isCorrection`: of a debit too many and its return.
 * `takesParts`: a claim can come back in parts. The last three are false in records from before they were
 * asked.
 */
type LineFacts = {
  readonly isAlone: boolean
  readonly isNobodys: boolean
  readonly isCorrection: boolean
  readonly takesParts: boolean
}

/**
 * The settlement of a payment of another sum by its line. What the bank sent less is the member's again, what
 * it sent more is the firm's claim against the bank, and never the member's debt.
 */
export function decideSettlement(
  row: Paid & { readonly state: WithdrawalState; readonly reference: string },
  line: Line | undefined,
  { isAlone, isNobodys, isCorrection, takesParts }: LineFacts,
): Result<Settlement, (typeof SETTLE_REJECTIONS)[number]> {
  if (line === undefined) return no('LINE_NOT_FOUND')
  if (line.usedFor !== null) return no('LINE_USED')
  const claimYen = row.state === 'paid' ? row.claimYen : null
  const isCredit = claimYen !== null && isNobodys
  if (line.reference !== row.reference && !isCredit) return no('LINE_OTHER_REFERENCE')
  if (claimYen !== null) {
    if (line.kind !== 'returned' && !isCredit) return no('LINE_OTHER_KIND')
    if (isCorrection) return no('LINE_OF_SECOND_DEBIT')
    const fits = takesParts ? line.yen <= claimYen : line.yen === claimYen
    return fits ? ok('claim') : no('LINE_OTHER_AMOUNT')
  }
  if (row.state !== 'approved') return no('WITHDRAWAL_DECIDED')
  if (line.kind !== 'out') return no('LINE_OTHER_KIND')
  if (line.yen === row.yen) return no('LINE_FITS')
  if (!isAlone) return no('RULE_SEVERAL_LINES')
  return ok(line.yen < row.yen ? 'short' : 'over')
}
