import { LineSeries, type IChartApi, type ISeriesApi, type Time } from 'lightweight-charts'
import { token } from './token.ts'

/** A line beside the prices, as of another issue: a value for each bar. `color`: a token. */
export type Other = {
  readonly name: string
  readonly color: string
  readonly values: readonly (number | null)[]
}

/** Lines beside the prices, each by its name: those that are there stay as long as the chart. */
export function comparedLines(chart: IChartApi) {
  const lines = new Map<string, ReturnType<typeof comparedLine>>()
  return {
    show(times: readonly Time[], others: readonly Other[]): void {
      for (const { name, color, values } of others) {
        const line = lines.get(name) ?? comparedLine(chart, color)
        lines.set(name, line)
        line.show(times, values)
      }
    },
  }
}

/** A line on the prices' scale; only its end moves while the market trades. */
function comparedLine(chart: IChartApi, color: string) {
  let series: ISeriesApi<'Line'> | null = null
  let drawn: readonly (number | null)[] = []
  let began: Time | undefined
  return {
    show(times: readonly Time[], values: Other['values']): void {
      series ??= chart.addSeries(LineSeries, {
        color: token(color),
        lineWidth: 2,
        priceLineVisible: false,
        crosshairMarkerVisible: false,
        priceFormat: { type: 'price', precision: 1, minMove: 0.1 },
      })
      const from = values.findIndex((value, index) => value !== drawn[index])
      if (from < 0 && began === times[0]) return
      const isEnd = began === times[0] && from >= drawn.length - 1 && values.length - drawn.length <= 1
      const first = isEnd ? from : 0
      const points = values
        .slice(first)
        .flatMap((value, step) => (value === null ? [] : [{ time: times[first + step]!, value }]))
      if (!isEnd) series.setData(points)
      else for (const one of points) series.update(one)
      drawn = values
      began = times[0]
    },
  }
}
