import { setImmediate as nextTurn } from 'node:timers/promises'
import { yenOf } from '#kernel/price.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { SourcedBar } from '../model/interval.ts'
import { indexValue, type MarketIndex } from '../model/market-index.ts'
import { SPARK_STEPS, sparkOf } from '../model/spark.ts'
import type { Quotes } from './quotes.ts'

export type Sparks = {
  /** Today's prices of an issue in yen, at about 30 equal steps. */
  of(code: string): number[]
  /** Today's points × 100 of an index at the same steps; none before `warm` is through. */
  ofIndex(index: MarketIndex): number[]
  /** Computes what today's small charts need, issue by issue, letting others work in between. */
  warm(): Promise<void>
}

type Deps = {
  instruments: InstrumentsPublic
  quotes: Pick<Quotes, 'get'>
  today: (instrument: Instrument) => readonly SourcedBar[]
  openedAt: () => Ms
  now: () => Ms
  monotonic: () => Ms
  /** Shares of now for one of the beginning: indices hold as many more as a split has made. */
  sharesNow: (code: string) => number
}

const KEPT_MS = 10 * SECOND

/** The small charts of rows and indices. */
export function keepSparks({
  instruments,
  quotes,
  today,
  openedAt,
  now,
  monotonic,
  sharesNow,
}: Deps): Sparks {
  let isWarm = false
  const of = kept(monotonic, KEPT_MS, (code: string) => {
    const instrument = instruments.get(code)
    return instrument ? sparkOf(today(instrument), openedAt(), now()).map(yenOf) : []
  })

  /** Each issue at its last price of the step, before its first trade at its base. */
  function indexSteps(index: MarketIndex): number[] {
    const steps = new Map<string, readonly number[]>()
    for (const code of index.shares.keys()) steps.set(code, of(code))
    const length = Math.min(Math.max(0, ...[...steps.values()].map((one) => one.length)), SPARK_STEPS)
    return Array.from({ length }, (_, step) =>
      indexValue(index, (code) => {
        const points = steps.get(code)!
        const point = points[step - (length - points.length)]
        const tenths = point === undefined ? quotes.get(code)?.baseTenths : point * 10
        return tenths === undefined ? null : tenths * sharesNow(code)
      }),
    )
  }
  const ofWarmIndex = kept(monotonic, KEPT_MS, indexSteps)

  return {
    of,
    ofIndex: (index) => (isWarm ? ofWarmIndex(index) : []),
    async warm() {
      for (const instrument of instruments.all()) {
        today(instrument)
        await nextTurn()
      }
      isWarm = true
    },
  }
}

/** Remembers what a function answered for each argument for a while of machine time. */
export function kept<K, T>(monotonic: () => Ms, forMs: Ms, compute: (argument: K) => T): (argument: K) => T {
  const answers = new Map<K, { at: Ms; value: T }>()
  return (argument) => {
    const known = answers.get(argument)
    if (known && monotonic() - known.at < forMs) return known.value
    const value = compute(argument)
    answers.set(argument, { at: monotonic(), value })
    return value
  }
}
