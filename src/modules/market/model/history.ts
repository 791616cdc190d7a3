import { seeded } from '#kernel/random.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms, Days } from '#kernel/time.ts'
import type { Bar } from '#modules/instruments/model/bar.ts'
import { minuteBars, type DayBar } from '#modules/instruments/model/bar-path.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { slots } from '#modules/instruments/model/intraday-shape.ts'
import { limitsFor, type PriceLimits } from '#modules/instruments/model/limits.ts'
import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { makeWorld, type DayParameters, type World } from './history-world.ts'

/** The simulated market before it was first switched on. Computed when first asked. */
export type History = {
  /**
   * The last `days` trading days up to the last date, oldest first; empty for an issue that is not of this
   * market.
   */
  daily(code: string): Bar[]
  /** One trading day in minutes; adds up exactly to the daily bar. Empty for a day outside of the history. */
  minute(code: string, date: DateJst): Bar[]
  /** Closing price of this day, or of the last one before it; null when there is none. */
  closeOf(code: string, date: DateJst): PriceTenths | null
}

/**
 * The history of these issues up to and including `lastDate`: the same arguments, the same bars; more days,
 * the same bars and older ones. `world`: the one of this seed, where there is one.
 */
export function makeHistory(
  seed: string,
  instruments: readonly Instrument[],
  calendar: Calendar,
  schedule: Schedule,
  lastDate: DateJst,
  days: Days,
  world: World = makeWorld(seed, calendar, schedule),
): History {
  const byCode = new Map(instruments.map((instrument) => [instrument.code, instrument]))
  const firstDate = calendar.previous(calendar.next(lastDate), days)
  const opensAt = new Map<DateJst, Ms>()
  const computed = new Map<string, DatedBar[]>()

  const daily = (code: string): readonly DatedBar[] => {
    const instrument = byCode.get(code)
    if (!instrument) return []
    const known = computed.get(code)
    if (known) return known
    const bars: DatedBar[] = []
    walkPrices(seed, world, instrument, firstDate, lastDate, (date, day) => {
      if (!opensAt.has(date)) opensAt.set(date, openingAt(schedule, date))
      bars.push({ date, bar: { at: opensAt.get(date)!, ...day } })
    })
    computed.set(code, bars)
    return bars
  }
  return {
    daily: (code) => daily(code).map(({ bar }) => bar),
    minute(code, date) {
      const day = daily(code).find((one) => one.date === date)
      if (!day) return []
      return minuteBars(
        day.bar,
        byCode.get(code)!,
        date,
        slots(schedule, date),
        seeded(seed, 'minutes', code, date),
      )
    },
    closeOf: (code, date) => daily(code).findLast((one) => one.date <= date)?.bar.closeTenths ?? null,
  }
}

type DatedBar = { readonly date: DateJst; readonly bar: Bar }

/**
 * From the opening price on, day after day, on the tick grid and inside the day's limits; visits the
 * days from `first` on.
 */
function walkPrices(
  seed: string,
  world: World,
  instrument: Instrument,
  first: DateJst,
  until: DateJst,
  visit: (date: DateJst, day: DayBar) => void,
): void {
  const random = seeded(seed, 'daily', instrument.code)
  let base = instrument.openingPriceTenths
  /** The move that a limit kept the price from: it is tried again at the next opening. */
  let heldBack = 0
  world.walk(instrument, until, (day) => {
    const limits = limitsFor(base, instrument.tickTable)
    const wantedOpen = Math.log(base) + heldBack + day.overnightReturn
    const wantedClose = wantedOpen + day.intradayReturn
    const open = onGrid(wantedOpen, instrument, limits)
    const close = onGrid(wantedClose, instrument, limits)
    heldBack =
      close === limits.upperTenths || close === limits.lowerTenths ? wantedClose - Math.log(close) : 0
    base = close
    const chances = [random.next(), random.next()] as const
    if (day.date < first) return
    const { high, low } = range(open, close, day, instrument, limits, chances)
    const volume = wholeUnits((day.turnoverYen * 10) / close, instrument.unit)
    visit(day.date, { openTenths: open, highTenths: high, lowTenths: low, closeTenths: close, volume })
  })
}

const FEWEST_UNITS = 8
const wholeUnits = (shares: Quantity, unit: number): number =>
  Math.max(Math.round(shares / unit), FEWEST_UNITS) * unit

function onGrid(log: number, instrument: Instrument, limits: PriceLimits): PriceTenths {
  return inside(roundToTick(Math.exp(log), instrument.tickTable, 'nearest'), limits)
}
const inside = (price: PriceTenths, limits: PriceLimits): PriceTenths =>
  Math.min(Math.max(price, limits.lowerTenths), limits.upperTenths)

/**
 * Highest and lowest price of a day of which open and close are known: the extremes of a free walk tied to
 * both ends. A price held at its limit from the opening to the close does not move at all.
 */
function range(
  open: PriceTenths,
  close: PriceTenths,
  day: DayParameters,
  instrument: Instrument,
  limits: PriceLimits,
  [up, down]: readonly [number, number],
): { high: PriceTenths; low: PriceTenths } {
  if (open === close && (open === limits.upperTenths || open === limits.lowerTenths))
    return { high: open, low: open }
  const variance = day.volatility ** 2
  const x = Math.log(close / open)
  const reach = (u: number, end: number) => (end + Math.sqrt(x * x - 2 * variance * Math.log(1 - u))) / 2
  const high = roundToTick(open * Math.exp(reach(up, x)), instrument.tickTable, 'nearest')
  const low = roundToTick(open * Math.exp(-reach(down, -x)), instrument.tickTable, 'nearest')
  return {
    high: inside(Math.max(high, open, close), limits),
    low: inside(Math.min(low, open, close), limits),
  }
}
