import { expect, test } from 'vitest'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { liveDays } from './live-days.ts'
import { measureLive } from './live-statistics.ts'
import { isInside } from './measured.ts'

/**
 * Of few days and issues those quantities whose error is small beside their range; the others: `npm run
 * statistics`.
 */
const MAIN = [
  'spread of large issues, ticks, median',
  'spread, bp of the price, median',
  'spread of small issues, bp, median',
  'boards with ten levels on both sides, %',
  'close beside where the day was drawn to end, %, median',
  'high = low all day, % of days',
  'traded beyond the limits, % of days',
  'volume over what was planned',
  'closing auction, % of the volume',
  'opening auction, % of the volume',
  'continuous trading, % of the volume',
  'volume of the five minutes from 09:00, %',
  'volume of the five minutes from 12:30, %',
  'volume of the five minutes from 13:30, %',
  'sd of five minutes, first over midday',
  '5-minute returns: autocorrelation, lag 1',
  '5-minute bars without a change, %',
]

test(
  'whole days of the live exchange, with auctions, special quotes and halts, are those of a real market',
  { timeout: 150_000 },
  () => {
    const tables = ['a', 'b'].map((seed) => {
      const instruments = simulatedUniverse(seed).filter(
        ({ kind }, index) => kind === 'stock' && index % 11 === 0,
      )
      return measureLive(
        liveDays({
          seed,
          instruments,
          calendar: tseCalendar,
          schedule: schedules.tse,
          first: '2026-02-03',
          days: 4,
          apart: 31,
        }),
      )
    })
    const lines = MAIN.map((quantity) => {
      const [one, two] = tables.map((table) => table.find((line) => line.quantity === quantity)!)
      return { ...one!, value: (one!.value + two!.value) / 2 }
    })
    expect(
      lines
        .filter((line) => !isInside(line))
        .map(({ quantity, value, low, high }) => `${quantity}: ${value} is not in ${low} … ${high}`),
    ).toEqual([])
  },
)
