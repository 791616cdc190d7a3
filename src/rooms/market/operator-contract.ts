import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { IssueCode } from '#wire/values.ts'
import { HaltView, QUOTE_STATES } from './contract.ts'

const Maybe = z.nullable(z.number())

/** One issue as the monitor shows it: prices in yen, `spreadBp` of the middle of the best prices, `ageMs` of its newest quote (market time). */
export const MonitorRow = z.object({
  code: IssueCode, name: z.string(), state: z.enum(QUOTE_STATES), last: Maybe, changeBp: z.nullable(z.int()), bid: Maybe, ask: Maybe, spreadBp: z.nullable(z.int()),
  volume: z.int(), turnover: z.int(), ageMs: z.nullable(z.int()), special: z.nullable(z.object({ side: z.enum(['buy', 'sell']), price: z.number() })),
  halt: z.nullable(HaltView),
})
export type MonitorRow = z.output<typeof MonitorRow>

/** The market as those who may stop it see it. `lagMs`: how far the exchange is behind market time. */
export const getMonitor = route({
  name: 'getMonitor', method: 'GET', path: '/console/market', access: 'operator',
  output: z.object({
    feed: z.object({ kind: z.enum(['sim', 'replay']), silent: z.boolean(), lagMs: z.nullable(z.int()), newestMs: z.nullable(z.int()) }),
    phase: z.string(), tradeDate: z.string(), marketHalt: z.nullable(HaltView), spreadMedianBp: z.nullable(z.int()), turnover: z.int(), rows: z.array(MonitorRow),
  }),
})
