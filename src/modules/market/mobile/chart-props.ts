import type { PriceYen } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import type { ChartSettings } from '#modules/watchlists/model/chart.ts'
import type { Interval } from '../contract.ts'
import type { ChartEvent } from './chart-events.ts'
import type { Compared } from './compared.ts'
import type { OwnLines } from './price-chart.ts'

/** Bars that are in sight at first: what comes before them is there for the lines. */
export const IN_SIGHT = 60

export type ChartProps = {
  code: string
  previousClose: PriceYen
  price: PriceYen
  tradeDate: DateJst
  tickTable: TickTable
  limits: { lower: PriceYen; upper: PriceYen }
  own: OwnLines
  events: readonly ChartEvent[]
  kind: 'candles' | 'line'
  interval: Interval
  /** Of the day's line; candles have as many as their studies need. */
  points: number
  schedule: Schedule
  /** The settings are open. */
  isSetting: boolean
  onSet: () => void
  compared: readonly Compared[]
  onCompare: (compared: readonly Compared[]) => void
  /** To another page: nothing of the chart may stand in front of it. */
  onLeave: () => void
  /** The element below the board that its notes stand in. */
  notesIn: HTMLElement | null
  /** To all of the window; null there. */
  onFull: (() => void) | null
}

export type ChartOfProps = ChartProps & {
  settings: ChartSettings
  /** Number of bars before the first in sight that the lines have to know. */
  reach: number
  /** Of bars that are asked for at first. */
  count: number
  onPick: () => void
}
