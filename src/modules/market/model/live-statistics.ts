import type { BasisPoints } from '#kernel/money.ts'
import { msOfDayJst, HOUR, MINUTE } from '#kernel/time.ts'
import type { LiveDay } from './live-days.ts'
import {
  around,
  correlation,
  lagged,
  line,
  mean,
  median,
  moments,
  quantile,
  type Measured,
} from './measured.ts'

/**
 * The figures of the live exchange for sections 1, 2, 4, 5 and 7 under Tokyo hours. Of spreads and depth the
 * facts have no figure: there the ranges are those of a market in which a member's order of a few units finds
 * its price at once. Section 7's source is the larger shares: so is the sample for it.
 */
export function measureLive(days: readonly LiveDay[]): Measured[] {
  return [
    ...boards(days),
    ...dailyMoves(days),
    ...limitsKept(days),
    ...volumes(days),
    ...inTheDay(days.filter(({ instrument }) => instrument.sizeClass !== 'small')),
  ]
}

function boards(days: readonly LiveDay[]): Measured[] {
  const looks = days.flatMap((day) => day.looks)
  const large = days.flatMap((day) => (day.instrument.sizeClass === 'large' ? day.looks : []))
  const small = days.flatMap((day) => (day.instrument.sizeClass === 'small' ? day.looks : []))
  return [
    line(
      1,
      'spread of large issues, ticks, median',
      median(large.map(({ spreadTicks }) => spreadTicks)),
      1,
      3,
    ),
    line(1, 'spread, bp of the price, median', median(looks.map(({ spreadBp }) => spreadBp)), 3, 25),
    line(1, 'spread of small issues, bp, median', median(small.map(({ spreadBp }) => spreadBp)), 10, 45),
    line(
      1,
      'spread, bp of the price, 95 %',
      quantile(
        looks.map(({ spreadBp }) => spreadBp),
        0.95,
      ),
      10,
      70,
    ),
    line(
      1,
      'boards with ten levels on both sides, %',
      (100 * looks.filter(({ levels }) => levels >= 10).length) / looks.length,
      97,
      100,
    ),
    line(
      1,
      'value at the touch, million yen, median',
      median(looks.map(({ touchYen }) => touchYen / 1_000_000)),
      0.3,
      20,
    ),
  ]
}

function dailyMoves(days: readonly LiveDay[]): Measured[] {
  const byDate = [...Map.groupBy(days, ({ tradeDate }) => tradeDate).values()]
  const returnOf = ({ closeTenths, baseTenths }: LiveDay) => 100 * Math.log(closeTenths / baseTenths)
  const share = (test: (day: LiveDay) => boolean) => (100 * days.filter(test).length) / days.length
  const gap = ({ openTenths, baseTenths }: LiveDay) => 100 * Math.log(openTenths / baseTenths)
  const body = ({ openTenths, closeTenths }: LiveDay) => 100 * Math.log(closeTenths / openTenths)
  return [
    line(2, 'open to close sd, %', moments(days.map(body)).sd, 1, 2.2),
    line(2, 'overnight sd, %', moments(days.map(gap)).sd, 0.8, 1.8),
    line(
      2,
      'abs(overnight gap) > 2 %, % of days',
      share((day) => Math.abs(gap(day)) > 2),
      1.5,
      12,
    ),
    line(
      2,
      'high-low range, %, median',
      median(days.map(({ highTenths, lowTenths }) => 100 * Math.log(highTenths / lowTenths))),
      1.5,
      2.2,
    ),
    line(
      2,
      'unchanged close, % of days',
      share((day) => day.closeTenths === day.baseTenths),
      1,
      5,
    ),
    line(
      2,
      'high = low all day, % of days',
      share((day) => day.highTenths === day.lowTenths),
      0,
      0.1,
    ),
    line(
      4,
      'sd across issues of a day, %, mean of the days',
      mean(byDate.map((all) => moments(all.map(returnOf)).sd)),
      1.1,
      2.7,
    ),
    line(
      0,
      'close beside where the day was drawn to end, %, median',
      median(days.map(({ closeTenths, drawnTenths }) => 100 * Math.abs(Math.log(closeTenths / drawnTenths)))),
      0,
      0.4,
    ),
  ]
}

function limitsKept(days: readonly LiveDay[]): Measured[] {
  const share = (test: (day: LiveDay) => boolean) => (100 * days.filter(test).length) / days.length
  return [
    line(
      5,
      'traded beyond the limits, % of days',
      share(
        ({ highTenths, lowTenths, upperTenths, lowerTenths }) =>
          highTenths > upperTenths || lowTenths < lowerTenths,
      ),
      0,
      0,
    ),
    line(
      5,
      'high at the upper limit, % of days',
      share(({ highTenths, upperTenths }) => highTenths >= upperTenths),
      0,
      0.4,
    ),
    line(
      5,
      'low at the lower limit, % of days',
      share(({ lowTenths, lowerTenths }) => lowTenths <= lowerTenths),
      0,
      0.4,
    ),
    line(
      6,
      'opened late by a special quote, % of days',
      share(({ isLateOpening }) => isLateOpening),
      0.5,
      10,
    ),
    line(
      6,
      'minutes of continuous trading under a quote or halted, %',
      (100 * mean(days.map(({ heldMinutes }) => heldMinutes))) / 325,
      0.05,
      2,
    ),
  ]
}

/** Shares of the whole day, of days that traded about as planned. */
function volumes(days: readonly LiveDay[]): Measured[] {
  const sum = (of: (day: LiveDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const share = (of: (day: LiveDay) => number) =>
    100 * mean(days.map((day) => of(day) / Math.max(day.volume, 1)))
  const continuous = (day: LiveDay) => day.fives.reduce((total, five) => total + five.volume, 0)
  return [
    line(
      7,
      'volume over what was planned',
      sum((day) => day.volume * day.closeTenths) / sum((day) => day.plannedVolume * day.closeTenths),
      0.9,
      1.15,
    ),
    line(
      7,
      'volume over plan, 5 % of issue-days',
      quantile(
        days.map((day) => day.volume / day.plannedVolume),
        0.05,
      ),
      0.75,
      1.05,
    ),
    line(
      7,
      'volume over plan, 95 % of issue-days',
      quantile(
        days.map((day) => day.volume / day.plannedVolume),
        0.95,
      ),
      0.95,
      1.4,
    ),
    line(
      7,
      'closing auction, % of the volume',
      share((day) => day.closingAuction),
      15,
      30,
    ),
    line(
      7,
      'opening auction, % of the volume',
      share((day) => day.openingAuction),
      5,
      10,
    ),
    line(7, 'continuous trading, % of the volume', share(continuous), 33, 85),
  ]
}

/**
 * Begin of a five minutes, its share of the continuous volume in %, the standard deviation of its return in
 * bp (facts, section 7).
 */
const SHAPE: readonly (readonly [clock: string, share: number | null, sdBp: BasisPoints | null])[] = [
  ['09:00', 7.6, 56],
  ['09:15', 3, 41],
  ['09:30', 2.3, 34],
  ['10:30', 1.4, 21],
  ['12:30', 4.5, 36],
  ['12:35', 1.6, null],
  ['13:30', 1.1, 19],
  ['14:30', 1.2, null],
  ['15:15', null, 19],
  ['15:20', 2.7, null],
]
const SD_OF_ALL_BP = 22
const clockMs = (clock: string): number => Number(clock.slice(0, 2)) * HOUR + Number(clock.slice(3)) * MINUTE

function inTheDay(days: readonly LiveDay[]): Measured[] {
  const full = days.filter((day) => !day.isLateOpening && day.volume > 0)
  const moves = full.map(({ fives }) =>
    fives.map(({ openTenths, closeTenths }) => 10_000 * Math.log(closeTenths / openTenths)),
  )
  const pooled = moves.flat()
  const at = (clock: string) =>
    full.flatMap(({ fives }) => fives.filter((five) => msOfDayJst(five.at) === clockMs(clock)))
  const shareAt = (clock: string) =>
    mean(
      full.map(({ fives }) => {
        const all = fives.reduce((total, five) => total + five.volume, 0)
        return (
          (100 *
            fives
              .filter((five) => msOfDayJst(five.at) === clockMs(clock))
              .reduce((total, five) => total + five.volume, 0)) /
          Math.max(all, 1)
        )
      }),
    )
  const sdAt = (clock: string) =>
    moments(at(clock).map(({ openTenths, closeTenths }) => 10_000 * Math.log(closeTenths / openTenths))).sd
  const ofAll = moments(pooled).sd
  const typical = (of: (list: readonly number[]) => number) => median(moves.map(of))
  // Of one after the other in the same day, all days together: calm and wild days are part of it.
  const pairs = moves.flatMap((list) =>
    list.slice(1).map((move, index) => [Math.abs(list[index]!), Math.abs(move)] as const),
  )
  return [
    ...SHAPE.flatMap(([clock, share]) =>
      share === null
        ? []
        : [around(7, `volume of the five minutes from ${clock}, %`, shareAt(clock), share, 0.3)],
    ),
    ...SHAPE.flatMap(([clock, , sd]) =>
      sd === null
        ? []
        : [
            around(
              7,
              `sd of the five minutes from ${clock} over that of all`,
              sdAt(clock) / ofAll,
              sd / SD_OF_ALL_BP,
              0.35,
            ),
          ],
    ),
    line(7, 'sd of five minutes, first over midday', sdAt('09:00') / sdAt('13:30'), 2, 4),
    line(7, '5-minute returns: sd, bp', ofAll, 12, 32),
    line(7, '5-minute returns: excess kurtosis', moments(pooled).kurtosis, 3, 60),
    line(
      7,
      '5-minute returns: autocorrelation, lag 1',
      typical((list) => lagged(list, 1)),
      -0.15,
      0.06,
    ),
    line(
      7,
      '5-minute returns: autocorrelation of |r|, lag 1',
      correlation(
        pairs.map(([one]) => one),
        pairs.map(([, next]) => next),
      ),
      0.15,
      0.45,
    ),
    line(
      7,
      '5-minute bars without a change, %',
      (100 * pooled.filter((move) => move === 0).length) / pooled.length,
      3,
      14,
    ),
  ]
}
