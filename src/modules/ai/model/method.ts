import type { DateJst, Days } from '#kernel/time.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { BasisPoints } from '#kernel/money.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'

/*
 * The whole method, from daily bars to picks and to the record (docs/ai-model.md says the same in words).
 * Server, script and phone run these lines. All values are whole numbers; between them only + − × ÷ and √ of
 * IEEE doubles, in the order written here, so that everybody gets the same.
 */

/** Features of an issue that are reckoned at the close of a day, in the order of the weights. */
export const FEATURES = [
  'momentum5',
  'momentum20',
  'momentum60',
  'swing20',
  'volume5',
  'high60',
  'results',
] as const
export type Feature = (typeof FEATURES)[number]

/**
 * The published rule of version 1.0.0: what is picked, how a pick is bought and how it ends. Basis points of
 * the close on which it was picked.
 */
export const RULE = {
  version: '1.0.0',
  picks: 5,
  holdDays: 5,
  limitBp: 200,
  takeProfitBp: 600,
  stopLossBp: 400,
} as const
/**
 * Commission both ways with its tax (0.05 % + 10 %), taken off every trial. The lowest commission of small
 * orders is not in it.
 */
export const COST_BP = 11

/** Trading days that a feature looks back. */
const LOOK_BACK = 60
/**
 * Trading days of features that are learned from before the first pick; then the weights are learned anew
 * every so many.
 */
export const LEARN_DAYS = 180
export const REFIT_DAYS = 20
/** Fewer blocks of `REFIT_DAYS` say nothing about chance, and no record is shown. */
const FEWEST_BLOCKS = 10
/** Student's t of 95 % for ten blocks, in thousandths: wider than needed where there are more. */
const T95_THOUSANDTHS = 2_262
/** A rank runs from −1000 (lowest of the day) to 1000 (highest). */
const RANK_END = 1_000
/**
 * Added to the diagonal for each row learned from: about the variance of a rank, so that every weight is
 * halved.
 */
const RIDGE = 333_333
/** The largest target that a single row may teach. */
const MOST_TARGET_BP = 2_000
/** Weights are whole millionths of a basis point for one thousandth of rank. */
const WEIGHT_SCALE = 1_000_000
const RESULTS_WITHIN_DAYS = 30
const WHOLE_BP = 10_000

/**
 * One issue on the dates of the panel. Prices in tenths of a yen, volume in shares; 0: it has no bar of that
 * day.
 */
export type IssuePanel = {
  readonly code: string
  readonly tickTable: TickTable
  /**
   * The weight of one share in the index: hundred thousands of shares, or what one sum of money bought on the
   * first day. 0: it is not in it.
   */
  readonly weight: number
  readonly open: readonly number[]
  readonly high: readonly number[]
  readonly low: readonly number[]
  readonly close: readonly number[]
  readonly volume: readonly Quantity[]
  /** For each date: days of the calendar to the next results, `RESULTS_WITHIN_DAYS` at most. */
  readonly results: readonly number[]
}
export type Panel = { readonly dates: readonly string[]; readonly issues: readonly IssuePanel[] }

/** a ÷ b − 1 in basis points, to the nearest (halves up). */
export const bpBetween = (a: number, b: number): number =>
  Math.floor((a * WHOLE_BP * 2 + b) / (b * 2)) - WHOLE_BP

/** The features of an issue at the close of day `i`; null where a day of the last sixty has no bar. */
export function featuresOn(
  { high, close, volume, results }: Pick<IssuePanel, 'high' | 'close' | 'volume' | 'results'>,
  i: number,
): number[] | null {
  if (i < LOOK_BACK) return null
  let [swing, volume5, volume60, highest] = [0, 0, 0, 0]
  for (let day = i - LOOK_BACK; day <= i; day++) {
    if (close[day]! <= 0) return null
    if (day > i - LOOK_BACK) {
      volume60 += volume[day]!
      highest = Math.max(highest, high[day]!)
    }
    if (day > i - 20) swing += Math.abs(bpBetween(close[day]!, close[day - 1]!))
    if (day > i - 5) volume5 += volume[day]!
  }
  if (volume60 === 0) return null
  const now = close[i]!
  return [
    bpBetween(now, close[i - 5]!),
    bpBetween(now, close[i - 20]!),
    bpBetween(now, close[i - 60]!),
    Math.floor(swing / 20),
    bpBetween(volume5 * 12, volume60),
    bpBetween(now, highest),
    results[i]!,
  ]
}

/** Rank of each row among all of the day, feature by feature: −1000 … 1000, equal values alike. */
export function ranksOf(rows: readonly (readonly number[])[]): number[][] {
  const last = rows.length - 1
  const ranks = rows.map(() => FEATURES.map(() => 0))
  if (last < 1) return ranks
  for (let feature = 0; feature < FEATURES.length; feature++) {
    const order = rows.map((_, row) => row).sort((a, b) => rows[a]![feature]! - rows[b]![feature]!)
    for (let from = 0; from <= last;) {
      let to = from
      while (to < last && rows[order[to + 1]!]![feature] === rows[order[from]!]![feature]) to++
      // from + to is twice the place of all that are equal here: 0 … 2 × last.
      const rank = Math.floor(((from + to - last) * RANK_END * 2 + last) / (last * 2))
      for (let at = from; at <= to; at++) ranks[order[at]!]![feature] = rank
      from = to + 1
    }
  }
  return ranks
}

/**
 * Millionths of a basis point for each feature; their sum is the score: what is expected above the average
 * issue of the day over the holding.
 */
export const partsOf = (weights: readonly number[], ranks: readonly number[]): number[] =>
  weights.map((weight, feature) => weight * ranks[feature]!)
export const scoreOf = (weights: readonly number[], ranks: readonly number[]): number =>
  partsOf(weights, ranks).reduce((sum, part) => sum + part, 0)

/** Order of the day: highest score first, equal ones by code. */
export function ranking(
  codes: readonly string[],
  ranks: readonly (readonly number[])[],
  weights: readonly number[],
): { code: string; row: number; score: number }[] {
  return codes
    .map((code, row) => ({ code, row, score: scoreOf(weights, ranks[row]!) }))
    .sort((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1))
}

/**
 * The prices of a pick, from the close on which it was picked: it is bought at the limit or below, and ends
 * at one of the other two or with time.
 */
export function pricesOf(
  closeTenths: PriceTenths,
  table: TickTable,
): { limitTenths: PriceTenths; takeProfitTenths: PriceTenths; stopLossTenths: PriceTenths } {
  const at = (bp: BasisPoints) => Math.floor((closeTenths * (WHOLE_BP + bp)) / WHOLE_BP)
  return {
    limitTenths: roundToTick(at(RULE.limitBp), table, 'down'),
    takeProfitTenths: roundToTick(at(RULE.takeProfitBp), table, 'up'),
    stopLossTenths: roundToTick(at(-RULE.stopLossBp), table, 'down'),
  }
}

export type Exit = 'take-profit' | 'stop-loss' | 'time' | 'unfilled'
/**
 * The result of a pick by the published rule. `excessBp`: its return less the index's of the same days and
 * less the commission; 0 where nothing was bought.
 */
export type Outcome = {
  readonly exit: Exit
  readonly exitDay: number
  readonly entryTenths: PriceTenths
  readonly exitTenths: PriceTenths
  readonly returnBp: BasisPoints
  readonly indexBp: BasisPoints
  readonly excessBp: BasisPoints
}

/**
 * Basket of the index at each opening and close: Σ weight × price, an issue without a bar at its last close.
 */
export type Basket = { readonly open: readonly number[]; readonly close: readonly number[] }
export function basketOf({ dates, issues }: Panel): Basket {
  const [open, close] = [dates.map(() => 0), dates.map(() => 0)]
  for (const issue of issues) {
    if (issue.close[0]! <= 0) continue
    let last = issue.close[0]!
    for (let i = 0; i < dates.length; i++) {
      const has = issue.close[i]! > 0
      open[i]! += issue.weight * (has ? issue.open[i]! : last)
      if (has) last = issue.close[i]!
      close[i]! += issue.weight * last
    }
  }
  return { open, close }
}

/**
 * A pick of day `i` that is bought `lag` days later: at the opening if that is not above the limit, at the
 * limit if the day comes down to it, else not at all. From then on each day: stop-loss first where both
 * prices were reached, a gap below it at the opening, the take-profit at its price; else the close of the
 * last day. Null: the days that it needs are not all there.
 */
export function outcomeOf(issue: IssuePanel, basket: Basket, i: number, lag: number): Outcome | null {
  const [entry, last] = [i + lag, i + lag + RULE.holdDays - 1]
  if (last >= basket.close.length) return null
  const { limitTenths, takeProfitTenths, stopLossTenths } = pricesOf(issue.close[i]!, issue.tickTable)
  const opening = issue.open[entry]!
  if (opening <= 0 || issue.low[entry]! > limitTenths) {
    return {
      exit: 'unfilled',
      exitDay: entry,
      entryTenths: 0,
      exitTenths: 0,
      returnBp: 0,
      indexBp: 0,
      excessBp: 0,
    }
  }
  const entryTenths = Math.min(opening, limitTenths)
  const ended = (exit: Exit, exitDay: number, exitTenths: PriceTenths): Outcome => {
    const returnBp = bpBetween(exitTenths, entryTenths)
    const indexBp = bpBetween(basket.close[exitDay]!, basket.open[entry]!)
    return {
      exit,
      exitDay,
      entryTenths,
      exitTenths,
      returnBp,
      indexBp,
      excessBp: returnBp - indexBp - COST_BP,
    }
  }
  let newest = entryTenths
  for (let day = entry; day <= last; day++) {
    if (issue.close[day]! <= 0) continue
    if (issue.low[day]! <= stopLossTenths)
      return ended('stop-loss', day, Math.min(issue.open[day]!, stopLossTenths))
    // A price above the take-profit on a day that opened above the limit may have come before the purchase.
    if (issue.high[day]! >= takeProfitTenths && (day > entry || opening <= limitTenths))
      return ended('take-profit', day, takeProfitTenths)
    newest = issue.close[day]!
  }
  return ended('time', last, newest)
}

/** Every issue that a day can rank: its place in the panel, its features and ranks. */
export type RankedDay = {
  readonly members: readonly number[]
  readonly values: readonly (readonly number[])[]
  readonly ranks: readonly (readonly number[])[]
}
export function rankedDay({ issues }: Panel, i: number): RankedDay {
  const [members, values]: [number[], number[][]] = [[], []]
  for (const [at, issue] of issues.entries()) {
    const row = featuresOn(issue, i)
    if (row === null) continue
    members.push(at)
    values.push(row)
  }
  return { members, values, ranks: ranksOf(values) }
}

/** Sums over the rows learned from: exact, since all are whole numbers below 2^53. */
type Sums = { readonly products: number[][]; readonly targets: number[]; rows: number }
const noSums = (): Sums => ({
  products: FEATURES.map(() => FEATURES.map(() => 0)),
  targets: FEATURES.map(() => 0),
  rows: 0,
})

/**
 * Adds a day whose holding is over: the return from the opening of the entry to the close of the last day,
 * above the day's average.
 */
function learn(
  sums: Sums,
  { issues }: Panel,
  { members, ranks }: RankedDay,
  entry: number,
  last: number,
): void {
  const rows = members.flatMap((at, row) => {
    const { open, close } = issues[at]!
    return open[entry]! > 0 && close[last]! > 0
      ? [{ ranks: ranks[row]!, bp: bpBetween(close[last]!, open[entry]!) }]
      : []
  })
  if (rows.length === 0) return
  const mean = Math.round(rows.reduce((sum, { bp }) => sum + bp, 0) / rows.length)
  for (const row of rows) {
    const target = Math.max(-MOST_TARGET_BP, Math.min(MOST_TARGET_BP, row.bp - mean))
    for (let a = 0; a < FEATURES.length; a++) {
      sums.targets[a]! += row.ranks[a]! * target
      for (let b = 0; b < FEATURES.length; b++) sums.products[a]![b]! += row.ranks[a]! * row.ranks[b]!
    }
    sums.rows++
  }
}

/**
 * Ridge regression through the normal equations, by elimination with the largest pivot; weights to the
 * nearest millionth.
 */
export function ridge({
  products,
  targets,
  rows,
}: {
  readonly products: readonly (readonly number[])[]
  readonly targets: readonly number[]
  readonly rows: number
}): number[] {
  const n = targets.length
  const grid = products.map((line, a) => [
    ...line.map((value, b) => (a === b ? value + RIDGE * rows : value)),
    targets[a]!,
  ])
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let line = column + 1; line < n; line++)
      if (Math.abs(grid[line]![column]!) > Math.abs(grid[pivot]![column]!)) pivot = line
    ;[grid[column], grid[pivot]] = [grid[pivot]!, grid[column]!]
    for (let line = column + 1; line < n; line++) {
      const factor = grid[line]![column]! / grid[column]![column]!
      for (let at = column; at <= n; at++) grid[line]![at]! -= factor * grid[column]![at]!
    }
  }
  const solved = targets.map(() => 0)
  for (let line = n - 1; line >= 0; line--) {
    let rest = grid[line]![n]!
    for (let at = line + 1; at < n; at++) rest -= grid[line]![at]! * solved[at]!
    solved[line] = rest / grid[line]![line]!
  }
  return solved.map((weight) => Math.round(weight * WEIGHT_SCALE) + 0)
}

/** The first day that is picked on: features look back, and enough is learned from. */
export const FIRST_PICK_DAY = LOOK_BACK + LEARN_DAYS

/** Weights that hold on a day, with the day at whose close they were learned. */
export type Fit = { readonly day: number; readonly weights: readonly number[] }

/** The picks made at the close of the newest day, and everything that says so. */
export type PickDay = {
  readonly day: DateJst
  readonly fitOn: DateJst
  readonly weights: readonly number[]
  readonly rows: readonly {
    readonly code: string
    readonly closeTenths: PriceTenths
    readonly values: readonly number[]
  }[]
  readonly picks: readonly string[]
}

/**
 * A record outside of the days that were learned from: the figures of a card. `edge` is `shown` where the
 * whole interval lies above 0.
 */
export type Figures = {
  readonly version: string
  readonly trainFrom: string
  readonly trainTo: string
  readonly testFrom: string
  readonly testTo: string
  readonly trials: number
  readonly hitBp: BasisPoints
  readonly excessBp: BasisPoints
  readonly lowBp: BasisPoints
  readonly highBp: BasisPoints
  readonly worstBp: BasisPoints
  readonly edge: 'none' | 'shown'
  readonly picks: number
  readonly holdDays: Days
  readonly takeProfitBp: BasisPoints
  readonly stopLossBp: BasisPoints
}
/** Beside the card: what picks and index returned in the mean, and how many picks could not be bought. */
export type Evaluation = {
  readonly figures: Figures
  readonly returnBp: BasisPoints
  readonly indexBp: BasisPoints
  readonly unfilled: number
  readonly next: PickDay
}

/** One pick of the walk: the day on which it was picked, its block, and what became of it. */
export type Trial = {
  readonly day: number
  readonly block: number
  readonly code: string
  readonly outcome: Outcome
}
type Walk = {
  readonly trials: readonly Trial[]
  readonly fit: Fit
  readonly newest: RankedDay
  readonly picks: readonly string[]
}

/**
 * Walks forward through the panel: at each refit the weights come from days whose holding was over by then,
 * and pick until the next one. `lag`: trading days from the close of a pick to its opening. Null: the panel
 * is too short to pick at all.
 */
export function walk(panel: Panel, lag: number): Walk | null {
  const { dates, issues } = panel
  if (dates.length <= FIRST_PICK_DAY) return null
  const basket = basketOf(panel)
  const sums = noSums()
  const days: RankedDay[] = []
  const trials: Trial[] = []
  let learned = LOOK_BACK
  let fit: Fit = { day: 0, weights: [] }
  let picks: string[] = []
  for (let day = LOOK_BACK; day < dates.length; day++) {
    days[day] = rankedDay(panel, day)
    if (day < FIRST_PICK_DAY) continue
    const block = Math.floor((day - FIRST_PICK_DAY) / REFIT_DAYS)
    if (day === FIRST_PICK_DAY + block * REFIT_DAYS) {
      for (; learned + lag + RULE.holdDays - 1 <= day; learned++)
        learn(sums, panel, days[learned]!, learned + lag, learned + lag + RULE.holdDays - 1)
      fit = { day, weights: ridge(sums) }
    }
    const { members, ranks } = days[day]!
    const best = ranking(
      members.map((at) => issues[at]!.code),
      ranks,
      fit.weights,
    ).slice(0, RULE.picks)
    picks = best.map(({ code }) => code)
    for (const { row, code } of best) {
      const outcome = outcomeOf(issues[members[row]!]!, basket, day, lag)
      if (outcome !== null) trials.push({ day, block, code, outcome })
    }
  }
  return { trials, fit, newest: days[dates.length - 1]!, picks }
}

/** Learns, picks and measures over the whole panel. Null: it is too short to say anything. */
export function evaluate(panel: Panel, lag: number): Evaluation | null {
  const walked = walk(panel, lag)
  const record = walked && recordOf(walked.trials)
  if (walked === null || record === null) return null
  const { dates, issues } = panel
  const {
    fit,
    newest: { members, values },
    picks,
  } = walked
  const newest = dates.length - 1
  return {
    figures: {
      version: RULE.version,
      trainFrom: dates[0]!,
      trainTo: dates[FIRST_PICK_DAY]!,
      testFrom: dates[FIRST_PICK_DAY + 1]!,
      testTo: dates[newest]!,
      ...record,
      picks: RULE.picks,
      holdDays: RULE.holdDays,
      takeProfitBp: RULE.takeProfitBp,
      stopLossBp: RULE.stopLossBp,
    },
    ...meansOf(walked.trials.map(({ outcome }) => outcome)),
    next: {
      day: dates[newest]!,
      fitOn: dates[fit.day]!,
      weights: fit.weights,
      picks,
      rows: members.map((at, row) => ({
        code: issues[at]!.code,
        closeTenths: issues[at]!.close[newest]!,
        values: values[row]!,
      })),
    },
  }
}

/** The mean returns of picks and of the index, to the nearest basis point, over those that were bought. */
export function meansOf(outcomes: readonly Pick<Outcome, 'exit' | 'returnBp' | 'indexBp'>[]): {
  returnBp: BasisPoints
  indexBp: BasisPoints
  unfilled: number
} {
  const bought = outcomes.filter(({ exit }) => exit !== 'unfilled')
  const mean = (sum: number) => (bought.length === 0 ? 0 : Math.round(sum / bought.length) + 0)
  return {
    returnBp: mean(bought.reduce((sum, one) => sum + one.returnBp, 0)),
    indexBp: mean(bought.reduce((sum, one) => sum + one.indexBp, 0)),
    unfilled: outcomes.length - bought.length,
  }
}

type RecordFigures = Pick<Figures, 'trials' | 'hitBp' | 'excessBp' | 'lowBp' | 'highBp' | 'worstBp' | 'edge'>
/**
 * Over the picks that were bought: hit rate (above the index after commission), mean excess, and its interval
 * of 95 %: picks of neighbouring days share days, so the scatter is that of the means of whole blocks. The
 * interval is rounded outwards. Null: fewer than ten blocks.
 */
export function recordOf(
  trials: readonly { readonly block: number; readonly outcome: Pick<Outcome, 'exit' | 'excessBp'> }[],
): RecordFigures | null {
  const bought = trials.filter(({ outcome }) => outcome.exit !== 'unfilled')
  const meanOf = (all: readonly { readonly outcome: Pick<Outcome, 'excessBp'> }[]) =>
    all.reduce((sum, { outcome }) => sum + outcome.excessBp, 0) / all.length
  const blocks = [...Map.groupBy(bought, ({ block }) => block).values()].map(meanOf)
  if (blocks.length < FEWEST_BLOCKS) return null
  const mean = meanOf(bought)
  const middle = blocks.reduce((sum, block) => sum + block, 0) / blocks.length
  const scatter = Math.sqrt(
    blocks.reduce((sum, block) => sum + (block - middle) * (block - middle), 0) /
      (blocks.length - 1) /
      blocks.length,
  )
  const half = (scatter * T95_THOUSANDTHS) / 1_000
  const lowBp = Math.floor(mean - half)
  return {
    trials: bought.length,
    hitBp: Math.round(
      (bought.filter(({ outcome }) => outcome.excessBp > 0).length * WHOLE_BP) / bought.length,
    ),
    excessBp: Math.round(mean) + 0,
    lowBp,
    highBp: Math.ceil(mean + half) + 0,
    worstBp: bought.reduce((least, { outcome }) => Math.min(least, outcome.excessBp), Infinity),
    edge: lowBp > 0 ? 'shown' : 'none',
  }
}

/**
 * Days of the calendar from a date to the next of `announced` (ascending) from it on, `RESULTS_WITHIN_DAYS`
 * at most or where none is known.
 */
export function daysToResults(
  date: DateJst,
  announced: readonly string[],
  daysBetween: (from: string, to: string) => number,
): number {
  const next = announced.find((one) => one > date)
  return next === undefined ? RESULTS_WITHIN_DAYS : Math.min(daysBetween(date, next), RESULTS_WITHIN_DAYS)
}
