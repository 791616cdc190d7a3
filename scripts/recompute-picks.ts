/**
 * `node scripts/recompute-picks.ts <address> [day]`: computes the picks of a day, and the card's figures,
 * again from what a server gives to anybody (docs/ai-model.md).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dateJst, daysBetween, addDays } from '#kernel/time.ts'
import type { AiDayInputs, AiView, PickDayView } from '#modules/ai/contract.ts'
import { daysToResults, evaluate, type IssuePanel, type Panel } from '#modules/ai/model/method.ts'

const [address = 'http://localhost:8080', asked] = process.argv.slice(2)
const get = async <T>(path: string): Promise<T> => {
  const answer = (await (
    await fetch(`${address}/api${path}${path.includes('?') ? '&' : '?'}lang=en`)
  ).json()) as { code: number; msg: string; data: T }
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}
type Stock = {
  code: string
  kind: 'stock' | 'etf'
  sharesOutstanding: number
  tickTable: IssuePanel['tickTable']
}
type Bar = { at: string; open: number; high: number; low: number; close: number; volume: number }

/** The method as it stands here: the card names the hash of the one that made it. */
const code = createHash('sha256')
for (const file of ['../src/modules/ai/model/method.ts', '../src/modules/instruments/model/tick.ts'])
  code.update(readFileSync(new URL(file, import.meta.url)))
const codeSha256 = code.digest('hex')

const view = await get<AiView>('/ai')
const days = await get<PickDayView[]>('/ai/days?limit=30')
const day = days.find((one) => one.day === (asked ?? days[0]?.day))
if (day === undefined) throw new Error('no picks are published of that day')
const inputs = await get<AiDayInputs>(`/ai/days/${day.id}`)

const panel = await panelUpTo(day.day)
const lag = panel.dates.length === 0 ? 0 : daysFrom(day.day, day.entryOn)
const evaluation = evaluate(panel, lag)
const differing =
  evaluation === null
    ? -1
    : evaluation.next.rows.filter(
        ({ code: of, values }) => inputs.rows.find((row) => row.code === of)?.values.join() !== values.join(),
      ).length
const lines: [string, boolean][] = [
  [
    'the published text has the published hash',
    createHash('sha256').update(`KABU-PICKS-v1\0${inputs.canonical}`).digest('hex') === day.hash,
  ],
  ['the method here is the one that runs there', view.model?.codeSha256 === codeSha256],
  ['the daily bars give the published features of every issue', differing === 0],
  [
    'learning from them gives the published weights',
    evaluation?.next.weights.join() === inputs.weights.join(),
  ],
  [
    'and these the published picks',
    evaluation?.next.picks.join() === day.picks.map((pick) => pick.code).join(),
  ],
]
if (view.model?.testTo === day.day)
  lines.push([
    'and the figures of the record',
    evaluation !== null &&
      evaluation.figures.excessBp === view.model.record.excessBp &&
      evaluation.figures.hitBp === view.model.record.hitBp &&
      evaluation.figures.trials === view.model.record.trials,
  ])
for (const [what, holds] of lines) console.log(`${holds ? 'yes' : 'NO '}  ${what}`)
if (differing > 0)
  console.log(
    `${differing} issues differ: bars are adjusted to shares of now, so a split since then moves them by their rounding`,
  )
process.exitCode = lines.every(([, holds]) => holds) ? 0 : 1

/**
 * Trading days between two dates; a day that no issue has traded yet is counted from the order of the
 * published days.
 */
function daysFrom(from: string, to: string): number {
  return (
    panel.dates.filter((date) => date > from && date <= to).length ||
    (daysBetween(from, to) === 1 || view.now === null ? 1 : 2)
  )
}

async function panelUpTo(until: string): Promise<Panel> {
  const stocks = (await get<Stock[]>('/stocks?limit=300')).filter(({ kind }) => kind === 'stock')
  const bars = new Map<string, Map<string, Bar>>()
  const seen = new Set<string>()
  for (const { code: of } of stocks) {
    const own = new Map(
      (await get<Bar[]>(`/stocks/${of}/bars?interval=1d&limit=2000`))
        .map((bar) => [dateJst(Date.parse(bar.at)), bar] as const)
        .filter(([date]) => date <= until),
    )
    bars.set(of, own)
    for (const date of own.keys()) seen.add(date)
  }
  const dates = [...seen].toSorted()
  const issues: IssuePanel[] = []
  for (const { code: of } of stocks) {
    const { sharesOutstanding, tickTable } = await get<Stock>(`/stocks/${of}`)
    const { results } = await get<{ results: { announcedOn: string }[] }>(
      `/results?code=${of}&from=${dates[0]}&to=${addDays(until, 40)}`,
    )
    const announced = results.map(({ announcedOn }) => announcedOn).toSorted()
    const column = (value: (bar: Bar) => number) =>
      dates.map((date) => (bars.get(of)!.has(date) ? Math.round(value(bars.get(of)!.get(date)!)) : 0))
    const close = column((bar) => bar.close * 10)
    issues.push({
      code: of,
      tickTable,
      close,
      weight:
        close[0]! <= 0
          ? 0
          : sharesOutstanding > 0
            ? Math.max(1, Math.round(sharesOutstanding / 100_000))
            : Math.round(1_000_000_000 / close[0]!),
      open: column((bar) => bar.open * 10),
      high: column((bar) => bar.high * 10),
      low: column((bar) => bar.low * 10),
      volume: column((bar) => bar.volume),
      results: dates.map((date) => daysToResults(date, announced, daysBetween)),
    })
  }
  return { dates, issues }
}
