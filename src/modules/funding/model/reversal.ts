import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'

/**
 * An entry by which money came in or went out on an operator's word: the only ones that operators can have
 * got wrong.
 */
export type CashEntry = {
  readonly way: 'in' | 'out'
  readonly yen: Yen
  readonly reversedBy: string | null
  /** Of a payout: the bank sent it back, and the member has it again. */
  readonly isReturned: boolean
  /** Of a payout: the bank sent more, and its line stands for the firm's claim too. */
  readonly isClaimed?: boolean
}

/**
 * Refusals of a correction, in the order in which they are checked. What follows from an order, a position or
 * a published rule is no such entry and has no correction by hand (security and trust 1: no fees, prices or
 * rules for one member).
 */
export const REVERSAL_REJECTIONS = [
  'ENTRY_NOT_FOUND',
  'ENTRY_REVERSED',
  'ENTRY_RETURNED',
  'ENTRY_CLAIMED',
  'REVERSAL_UNCOVERED',
] as const

/**
 * The check that an entry can be undone by a new one, which takes back what came in or gives back what went
 * out. `freeYen`: what could leave without touching the margin of open positions or the cover of loans, in
 * yen; nothing is ever taken below it.
 */
export function decideReversal(
  entry: CashEntry | undefined,
  freeYen: Yen,
): Result<'in' | 'out', (typeof REVERSAL_REJECTIONS)[number]> {
  if (entry === undefined) return no('ENTRY_NOT_FOUND')
  if (entry.reversedBy !== null) return no('ENTRY_REVERSED')
  if (entry.isReturned) return no('ENTRY_RETURNED')
  if (entry.isClaimed === true) return no('ENTRY_CLAIMED')
  if (entry.way === 'in' && entry.yen > freeYen)
    return no('REVERSAL_UNCOVERED', { yen: entry.yen, most: freeYen })
  return ok(entry.way === 'in' ? 'out' : 'in')
}
