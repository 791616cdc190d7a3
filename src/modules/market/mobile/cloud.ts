import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { Series } from '../model/indicators/indicator.ts'

export type Cloud = { readonly primitive: ISeriesPrimitive<Time>; show(a: Series, b: Series): void }

/** The area between two lines of the chart's prices, in the colour of whichever is above. */
export function cloudBetween(chart: IChartApi, [risen, fallen]: readonly [string, string]): Cloud {
  let lines: readonly [Series, Series] = [[], []]
  let owner: ISeriesApi<'Line'> | null = null
  let redraw = () => {}

  type Corner = readonly [x: number, y: number]
  /** Points of both lines at a bar, and by how much the first is above the other. */
  function cornersAt(index: number): { a: Corner; b: Corner; above: number } | null {
    const [a, b] = [lines[0][index] ?? null, lines[1][index] ?? null]
    const x = chart.timeScale().logicalToCoordinate(index as Logical)
    if (a === null || b === null || x === null || owner === null) return null
    const [yOfA, yOfB] = [owner.priceToCoordinate(a), owner.priceToCoordinate(b)]
    return yOfA === null || yOfB === null ? null : { a: [x, yOfA], b: [x, yOfB], above: a - b }
  }

  /** From each bar to the next, as far as they are in sight. */
  function* pieces(): Generator<{ corners: Corner[]; colour: string }> {
    const range = chart.timeScale().getVisibleLogicalRange()
    if (range === null) return
    const last = Math.min(Math.ceil(range.to), lines[0].length - 1)
    for (let index = Math.max(Math.floor(range.from), 0); index < last; index++) {
      const [left, right] = [cornersAt(index), cornersAt(index + 1)]
      if (left === null || right === null) continue
      yield {
        corners: [left.a, right.a, right.b, left.b],
        colour: left.above + right.above >= 0 ? risen : fallen,
      }
    }
  }
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context }) => {
        for (const { corners, colour } of pieces()) {
          context.fillStyle = colour
          context.beginPath()
          for (const [x, y] of corners) context.lineTo(x, y)
          context.fill()
        }
      }),
  }
  const view: IPrimitivePaneView = { zOrder: () => 'bottom', renderer: () => renderer }
  return {
    primitive: {
      attached: ({ series, requestUpdate }: SeriesAttachedParameter<Time>) => {
        owner = series as ISeriesApi<'Line'>
        redraw = requestUpdate
      },
      paneViews: () => [view],
    },
    show(a, b) {
      lines = [a, b]
      redraw()
    },
  }
}
