import { describe, expect, it } from 'vitest'
import { accepted, FIGURES, figureOf, figuresOf, FIRST_CHART, readChart, toggled } from './chart.ts'

describe('the settings of a chart', () => {
  it('take each study once, in the order of the list, and keep no usual figure', () => {
    expect(
      accepted({
        studies: ['rsi', 'sma', 'sma'],
        scale: 'logarithmic',
        figures: { 'rsi.period': 14, 'sma.1d.short': 7 },
      }),
    ).toEqual({
      ok: true,
      value: { studies: ['sma', 'rsi'], scale: 'logarithmic', figures: { 'sma.1d.short': 7 } },
    })
  })
  it('show two panes at most', () => {
    const two = { ...FIRST_CHART, studies: ['rsi', 'macd'] } as const
    expect(accepted(two).ok).toBe(true)
    expect(accepted({ ...two, studies: [...two.studies, 'stochastics'] })).toMatchObject({
      ok: false,
      rejection: 'TOO_MANY_PANES',
    })
    expect(toggled(two, 'stochastics')).toBeNull()
    expect(toggled(two, 'rsi')?.studies).toEqual(['macd'])
    expect(toggled(two, 'ichimoku')?.studies).toEqual(['ichimoku', 'rsi', 'macd'])
  })
  it('give an average its own figures for minutes, days, weeks and months', () => {
    expect(figuresOf('sma', '1w')).toEqual(['sma.1w.short', 'sma.1w.middle', 'sma.1w.long'])
    expect(figuresOf('sma', '1w').map((figure) => figureOf(FIRST_CHART, figure))).toEqual([13, 26, 52])
    expect(figuresOf('macd', '1d')).toEqual(['macd.fast', 'macd.slow', 'macd.signal'])
    expect(figuresOf('vwap', '1d')).toEqual([])
    expect(figureOf({ ...FIRST_CHART, figures: { 'rsi.period': 9 } }, 'rsi.period')).toBe(9)
  })
  it('begin within their own bounds', () => {
    const out = Object.entries(FIGURES).filter(
      ([, { least, most, initial }]) => initial < least || initial > most,
    )
    expect(out).toEqual([])
  })
  it.each<[what: string, kept: unknown, read: unknown]>([
    ['nothing', undefined, FIRST_CHART],
    ['null', null, FIRST_CHART],
    ['a text', 'sma', FIRST_CHART],
    ['an older form', { shown: ['sma'] }, FIRST_CHART],
    ['no studies at all', { studies: [] }, { studies: [], scale: 'linear', figures: {} }],
    [
      'a study and a figure of a later version, and figures that are none',
      {
        studies: ['ema', 'supertrend'],
        scale: 'root',
        figures: {
          'supertrend.period': 3,
          constructor: 3,
          'rsi.period': 1,
          'bollinger.period': 20.5,
          'macd.fast': '12',
          'macd.slow': 30,
        },
      },
      { studies: ['ema'], scale: 'linear', figures: { 'macd.slow': 30 } },
    ],
    ['too many panes', { studies: ['rsi', 'macd', 'stochastics'] }, FIRST_CHART],
    ['figures that are no object', { studies: ['sma'], scale: 'linear', figures: null }, FIRST_CHART],
  ])('read what was kept as far as it can be known: %s', (_, kept, read) => {
    expect(readChart(kept)).toEqual(read)
  })
})
