import { defineTable, type TableAccess, type TableReader } from '#platform/engine/table.ts'
import type { Report } from '../model/apply-execution.ts'
import type { ExecType } from '../model/order-status.ts'

/** A report that was applied, or set aside by people, under the name that its venue gave it. */
export type VenueExecution = {
  readonly venue: string
  readonly orderId: string
  readonly execId: string
  readonly execType: ExecType
  /** The fill that it made (`fills.n`), by the order's own counter; 0: it was set aside. */
  readonly n: number
  readonly lastQty: number
  readonly lastPxTenths: number
  /** Its order is at work: what is said again must find it in memory. */
  readonly live: boolean
}

/** In memory while their order is at work; a venue that numbers its executions needs none. */
export const venueExecutions = defineTable<VenueExecution>()({
  name: 'venue_executions',
  columns: {
    venue: 'text',
    orderId: 'text',
    execId: 'text',
    execType: 'text',
    n: 'int8',
    lastQty: 'int8',
    lastPxTenths: 'int8',
    live: 'bool',
  },
  key: ['venue', 'orderId', 'execId', 'execType'],
  fixed: ['n', 'lastQty', 'lastPxTenths'],
  hot: { when: ({ live }) => live, sql: 'live' },
  indexes: { ofOrder: ({ orderId }) => orderId },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    venueExecutions: VenueExecution
  }
}

/** The report that was applied under this name; undefined: none, or its venue gives numbers. */
export const appliedAs = (
  tables: TableReader,
  orderId: string,
  { named, execType }: Pick<Report, 'named' | 'execType'>,
): VenueExecution | undefined =>
  named === undefined
    ? undefined
    : tables.of(venueExecutions).get(named.venue, orderId, named.execId, execType)

/** `n` 0: people have set it aside. */
export function remember(tables: TableAccess, orderId: string, report: Report, n = report.execNo): void {
  const { named, execType, lastQty, lastPxTenths } = report
  if (named === undefined || appliedAs(tables, orderId, report) !== undefined) return
  tables.of(venueExecutions).insert({ ...named, orderId, execType, n, lastQty, lastPxTenths, live: true })
}
