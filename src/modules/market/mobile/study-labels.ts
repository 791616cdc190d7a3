import { useFormat, useT } from '#client/texts.ts'
import type { StudyLine } from '../model/studies.ts'
import type { Interval } from '../contract.ts'
import { isDailyInterval } from './chart-labels.ts'

/** Name and value of each line, at the bar of this index. */
export type StudyFigure = { readonly line: StudyLine; readonly name: string; readonly value: string }

/** The words of a chart's lines, in the chosen language. */
export function useStudyWords(interval: Interval): {
  nameOf(line: StudyLine): string
  figuresAt(lines: readonly StudyLine[], index: number): StudyFigure[]
  /** For a reader: each study by its name, with its values at that bar. */
  spokenAt(lines: readonly StudyLine[], index: number): string[]
} {
  const t = useT()
  const f = useFormat()
  const unit = isDailyInterval(interval) ? interval : 'minutes'
  const nameOf = ({ id, count }: StudyLine): string => {
    switch (id) {
      case 'sma.short':
      case 'sma.middle':
      case 'sma.long':
        return t(`market.chart.average.${unit}`, { count })
      case 'ema.short':
      case 'ema.middle':
      case 'ema.long':
        return t('market.study.line.ema', { count })
      case 'bollinger.upper':
      case 'bollinger.middle':
      case 'bollinger.lower':
        return t(`market.study.line.${id}`, { count })
      case 'volumeAverage.line':
        return t('market.study.line.volumeAverage', { count })
      case 'rsi.line':
        return t('market.study.line.rsi', { count })
      case 'vwap.line':
        return t('market.study.line.vwap')
      case 'ichimoku.conversion':
      case 'ichimoku.base':
      case 'ichimoku.spanA':
      case 'ichimoku.spanB':
      case 'ichimoku.lagging':
      case 'macd.line':
      case 'macd.signal':
      case 'macd.histogram':
      case 'stochastics.k':
      case 'stochastics.d':
        return t(`market.study.line.${id}`)
    }
  }
  const valueOf = ({ study, values }: StudyLine, index: number) => {
    const value = values[index] ?? null
    return study === 'volumeAverage' ? f.large(value === null ? null : Math.round(value)) : f.number(value, 1)
  }
  const figuresAt = (lines: readonly StudyLine[], index: number) =>
    lines.map((line) => ({ line, name: nameOf(line), value: valueOf(line, index) }))
  return {
    nameOf,
    figuresAt,
    spokenAt: (lines, index) =>
      figuresAt(lines, index).map(({ line, name, value }, at) => {
        const study = t(`market.study.name.${line.study}`)
        const isNamed = line.study === lines[at - 1]?.study || name.startsWith(study)
        return isNamed ? `${name} ${value}` : `${study} ${name} ${value}`
      }),
  }
}
