import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DateJst } from '#kernel/time.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { Evaluation, Panel } from '../model/method.ts'
import { panelUpTo } from './panel.ts'

/** Data learned and measured up to the close of a day. `evaluation` null: too few days. */
export type Measured = {
  readonly day: DateJst
  readonly panel: Panel
  readonly evaluation: Evaluation | null
}
export type Measures = {
  /** The evaluation of a day, without waiting; undefined: not known yet. */
  known(day: DateJst): Evaluation | null | undefined
  /** Learns and measures up to this day, in a thread of its own; once, whoever asks. */
  upTo(day: DateJst): Promise<Measured>
  stop(): Promise<void>
}

/** Evaluations of so many days are kept: signers of a card may be a few days apart. */
const DAYS_KEPT = 8
const MEMORY_MB = 512

export function openMeasures(deps: {
  instruments: InstrumentsPublic
  market: MarketPublic
  lag: number
}): Measures {
  const evaluations = new Map<DateJst, Evaluation | null>()
  const atWork = new Set<Worker>()
  let newest: Promise<Measured> | null = null
  let newestDay = ''

  async function measure(day: DateJst): Promise<Measured> {
    const panel = await panelUpTo(deps, day)
    const worker = new Worker(new URL('./evaluate-worker.ts', import.meta.url), {
      workerData: { panel, lag: deps.lag },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    atWork.add(worker)
    try {
      const [evaluation] = (await once(worker, 'message')) as [Evaluation | null]
      evaluations.set(day, evaluation)
      for (const old of [...evaluations.keys()].slice(0, -DAYS_KEPT)) evaluations.delete(old)
      return { day, panel, evaluation }
    } finally {
      atWork.delete(worker)
      await worker.terminate()
    }
  }
  return {
    known: (day) => evaluations.get(day),
    upTo(day) {
      if (newest !== null && newestDay === day) return newest
      newestDay = day
      const asked = (newest = measure(day))
      // A failure is told to who asked, and tried again by the next.
      asked.catch(() => {
        if (newest === asked) newest = null
      })
      return asked
    },
    async stop() {
      await Promise.all([...atWork].map((worker) => worker.terminate()))
    },
  }
}
