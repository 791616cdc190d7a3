import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { apiOf, until } from '../house/api.ts'
import { removeDir, startHouse, type RunningHouse } from '../house/start.ts'
import { openBrowser } from './browser.ts'

/** A house of this file's own and a browser, from its first test to its last. `trading`: an issue that can be bought by then. */
export function opened({ trading, env = {} }: { trading?: string; env?: Record<string, string> } = {}): { readonly house: RunningHouse; readonly browser: Browser } {
  const here = {} as { house: RunningHouse; browser: Browser }
  beforeAll(async () => {
    ;[here.house, here.browser] = await Promise.all([startHouse({ env }), openBrowser()])
    if (trading === undefined) return
    await until(() => apiOf(here.house.url).get(`/stocks/${trading}`), ({ data }) => data?.quote?.state === 'trading' && data.quote.ask !== null, 60_000)
  })
  afterAll(async () => {
    await here.browser?.close()
    await here.house?.stop()
    if (here.house) await removeDir(here.house.dataDir)
  })
  return here
}
