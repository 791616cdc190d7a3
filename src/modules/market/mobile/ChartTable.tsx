import { IconMaximize, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { ICON_XS } from '#ui/icon.ts'
import type { BarView, Interval } from '../contract.ts'
import type { StudyLine } from '../model/studies.ts'
import { useChartWords } from './chart-labels.ts'
import { useStudyWords } from './study-labels.ts'

const ROWS = 60

type Shown = { bars: readonly BarView[]; lines: readonly StudyLine[]; interval: Interval }

/** The chart in figures, its lines included, newest first, and where they come from. */
export function ChartTable({ bars, lines, interval, onFull }: Shown & { onFull: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const computed = bars.some((bar) => bar.source === 'model')
    ? 'model'
    : bars.some((bar) => bar.source === 'interpolated')
      ? 'interpolated'
      : null
  return (
    <>
      <div className="flex items-center gap-x-3 px-gutter text-1 text-grey-1">
        <div className="min-w-0 grow">
          {computed !== null && <p>{t(`market.chart.source.${computed}`)}</p>}
          {/* The library's own mark is HTML text, which the page's policy forbids: this link is ours. */}
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            TradingView
          </a>
        </div>
        <button
          type="button"
          className="flex min-h-touch shrink-0 items-center gap-1 rounded-1 px-2 text-brand"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <IconTable {...ICON_XS} />
          {t(open ? 'market.chart.tableClose' : 'market.chart.table')}
        </button>
        <button
          type="button"
          className="-mr-2 -ml-3 grid size-touch shrink-0 place-items-center rounded-1 text-brand"
          aria-label={t('market.study.full')}
          onClick={onFull}
        >
          <IconMaximize {...ICON_XS} />
        </button>
      </div>
      {open && <Figures bars={bars} lines={lines} interval={interval} />}
    </>
  )
}

function Figures({ bars, lines, interval }: Shown) {
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
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
