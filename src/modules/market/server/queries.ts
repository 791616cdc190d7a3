import { sql } from 'kysely'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { atOneMoment, type Sql } from '#platform/database/row-list.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import type { AppContext } from '#modules/module.ts'
import type { Gap } from '../model/gap.ts'
import type { DayBar, SourcedBar } from '../model/interval.ts'
import { barList, gapList, MINUTES_OF_DAYS } from './row-lists.ts'
import type { BarColumns, GapColumns, MinutesOfDay } from './row-lists.ts'

/** The database of recorded prices, and the key of their lists. */
export type Records = Pick<AppContext, 'db' | 'config'>

const still = <T>({ db }: Records, read: (trx: Sql) => Promise<T>): Promise<T> => atOneMoment(db.kysely, read)

/** A minute bar as it is written: whose, of which trade date, and the last trade counted in it. */
export type MinuteRow = SourcedBar & {
  readonly code: string
  readonly tradeDate: DateJst
  readonly lastNo: number
}
export type DayRow = DayBar & { readonly code: string }

const barOf = ({
  at,
  openTenths,
  highTenths,
  lowTenths,
  closeTenths,
  volume,
  source,
}: BarColumns): SourcedBar => ({ at, openTenths, highTenths, lowTenths, closeTenths, volume, source })

/** The columns of bars as arrays, in the order of the tables: one parameter each, however many rows. */
const columns = (rows: readonly (SourcedBar & { code: string; tradeDate: DateJst })[]) =>
  sql.join([
    sql`${rows.map((row) => row.code)}::text[]`,
    sql`${rows.map((row) => row.at)}::int8[]`,
    sql`${rows.map((row) => row.tradeDate)}::text[]`,
    sql`${rows.map((row) => row.openTenths)}::int8[]`,
    sql`${rows.map((row) => row.highTenths)}::int8[]`,
    sql`${rows.map((row) => row.lowTenths)}::int8[]`,
    sql`${rows.map((row) => row.closeTenths)}::int8[]`,
    sql`${rows.map((row) => row.volume)}::int8[]`,
    sql`${rows.map((row) => row.source)}::text[]`,
  ])

/** Writes minute bars and the days they belong to, over what stood of them. */
export async function putBars(
  trx: Sql,
  minutes: readonly MinuteRow[],
  days: readonly DayRow[],
): Promise<void> {
  if (minutes.length > 0) {
    await sql`
      insert into minute_bars (code, at, trade_date, open_tenths, high_tenths, low_tenths, close_tenths, volume, source, last_no)
      select * from unnest(${columns(minutes)}, ${minutes.map((row) => row.lastNo)}::int4[])
      on conflict (code, at) do update set trade_date = excluded.trade_date, open_tenths = excluded.open_tenths,
        high_tenths = excluded.high_tenths, low_tenths = excluded.low_tenths, close_tenths = excluded.close_tenths,
        volume = excluded.volume, source = excluded.source, last_no = excluded.last_no`.execute(trx)
  }
  if (days.length > 0) await putDays(trx, days, false)
}

const putDays = (trx: Sql, days: readonly DayRow[], whole: boolean) =>
  sql`
  insert into daily_bars (code, at, trade_date, open_tenths, high_tenths, low_tenths, close_tenths, volume, source, whole)
  select *, ${whole}::boolean from unnest(${columns(days)})
  on conflict (code, trade_date) do update set at = excluded.at, open_tenths = excluded.open_tenths, high_tenths = excluded.high_tenths,
    low_tenths = excluded.low_tenths, close_tenths = excluded.close_tenths, volume = excluded.volume, source = excluded.source,
    whole = excluded.whole`.execute(trx)

/** Minute bars of one date as they stand: of every issue, or of one. In order of time. */
export async function minutesStanding(db: Sql, tradeDate: DateJst, code?: string): Promise<MinuteRow[]> {
  const { rows } = await sql<BarColumns & { lastNo: number }>`
    select * from minute_bars where trade_date = ${tradeDate} ${code === undefined ? sql`` : sql`and code = ${code}`}
    order by code, at`.execute(db)
  return rows.map((row) =>
    Object.assign(barOf(row), { code: row.code, tradeDate: row.tradeDate, lastNo: row.lastNo }),
  )
}

/** The same of one issue, as they were recorded. Throws `RowForged` where they are not. */
export const readMinutes = (records: Records, tradeDate: DateJst, code: string): Promise<MinuteRow[]> =>
  still(records, async (trx) => {
    await believeMinutes(trx, records, [{ code, tradeDate }])
    return minutesStanding(trx, tradeDate, code)
  })

const minutesOf = async (
  db: Sql,
  codes: readonly string[],
  tradeDates: readonly DateJst[],
): Promise<MinutesOfDay[]> =>
  (
    await sql<MinutesOfDay>`select * from (${sql.raw(MINUTES_OF_DAYS)}) t
      where code = any(${[...codes]}::text[]) and trade_date = any(${[...tradeDates]}::text[])`.execute(db)
  ).rows

/** Throws `RowForged` where minutes of one of these days of these issues are not those that were recorded. */
async function believeMinutes(
  trx: Sql,
  { config }: Records,
  days: readonly Pick<MinutesOfDay, 'code' | 'tradeDate'>[],
): Promise<void> {
  const byDate = Map.groupBy(days, ({ tradeDate }) => tradeDate)
  const lists = await barList(config).listed(trx, [...byDate.keys()])
  for (const [tradeDate, of] of byDate) {
    const keys = new Set(of.map(({ code }) => `${code} ${tradeDate}`))
    const stand = await minutesOf(
      trx,
      of.map(({ code }) => code),
      [tradeDate],
    )
    const [wrong] =
      lists.get(tradeDate)?.wrong('minutes', stand, (key) => keys.has(key)) ??
      stand.map(({ code }) => `${code} ${tradeDate}`)
    if (wrong !== undefined) throw new RowForged('minute_bars', wrong)
  }
}

/** The newest day that this exchange has recorded of an issue; null: none yet. Throws `RowForged`. */
export async function newestDay(
  records: Records,
  code: string,
): Promise<Pick<DayRow, 'tradeDate' | 'closeTenths'> | null> {
  const { rows } = await sql<{ tradeDate: DateJst }>`
    select trade_date from daily_bars where code = ${code} order by trade_date desc limit 1`.execute(
    records.db.kysely,
  )
  if (rows[0] === undefined) return null
  const { tradeDate } = rows[0]
  const day = (await daysOn(records, [tradeDate])).days.find((each) => each.code === code)
  if (day === undefined) throw new RowForged('daily_bars', `${code} ${tradeDate}`)
  return { tradeDate, closeTenths: day.closeTenths }
}

/** `isWhole`: with the time in it that the exchange was off, and final; its minutes may be forgotten. */
export type StoredDay = { readonly bar: DayBar; readonly isWhole: boolean }
type DayColumns = BarColumns & { whole: boolean }

/** Days of these dates that are as they were recorded, and the keys of those that are not. */
async function daysOn(
  records: Records,
  dates: readonly DateJst[],
): Promise<{ days: DayColumns[]; wrong: string[] }> {
  const [lists, { rows }] = await still(records, async (trx) => [
    await barList(records.config).listed(trx, dates),
    await sql<DayColumns>`
      select * from daily_bars where trade_date = any(${[...dates]}::text[])`.execute(trx),
  ])
  const wrong: string[] = []
  for (const [date, of] of Map.groupBy(rows, ({ tradeDate }) => tradeDate))
    if (!lists.has(date)) wrong.push(...of.map(({ code }) => `${code} ${date}`))
  for (const [date, list] of lists)
    wrong.push(
      ...list.wrong(
        'days',
        rows.filter(({ tradeDate }) => tradeDate === date),
      ),
    )
  const isWrong = new Set(wrong)
  return { days: rows.filter(({ code, tradeDate }) => !isWrong.has(`${code} ${tradeDate}`)), wrong }
}

export type RecordedDays = {
  /**
   * Recorded days of an issue before this date, in order of time. Throws `RowForged` where one is not as it
   * was recorded.
   */
  before(code: string, date: DateJst): Promise<readonly StoredDay[]>
  /**
   * Writes days whole, over what stood of them, some dates at a time. All issues together: each date has one
   * list, which is written anew with every change.
   */
  writeWhole(days: readonly DayRow[]): Promise<void>
}

const DATES_AT_ONCE = 20

/** Days that are over: each is read and believed once, for all issues. */
export function recordedDays(records: Records): RecordedDays {
  const known = new Map<DateJst, Map<string, StoredDay>>()
  let reading: Promise<unknown> = Promise.resolve()
  let readTo: DateJst = ''

  /** Reads what is not known yet; answers the keys of days that are not as they were recorded. */
  async function read(before: DateJst): Promise<string[]> {
    if (readTo === before) return []
    // The last bars of the newest may have come in since.
    if (readTo !== '') known.delete([...known.keys()].toSorted().at(-1)!)
    const { rows } = await sql<{ date: DateJst }>`
      select owner as date from row_lists where name = 'bars' and owner <> '' and owner < ${before}
      union select distinct trade_date from daily_bars where trade_date < ${before} order by 1`.execute(
      records.db.kysely,
    )
    const dates = rows.map(({ date }) => date).filter((date) => !known.has(date))
    const allWrong: string[] = []
    for (let at = 0; at < dates.length; at += DATES_AT_ONCE) {
      const some = dates.slice(at, at + DATES_AT_ONCE)
      const { days, wrong } = await daysOn(records, some)
      allWrong.push(...wrong)
      const byDate = Map.groupBy(days, ({ tradeDate }) => tradeDate)
      for (const date of some) {
        // A date with a wrong row is read again: somebody may put it right.
        if (wrong.some((key) => key.endsWith(` ${date}`))) continue
        known.set(date, new Map((byDate.get(date) ?? []).map((row) => [row.code, storedOf(row)])))
      }
    }
    if (allWrong.length === 0) readTo = before
    return allWrong
  }

  return {
    async before(code, date) {
      const turn = reading.then(() => read(date))
      reading = turn.catch(() => {})
      const wrong = await turn
      if (wrong.length > 0) throw new RowForged('daily_bars', wrong[0]!)
      return [...known]
        .filter(([on]) => on < date)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([, days]) => days.get(code) ?? [])
    },
    async writeWhole(days) {
      const byDate = [...Map.groupBy(days, ({ tradeDate }) => tradeDate)]
      for (let at = 0; at < byDate.length; at += DATES_AT_ONCE) {
        const some = byDate.slice(at, at + DATES_AT_ONCE)
        await putWhole(records, some)
        for (const [date, rows] of some)
          for (const row of rows) known.get(date)?.set(row.code, storedOf({ ...row, whole: true }))
      }
    },
  }
}

const putWhole = ({ db, config }: Records, byDate: readonly (readonly [DateJst, readonly DayRow[]])[]) =>
  db.kysely.transaction().execute(async (trx) => {
    const dates = byDate.map(([date]) => date)
    for (const date of dates) await barList(config).begin(trx, date)
    const lists = await barList(config).listed(trx, dates, 'for update')
    for (const [date, rows] of byDate) {
      await putDays(trx, rows, true)
      await lists.get(date)!.put(
        trx,
        'days',
        rows.map((row) => Object.assign({ whole: true }, row)),
      )
    }
  })

const storedOf = (row: DayColumns): StoredDay => ({
  bar: Object.assign(barOf(row), { tradeDate: row.tradeDate }),
  isWhole: row.whole,
})

/** Prices before and after a gap that the exchange reckoned with, where it did. */
export type GapPrices = readonly [fromTenths: PriceTenths, toTenths: PriceTenths]
export type RecordedGap = { readonly gap: Gap; readonly prices: Map<string, GapPrices> }

/** Throws `RowForged` where one is not as it was recorded. */
export async function readGaps({ db, config }: Records): Promise<RecordedGap[]> {
  const list = gapList(config)
  const gaps = await list.of(db.kysely, '', 'gaps')
  const found: RecordedGap[] = []
  for (const { fromAt, toAt } of gaps.toSorted((a, b) => a.fromAt - b.fromAt)) {
    const prices = await list.ofAny(db.kysely, String(fromAt), 'prices')
    found.push({
      gap: { from: fromAt, to: toAt },
      prices: new Map(prices.map((row) => [row.code, [row.fromTenths, row.toTenths]])),
    })
  }
  return found
}

export async function writeGap({ db, config }: Records, gap: Gap): Promise<void> {
  await gapList(config).change(db.kysely, '', 'gaps', async (trx) => {
    await sql`
      insert into market_gaps (from_at, to_at) values (${gap.from}, ${gap.to})
      on conflict (from_at) do update set to_at = excluded.to_at`.execute(trx)
    return { put: [{ fromAt: gap.from, toAt: gap.to }] }
  })
}

/** Writes prices of a gap that are not written yet. */
export async function writeGapPrices(
  { db, config }: Records,
  gap: Gap,
  prices: readonly (readonly [code: string, GapPrices])[],
): Promise<void> {
  const [list, owner] = [gapList(config), String(gap.from)]
  await db.kysely.transaction().execute(async (trx) => {
    await list.begin(trx, owner)
    await list.change(trx, owner, 'prices', async (_trx, stand) => {
      const known = new Set(stand.map(({ code }) => code))
      const put = prices
        .filter(([code]) => !known.has(code))
        .map(([code, [fromTenths, toTenths]]) => ({ fromAt: gap.from, code, fromTenths, toTenths }))
      if (put.length > 0) await trx.insertInto('marketGapPrices').values(put).execute()
      return { put }
    })
  })
}

/** Up to when trades were recorded, null before the first start. Throws `RowForged`. */
export async function recordedUntil({ db, config }: Records): Promise<Ms | null> {
  const rows = await gapList(config).ofAny(db.kysely, RECORDED, 'recorded')
  return rows[0]?.untilAt ?? null
}
/** The owner of its row. */
export const RECORDED = 'recorded'

/**
 * Removes the records of a clock that was ahead: bars and gaps of times after `now` go, and the record is
 * known up to now. The answer: the number of minute bars that went. Throws `RowForged`.
 */
export async function forgetAhead({ db, config }: Records, now: Ms): Promise<number> {
  const [bars, gaps] = [barList(config), gapList(config)]
  return db.kysely.transaction().execute(async (trx) => {
    const { rows: dates } = await sql<{ date: DateJst }>`
      select trade_date as date from minute_bars where at > ${now}
      union select trade_date from daily_bars where at > ${now}`.execute(trx)
    let count = 0
    for (const { date } of dates) {
      await bars.change(trx, date, 'days', async (_trx, days) => {
        await sql`delete from daily_bars where trade_date = ${date} and at > ${now}`.execute(trx)
        return { drop: days.filter(({ at }) => at > now) }
      })
      await bars.change(trx, date, 'minutes', async (_trx, before) => {
        const gone = await sql`delete from minute_bars where trade_date = ${date} and at > ${now}`.execute(
          trx,
        )
        count += Number(gone.numAffectedRows ?? 0)
        const codes = before.map(({ code }) => code)
        return { drop: before, put: await minutesOf(trx, codes, [date]) }
      })
    }
    await gaps.change(trx, '', 'gaps', async (_trx, all) => {
      for (const { fromAt } of all.filter(({ toAt }) => toAt > now))
        if ((await gaps.ofAny(trx, String(fromAt), 'prices')).length > 0)
          await gaps.change(trx, String(fromAt), 'prices', async (_prices, prices) => {
            await sql`delete from market_gap_prices where from_at = ${fromAt}`.execute(trx)
            return { drop: prices }
          })
      await sql`delete from market_gaps where from_at > ${now}`.execute(trx)
      await sql`update market_gaps set to_at = ${now} where to_at > ${now}`.execute(trx)
      const isCut = ({ fromAt, toAt }: GapColumns) => fromAt <= now && toAt > now
      return {
        drop: all.filter(({ fromAt }) => fromAt > now),
        put: all.filter(isCut).map(({ fromAt }) => ({ fromAt, toAt: now })),
      }
    })
    await gaps.begin(trx, RECORDED)
    await gaps.change(trx, RECORDED, 'recorded', async () => {
      await putUntil(trx, now)
      return { put: [{ one: true, untilAt: now }] }
    })
    return count
  })
}

export const putUntil = (trx: Sql, until: Ms) =>
  sql`
  insert into market_recorded (one, until_at) values (true, ${until})
  on conflict (one) do update set until_at = excluded.until_at`.execute(trx)

/** A recorded price, in the shares of its time. */
export type Recorded = { readonly at: Ms; readonly tenths: PriceTenths }

/**
 * The last recorded price before a time and the first from another on, of each of these issues. Throws
 * `RowForged` where the minutes of such a day are not those that were recorded.
 */
export async function pricesAround(
  records: Records,
  codes: readonly string[],
  gap: Gap,
): Promise<Map<string, { before: Recorded | null; after: Recorded | null }>> {
  type Row = {
    code: string
    beforeAt: Ms | null
    beforeDate: DateJst | null
    before: number | null
    afterAt: Ms | null
    afterDate: DateJst | null
    after: number | null
  }
  const rows = await still(records, async (trx) => {
    const { rows } = await sql<Row>`
    select c.code, b.at as before_at, b.trade_date as before_date, b.close_tenths as before,
      a.at as after_at, a.trade_date as after_date, a.open_tenths as after
    from unnest(${[...codes]}::text[]) as c (code)
      left join lateral (select at, trade_date, close_tenths from minute_bars where code = c.code and at < ${gap.from} order by at desc limit 1) as b on true
      left join lateral (select at, trade_date, open_tenths from minute_bars where code = c.code and at >= ${gap.to} order by at limit 1) as a on true`.execute(
      trx,
    )
    const days = rows.flatMap(({ code, beforeDate, afterDate }) =>
      [beforeDate, afterDate].flatMap((tradeDate) => (tradeDate === null ? [] : { code, tradeDate })),
    )
    await believeMinutes(trx, records, days)
    return rows
  })
  const recorded = (at: Ms | null, tenths: PriceTenths | null) =>
    at === null || tenths === null ? null : { at, tenths }
  return new Map(
    rows.map(({ code, beforeAt, before, afterAt, after }) => [
      code,
      { before: recorded(beforeAt, before), after: recorded(afterAt, after) },
    ]),
  )
}

/** Forgets the minute bars of dates before this one: days stay for good. */
export async function forgetMinutes({ db, config }: Records, before: DateJst): Promise<void> {
  const { rows } = await sql<{ date: DateJst }>`
    select distinct trade_date as date from minute_bars where trade_date < ${before}`.execute(db.kysely)
  for (const { date } of rows)
    await db.kysely.transaction().execute(async (trx) => {
      await sql`delete from minute_bars where trade_date = ${date}`.execute(trx)
      await (await barList(config).listed(trx, [date])).get(date)?.put(trx, 'minutes', [], 'only')
    })
}
