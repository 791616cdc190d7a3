import type { OrderId } from '#kernel/id.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { submitUntilTaken } from '#platform/engine/command-batcher.ts'
import type { Engine } from '#platform/engine/engine.ts'
import type { Log } from '#platform/log.ts'
import type { Report } from '../model/apply-execution.ts'
import { isAtVenue } from '../model/order-life.ts'
import { execIdIn } from '../model/read-report.ts'
import { nameFrom, saidFrom, type ExceptionFault } from '../model/venue-exception.ts'
import type { Execution, heardBefore } from './queries.ts'
import { orders } from './tables.ts'
import type { listReportCommand } from './venue-exceptions.ts'

type Parts = {
  engine: () => Engine
  /** Executions that the rows know. */
  heard: (executions: readonly Execution[]) => ReturnType<typeof heardBefore>
  list: ReturnType<typeof listReportCommand>
  /** Brings a report to its order. */
  deliver: (orderId: OrderId, report: Report) => void
  log: Log
}
/** `report` null: no order can take it, whatever the rows say, and this is why. */
type Item = { orderId: string; execId: string; said: string } & (
  | { report: Report }
  | { report: null; fault: ExceptionFault }
)
export type MisfitReports = {
  /** Anything that no order can take: it has not the form of a report, or takes a trade back. */
  unplaced(said: unknown, fault: ExceptionFault): void
  /** A report that is old, or whose order is not at work. */
  consider(orderId: string, report: Report): void
  /** Tries again what the database was not there for. */
  look(): void
}

/** True if the rows have what this report says. */
const isApplied = (
  { fills, executions }: Awaited<ReturnType<typeof heardBefore>>,
  orderId: string,
  { named, execNo, execType }: Report,
): boolean =>
  named === undefined
    ? fills.has(`${orderId} ${execNo}`)
    : executions.has(`${orderId}\n${named.execId}\n${execType}`)

/** So many are looked up at once. */
const AT_ONCE = 200

/**
 * Reports that the engine's memory cannot place: old ones, those of orders that are over, and what cannot be
 * read. The rows say what was heard before. Of the rest a trade of an order at work is brought to it, and
 * everything else is listed for people.
 */
export function misfitReports({ engine, heard, list, deliver, log }: Parts): MisfitReports {
  let waiting: Item[] = []
  let isBusy = false

  async function place(items: readonly Item[]): Promise<void> {
    const rows = await heard(
      items.map(({ orderId, execId, report }) => ({ orderId, execId, n: report?.execNo ?? 0 })),
    )
    for (const item of items) {
      const { orderId, execId, said, report } = item
      if (rows.listed.has(`${orderId}\n${execId}`)) continue
      if (report !== null && isApplied(rows, orderId, report)) continue
      const known = rows.orders.get(orderId) ?? null
      const here = engine().read.of(orders).get(orderId)
      // A repeated word about an order that is over moves nothing, unless it is a trade.
      if (report !== null && report.execType !== 'TRADE' && known !== null) continue
      if (report !== null && here !== undefined && isAtVenue(here.ordStatus))
        deliver(here.id, report.named === undefined ? { ...report, late: true } : report)
      else {
        const fault = item.report === null ? item.fault : known === null ? 'REPORT_UNKNOWN' : 'REPORT_LATE'
        const listing = { orderId, execId, fault, said, order: known } as const
        await submitUntilTaken(engine, list, listing, { ...SYSTEM_CALLER, actor: 'venue' }, log)
      }
    }
  }
  async function work(): Promise<void> {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    const items = waiting.slice(0, AT_ONCE)
    waiting = waiting.slice(AT_ONCE)
    try {
      await place(items)
    } catch (err) {
      // Reports that were listed or delivered already are known when they are said again.
      log.warn({ err, reports: items.length }, 'reports of the venue wait for the database')
      waiting = [...items, ...waiting]
      return
    } finally {
      isBusy = false
    }
    return work()
  }
  const add = (item: Item) => {
    waiting.push(item)
    void work()
  }
  return {
    unplaced(report, fault) {
      const said = saidFrom(report)
      const { orderId, execId } = Object(report) as { orderId?: unknown; execId?: unknown }
      const name = execId === undefined ? '' : nameFrom(execId)
      add({
        orderId: nameFrom(orderId),
        execId: name === '' ? nameFrom(said) : name,
        said,
        report: null,
        fault,
      })
    },
    consider: (orderId, report) =>
      add({ orderId: nameFrom(orderId), execId: execIdIn(report), said: saidFrom(report), report }),
    look: () => void work(),
  }
}
