import { useFormat, useT } from '#client/texts.ts'
import { useSpan } from '#console/kit/age.ts'
import { figureOf, type FigureKey, type FigureUnit } from '../model/figures.ts'

const PPM_OF_BASIS_POINT = 100

/** A value in its unit as a reader sees it; a dash where there is none. */
export function useUnit(): (unit: FigureUnit, value: number | null) => string {
  const f = useFormat()
  const t = useT()
  const span = useSpan()
  return (unit, value) => {
    if (value === null) return '—'
    switch (unit) {
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

/** A figure as a reader sees it. */
export function useFigure(): (key: FigureKey, value: number | null) => string {
  const worded = useUnit()
  return (key, value) => worded(figureOf(key).unit, value)
}
