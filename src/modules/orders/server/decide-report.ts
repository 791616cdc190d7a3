import { no, type Refusal } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { DomainEvent, NondeterministicInputs } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Report } from '../model/apply-execution.ts'
import { isBookable, reportIn, type VenueException } from '../model/venue-exception.ts'
import { applyReports, idsNeeded, type Followers } from './apply-execution.ts'
import { orderChanged } from './events.ts'
import type { CommandDeps } from './load-facts.ts'
import { orders } from './tables.ts'
import { decided, disputesOf, venueExceptions } from './venue-exceptions.ts'

/** Applied to its order after all, or never. */
export type ReportDecision = 'booked' | 'set-aside'
/** `wall`: by the journal; `at`, `tradeDate`: market time, of which the entries are. */
export type DecisionMoment = { seq: number; at: Ms; tradeDate: DateJst; wall: Ms }
export type DecisionInputs = {
  ids: readonly string[]
  settlementDate: DateJst | null
  /** A report that is set aside is known should it be said again; missing in journals of before. */
  bounded?: boolean
}

/** Decisions of people about a report of the venue that does not go with its order. */
export type ReportDecisions = {
  /** Those that are open, and the last ones that were decided. */
  all(tables: TableReader): Promise<readonly VenueException[]>
  open(tables: TableReader): readonly VenueException[]
  of(tables: TableReader, id: string): VenueException | undefined
  isBookable(tables: TableReader, exception: VenueException): boolean
  captureInputs(tables: TableReader, id: string): DecisionInputs
  refuse(tables: TableReader, id: string, decision: ReportDecision): Refusal | null
  /** In the command of the last signature. Ends and changes that waited for it are applied after it. */
  decide(
    tables: TableAccess,
    id: string,
    decision: ReportDecision,
    moment: DecisionMoment,
    inputs: DecisionInputs,
  ): readonly DomainEvent[]
}

/** Reports of the order that are applied with this decision: its own, then those that waited for it. */
function toApply(tables: TableReader, row: VenueException, decision: ReportDecision): VenueException[] {
  const others = disputesOf(tables, row.orderId).filter(({ id }) => id !== row.id)
  const waits = others.every(({ fault }) => fault === 'REPORT_WAITS') ? others : []
  return decision === 'booked' ? [row, ...waits] : waits
}

export function reportDecisions(
  { settlementDate }: Pick<CommandDeps, 'settlementDate'>,
  followers: Followers,
  id: NondeterministicInputs['id'],
  rested: () => Promise<readonly VenueException[]>,
): ReportDecisions {
  const rowOf = (tables: TableReader, key: string) => tables.of(venueExceptions).get(key)
  const isNowBookable = (tables: TableReader, row: VenueException) =>
    isBookable(row, tables.of(orders).get(row.orderId))
  const reportsOf = (rows: readonly VenueException[]): Report[] =>
    rows.flatMap((row) => reportIn(row) ?? []).map((report) => ({ ...report, late: true as const }))
  return {
    all: async (tables) => [...tables.of(venueExceptions).all(), ...(await rested())],
    open: (tables) => tables.of(venueExceptions).by('open', 'open'),
    of: rowOf,
    isBookable: isNowBookable,
    captureInputs(tables, key) {
      const row = rowOf(tables, key)
      const reports = row === undefined ? [] : reportsOf(toApply(tables, row, 'booked'))
      const last = reports.at(-1)
      if (row === undefined || last === undefined) return { bounded: true, ids: [], settlementDate: null }
      const count = idsNeeded(tables, { orderId: row.orderId, reports })
      return {
        bounded: true,
        ids: Array.from({ length: count }, () => id()),
        settlementDate: settlementDate(last.tradeDate),
      }
    },
    refuse(tables, key, decision) {
      const row = rowOf(tables, key)
      if (row === undefined) return no('REPORT_NOT_FOUND')
      if (row.status !== 'open') return no('REPORT_DECIDED')
      if (row.fault === 'REPORT_WAITS') return no('REPORT_WAITS_ON')
      return decision === 'set-aside' || isNowBookable(tables, row) ? null : no('REPORT_NOT_BOOKABLE')
    },
    decide(tables, key, decision, { seq, at, tradeDate, wall }, { ids, settlementDate: due, bounded }) {
      const row = rowOf(tables, key)!
      const applied = toApply(tables, row, decision)
      decided(tables, row, decision, { wall, bounded })
      for (const each of applied) if (each.id !== key) decided(tables, each, 'booked', { wall, bounded })
      const order = tables.of(orders).get(row.orderId)
      if (order === undefined) return []
      const reports = reportsOf(applied)
      if (reports.length === 0 || due === null) return [orderChanged(order)]
      const inputs = {
        ids,
        settlementDate: due,
        says: true,
        lists: true,
        ...(bounded === true ? { bounded } : {}),
      }
      const [, events] = applyReports(
        followers,
        tables,
        order,
        reports,
        inputs,
        { seq, at: wall },
        { at, tradeDate },
      )
      return [orderChanged(tables.of(orders).get(row.orderId) ?? order), ...events]
    },
  }
}
