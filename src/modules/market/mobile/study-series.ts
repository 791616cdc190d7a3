import {
  createTextWatermark,
  HistogramSeries,
  LineSeries,
  LineStyle,
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
  type Time,
} from 'lightweight-charts'
import { PANES, type Pane } from '#modules/watchlists/model/chart.ts'
import type { LineId, StudyLine } from '../model/studies.ts'
import { cloudBetween, type Cloud } from './cloud.ts'
import { token } from './token.ts'
import { LOOKS } from './study-looks.ts'

type Series = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>
type Drawn = { readonly series: Series; times: readonly Time[]; values: StudyLine['values'] }

/** Of the chart's height: the prices against a pane below them. */
const PRICES = 240
const PANE = 88
/** The pane's guides: where a market is called overbought and oversold. */
const GUIDES: Readonly<Record<Pane, readonly number[]>> = { rsi: [70, 30], macd: [0], stochastics: [80, 20] }
const isPane = (study: string): study is Pane => PANES.some((pane) => pane === study)

/** The lines of the studies, each in its pane; what has changed of them is drawn anew, and no more. */
export function drawStudies(
  chart: IChartApi,
  nameOf: (pane: Pane) => string,
  figure: (value: number) => string,
) {
  const drawn = new Map<LineId, Drawn>()
  let cloud: Cloud | null = null

  function seriesOf(line: StudyLine, lines: readonly StudyLine[]): Series {
    const { token: name, dashed } = LOOKS[line.id]
    const panes = PANES.filter((pane) => lines.some(({ study }) => study === pane))
    const pane = isPane(line.study) ? line.study : null
    const isNew = pane !== null && ![...drawn.keys()].some((id) => id.startsWith(`${pane}.`))
    const look = {
      color: token(name),
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: { type: 'custom' as const, minMove: 0.1, formatter: figure },
      ...(line.study === 'volumeAverage' ? { priceScaleId: VOLUME_SCALE } : {}),
      ...(pane === 'rsi' || pane === 'stochastics' ? { autoscaleInfoProvider: hundred } : {}),
    }
    const series =
      line.id === 'macd.histogram'
        ? chart.addSeries(HistogramSeries, look, 1 + panes.indexOf('macd'))
        : chart.addSeries(
            LineSeries,
            {
              ...look,
              lineWidth: 1,
              lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
              crosshairMarkerVisible: false,
            },
            pane === null ? 0 : 1 + panes.indexOf(pane),
          )
    if (pane !== null && isNew) openPane(series, pane)
    return series
  }

  function openPane(series: Series, pane: Pane): void {
    series.priceScale().applyOptions({ scaleMargins: { top: 0.16, bottom: 0.08 } })
    for (const price of GUIDES[pane])
      series.createPriceLine({
        price,
        color: token('--grey-2'),
        lineStyle: LineStyle.Dotted,
        lineWidth: 1,
        axisLabelVisible: false,
        title: '',
      })
    chart.panes()[0]!.setStretchFactor(PRICES)
    series.getPane().setStretchFactor(PANE)
    createTextWatermark(series.getPane(), {
      horzAlign: 'left',
      vertAlign: 'top',
      lines: [
        { text: nameOf(pane), color: token('--chart-axis'), fontSize: 12, fontFamily: token('--font') },
      ],
    })
  }

  return {
    /** `times` has one for each value, those that the next bars will have included. */
    show(lines: readonly StudyLine[], times: readonly Time[]): void {
      for (const line of lines) {
        const known: Drawn = drawn.get(line.id) ?? { series: seriesOf(line, lines), times: [], values: [] }
        redraw(known, line, times)
        drawn.set(line.id, { ...known, times, values: line.values })
      }
      const [a, b] = (['ichimoku.spanA', 'ichimoku.spanB'] as const).map((id) =>
        lines.find((line) => line.id === id),
      )
      if (a === undefined || b === undefined) return
      if (cloud === null) {
        cloud = cloudBetween(chart, [token('--up-wash'), token('--down-wash')])
        drawn.get('ichimoku.spanA')!.series.attachPrimitive(cloud.primitive)
      }
      cloud.show(a.values, b.values)
    },
  }
}

/** The scale of the volume at the foot of the chart, which its average shares. */
export const VOLUME_SCALE = 'volume'

const hundred = (): AutoscaleInfo => ({ priceRange: { minValue: 0, maxValue: 100 } })

const point = (id: LineId, time: Time, value: number) =>
  id === 'macd.histogram'
    ? { time, value, color: token(value < 0 ? '--heat-down-2' : '--heat-up-2') }
    : { time, value }

/** Only the end of it moves while the market trades: more is set anew. */
function redraw(
  { series, times: before, values }: Drawn,
  { id, values: next }: StudyLine,
  times: readonly Time[],
) {
  const from = next.findIndex((value, index) => value !== values[index] || times[index] !== before[index])
  if (from < 0 && next.length === values.length) return
  const isEnd = values.length > 0 && from >= values.length - 1 && next.length - values.length <= 1
  const points = next
    .slice(isEnd ? from : 0)
    .flatMap((value, step) => (value === null ? [] : [point(id, times[(isEnd ? from : 0) + step]!, value)]))
  if (!isEnd) series.setData(points)
  else for (const one of points) series.update(one)
}
