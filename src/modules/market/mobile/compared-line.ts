import { LineSeries, type IChartApi, type ISeriesApi, type Time } from 'lightweight-charts'
import { token } from './token.ts'

/** The line beside the prices, on their scale; only its end moves while the market trades. */
export function comparedLine(chart: IChartApi) {
  let series: ISeriesApi<'Line'> | null = null
  let drawn: readonly (number | null)[] = []
  let began: Time | undefined
  return {
    show(times: readonly Time[], values: readonly (number | null)[] | null): void {
      if (values === null) return
      series ??= chart.addSeries(LineSeries, {
        color: token('--study-pink'),
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
