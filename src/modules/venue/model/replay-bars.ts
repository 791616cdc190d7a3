import { type DateJst, isDate } from '#kernel/time.ts'
import type { DayBar } from '#modules/instruments/model/bar-path.ts'
import { forEachRow, ungrouped } from '#modules/instruments/model/csv-rows.ts'
import { defectAt, why, type Defect, type Why } from '#modules/instruments/model/defects.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'

/** One issue's day as it was traded; `date` is the trade date. */
export type ReplayDay = DayBar & { readonly date: DateJst }

export type ReplayFile = {
  /** Days of each issue, oldest first. */
  readonly days: ReadonlyMap<string, readonly ReplayDay[]>
  /** Every date on which something was traded, oldest first. */
  readonly dates: readonly DateJst[]
  /** Rows that were refused, in the order of the file. */
  readonly defects: readonly Defect[]
}

const COLUMNS = ['code', 'date', 'open', 'high', 'low', 'close', 'volume'] as const
/**
 * A volume this many times the median of the days around it is an error of the source, not a busy day (the
 * worst real day is far below).
 */
const ABSURD_VOLUME = 300
const MEDIAN_REACH = 30
/** Days that can be played: execIds count years from 2000. */
const [FIRST_DATE, LAST_DATE] = ['2000-01-01', '2099-12-31']
/**
 * No share has cost more, none has traded more in a day, and the whole exchange has not turned over as much:
 * books count in 32 bits, money in 53.
 */
const MOST_YEN = 100_000_000
const MOST_SHARES = 2_000_000_000
const MOST_TURNOVER_YEN = 100_000_000_000_000
/**
 * The widest daily limits (market rules 7): nothing goes from its low to more than five times that and 200
 * yen in a day.
 */
const MOST_RISE = { times: 5, yen: 200 } as const
/**
 * A file is adjusted for dividends and splits when so many of its prices could not have been traded: a few
 * such rows are slips.
 */
const ADJUSTED = { rows: 10, share: 0.01, offGridShare: 0.2 } as const

/**
 * Daily bars as traded: `code,date,open,high,low,close,volume`, prices in yen, volume in shares, a header
 * line. Rows that cannot be true are refused one by one with their line; a file without the columns, without
 * a row that can be used, or of adjusted prices throws a RangeError.
 */
export function parseReplayFile(text: string): ReplayFile {
  const defects: Defect[] = []
  const byCode = new Map<string, Row[]>()
  const isReal = new Map<string, boolean>()
  const seen = { rows: 0, decimals: 0, offGrid: 0 }
  forEachRow(text, COLUMNS, (line, fields) => {
    const [code, date, ...figures] = fields
    const [open, high, low, close, volume] = figures.map((figure) => ungrouped(figure.trim())) as [
      string,
      string,
      string,
      string,
      string,
    ]
    if (!isReal.has(date)) isReal.set(date, isDate(date))
    const bar = barOf(open, high, low, close, volume)
    seen.rows++
    if ([open, high, low, close].some((price) => /^\d+\.\d+[1-9]\d*$/.test(price))) seen.decimals++
    if (!('kind' in bar) && !isOnFinestGrid(bar)) seen.offGrid++
    const refuse = (because: Why) => defects.push(defectAt(line, code, because))
    if (!/^[0-9A-Z]{4,5}$/.test(code)) refuse(why('issue-code', code))
    else if (!isReal.get(date)) refuse(why('date', date))
    else if (date < FIRST_DATE || date > LAST_DATE) refuse(why('date-outside', date, FIRST_DATE, LAST_DATE))
    else if ('kind' in bar) refuse(bar)
    else {
      const row = { line, day: { date, ...bar } }
      const rows = byCode.get(code)
      if (rows) rows.push(row)
      else byCode.set(code, [row])
    }
  })
  refuseAdjusted(seen)
  const days = new Map<string, readonly ReplayDay[]>()
  for (const [code, rows] of byCode) {
    rows.sort((a, b) => (a.day.date < b.day.date ? -1 : a.day.date > b.day.date ? 1 : a.line - b.line))
    const kept = withoutTooMuch(
      code,
      withoutAbsurdVolumes(code, withoutRepeats(code, rows, defects), defects),
      defects,
    )
    if (kept.length > 0)
      days.set(
        code,
        kept.map(({ day }) => day),
      )
  }
  defects.sort((a, b) => a.line - b.line)
  if (days.size === 0)
    throw new RangeError(
      defects[0] === undefined
        ? 'the file has no rows'
        : `none of its ${seen.rows} rows can be used; line ${defects[0].line}: ${defects[0].reason}`,
    )
  return {
    days,
    dates: [...new Set([...days.values()].flatMap((all) => all.map(({ date }) => date)))].sort(),
    defects,
  }
}

/** Prices that were traded have at most one decimal, and stand on the exchange's finest ticks. */
function refuseAdjusted({
  rows,
  decimals,
  offGrid,
}: {
  rows: number
  decimals: number
  offGrid: number
}): void {
  const isMany = (count: number, share: number) => count >= ADJUSTED.rows && count > rows * share
  const why = isMany(decimals, ADJUSTED.share)
    ? `${decimals} of ${rows} rows have prices with more than one decimal`
    : isMany(offGrid, ADJUSTED.offGridShare)
      ? `${offGrid} of ${rows} rows have prices between the ticks of the exchange`
      : null
  if (why !== null)
    throw new RangeError(
      `${why}: they are adjusted for dividends or splits, and a replay needs prices as they were traded`,
    )
}

const isOnFinestGrid = ({ openTenths, highTenths, lowTenths, closeTenths }: DayBar): boolean =>
  [openTenths, highTenths, lowTenths, closeTenths].every((price) => isOnTick(price, 'topix500'))

type Row = { readonly line: number; readonly day: ReplayDay }

/** The bar of a row, or why there is none. */
function barOf(open: string, high: string, low: string, close: string, volume: string): DayBar | Why {
  const prices = [open, high, low, close]
  const bad = prices.find((price) => !/^\d{1,9}(\.\d)?(0*)$/.test(price))
  if (bad !== undefined) return why('price', bad)
  const [openTenths, highTenths, lowTenths, closeTenths] = prices.map((price) =>
    Math.round(Number(price) * 10),
  ) as [number, number, number, number]
  if (lowTenths <= 0) return why('price-zero')
  if (lowTenths < 10) return why('price-below')
  if (highTenths > MOST_YEN * 10) return why('price-above', '', MOST_YEN)
  if (highTenths < lowTenths) return why('high-below-low', high, low)
  if (highTenths < Math.max(openTenths, closeTenths)) return why('high-below', high, open, close)
  if (lowTenths > Math.min(openTenths, closeTenths)) return why('low-above', low, open, close)
  if (highTenths > lowTenths * MOST_RISE.times + MOST_RISE.yen * 10) return why('range', high, low)
  if (!/^\d{1,12}(\.0*)?$/.test(volume)) return why('volume', volume)
  if (Number(volume) === 0) return why('volume-none')
  return { openTenths, highTenths, lowTenths, closeTenths, volume: Number(volume) }
}

/** Rows are sorted by date: the first of a date is kept. */
function withoutRepeats(code: string, rows: readonly Row[], defects: Defect[]): Row[] {
  return rows.filter(({ line, day }, index) => {
    if (index === 0 || rows[index - 1]!.day.date !== day.date) return true
    defects.push(defectAt(line, code, why('date-twice', day.date)))
    return false
  })
}

function withoutAbsurdVolumes(code: string, rows: readonly Row[], defects: Defect[]): Row[] {
  return rows.filter(({ line, day }, index) => {
    const usual = day.volume / ABSURD_VOLUME
    const first = Math.max(index - MEDIAN_REACH, 0)
    const end = Math.min(index + MEDIAN_REACH + 1, rows.length)
    let below = 0
    for (let near = first; near < end; near++) if (rows[near]!.day.volume < usual) below++
    // The median is below a bound when more than half of the days are.
    if (below * 2 <= end - first) return true
    defects.push(defectAt(line, code, why('volume-absurd', day.volume, ABSURD_VOLUME)))
    return false
  })
}

function withoutTooMuch(code: string, rows: readonly Row[], defects: Defect[]): Row[] {
  return rows.filter(({ line, day: { volume, highTenths } }) => {
    const because =
      volume > MOST_SHARES
        ? why('volume-above', volume, MOST_SHARES)
        : volume * highTenths > MOST_TURNOVER_YEN * 10
          ? why('turnover-above', '', MOST_TURNOVER_YEN)
          : null
    if (because !== null) defects.push(defectAt(line, code, because))
    return because === null
  })
}
