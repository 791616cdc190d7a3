import { storedList } from '#client/local-storage.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useTopic } from '#client/topics.ts'
import { useWrite, type WriteState } from '#client/use-write.ts'
import { getChart, getDrawings, keepChart, watchlistsTopic } from '#modules/watchlists/contract.ts'
import { FIRST_CHART, readChart, type ChartSettings } from '#modules/watchlists/model/chart.ts'

/** A guest's choice stays on the device. */
const ofGuest = storedList<ChartSettings>({ key: 'chart', most: 1, parse: readChart, same: () => true })

/**
 * Settings of the charts of whoever looks at them; null until they are known. A member's are the same on
 * every device; while they cannot be read, charts are drawn as at first.
 */
export function useChart(): {
  settings: ChartSettings | null
  /** True once they are kept; a failure is toasted. */
  keep(settings: ChartSettings): Promise<boolean>
  state: WriteState
} {
  const { isLogin } = useSession()
  const read = useRead(getChart, {}, { enabled: isLogin, quiet: true, staleTime: 60_000 })
  useTopic(watchlistsTopic, isLogin ? {} : null, readAnew, { onReset: readAnew })
  const [kept = FIRST_CHART] = ofGuest.useEntries()
  const { run, state } = useWrite(keepChart, { refreshes: [getChart] })
  if (!isLogin)
    return {
      settings: kept,
      state,
      keep: async (settings) => {
        ofGuest.add(settings)
        return true
      },
    }
  return {
    settings: read.data === undefined ? (read.error ? FIRST_CHART : null) : readChart(read.data),
    state,
    keep: async ({ studies, scale, figures }) =>
      (await run({ input: { studies: [...studies], scale, figures } })).ok,
  }
}

const readAnew = (): void => {
  refresh(getChart)
  refresh(getDrawings)
}
