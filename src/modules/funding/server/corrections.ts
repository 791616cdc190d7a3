import { no, ok, type Refusal, type Result } from '#kernel/result.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { draftFrom, move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { decideReversal } from '../model/reversal.ts'
import { noteEntry, standingEntry } from './cash-entries.ts'
import { cashEntries, statementLines, withdrawals, type CashEntryRow } from './tables.ts'
import { valuationSnapshot, termsOf, type ValuationSnapshot, type HeldSource } from './terms.ts'
import { changed } from './withdrawals.ts'

const entryOf = (tables: TableReader, subject: string): CashEntryRow | undefined =>
  tables.of(cashEntries).get(subject)
const memberOf = (tables: TableReader, subject: string): string | null =>
  entryOf(tables, subject)?.memberId ?? null

/**
 * The refusal where the line of an entry has been counted anew since a correction freed it: to undo that
 * correction would count it twice.
 */
function lineElsewhere(tables: TableReader, entry: CashEntryRow): Refusal<'LINE_USED'> | null {
  const usedFor =
    entry.lineId === null ? null : (tables.of(statementLines).get(entry.lineId)?.usedFor ?? null)
  let frees = true
  for (let reverses = entry.reverses; reverses !== null; frees = !frees)
    reverses = tables.of(cashEntries).get(reverses)?.reverses ?? null
  return frees || usedFor === null ? null : no('LINE_USED')
}

function decide(tables: TableReader, subject: string, held: ValuationSnapshot | null): Result<'in' | 'out'> {
  const entry = entryOf(tables, subject)
  if (entry === undefined) return decideReversal(undefined, 0)
  const isReturned =
    entry.kind === 'withdrawal' && standingEntry(tables, entry.about, 'withdrawal-returned') !== undefined
  const payout = entry.kind === 'withdrawal' ? tables.of(withdrawals).get(entry.about) : undefined
  const isClaimed = payout !== undefined && (payout.paidYen ?? 0) > payout.yen
  const elsewhere = lineElsewhere(tables, entry)
  if (elsewhere !== null) return elsewhere
  const decided = decideReversal(
    { ...entry, isReturned, isClaimed },
    termsOf(tables, entry.memberId, held).withdrawableYen,
  )
  return decided.ok ? ok(decided.value) : decided
}

/** Reason why an entry cannot be reversed now; null: it can. */
export function hindranceOf(tables: TableReader, source: HeldSource, id: string): Refusal | null {
  const memberId = memberOf(tables, id)
  const decided = decide(tables, id, memberId === null ? null : valuationSnapshot(source, tables, memberId))
  return decided.ok ? null : decided
}

/**
 * Treasurer and auditor correct an entry that was wrong: always by a new entry that undoes it, linked to it,
 * with a reason and a text that the member reads (security and trust 1). The subject is the wrong entry's id.
 * Its line of the bank stands for nothing again. An entry is reversed once; a correction that was itself
 * wrong is an entry like any other.
 */
export const reverseEffect = (
  source: HeldSource,
): Effect<Record<string, never>, ValuationSnapshot | null> => ({
  power: 'entry.reverse',
  only: true,
  tells: true,
  memberOf,
  captureInputs(tables, subject) {
    const memberId = memberOf(tables, subject)
    return memberId === null ? null : valuationSnapshot(source, tables, memberId)
  },
  refuse(tables, subject, _body, held) {
    const decided = decide(tables, subject, held)
    return decided.ok ? null : decided
  },
  carryOut(tables, { subject }, when, held) {
    const decided = decide(tables, subject, held)
    if (!decided.ok) return decided
    const { memberId, yen, way, about, lineId, ...wrong } = entryOf(tables, subject)!
    const draft = draftFrom(memberId, balances(tables, memberId))
    if (decided.value === 'out') move(draft, 'available', 'bank', yen, { kind: 'correction' })
    else move(draft, 'bank', 'available', yen, { kind: 'correction' })
    repayShortfall(draft)
    post(tables, when, draft.transfers)
    const reversal = noteEntry(tables, when, {
      memberId,
      way: decided.value,
      kind: 'correction',
      yen,
      about,
      lineId,
      reverses: wrong.id,
    })
    tables.of(cashEntries).update(entryOf(tables, subject)!, { reversedBy: reversal.id })
    const line = lineId === null ? undefined : tables.of(statementLines).get(lineId)
    if (line !== undefined)
      tables.of(statementLines).update(line, { usedFor: line.usedFor === null ? about : null })
    const told = notify(tables, when, memberId, { kind: 'entryCorrected', args: { amount: yen, way }, about })
    return done({ entryId: reversal.id, reverses: wrong.id }, [...changed(memberId), told])
  },
})
