import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Config } from '#platform/config.ts'
import { part, rowList } from '#platform/database/row-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'
import type { SourcedBar } from '../model/interval.ts'

/** Rows as queries give them. */
export type BarColumns = SourcedBar & { code: string; tradeDate: DateJst }
export type GapColumns = { fromAt: Ms; toAt: Ms }
export type GapPriceColumns = { fromAt: Ms; code: string; fromTenths: PriceTenths; toTenths: PriceTenths }

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    dailyBars: BarColumns & { whole: boolean }
    /** The minute bars of an issue's day, in one row. */
    minuteBars: MinutesOfDay
    marketGaps: GapColumns
    marketGapPrices: GapPriceColumns
    marketRecorded: { one: boolean; untilAt: number }
  }
}

/** `digest`: SHA-256 over all of them in order of time, as `barText` writes each. */
export type MinutesOfDay = { code: string; tradeDate: string; bars: number; digest: string }

/** One line of a digest. SQL writes the same: `MINUTES_OF_DAYS`. */
export const barText = (bar: Omit<BarColumns, 'code' | 'tradeDate'> & { lastNo: number }): string =>
  `${bar.at},${bar.openTenths},${bar.highTenths},${bar.lowTenths},${bar.closeTenths},${bar.volume},${bar.source},${bar.lastNo}\n`
export const MINUTES_OF_DAYS = `
  select code, trade_date, count(*) as bars, encode(sha256(convert_to(string_agg(
    concat_ws(',', at, open_tenths, high_tenths, low_tenths, close_tenths, volume, source, last_no) || chr(10), '' order by at
  ), 'UTF8')), 'hex') as digest from minute_bars group by code, trade_date`

/**
 * Prices as they were recorded of each trade date: charts, collateral of loans, figures of the model and the
 * screener read them. Days are listed with their values, minutes by one digest for each issue.
 */
export const barList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'bars',
    owners: 'listed',
    parts: {
      days: part<'dailyBars'>()({
        table: 'daily_bars',
        owner: 'trade_date',
        key: ['code', 'tradeDate'],
        columns: [
          'code',
          'tradeDate',
          'at',
          'openTenths',
          'highTenths',
          'lowTenths',
          'closeTenths',
          'volume',
          'source',
          'whole',
        ],
        open: true,
      }),
      minutes: part<'minuteBars'>()({
        table: 'minute_bars',
        from: MINUTES_OF_DAYS,
        madeOf: [
          'code',
          'at',
          'trade_date',
          'open_tenths',
          'high_tenths',
          'low_tenths',
          'close_tenths',
          'volume',
          'last_no',
          'source',
        ],
        owner: 'trade_date',
        key: ['code', 'tradeDate'],
        columns: ['code', 'tradeDate', 'bars', 'digest'],
        open: true,
      }),
    },
  })

/**
 * Times for which the exchange was off, between which prices, and until when it has recorded: charts are
 * filled by it.
 */
export const gapList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'gaps',
    owners: 'listed',
    parts: {
      gaps: part<'marketGaps'>()({
        table: 'market_gaps',
        owner: "''::text",
        key: ['fromAt'],
        columns: ['fromAt', 'toAt'],
        open: true,
      }),
      prices: part<'marketGapPrices'>()({
        table: 'market_gap_prices',
        owner: 'from_at::text',
        key: ['fromAt', 'code'],
        columns: ['fromAt', 'code', 'fromTenths', 'toTenths'],
        open: true,
      }),
      recorded: part<'marketRecorded'>()({
        table: 'market_recorded',
        owner: "'recorded'::text",
        key: ['one'],
        columns: ['one', 'untilAt'],
        open: true,
      }),
    },
  })
