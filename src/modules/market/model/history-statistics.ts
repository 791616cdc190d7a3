import type { Bar } from '#modules/instruments/model/bar.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import {
  around,
  correlation,
  lagged,
  line,
  mean,
  median,
  moments,
  quantile,
  square,
  type Measured,
} from './measured.ts'

/** Daily bars of one issue, oldest first; all issues of a measurement have the same days. */
export type Series = {
  readonly code: string
  readonly sector: string
  readonly tickTable: TickTable
  readonly bars: readonly Bar[]
}

/** Log returns of one issue in three views, volume in logarithms. */
type Issue = Series & {
  readonly returns: readonly number[]
  readonly overnight: readonly number[]
  readonly intraday: readonly number[]
  readonly ranges: readonly number[]
  readonly logVolumes: readonly number[]
  readonly sd: number
}

function issueOf(series: Series): Issue {
  const bars = series.bars
  const later = bars.slice(1)
  const returns = later.map((bar, index) => Math.log(bar.closeTenths / bars[index]!.closeTenths))
  return {
    ...series,
    returns,
    overnight: later.map((bar, index) => Math.log(bar.openTenths / bars[index]!.closeTenths)),
    intraday: later.map((bar) => Math.log(bar.closeTenths / bar.openTenths)),
    ranges: later.map((bar) => Math.log(bar.highTenths / bar.lowTenths)),
    logVolumes: later.map((bar) => Math.log(Math.max(bar.volume, 1))),
    sd: moments(returns).sd,
  }
}

/** All quantities of sections 2 to 5 that daily bars can show. */
export function measure(series: readonly Series[]): Measured[] {
  const issues = series.map(issueOf)
  const market = issues[0]!.returns.map((_, day) => mean(issues.map((issue) => issue.returns[day]!)))
  return [
    ...dailyReturns(issues),
    ...overTime(issues, market),
    ...acrossIssues(issues, market),
    ...priceLimits(issues),
  ]
}

function dailyReturns(issues: readonly Issue[]): Measured[] {
  const sds = issues.map(({ sd }) => 100 * sd)
  const pooled = issues.flatMap(({ returns }) => returns.map((value) => 100 * value))
  const standardised = issues.flatMap(({ returns, sd }) => returns.map((value) => Math.abs(value / sd)))
  const shapes = issues.map(({ returns }) => moments(returns))
  const share = (values: readonly number[], test: (value: number) => boolean) =>
    (100 * values.filter(test).length) / values.length
  const beyond = (limit: number) => share(pooled, (value) => Math.abs(value) > limit)
  const tails = [...standardised].sort((a, b) => b - a)
  const unchanged = issues.flatMap(({ returns }) => returns)
  return [
    line(2, 'sd of daily returns per issue, %, 5 %', quantile(sds, 0.05), 0.9, 3.6),
    line(2, 'sd of daily returns per issue, %, median', median(sds), 1.7, 2.2),
    line(2, 'sd of daily returns per issue, %, 95 %', quantile(sds, 0.95), 0.9, 3.6),
    ...(
      [
        [0.001, -15.2],
        [0.01, -5.5],
        [0.05, -2.8],
        [0.25, -0.9],
        [0.75, 1],
        [0.95, 2.9],
        [0.99, 5.7],
        [0.999, 13.7],
      ] as const
    ).map(([at, measured]) => around(2, `pooled quantile ${100 * at} %, %`, quantile(pooled, at), measured)),
    line(2, 'pooled excess kurtosis', moments(pooled).kurtosis, 8, 25),
    line(2, 'excess kurtosis per issue, median', median(shapes.map(({ kurtosis }) => kurtosis)), 4, 12),
    line(2, 'skewness per issue, median', median(shapes.map(({ skew }) => skew)), -0.6, 0.1),
    ...[0.005, 0.01, 0.02].map((top) =>
      line(2, `tail exponent, top ${100 * top} %`, hill(tails, top), 2.5, 4),
    ),
    ...(
      [
        [5, 2.6],
        [10, 0.51],
        [15, 0.17],
      ] as const
    ).map(([limit, measured]) =>
      line(2, `days beyond ${limit} %, % of days`, beyond(limit), 0.6 * measured, 1.5 * measured),
    ),
    line(
      2,
      'days beyond 3 own sd, % of days',
      share(standardised, (value) => value > 3),
      1,
      2,
    ),
    line(
      2,
      'days beyond 5 own sd, % of days',
      share(standardised, (value) => value > 5),
      0.2,
      0.6,
    ),
    line(
      2,
      'unchanged close, % of days',
      share(unchanged, (value) => value === 0),
      2,
      4,
    ),
    line(
      2,
      'high = low all day, % of days',
      share(
        issues.flatMap(({ ranges }) => ranges),
        (value) => value === 0,
      ),
      0,
      0.1,
    ),
    line(2, 'overnight share of variance, median', median(issues.map(overnightShare)), 0.33, 0.45),
    line(
      2,
      'overnight gap beyond 2 %, % of days',
      share(
        issues.flatMap(({ overnight }) => overnight),
        (value) => Math.abs(value) > 0.02,
      ),
      4,
      7,
    ),
    line(2, 'high-low range, %, median', median(issues.map(({ ranges }) => 100 * median(ranges))), 1.5, 2.2),
    line(2, 'Parkinson sd over close-to-close sd', median(issues.map(parkinsonRatio)), 0.7, 0.85),
  ]
}

function hill(descending: readonly number[], top: number): number {
  const count = Math.floor(descending.length * top)
  const threshold = Math.log(descending[count]!)
  return 1 / mean(descending.slice(0, count).map((value) => Math.log(value) - threshold))
}
function overnightShare({ overnight, intraday }: Issue): number {
  const [night, day] = [square(moments(overnight).sd), square(moments(intraday).sd)]
  return night / (night + day)
}
const parkinsonRatio = ({ ranges, sd }: Issue): number =>
  Math.sqrt(mean(ranges.map(square)) / (4 * Math.LN2)) / sd

function overTime(issues: readonly Issue[], market: readonly number[]): Measured[] {
  const typical = (ask: (issue: Issue) => number) => median(issues.map(ask))
  const sizes = (returns: readonly number[]) => returns.map(Math.abs)
  const relative = issues.flatMap(({ logVolumes }) => {
    const usual = median(logVolumes)
    return logVolumes.map((value) => Math.exp(value - usual))
  })
  const byMove = (from: number, to: number) => {
    const found: number[] = []
    for (const { returns, sd, logVolumes } of issues) {
      const usual = median(logVolumes)
      returns.forEach((value, day) => {
        const size = Math.abs(value) / sd
        if (size >= from && size < to) found.push(Math.exp(logVolumes[day]! - usual))
      })
    }
    return median(found)
  }
  const ladder = (
    [
      [0, 0.25],
      [0.5, 1],
      [1, 2],
      [2, 3],
      [3, 5],
    ] as const
  ).map(([from, to]) => byMove(from, to))
  return [
    line(
      3,
      'autocorrelation of returns, lag 1',
      typical(({ returns }) => lagged(returns, 1)),
      -0.06,
      0.06,
    ),
    line(
      3,
      'autocorrelation of |r|, lag 1',
      typical(({ returns }) => lagged(sizes(returns), 1)),
      0.15,
      0.3,
    ),
    line(
      3,
      'autocorrelation of |r|, lag 5',
      typical(({ returns }) => lagged(sizes(returns), 5)),
      0.03,
      0.2,
    ),
    line(
      3,
      'autocorrelation of |r|, lag 20',
      typical(({ returns }) => lagged(sizes(returns), 20)),
      0.02,
      0.12,
    ),
    line(3, 'market: autocorrelation of |r|, lag 1', lagged(sizes(market), 1), 0.25, 0.4),
    line(
      3,
      'market: r(t) with |r(t+1)|',
      correlation(market.slice(0, -1), sizes(market.slice(1))),
      -0.35,
      -0.1,
    ),
    line(
      3,
      'log volume: sd',
      typical(({ logVolumes }) => moments(logVolumes).sd),
      0.45,
      0.65,
    ),
    line(
      3,
      'log volume: autocorrelation, lag 1',
      typical(({ logVolumes }) => lagged(logVolumes, 1)),
      0.5,
      0.7,
    ),
    line(
      3,
      'log volume: autocorrelation, lag 5',
      typical(({ logVolumes }) => lagged(logVolumes, 5)),
      0.25,
      0.45,
    ),
    ...(
      [
        [0.01, 0.29],
        [0.05, 0.44],
        [0.25, 0.73],
        [0.75, 1.42],
        [0.95, 2.9],
        [0.99, 5.9],
      ] as const
    ).map(([at, measured]) =>
      line(
        3,
        `volume over own median, ${100 * at} %`,
        quantile(relative, at),
        0.75 * measured,
        1.25 * measured,
      ),
    ),
    line(
      3,
      '|r| with log volume',
      typical(({ returns, logVolumes }) => correlation(sizes(returns), logVolumes)),
      0.35,
      0.55,
    ),
    ...ladder.map((value, step) =>
      line(
        3,
        `relative volume on moves, step ${step + 1} of 5`,
        value,
        step === 0 ? 0.7 : ladder[step - 1]!,
        step === 0 ? 1 : 6,
      ),
    ),
  ]
}

function acrossIssues(issues: readonly Issue[], market: readonly number[]): Measured[] {
  const pairs = { all: [] as number[], same: [] as number[], other: [] as number[] }
  const standard = issues.map(({ returns, sd }) => {
    const centre = mean(returns)
    return Float64Array.from(returns, (value) => (value - centre) / sd)
  })
  for (let one = 0; one < issues.length; one++) {
    for (let two = one + 1; two < issues.length; two++) {
      const [a, b] = [standard[one]!, standard[two]!]
      let sum = 0
      for (let day = 0; day < a.length; day++) sum += a[day]! * b[day]!
      const value = sum / a.length
      pairs.all.push(value)
      pairs[issues[one]!.sector === issues[two]!.sector ? 'same' : 'other'].push(value)
    }
  }
  const marketSd = moments(market).sd
  const fits = issues.map(({ returns, sd }) => {
    const rho = correlation(returns, market)
    return { beta: (rho * sd) / marketSd, r2: rho * rho }
  })
  const betas = fits.map(({ beta }) => beta)
  const days = market.map((_, day) => issues.map(({ returns }) => returns[day]!))
  const advancing = days.map(
    (returns) => (100 * returns.filter((value) => value > 0).length) / returns.length,
  )
  const dispersion = days.map((returns) => 100 * moments(returns).sd)
  return [
    line(4, 'pairwise correlation, mean', mean(pairs.all), 0.22, 0.38),
    line(4, 'same sector minus other sector', mean(pairs.same) - mean(pairs.other), 0.03, 0.06),
    line(4, 'beta, 10 %', quantile(betas, 0.1), 0.5, 0.72),
    line(4, 'beta, median', median(betas), 0.9, 1.1),
    line(4, 'beta, 90 %', quantile(betas, 0.9), 1.25, 1.5),
    line(4, 'R² of the market, median', median(fits.map(({ r2 }) => r2)), 0.25, 0.4),
    line(4, 'equal-weight market sd, %', 100 * marketSd, 0.8, 1.6),
    line(4, 'sd across issues of a day, %, median', median(dispersion), 1.28, 1.92),
    line(4, 'advancing issues of a day, %, 5 %', quantile(advancing, 0.05), 5, 22),
    line(4, 'advancing issues of a day, %, median', median(advancing), 44, 58),
    line(4, 'advancing issues of a day, %, 95 %', quantile(advancing, 0.95), 78, 95),
  ]
}

function priceLimits(issues: readonly Issue[]): Measured[] {
  const count = { days: 0, touchedUpper: 0, closedUpper: 0, touchedLower: 0, closedLower: 0, beyond: 0 }
  for (const { bars, tickTable } of issues) {
    for (let day = 1; day < bars.length; day++) {
      const { lowerTenths, upperTenths } = limitsFor(bars[day - 1]!.closeTenths, tickTable)
      const { highTenths, lowTenths, closeTenths } = bars[day]!
      count.days++
      if (highTenths >= upperTenths) count.touchedUpper++
      if (closeTenths >= upperTenths) count.closedUpper++
      if (lowTenths <= lowerTenths) count.touchedLower++
      if (closeTenths <= lowerTenths) count.closedLower++
      if (highTenths > upperTenths || lowTenths < lowerTenths) count.beyond++
    }
  }
  const percent = (events: number) => (100 * events) / count.days
  return [
    line(5, 'high at the upper limit, % of days', percent(count.touchedUpper), 0.04, 0.1),
    line(5, 'closed at the upper limit, % of days', percent(count.closedUpper), 0.03, 0.07),
    line(5, 'low at the lower limit, % of days', percent(count.touchedLower), 0.01, 0.03),
    line(5, 'closed at the lower limit, % of days', percent(count.closedLower), 0.005, 0.02),
    line(5, 'traded beyond the limits, % of days', percent(count.beyond), 0, 0),
  ]
}
