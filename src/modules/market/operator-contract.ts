import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import {
  DateText,
  Instant,
  IssueCode,
  BasisPointsFigure,
  MsFigure,
  PriceFigure,
  QuantityFigure,
  YenFigure,
} from '#wire/values.ts'
import { DEFECT_KINDS } from '#modules/instruments/model/defects.ts'
import { REPLAY_FAULTS } from '#modules/venue/model/replay-faults.ts'
import { HaltView, QUOTE_STATES } from './contract.ts'

const Maybe = z.nullable(z.number())

/**
 * One issue as the monitor shows it: prices in yen, `spreadBp` of the middle of the best prices, `ageMs` of
 * its newest quote (market time).
 */
export const MonitorRow = z.object({
  code: IssueCode,
  name: z.string(),
  state: z.enum(QUOTE_STATES),
  last: Maybe,
  changeBp: z.nullable(BasisPointsFigure),
  bid: Maybe,
  ask: Maybe,
  spreadBp: z.nullable(BasisPointsFigure),
  volume: QuantityFigure,
  turnover: YenFigure,
  ageMs: z.nullable(MsFigure),
  special: z.nullable(z.object({ side: z.enum(['buy', 'sell']), price: PriceFigure })),
  halt: z.nullable(HaltView),
})
export type MonitorRow = z.output<typeof MonitorRow>

/** The market as those who may stop it see it. `lagMs`: how far the exchange is behind market time. */
export const getMonitor = route({
  name: 'getMonitor',
  method: 'GET',
  path: '/console/market',
  access: 'operator',
  output: z.object({
    feed: z.object({
      kind: z.enum(['sim', 'replay', 'fix']),
      silent: z.boolean(),
      lagMs: z.nullable(MsFigure),
      newestMs: z.nullable(MsFigure),
    }),
    /** Sessions with a venue that is somebody else's; `since` null: it does not stand. */
    sessions: z.array(
      z.object({ name: z.string(), since: z.nullable(Instant), nextIn: z.int(), nextOut: z.int() }),
    ),
    phase: z.string(),
    tradeDate: z.string(),
    marketHalt: z.nullable(HaltView),
    spreadMedianBp: z.nullable(BasisPointsFigure),
    turnover: YenFigure,
    rows: z.array(MonitorRow),
  }),
})

/**
 * The faults in the files of a replay: rows that are not used, by file and line, and days that are played
 * with a fault; the first 200 of each, and the number of all. Null on the simulated market.
 */
export const getReplayFiles = route({
  name: 'getReplayFiles',
  method: 'GET',
  path: '/console/market/files',
  access: 'operator',
  output: z.nullable(
    z.object({
      refusedCount: z.int(),
      /** `kind` with the figures of its sentence; `reason`: the same in English, as the log has it. */
      refused: z.array(
        z.object({
          file: z.enum(['bars', 'listing', 'actions']),
          line: z.int(),
          code: z.string(),
          kind: z.enum(DEFECT_KINDS),
          value: z.string(),
          first: z.string(),
          second: z.string(),
          reason: z.string(),
        }),
      ),
      faultCount: z.int(),
      faults: z.array(z.object({ code: IssueCode, date: DateText, kind: z.enum(REPLAY_FAULTS) })),
    }),
  ),
})
export type ReplayFilesView = NonNullable<z.output<typeof getReplayFiles.output>>
