import { hash } from 'node:crypto'
import { SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { damaged, type StoredCheck } from '#platform/engine/check-stored.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import { dayJob } from '#modules/instruments/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import {
  CLASSES,
  closingOf,
  closingText,
  isOfMembers,
  standingsOf,
  type Closing,
  type Move,
  type Standing,
} from '../model/closing.ts'
import {
  closingOn,
  closingsFrom,
  headAfter,
  inSnapshot,
  keepClosing,
  lastClosing,
  lastRecord,
  movesBetween,
  overdrawnAfter,
  standingsAfter,
  statementOf,
  type Client,
  type ClosingRow,
} from './closing-queries.ts'
import { figuresOf } from '../model/figures.ts'
import { factsOf, rowsOf } from './fact-queries.ts'

/** Time after the closing auction: the statement of what is owed is kept 50 s after it. */
const AFTER_CLOSE: Ms = 60 * SECOND
/** Head of a journal without a record. */
const NO_RECORD = '0'.repeat(64)
const NONE: readonly Standing[] = []
const AT_ONCE = 100

export const hashOf = (closing: Closing): string => hash('sha256', closingText(closing))
/** The report of a row. What it says is believed where its hash is the row's. */
export const readClosing = ({ report }: Pick<ClosingRow, 'report'>): Closing => JSON.parse(report) as Closing
/** True if the row's text is the one that was hashed. */
export const isWhole = (row: ClosingRow): boolean => hashOf(readClosing(row)) === row.hash

/** Classes after entries, from what they stood at before them. */
const moved = (opening: readonly Standing[], moves: readonly Move[]): Standing[] => {
  const yen = new Map<string, number>(opening.map((each) => [each.account, each.yen]))
  for (const { debit, credit, yen: by } of moves) {
    yen.set(debit, (yen.get(debit) ?? 0) - by)
    yen.set(credit, (yen.get(credit) ?? 0) + by)
  }
  return CLASSES.map((account) => ({ account, yen: yen.get(account) ?? 0 }))
}

/**
 * Closes a market day at the record up to which its statement counts: entries since the report before, and
 * the balances of the accounts themselves, which are another source. Once; a day without a statement, or
 * with one of before the last report, has none, and its entries are in the next one.
 */
export async function closeDay(context: AppContext, day: DateJst): Promise<void> {
  const { db, log } = context
  if ((await closingOn(db, day)) !== undefined) return
  const last = await lastClosing(db)
  const closed = await inSnapshot(db, async (client) => {
    const statement = await statementOf(client, day)
    if (statement === null || statement.size <= (last?.toSeq ?? -1)) return null
    const { size, at, ...owed } = statement
    const [toSeq, fromSeq] = [size - 1, (last?.toSeq ?? -1) + 1]
    const closing = closingOf({
      number: (last?.number ?? 0) + 1,
      day,
      fromSeq,
      toSeq,
      head: (await headAfter(client, toSeq)) ?? NO_RECORD,
      at,
      before: last?.hash ?? null,
      opening: last === undefined ? NONE : standingsOf(readClosing(last)),
      moves: await movesBetween(client, fromSeq, toSeq),
      closing: await standingsAfter(client, toSeq),
      owed: { ...owed, overdrawn: await overdrawnAfter(client, toSeq) },
    })
    const span = { day, from: endOf(context, last), to: endOf(context, { day, at }) }
    return { closing, figures: figuresOf(closing, await factsOf(client, span, true)) }
  })
  if (closed === null) return log.warn({ day }, 'the day has no statement to close by')
  const { closing, figures } = closed
  const { number, toSeq, at } = closing
  const row = { number, day, toSeq, at, report: JSON.stringify(closing), hash: hashOf(closing) }
  await keepClosing(db, row, rowsOf(day, figures))
}

/**
 * The time at which a closed day ends for what has a time of its own: a minute after its close; in a replay,
 * whose days are long past, when its statement was made.
 */
export const endOf = (
  { config, schedule }: Pick<AppContext, 'config' | 'schedule'>,
  closed: Pick<ClosingRow, 'day' | 'at'> | undefined,
): Ms =>
  closed === undefined
    ? 0
    : config.replay === null
      ? closingAt(schedule, closed.day) + AFTER_CLOSE
      : closed.at

/** The day that goes on: its entries since the last report, and what they make of the balances. */
export async function dayNow(
  client: Client,
  last: ClosingRow | undefined,
): Promise<Pick<Closing, 'classes' | 'moves' | 'owed' | 'toSeq'>> {
  const toSeq = await lastRecord(client)
  const opening = last === undefined ? NONE : standingsOf(readClosing(last))
  const moves = await movesBetween(client, (last?.toSeq ?? -1) + 1, toSeq)
  const overdrawn = await overdrawnAfter(client, toSeq)
  const closing = moved(opening, moves)
  const total = closing.reduce((sum, { account, yen }) => sum + (isOfMembers(account) ? yen : 0), overdrawn)
  return closingOf({
    ...{ number: 0, day: '', fromSeq: 0, toSeq, head: '', at: 0, before: null },
    ...{ opening, moves, closing },
    owed: { root: '', members: 0, total, bank: 0, overdrawn },
  })
}

/**
 * The report of a row reckoned again: its opening from the row before, its movements from the entries, its
 * closing from both, head and statement from where they are kept. The same hash: nothing has changed since,
 * and it tied.
 */
export async function reckonAgain(
  client: Client,
  row: ClosingRow,
  before: ClosingRow | undefined,
): Promise<Closing | null> {
  const statement = await statementOf(client, row.day)
  if (statement === null) return null
  const { size, at, ...owed } = statement
  const [toSeq, fromSeq] = [size - 1, (before?.toSeq ?? -1) + 1]
  const opening = before === undefined ? NONE : standingsOf(readClosing(before))
  const moves = await movesBetween(client, fromSeq, toSeq)
  return closingOf({
    number: (before?.number ?? 0) + 1,
    day: row.day,
    fromSeq,
    toSeq,
    head: (await headAfter(client, toSeq)) ?? NO_RECORD,
    at,
    before: before?.hash ?? null,
    opening,
    moves,
    closing: moved(opening, moves),
    owed: { ...owed, overdrawn: readClosing(row).owed.overdrawn },
  })
}

/** The close of each market day, after its statement. */
export const closingJob = (context: AppContext): Job =>
  dayJob(
    context.calendar,
    'closings.day',
    (day) => closingAt(context.schedule, day) + AFTER_CLOSE,
    (day) => closeDay(context, day),
  )

/** Every report is what the entries make of the one before it. */
export const closingsCheck: StoredCheck = {
  tables: ['daily_closings'],
  columns: { daily_closings: ['number', 'day', 'to_seq', 'at', 'report', 'hash'] },
  async run(client) {
    const differences = []
    let before: ClosingRow | undefined
    let count = 0
    for (;;) {
      const rows: ClosingRow[] = await closingsFrom(client, (before?.number ?? 0) + 1, AT_ONCE)
      for (const row of rows) {
        count++
        const again = await reckonAgain(client, row, before)
        const isSame =
          again !== null &&
          hashOf(again) === row.hash &&
          row.report === JSON.stringify(again) &&
          [again.number, again.toSeq, again.at].join() === [row.number, row.toSeq, row.at].join()
        if (!isSame)
          differences.push(damaged('daily_closings', row.day, 'the ledger does not make this report'))
        before = row
      }
      if (rows.length < AT_ONCE) return { rows: count, differences }
    }
  },
}
