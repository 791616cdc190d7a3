import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'
import {
  durableSeq,
  linesById,
  unsettledEntries,
  unsettledLines,
  unusedLines,
  type Line,
} from './reconciliation-queries.ts'

type Unsettled = { entries: TransferRow[]; lines: Line[] }
const idOf = ({ seq, n }: TransferRow): string => `${seq}-${n}`

/**
 * Entries and lines of the bank that nothing settles, for a watch that looks every few minutes. No act
 * unsettles what a line has borne out: a look reads what was open at the one before and what is new. All of
 * it is read at the first look of a day, so that a row that was changed by hand is found; a page reads all
 * of it each time.
 */
export function watchUnsettled(db: Database): (day: DateJst, before: Ms) => Promise<Unsettled> {
  let known: { day: DateJst; seq: number; entries: readonly string[]; lines: readonly string[] } | null = null
  return async (day, before) => {
    const last = known?.day === day ? known : null
    // Read first: what becomes durable meanwhile is looked at again.
    const seq = await durableSeq(db)
    const [entries, lines] = await Promise.all([
      unsettledEntries(db, before, last === null ? null : { after: last.seq, open: last.entries }),
      last === null ? unsettledLines(db, null) : openLines(last.lines),
    ])
    const damaged = lines.flatMap(({ id, usedFor }) => (usedFor === null ? [] : [id]))
    known = { day, seq, entries: entries.map(idOf), lines: damaged }
    return { entries, lines }
  }

  /** Lines that stand for nothing, and those that at the last whole look had no entry. */
  async function openLines(damaged: readonly string[]): Promise<Line[]> {
    const [unused, others] = await Promise.all([unusedLines(db), linesById(db, damaged)])
    return [...new Map([...unused, ...others].map((line) => [line.id, line])).values()]
  }
}
