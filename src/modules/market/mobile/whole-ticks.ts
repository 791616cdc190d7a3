import type { IChartApi, Time } from 'lightweight-charts'

/** Words of `width` pixels about `x` that an axis of `of` pixels would cut at one of its ends. */
export const isCut = (x: number, width: number, of: number): boolean =>
  (x < width / 2 && x > -width / 2) || (x > of - width / 2 && x < of + width / 2)

/**
 * Words on the time axis, whole or not at all: the library draws those at the ends over the edge, all but the
 * first of all, which it moves in. It keeps each tick's words until the options change, so that they are
 * applied anew when one has come in or goes out.
 */
export function wholeTicks(
  chart: IChartApi,
  say: (time: Time, type: number) => string,
  isFirst: (time: Time) => boolean,
): void {
  const axis = chart.timeScale()
  const { fontSize, fontFamily } = chart.options().layout
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = `bold ${fontSize}px ${fontFamily}`
  const said = new Map<Time, { width: number; wasCut: boolean }>()
  const cut = (time: Time, width: number): boolean =>
    !isFirst(time) && isCut(axis.timeToCoordinate(time) ?? Infinity, width, axis.width())
  const anew = (): void => {
    said.clear()
    const tickMarkFormatter = (time: Time, type: number): string => {
      const words = say(time, type)
      const { width } = pen.measureText(words)
      const wasCut = cut(time, width)
      said.set(time, { width, wasCut })
      return wasCut ? '' : words
    }
    chart.applyOptions({ timeScale: { tickMarkFormatter } })
  }
  const follow = (): void => {
    for (const [time, { width, wasCut }] of said) if (cut(time, width) !== wasCut) return anew()
  }
  axis.subscribeVisibleLogicalRangeChange(follow)
  axis.subscribeSizeChange(follow)
  anew()
}
