import { storedChoice } from '#client/local-storage.ts'

/** The views at the head of a chart; `minutes` opens the choice of minutes. */
export const CHART_VIEWS = ['line', '1d', '7m', '30m', 'minutes', '1w', '1M'] as const
export type ChartView = (typeof CHART_VIEWS)[number]

/** With which view charts open on this device: chosen in the settings. */
export const firstChartView = storedChoice(
  'chartView',
  CHART_VIEWS.filter((view) => view !== 'minutes'),
  '1d',
)
