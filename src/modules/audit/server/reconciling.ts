import { no } from '#kernel/result.ts'
import { addDays, dateJst, timeJst, type DateJst, type Days, iso } from '#kernel/time.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { NOBODY } from '#modules/ledger/model/accounts.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import { readTradeBook } from '#modules/venue/server/public.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import * as contract from '../operator-contract.ts'
import {
  byCause,
  isExpected,
  reconcileBank,
  reconcileHeld,
  reconcileVenue,
  together,
  type BankEntry,
  type BankLine,
  type Difference,
  type Side,
} from '../model/reconcile.ts'
import { recordsAt } from './ledger-queries.ts'
import {
  actSeqsOf,
  bankClaims,
  bankEntriesAt,
  bankEntriesOf,
  bankTotals,
  casesBy,
  differingFees,
  differingHeld,
  fillsOf,
  heldAccounts,
  linesById,
  linesOf,
  numbersOf,
  tracesOf,
  unidentified,
  unpaidPayments,
  unsettledEntries,
  unsettledLines,
  type Line,
} from './reconciliation-queries.ts'
import { watchUnsettled } from './unsettled.ts'
import type { AuditDeps } from './deps.ts'
import type { AuditPublic } from './public.ts'

/**
 * Most differences that are shown; all are counted, but for fees and held money, of which no more than
 * `LOOKED_FOR` are looked for.
 */
const SHOWN = 200
const LOOKED_FOR = 1_000
/** Days of the exchange that are looked at after a start; the bank's are asked whatever their date. */
const LOOKED_BACK: Days = 31

const unexplainedOf = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ cause }) => !isExpected(cause))

const lineRoute = (db: AuditDeps['context']['db']): RouteHandler =>
  on(contract.showLine, async ({ params: { id } }) => {
    const line = (await linesById(db, [id]))[0]
    if (line === undefined) throw new NotFound()
    return { ...line, bookedAt: iso(line.bookedAt), simulated: true as const }
  })

/** An entry with what the record that made it says: the act, its subject, and its line of the bank. */
function entryOf(row: TransferRow, said: unknown): BankEntry {
  const input = (said ?? {}) as { power?: string; subject?: string; body?: { lineId?: string } }
  return {
    id: `${row.seq}-${row.n}`,
    kind: row.kind,
    yen: row.debit === 'h:bank' ? row.yen : 0 - row.yen,
    memberId: row.memberId === NOBODY ? null : row.memberId,
    date: dateJst(row.at),
    at: row.at,
    power: input.power ?? null,
    subject: input.subject ?? null,
    lineId: input.body?.lineId ?? null,
  }
}

/**
 * Ledger, exchange and bank held against each other, day by day. Nothing is stored and nothing can be
 * adjusted: each look reckons again.
 */
export function openReconciliation({ context, staff, venueDirectory }: AuditDeps): {
  routes: RouteHandler[]
  /** Differences that nothing explains, of today and of every day before; as many as are looked for. */
  openDifferences: () => Promise<number>
  /** The last count of them, by the alarm or by whoever looked at today. */
  lastDifferences: AuditPublic['lastDifferences']
  bankOn: AuditPublic['bankOn']
} {
  const { db, clock, calendar, schedule } = context

  const watched = watchUnsettled(db)
  let last: ReturnType<AuditPublic['lastDifferences']> = null
  const unsettledAt = async (date: DateJst, today: DateJst) => {
    const end = timeJst(date, 24)
    const [entries, lines] = await Promise.all([
      unsettledEntries(db, end),
      unsettledLines(db, date < today ? end : null),
    ])
    return { entries, lines }
  }

  /** `isWatch`: the look of the alarm, which reads again what can have changed alone. */
  async function bankDay(date: DateJst, isWatch = false) {
    const today = dateJst(clock.market())
    const [entriesOfDay, linesOfDay, { entries: entriesBefore, lines: linesBefore }] = await Promise.all([
      bankEntriesOf(db, date),
      linesOf(db, date),
      isWatch ? watched(date, timeJst(date, 24)) : unsettledAt(date, today),
    ])
    const lines = [...new Map([...linesOfDay, ...linesBefore].map((line) => [line.id, line])).values()]
    const used = lines.flatMap(({ usedFor }) => usedFor ?? [])
    const others = await bankEntriesAt(db, await actSeqsOf(db, used))
    const transfers = [
      ...new Map(
        [...entriesOfDay, ...entriesBefore, ...others].map((row) => [`${row.seq}-${row.n}`, row]),
      ).values(),
    ]
    const entries = await markReversed(await withRecords(transfers))
    const known = new Set(lines.map(({ id }) => id))
    const elsewhere = await linesById(
      db,
      entries.flatMap(({ lineId }) => (lineId === null || known.has(lineId) ? [] : [lineId])),
    )
    const all = [...lines, ...elsewhere]
    const cases = new Map(
      (
        await casesBy(
          db,
          all.flatMap(({ reference }) => reference ?? []),
        )
      ).map((each) => [each.reference, each]),
    )
    const lineOf = ({ id, kind, yen, bookedAt, usedFor, reference }: Line): BankLine => ({
      id,
      kind,
      yen,
      bookedAt,
      usedFor,
      subject: cases.get(reference ?? '') ?? null,
    })
    const unpaid = await unpaidPayments(db)
    return {
      differences: reconcileBank(date, { entries, lines: all.map(lineOf), unpaid, now: clock.wall(), today }),
      entries: entriesOfDay.length,
      lines: linesOfDay.length,
    }
  }

  /**
   * Entries that a correction has undone, as its record in the journal says; a correction can be corrected in
   * its turn.
   */
  async function markReversed(entries: readonly BankEntry[]): Promise<BankEntry[]> {
    const undoneBy = new Map<string, string>()
    for (let ids = entries.map(({ id }) => id); ids.length > 0;) {
      const asked = new Set(ids)
      const found = await withRecords(await bankEntriesAt(db, await actSeqsOf(db, ids)))
      const corrections = found.filter(
        ({ power, subject }) => power === 'entry.reverse' && subject !== null && asked.has(subject),
      )
      for (const { id, subject } of corrections) undoneBy.set(subject!, id)
      ids = corrections.map(({ id }) => id)
    }
    const isUndone = (id: string): boolean => {
      const by = undoneBy.get(id)
      return by !== undefined && !isUndone(by)
    }
    return entries.map((entry) => ({ ...entry, isReversed: isUndone(entry.id) }))
  }

  /**
   * Facts of the journal about an entry: the act that made it, its subject, and its line of the bank. Rows of
   * other tables are not asked.
   */
  async function withRecords(transfers: readonly TransferRow[]): Promise<BankEntry[]> {
    const records = new Map(
      (await recordsAt(db, transfers.length === 0 ? [-1] : transfers.map(({ seq }) => seq))).map((record) => [
        record.seq,
        readRecord(record.record),
      ]),
    )
    return together(transfers.map((row) => entryOf(row, records.get(row.seq)?.body['input'])))
  }

  async function venueDay(date: DateJst) {
    const [fills, book, fees] = await Promise.all([
      fillsOf(db, date),
      readTradeBook(venueDirectory, date),
      differingFees(db, date, LOOKED_FOR),
    ])
    const trades =
      book === null
        ? null
        : [...book.values()].map((trade) => ({ ...trade, key: `${execNo(trade.execId)} ${trade.orderId}` }))
    return {
      differences: reconcileVenue({ fills, book: trades, fees, now: clock.market() }),
      fills: fills.length,
      trades: trades?.length ?? null,
    }
  }

  /** Days of the exchange that are over and not known to be without a difference. */
  const venueDays = new Set<DateJst>()
  let venueFrom: DateJst | null = null
  /**
   * Differences of the exchange of days before, which stay until they are explained: a day that has none is
   * let go, one that has ended since is looked at.
   */
  async function venueBefore(date: DateJst): Promise<Difference[]> {
    const today = dateJst(clock.market())
    const earliest = addDays(today, 0 - LOOKED_BACK)
    const from = venueFrom === null || venueFrom < earliest ? earliest : venueFrom
    for (let day = from; day < today; day = addDays(day, 1)) venueDays.add(day)
    // Yesterday's may have been booked late, so it is looked at while it is yesterday.
    venueFrom = addDays(today, -1)
    const found: Difference[] = []
    for (const day of [...venueDays].filter((each) => each < date)) {
      const open = unexplainedOf((await venueDay(day)).differences)
      if (open.length === 0) venueDays.delete(day)
      found.push(...open)
    }
    return found
  }

  /** Ledger, exchange and bank up to the end of a day: what a page shows and an alarm counts. */
  async function reckon(date: DateJst, isWatch = false) {
    const [bank, venue, before, held, ofNobody, claims] = await Promise.all([
      bankDay(date, isWatch),
      venueDay(date),
      venueBefore(date),
      differingHeld(db, LOOKED_FOR),
      unidentified(db),
      bankClaims(db),
    ])
    const kept = reconcileHeld([...held, ofNobody, claims])
    const all: Difference[] = [...bank.differences, ...venue.differences, ...before, ...kept]
    if (date === dateJst(clock.market()))
      last = { day: date, at: clock.machine(), count: unexplainedOf(all).length }
    return { bank, venue, all }
  }

  /**
   * Those of the exchange with the member of their order and the entry that it made, so that each can be
   * followed.
   */
  async function traced(differences: readonly Difference[]): Promise<Difference[]> {
    const orders = differences.flatMap(({ side, subject, at }) =>
      side === 'venue' && subject !== null ? [{ orderId: subject, at }] : [],
    )
    const traces = new Map((await tracesOf(db, orders)).map((trace) => [trace.orderId, trace]))
    return differences.map((each) => {
      const trace = each.side === 'venue' ? traces.get(each.subject ?? '') : undefined
      return trace === undefined
        ? each
        : { ...each, memberId: trace.memberId, entry: each.entry ?? trace.entry }
    })
  }

  /** Sums of a day, today's where none is asked for, with the differences that they count; null: no day. */
  async function sumsOf(asked: string | undefined) {
    const today = dateJst(clock.market())
    // After midnight the day of an exchange that is always open goes on: what has traded stands under its
    // trade date.
    const tradeDate = tradeDateAt(schedule, calendar, clock.market())
    const date = asked ?? (tradeDate < today ? tradeDate : today)
    if (addDays(date, 0) !== date || date > today) return null
    const [{ bank, venue, all }, totals, accounts] = await Promise.all([
      reckon(date),
      bankTotals(db),
      heldAccounts(db),
    ])
    const sums = {
      date,
      today,
      bank: {
        ...totals,
        entries: bank.entries,
        lines: bank.lines,
        differences: date === today ? bank.differences.reduce((sum, { yen }) => sum + yen, 0) : null,
      },
      venue: { fills: venue.fills, trades: venue.trades },
      held: { accounts },
      causes: byCause(all),
      simulated: true as const,
    }
    return { sums, all }
  }

  const routes = [
    on(contract.readReconciliation, async ({ query }) => {
      const found = await sumsOf(query.date)
      return found === null ? no('DATE_WRONG') : found.sums
    }),
    on(contract.reconcile, async ({ operator, query: { date, side, cause } }) => {
      const found = await sumsOf(date)
      if (found === null) return no('DATE_WRONG')
      const { sums, all } = found
      const isAsked = (each: { side: Side; cause: string }) =>
        (side === undefined || each.side === side) && (cause === undefined || each.cause === cause)
      const shown = all.filter(isAsked)
      const differences = await traced(shown.slice(0, SHOWN))
      const shownOf = [...new Set(differences.flatMap((each) => each.memberId ?? []))]
      const numbers = await numbersOf(db, shownOf)
      for (const memberId of shownOf) await staff.logRead(operator.operatorId, memberId, 'ledger')
      return {
        ...sums,
        differences: differences.map((each) => ({
          ...each,
          memberNumber: numbers.get(each.memberId ?? '') ?? null,
          at: each.at === null ? null : iso(each.at),
        })),
        more: shown.length > SHOWN,
      }
    }),
    lineRoute(db),
  ]
  return {
    routes,
    async bankOn(date) {
      const [{ differences }, { statements, opening }] = await Promise.all([
        bankDay(date),
        bankTotals(db, timeJst(date, 24)),
      ])
      const open = unexplainedOf(differences)
      const yen = open.reduce((sum, each) => sum + each.yen, 0)
      return { statements, opening, open: { count: open.length, yen } }
    },
    lastDifferences: () => last,
    async openDifferences() {
      const { all } = await reckon(dateJst(clock.market()), true)
      return unexplainedOf(all).length
    },
  }
}
