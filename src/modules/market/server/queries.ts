import { sql } from 'kysely'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Gap } from '../model/gap.ts'
import type { DayBar, SourcedBar } from '../model/interval.ts'

/** A minute bar as it is written: whose, of which trade date, and the last trade counted in it. */
export type MinuteRow = SourcedBar & {
  readonly code: string
  readonly tradeDate: DateJst
  readonly lastNo: number
}
export type DayRow = DayBar & { readonly code: string }

type BarColumns = SourcedBar & { code: string; tradeDate: DateJst }

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

/**
 * Writes what the last minute brought, all or nothing: minute bars, the days they belong to, and up to when
 * it is known.
 */
export async function writeBars(
  db: Database,
  minutes: readonly MinuteRow[],
  days: readonly DayRow[],
  waitFor: Ms,
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    if (minutes.length > 0) {
      await sql`
        insert into minute_bars (code, at, trade_date, open_tenths, high_tenths, low_tenths, close_tenths, volume, source, last_no)
        select * from unnest(${columns(minutes)}, ${minutes.map((row) => row.lastNo)}::int4[])
        on conflict (code, at) do update set high_tenths = excluded.high_tenths, low_tenths = excluded.low_tenths,
          close_tenths = excluded.close_tenths, volume = excluded.volume, last_no = excluded.last_no`.execute(
        tx,
      )
    }
    if (days.length > 0) {
      await sql`
        insert into daily_bars (code, at, trade_date, open_tenths, high_tenths, low_tenths, close_tenths, volume, source)
        select * from unnest(${columns(days)})
        on conflict (code, trade_date) do update set at = excluded.at, open_tenths = excluded.open_tenths,
          high_tenths = excluded.high_tenths, low_tenths = excluded.low_tenths, close_tenths = excluded.close_tenths,
          volume = excluded.volume`.execute(tx)
    }
    await sql`
      insert into market_recorded (one, until_at) values (true, ${waitFor})
      on conflict (one) do update set until_at = greatest(market_recorded.until_at, excluded.until_at)`.execute(
      tx,
    )
  })
}

/** Minute bars of one date: of every issue, or of one. In order of time. */
export async function readMinutes(db: Database, tradeDate: DateJst, code?: string): Promise<MinuteRow[]> {
  const { rows } = await sql<BarColumns & { lastNo: number }>`
    select * from minute_bars where trade_date = ${tradeDate} ${code === undefined ? sql`` : sql`and code = ${code}`}
    order by code, at`.execute(db.kysely)
  return rows.map((row) =>
    Object.assign(barOf(row), { code: row.code, tradeDate: row.tradeDate, lastNo: row.lastNo }),
  )
}

/** The newest day that this exchange has recorded of an issue; null: none yet. */
export async function newestDay(
  db: Database,
  code: string,
): Promise<Pick<DayRow, 'tradeDate' | 'closeTenths'> | null> {
  const { rows } =
    await sql<BarColumns>`select * from daily_bars where code = ${code} order by trade_date desc limit 1`.execute(
      db.kysely,
    )
  return rows[0] === undefined ? null : { tradeDate: rows[0].tradeDate, closeTenths: rows[0].closeTenths }
}

/** `isWhole`: with the time in it that the exchange was off, and final; its minutes may be forgotten. */
export type StoredDay = { readonly bar: DayBar; readonly isWhole: boolean }
/** Recorded days of an issue before this date, in order of time. */
export async function readDays(db: Database, code: string, before: DateJst): Promise<StoredDay[]> {
  const { rows } = await sql<BarColumns & { whole: boolean }>`
    select * from daily_bars where code = ${code} and trade_date < ${before} order by trade_date`.execute(
    db.kysely,
  )
  return rows.map((row) => ({
    bar: Object.assign(barOf(row), { tradeDate: row.tradeDate }),
    isWhole: row.whole,
  }))
}

/** Writes days whole, over what stood of them. */
export async function writeWholeDays(db: Database, days: readonly DayRow[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into daily_bars (code, at, trade_date, open_tenths, high_tenths, low_tenths, close_tenths, volume, source, whole)
    select *, true from unnest(${columns(days)})
    on conflict (code, trade_date) do update set at = excluded.at, open_tenths = excluded.open_tenths, high_tenths = excluded.high_tenths,
      low_tenths = excluded.low_tenths, close_tenths = excluded.close_tenths, volume = excluded.volume, source = excluded.source, whole = true`.execute(
    db.kysely,
  )
}

/** Prices before and after a gap that the exchange reckoned with, where it did. */
export type GapPrices = readonly [fromTenths: PriceTenths, toTenths: PriceTenths]
export type RecordedGap = { readonly gap: Gap; readonly prices: Map<string, GapPrices> }

export async function readGaps(db: Database): Promise<RecordedGap[]> {
  const gaps = await sql<{ fromAt: Ms; toAt: Ms }>`select * from market_gaps order by from_at`.execute(
    db.kysely,
  )
  const prices = await sql<{
    fromAt: Ms
    code: string
    fromTenths: PriceTenths
    toTenths: PriceTenths
  }>`select * from market_gap_prices`.execute(db.kysely)
  const byGap = Map.groupBy(prices.rows, (row) => row.fromAt)
  return gaps.rows.map(({ fromAt, toAt }) => ({
    gap: { from: fromAt, to: toAt },
    prices: new Map((byGap.get(fromAt) ?? []).map((row) => [row.code, [row.fromTenths, row.toTenths]])),
  }))
}

export async function writeGap(db: Database, gap: Gap): Promise<void> {
  await sql`
    insert into market_gaps (from_at, to_at) values (${gap.from}, ${gap.to})
    on conflict (from_at) do update set to_at = excluded.to_at`.execute(db.kysely)
}

export async function writeGapPrices(
  db: Database,
  gap: Gap,
  code: string,
  [from, to]: GapPrices,
): Promise<void> {
  await sql`
    insert into market_gap_prices (from_at, code, from_tenths, to_tenths) values (${gap.from}, ${code}, ${from}, ${to})
    on conflict (from_at, code) do nothing`.execute(db.kysely)
}

/** Up to when trades were recorded, null before the first start. */
export async function recordedUntil(db: Database): Promise<Ms | null> {
  const { rows } = await sql<{ untilAt: Ms }>`select until_at from market_recorded`.execute(db.kysely)
  return rows[0]?.untilAt ?? null
}

/**
 * Removes the records of a clock that was ahead: bars and gaps of times after `now` go, and the record is
 * known up to now. The answer: the number of minute bars that went.
 */
export async function forgetAhead(db: Database, now: Ms): Promise<number> {
  return db.kysely.transaction().execute(async (tx) => {
    const minutes = await sql`delete from minute_bars where at > ${now}`.execute(tx)
    await sql`delete from daily_bars where at > ${now}`.execute(tx)
    await sql`
      delete from market_gap_prices where from_at in (select from_at from market_gaps where to_at > ${now})`.execute(
      tx,
    )
    await sql`delete from market_gaps where from_at > ${now}`.execute(tx)
    await sql`update market_gaps set to_at = ${now} where to_at > ${now}`.execute(tx)
    await sql`update market_recorded set until_at = ${now}`.execute(tx)
    return Number(minutes.numAffectedRows ?? 0)
  })
}

/** A recorded price, in the shares of its time. */
export type Recorded = { readonly at: Ms; readonly tenths: PriceTenths }

/** The last recorded price before a time and the first from another on, of each of these issues. */
export async function pricesAround(
  db: Database,
  codes: readonly string[],
  gap: Gap,
): Promise<Map<string, { before: Recorded | null; after: Recorded | null }>> {
  type Row = {
    code: string
    beforeAt: Ms | null
    before: number | null
    afterAt: Ms | null
    after: number | null
  }
  const { rows } = await sql<Row>`
    select c.code, b.at as before_at, b.close_tenths as before, a.at as after_at, a.open_tenths as after
    from unnest(${[...codes]}::text[]) as c (code)
      left join lateral (select at, close_tenths from minute_bars where code = c.code and at < ${gap.from} order by at desc limit 1) as b on true
      left join lateral (select at, open_tenths from minute_bars where code = c.code and at >= ${gap.to} order by at limit 1) as a on true`.execute(
    db.kysely,
  )
  const recorded = (at: Ms | null, tenths: PriceTenths | null) =>
    at === null || tenths === null ? null : { at, tenths }
  return new Map(
    rows.map(({ code, beforeAt, before, afterAt, after }) => [
      code,
      { before: recorded(beforeAt, before), after: recorded(afterAt, after) },
    ]),
  )
}

/** Forgets minute bars from before a time: days stay for good. */
export async function forgetMinutes(db: Database, before: Ms): Promise<void> {
  await sql`delete from minute_bars where at < ${before}`.execute(db.kysely)
}
