import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { DayBar } from '#rooms/instruments/model/bar-path.ts'
import type { Split } from '#rooms/instruments/model/corporate-actions.ts'
import { forEachRow, type Defect } from '#rooms/instruments/model/csv-rows.ts'
import type { TickTable } from '#rooms/instruments/model/instrument.ts'
import {
  afterDay, basePrice, FRESH_LIMITS, limitsFor, type LimitMemory, type PriceLimits, type Widened,
} from '#rooms/instruments/model/limits.ts'

/** One issue's day as it was traded; `date` is the trade date. */
export type ReplayDay = DayBar & { readonly date: DateJst }

export type ReplayFile = {
  /** Days of each issue, oldest first. */
  readonly days: ReadonlyMap<string, readonly ReplayDay[]>
  /** Every date of the file, oldest first. */
  readonly dates: readonly DateJst[]
  /** Rows that were refused, in the order of the file. */
  readonly defects: readonly Defect[]
}

const COLUMNS = ['code', 'date', 'open', 'high', 'low', 'close', 'volume'] as const
/** A volume this many times the median of the days around it is an error of the source, not a busy day (the worst real day is far below). */
const ABSURD_VOLUME = 300
const MEDIAN_REACH = 30

/**
 * Daily bars as traded: `code,date,open,high,low,close,volume`, prices in yen, volume in shares, a header line. Rows that cannot
 * be true are refused one by one with their line; a file without the columns throws.
 */
export function parseReplayFile(text: string): ReplayFile {
  const defects: Defect[] = []
  const byCode = new Map<string, Row[]>()
  const dates = new Map<string, boolean>()
  forEachRow(text, COLUMNS, (line, fields) => {
    const [code, date, open, high, low, close, volume] = fields as [string, string, string, string, string, string, string]
    if (!dates.has(date)) dates.set(date, isDate(date))
    const bar = barOf(open, high, low, close, volume)
    const refuse = (reason: string) => defects.push({ line, code, reason })
    if (!/^[0-9A-Z]{4,5}$/.test(code)) refuse(`not an issue code: "${code}"`)
    else if (!dates.get(date)) refuse(`not a date: "${date}"`)
    else if (typeof bar === 'string') refuse(bar)
    else {
      const row = { line, day: { date, ...bar } }
      const rows = byCode.get(code)
      if (rows) rows.push(row)
      else byCode.set(code, [row])
    }
  })
  const days = new Map<string, readonly ReplayDay[]>()
  for (const [code, rows] of byCode) {
    rows.sort((a, b) => (a.day.date < b.day.date ? -1 : a.day.date > b.day.date ? 1 : a.line - b.line))
    const kept = withoutAbsurdVolumes(code, withoutRepeats(code, rows, defects), defects)
    if (kept.length > 0) days.set(code, kept.map(({ day }) => day))
  }
  return {
    days,
    dates: [...dates].filter(([, isReal]) => isReal).map(([date]) => date).sort(),
    defects: defects.sort((a, b) => a.line - b.line),
  }
}

type Row = { readonly line: number; readonly day: ReplayDay }

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** The bar of a row, or why there is none. */
function barOf(open: string, high: string, low: string, close: string, volume: string): DayBar | string {
  const prices = [open, high, low, close]
  const bad = prices.find((price) => !/^\d{1,9}(\.\d)?(0*)$/.test(price))
  if (bad !== undefined) return `not a price: "${bad}"`
  const [openTenths, highTenths, lowTenths, closeTenths] = prices.map((price) => Math.round(Number(price) * 10)) as [number, number, number, number]
  if (lowTenths <= 0) return 'a price is zero'
  if (highTenths < lowTenths) return `high ${high} is below low ${low}`
  if (highTenths < Math.max(openTenths, closeTenths)) return `high ${high} is below open ${open} or close ${close}`
  if (lowTenths > Math.min(openTenths, closeTenths)) return `low ${low} is above open ${open} or close ${close}`
  if (!/^\d{1,12}(\.0*)?$/.test(volume)) return `not a volume: "${volume}"`
  if (Number(volume) === 0) return 'prices without volume'
  return { openTenths, highTenths, lowTenths, closeTenths, volume: Number(volume) }
}

/** Rows are sorted by date: the first of a date is kept. */
function withoutRepeats(code: string, rows: readonly Row[], defects: Defect[]): Row[] {
  return rows.filter(({ line, day }, index) => {
    if (index === 0 || rows[index - 1]!.day.date !== day.date) return true
    defects.push({ line, code, reason: `${day.date} is in the file twice` })
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
    defects.push({ line, code, reason: `volume ${day.volume} is over ${ABSURD_VOLUME} times that of the days around it` })
    return false
  })
}

/** New shares per old: of splits that companies choose, and of reverse splits. */
const SPLIT_RATIOS = [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 50, 100, 1 / 2, 1 / 5, 1 / 10, 1 / 20, 1 / 100] as const

/** What a day's prices are held to, and why: an ex-date's base price, or a limit widened after two days without a free price. */
export type DayRules = PriceLimits & {
  /** 0 on the first day of the file, whose last close is not known: its limits are its own range. */
  readonly baseTenths: PriceTenths
  readonly splitRatio: number
  readonly widened: Widened
}

/** The rules of each of an issue's days in order. Files of bars name neither splits nor widened limits: both show in the prices. */
export function rulesOf(days: readonly ReplayDay[], table: TickTable): DayRules[] {
  let memory: LimitMemory = FRESH_LIMITS
  return days.map((day, index) => {
    const previous = days[index - 1]
    if (!previous) return { baseTenths: 0, splitRatio: 1, widened: 'none', lowerTenths: day.lowTenths, upperTenths: day.highTenths }
    const { widened } = memory
    const splitRatio = splitShown(previous.closeTenths, day, table, widened)
    const baseTenths = basePrice(previous.closeTenths, { ratio: splitRatio })
    const limits = limitsFor(baseTenths, table, widened)
    const isLocked = day.highTenths === day.lowTenths
    memory = afterDay(memory, !isLocked ? 'traded' : day.highTenths === limits.upperTenths ? 'locked-up'
      : day.lowTenths === limits.lowerTenths ? 'locked-down' : 'traded')
    return { baseTenths, splitRatio, widened, ...limits }
  })
}

/** The splits that an issue's days show. Nobody has announced them: they are known from their ex-date on. */
export const splitsShown = (code: string, days: readonly ReplayDay[], table: TickTable): Split[] =>
  rulesOf(days, table).flatMap(({ splitRatio }, index): Split[] => {
    if (splitRatio === 1) return []
    const { date: exDate } = days[index]!
    const oldShares = splitRatio < 1 ? Math.round(1 / splitRatio) : Number.isInteger(splitRatio) ? 1 : 2
    return [{
      kind: 'split', code, exDate, announcedOn: exDate, lastCumDate: days[index - 1]!.date, recordDate: days[index + 1]?.date ?? exDate,
      newShares: Math.round(splitRatio * oldShares), oldShares,
    }]
  })

/** 1, or the split ratio that alone explains a bar that lies wholly outside of the limits around the last close. */
function splitShown(previousCloseTenths: PriceTenths, day: DayBar, table: TickTable, widened: Widened): number {
  const limits = limitsFor(previousCloseTenths, table, widened)
  if (day.highTenths >= limits.lowerTenths && day.lowTenths <= limits.upperTenths) return 1
  const distance = (ratio: number) => Math.abs(Math.log((day.openTenths * ratio) / previousCloseTenths))
  const explaining = SPLIT_RATIOS.filter((ratio) => {
    const { lowerTenths, upperTenths } = limitsFor(basePrice(previousCloseTenths, { ratio }), table)
    return day.lowTenths >= lowerTenths && day.highTenths <= upperTenths
  })
  return explaining.sort((a, b) => distance(a) - distance(b))[0] ?? 1
}
