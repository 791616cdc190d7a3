import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import { indexCloses, type IndexClose } from '../model/index-closes.ts'
import type { DayBar, DayInterval } from '../model/interval.ts'
import { marketIndices, type IndexId } from '../model/market-index.ts'
import type { PastBars } from './past.ts'

type Deps = {
  instruments: Pick<InstrumentsPublic, 'all'>
  firstPrice: PastBars['firstPrice']
  /** Whole days and the one that is on. */
  dailyBars: (code: string) => Promise<readonly DayBar[]>
  /** Shares of now for one of the beginning. */
  sharesNow: (code: string) => number
}

const AT_ONCE = 16

export type ReadIndexCloses = (id: IndexId, interval: DayInterval, limit: number) => Promise<IndexClose[]>

/** Closes of the indices, by the baskets whose values the market's overview shows. */
export function readIndexCloses({ instruments, firstPrice, dailyBars, sharesNow }: Deps): ReadIndexCloses {
  const indices = marketIndices(instruments.all(), firstPrice)
  return async (id, interval, limit) => {
    const index = indices.find((one) => one.id === id)!
    const days = new Map<string, readonly DayBar[]>()
    for (const [nth, code] of [...index.shares.keys()].entries()) {
      days.set(code, await dailyBars(code))
      // The days of each issue may have to be read: others work in between.
      if (nth % AT_ONCE === AT_ONCE - 1) await nextTurn()
    }
    return indexCloses(index, { daysOf: (code) => days.get(code)!, sharesNow, interval, limit })
  }
}
