import { createHash, type Hash } from 'node:crypto'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Sql } from '#platform/database/row-list.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { minutesStanding, putBars, putUntil, RECORDED } from './queries.ts'
import type { DayRow, MinuteRow, Records } from './queries.ts'
import { barList, barText, gapList, type MinutesOfDay } from './row-lists.ts'

export type BarWriter = {
  /**
   * Writes what the last minute brought, all or nothing: minute bars, the days they belong to, their lists,
   * and up to when it is known. Throws `RowForged`.
   */
  write(minutes: readonly MinuteRow[], days: readonly DayRow[], until: Ms): Promise<void>
  /** The minute bars of a date that may go on. Throws `RowForged` where they are not as they were written. */
  resume(date: DateJst): Promise<readonly MinuteRow[]>
}

/** The minutes of an issue's day: all but the last stay, and are hashed once. */
type Minutes = { before: Hash; bars: number; last: MinuteRow }
type ListOf<L extends (config: Records['config']) => { listed: (...args: never) => Promise<unknown> }> =
  Awaited<ReturnType<ReturnType<L>['listed']>> extends Map<string, infer One> ? One : never
/** The list of a date, and its minutes by issue. */
type Held = { list: ListOf<typeof barList>; minutes: ReadonlyMap<string, Minutes> }

/** The dates that are on: the newest, and the one before while its last bars come in. */
const HELD = 2

/** The only writer of what is recorded: it holds the lists of the dates that are on. */
export function openBarWriter({ db, config }: Records): BarWriter {
  const [bars, gaps] = [barList(config), gapList(config)]
  const held = new Map<DateJst, Held>()
  let recorded: { list: ListOf<typeof gapList>; until: Ms } | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = turn.then(act)
    turn = mine.catch(() => {})
    return mine
  }

  async function holdDate(date: DateJst): Promise<readonly MinuteRow[]> {
    await db.kysely.transaction().execute((trx) => bars.begin(trx, date))
    const rows = await minutesStanding(db.kysely, date)
    const minutes = new Map<string, Minutes>()
    for (const row of rows) minutes.set(row.code, following(minutes.get(row.code), row))
    const list = (await bars.listed(db.kysely, [date])).get(date)!
    const [wrong] = list.wrong('minutes', [...minutes.values()].map(rowOf))
    if (wrong !== undefined) throw new RowForged('minute_bars', wrong)
    held.set(date, { list, minutes })
    return rows
  }
  async function holdRecorded(): Promise<NonNullable<typeof recorded>> {
    await db.kysely.transaction().execute((trx) => gaps.begin(trx, RECORDED))
    const [row] = await gaps.of(db.kysely, RECORDED, 'recorded')
    const list = (await gaps.listed(db.kysely, [RECORDED])).get(RECORDED)!
    return { list, until: row?.untilAt ?? -Infinity }
  }

  async function write(minutes: readonly MinuteRow[], days: readonly DayRow[], upTo: Ms): Promise<void> {
    const dates = [...new Set([...minutes, ...days].map(({ tradeDate }) => tradeDate))].toSorted()
    for (const date of dates) if (!held.has(date)) await holdDate(date)
    recorded ??= await holdRecorded()
    const until = Math.max(recorded.until, upTo)
    const { list } = recorded
    const after = new Map<DateJst, Held>()
    await db.kysely.transaction().execute(async (trx) => {
      await putBars(trx, minutes, days)
      for (const date of dates)
        after.set(date, await listed(trx, held.get(date)!, ofDate(minutes, date), ofDate(days, date)))
      await putUntil(trx, until)
      await list.put(trx, 'recorded', [{ one: true, untilAt: until }])
    })
    for (const [date, each] of after) held.set(date, each)
    for (const date of [...held.keys()].toSorted().slice(0, -HELD)) held.delete(date)
    recorded = { list, until }
  }

  return {
    write: (...what) =>
      inTurn(() =>
        write(...what).catch((error: unknown) => {
          // The database may have taken it or not: the lists are read anew.
          held.clear()
          recorded = null
          throw error
        }),
      ),
    resume: (date) => inTurn(() => holdDate(date)),
  }
}

async function listed(
  trx: Sql,
  { list, minutes: before }: Held,
  minutes: readonly MinuteRow[],
  days: readonly DayRow[],
): Promise<Held> {
  const after = new Map(before)
  for (const [code, rows] of Map.groupBy(minutes, (row) => row.code)) {
    const ordered = rows.toSorted((a, b) => a.at - b.at)
    const last = before.get(code)?.last.at ?? -Infinity
    // Trades sent again after a restart may bring an older minute.
    const all = ordered[0]!.at >= last ? ordered : await minutesStanding(trx, rows[0]!.tradeDate, code)
    if (all !== ordered) after.delete(code)
    for (const row of all) after.set(code, following(after.get(code), row))
  }
  const changed = [...new Set(minutes.map(({ code }) => code))].map((code) => rowOf(after.get(code)!))
  if (changed.length > 0) await list.put(trx, 'minutes', changed)
  if (days.length > 0)
    await list.put(
      trx,
      'days',
      days.map((day) => Object.assign({ whole: false }, day)),
    )
  return { list, minutes: after }
}

/** With one more minute, or a newer version of the last. */
function following(minutes: Minutes | undefined, row: MinuteRow): Minutes {
  if (minutes === undefined) return { before: createHash('sha256'), bars: 1, last: row }
  const { before, bars, last } = minutes
  return row.at === last.at
    ? { before, bars, last: row }
    : { before: before.copy().update(barText(last)), bars: bars + 1, last: row }
}
const rowOf = ({ before, bars, last }: Minutes): MinutesOfDay => ({
  code: last.code,
  tradeDate: last.tradeDate,
  bars,
  digest: before.copy().update(barText(last)).digest('hex'),
})

const ofDate = <Row extends { tradeDate: DateJst }>(rows: readonly Row[], date: DateJst): Row[] =>
  rows.filter(({ tradeDate }) => tradeDate === date)
