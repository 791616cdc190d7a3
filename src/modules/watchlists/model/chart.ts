import { no, ok, type Result } from '#kernel/result.ts'

/** Studies that can be drawn on a chart: over the prices, over the volume, or in a pane of its own. */
export const OVERLAYS = ['sma', 'ema', 'bollinger', 'ichimoku', 'vwap', 'volumeAverage'] as const
export const PANES = ['rsi', 'macd', 'stochastics'] as const
export const STUDIES = [...OVERLAYS, ...PANES] as const
export type Study = (typeof STUDIES)[number]
export type Pane = (typeof PANES)[number]

/** More panes would leave a phone no chart. */
export const MOST_PANES = 2
export const SCALES = ['linear', 'logarithmic'] as const

/** Averages have periods of their own for minutes, days, weeks and months. */
export const SPANS = ['minutes', '1d', '1w', '1M'] as const
export type Span = (typeof SPANS)[number]
const LENGTHS = ['short', 'middle', 'long'] as const
type AverageFigure = `${'sma' | 'ema'}.${Span}.${(typeof LENGTHS)[number]}`

type Bounds = { readonly least: number; readonly most: number; readonly initial: number }
const period = (initial: number, least = 2): Bounds => ({ least, most: 200, initial })

/** In Japan 5, 25 and 75 days, 13, 26 and 52 weeks, 12, 24 and 60 months are usual. */
const USUAL: Readonly<Record<Span, readonly [number, number, number]>> = {
  minutes: [5, 25, 75],
  '1d': [5, 25, 75],
  '1w': [13, 26, 52],
  '1M': [12, 24, 60],
}
const averages = Object.fromEntries(
  (['sma', 'ema'] as const).flatMap((study) =>
    SPANS.flatMap((span) =>
      LENGTHS.map((length, index) => [`${study}.${span}.${length}`, period(USUAL[span][index]!)]),
    ),
  ),
) as Readonly<Record<AverageFigure, Bounds>>

/** Every figure of every study, by its name: whole, within its bounds. */
export const FIGURES = {
  ...averages,
  'bollinger.period': period(20),
  'bollinger.deviations': { least: 1, most: 5, initial: 2 },
  'ichimoku.conversion': period(9),
  'ichimoku.base': period(26),
  'ichimoku.spanB': period(52),
  'volumeAverage.period': period(25),
  'rsi.period': period(14),
  'macd.fast': period(12),
  'macd.slow': period(26),
  'macd.signal': period(9),
  'stochastics.period': period(14),
  'stochastics.smoothing': period(3, 1),
  'stochastics.signal': period(3, 1),
} as const satisfies Readonly<Record<string, Bounds>>
export type Figure = keyof typeof FIGURES

/** A member's choice of what to see; `figures` are those that differ from the usual ones. */
export type ChartSettings = {
  readonly studies: readonly Study[]
  readonly scale: (typeof SCALES)[number]
  readonly figures: Readonly<Partial<Record<Figure, number>>>
}
export const FIRST_CHART: ChartSettings = { studies: ['sma'], scale: 'linear', figures: {} }

/** The figures of a study in the order in which they are asked for, an average's of one span alone. */
export const figuresOf = (study: Study, span: Span): Figure[] =>
  (Object.keys(FIGURES) as Figure[]).filter((figure) =>
    figure.startsWith(study === 'sma' || study === 'ema' ? `${study}.${span}.` : `${study}.`),
  )

export const figureOf = ({ figures }: ChartSettings, figure: Figure): number =>
  figures[figure] ?? FIGURES[figure].initial

const panesOf = ({ studies }: Pick<ChartSettings, 'studies'>): Pane[] =>
  PANES.filter((pane) => studies.includes(pane))

/** With one study more or less; null where its pane would be one too many. */
export function toggled(settings: ChartSettings, study: Study): ChartSettings | null {
  const wanted = settings.studies.includes(study)
    ? settings.studies.filter((one) => one !== study)
    : [...settings.studies, study]
  const next = accepted({ ...settings, studies: wanted })
  return next.ok ? next.value : null
}

type Asked = {
  readonly studies: readonly string[]
  readonly scale: string
  readonly figures: Readonly<Record<string, number>>
}
const boundsOf = (figure: string): Bounds | null =>
  Object.hasOwn(FIGURES, figure) ? FIGURES[figure as Figure] : null
const fits = ([figure, value]: readonly [string, unknown]): boolean => {
  const bounds = boundsOf(figure)
  return (
    bounds !== null &&
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= bounds.least &&
    value <= bounds.most
  )
}
const isStudy = (name: unknown): name is Study => STUDIES.some((study) => study === name)
const scaleOf = (name: unknown) => SCALES.find((scale) => scale === name) ?? null

/** Each study once, in the order of the list; a figure that is the usual one is not kept. */
export function accepted(asked: Asked): Result<ChartSettings, 'CHART_INVALID' | 'TOO_MANY_PANES'> {
  const scale = scaleOf(asked.scale)
  if (scale === null || !asked.studies.every(isStudy) || !Object.entries(asked.figures).every(fits))
    return no('CHART_INVALID')
  const studies = STUDIES.filter((study) => asked.studies.includes(study))
  if (panesOf({ studies }).length > MOST_PANES) return no('TOO_MANY_PANES', { most: MOST_PANES })
  const figures = Object.entries(asked.figures).filter(
    ([figure, value]) => value !== boundsOf(figure)?.initial,
  )
  return ok({ studies, scale, figures: Object.fromEntries(figures) })
}

/** Kept settings, as far as this version knows them: of an earlier or a later one, or a device's. */
export function readChart(kept: unknown): ChartSettings {
  const { studies, scale, figures } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(studies)) return FIRST_CHART
  const read = accepted({
    studies: studies.filter(isStudy),
    scale: scaleOf(scale) ?? FIRST_CHART.scale,
    figures: Object.fromEntries(
      Object.entries(typeof figures === 'object' && figures !== null ? figures : {}).filter(fits),
    ),
  })
  return read.ok ? read.value : FIRST_CHART
}
