import { useFormat, useT } from '#client/texts.ts'
import { useSpan } from '#console/kit/age.ts'
import { figureOf, type FigureKey } from '../model/figures.ts'

const PPM_OF_BASIS_POINT = 100

/** A figure in its unit as a reader sees it; a dash where there is none. */
export function useFigure(): (key: FigureKey, value: number | null) => string {
  const f = useFormat()
  const t = useT()
  const span = useSpan()
  return (key, value) => {
    if (value === null) return '—'
    switch (figureOf(key).unit) {
      case 'yen':
        return f.money(value)
      case 'count':
        return f.quantity(value)
      case 'ppm':
        return f.percent(value / PPM_OF_BASIS_POINT)
      case 'ms':
        return value < 60_000 ? t('console.span.minutes', { n: value === 0 ? 0 : 1 }) : span(value)
    }
  }
}
