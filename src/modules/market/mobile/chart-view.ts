import { storedChoice } from '#client/local-storage.ts'

/** The views at the head of a chart, shortest bars first; `minutes` opens the choice of minutes. */
export const CHART_VIEWS = ['line', 'minutes', '60m', '1d', '1w', '1M'] as const
export type ChartView = (typeof CHART_VIEWS)[number]

/** With which view charts open on this device: chosen in the settings. */
export const firstChartView = storedChoice(
  'chartView',
  CHART_VIEWS.filter((view) => view !== 'minutes'),
  '1d',
)
