import type { Yen } from '#kernel/money.ts'

type OpenLine = {
  readonly id: string
  readonly kind: 'in' | 'out' | 'returned'
  readonly yen: Yen
  readonly bookedAt: number
}
const byTime = (a: OpenLine, b: OpenLine): number => a.bookedAt - b.bookedAt || (a.id < b.id ? -1 : 1)

/**
 * Ids of the lines by which the bank debited the firm once more than it was asked to, and gave the same sum
 * back: each debit with the first return of its sum. Neither moves anybody's money, and what is returned
 * beside such a debit is not a member's. `lines`: open lines under one number of a payment. `awaited`: the
 * yen of a payment that none has borne out yet; null: none is awaited. One debit is left for it, where there
 * is one that is of its sum.
 */
export function correctedDebits(lines: readonly OpenLine[], awaited: Yen | null): ReadonlySet<string> {
  const debits = lines.filter(({ kind }) => kind === 'out').toSorted(byTime)
  const fitting = awaited === null ? -1 : debits.findIndex(({ yen }) => yen === awaited)
  if (fitting >= 0) debits.splice(fitting, 1)
  let left = awaited === null || fitting >= 0 ? debits.length : debits.length - 1
  const found = new Set<string>()
  for (const back of lines.filter(({ kind }) => kind === 'returned').toSorted(byTime)) {
    const debit = debits.find(({ id, yen }) => yen === back.yen && !found.has(id))
    if (debit === undefined || left <= 0) continue
    found.add(debit.id).add(back.id)
    left -= 1
  }
  return found
}
