import { useState } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import type { BarView, Interval } from '../contract.ts'
import type { StudyLine } from '../model/studies.ts'
import { useChartWords } from './chart-labels.ts'
import { knownHold } from './chart-hold.ts'
import { useStudyWords } from './study-labels.ts'

const ROWS = 60

type Shown = {
  bars: readonly BarView[]
  lines: readonly StudyLine[]
  interval: Interval
  /** Columns of what the prices are compared with, in per cent from a bar on that the head names. */
  against: readonly { head: string; changeAt: (index: number) => string }[]
}

/** Source of the bars, whose library draws them, and how they are asked. */
export function ChartNotes({ bars }: { bars: readonly BarView[] }) {
  const t = useT()
  // From the next visit on, so that nothing moves under the finger that holds.
  const [isHinted] = useState(() => !knownHold.isSet())
  const computed = bars.some((bar) => bar.source === 'model')
    ? 'model'
    : bars.some((bar) => bar.source === 'interpolated')
      ? 'interpolated'
      : null
  return (
    <div className="flex items-center gap-x-3 px-gutter text-1 text-grey-1">
      <div className="min-w-0 grow">
        {isHinted && <p>{t('market.own.hint')}</p>}
        {computed !== null && <p>{t(`market.chart.source.${computed}`)}</p>}
      </div>
      {/* The library's own mark is HTML text, which the page's policy forbids: this link is ours. */}
      <a
        className="inline-flex min-h-touch shrink-0 items-center"
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
      >
        TradingView
      </a>
    </div>
  )
}

/** The chart in figures, its lines included, newest first. */
export function ChartTable({ bars, lines, interval, against }: Shown) {
  const t = useT()
  const f = useFormat()
  const words = useChartWords(interval)
  const { nameOf, figuresAt } = useStudyWords(interval)
  const heads = [
    t('market.stock.open'),
    t('market.stock.high'),
    t('market.stock.low'),
    t('market.chart.close'),
    t('market.stock.volume'),
  ]
  const rows = bars
    .map((bar, index) => ({ bar, index }))
    .slice(-ROWS)
    .toReversed()
  return (
    <div className="scroller overflow-x-auto px-gutter pb-3">
      <table className="w-full text-right text-1">
        <thead className="text-grey-1">
          <tr className="border-b border-grey-3">
            <th scope="col" className="py-1 text-left font-regular">
              {t('market.chart.time')}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1 pl-2 font-regular">
                {head}
              </th>
            ))}
            {lines.map((line) => (
              <th key={line.id} scope="col" className="py-1 pl-2 font-regular">
                {nameOf(line)}
              </th>
            ))}
            {against.map(({ head }) => (
              <th key={head} scope="col" className="py-1 pl-2 font-regular">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ bar, index }) => (
            <tr key={bar.at} className="border-b border-grey-3 whitespace-nowrap">
              <th scope="row" className="py-1 text-left font-regular text-grey-1">
                {words.time(Date.parse(bar.at))}
              </th>
              {[bar.open, bar.high, bar.low, bar.close].map((price, column) => (
                <td key={heads[column]} className="pl-2">
                  {f.price(price)}
                </td>
              ))}
              <td className="pl-2">{f.large(bar.volume)}</td>
              {figuresAt(lines, index).map(({ line, value }) => (
                <td key={line.id} className="pl-2">
                  {value}
                </td>
              ))}
              {against.map(({ head, changeAt }) => (
                <td key={head} className="pl-2">
                  {changeAt(index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
