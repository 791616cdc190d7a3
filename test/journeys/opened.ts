import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '../app/api.ts'
import { openBrowser } from './browser.ts'

/** The facts that a journey knows of the server that it looks at. `members`: the demo setting's. */
export type ObservedApp = {
  url: string
  invitationCode: string
  members: readonly { account: string; password: string }[]
}

/** The app as a browser sees it. */
export function seen({ port, modules }: Pick<TestApp, 'port' | 'modules'>): ObservedApp {
  const { invitationCode, members } = modules.identity.demo!
  return {
    url: `http://localhost:${port}`,
    invitationCode,
    members: members.map(({ mobile, password }) => ({ account: mobile, password })),
  }
}

/**
 * A server of this file's own and a browser, from its first test to its last. The server is in this process,
 * whose code is read and compiled already (docs/testing.md): one in its own costs more to start than most
 * journeys take. `trading`: an issue that can be bought by then.
 */
export function opened({ trading, env = {} }: { trading?: string; env?: Record<string, string> } = {}): {
  readonly context: ObservedApp
  readonly browser: Browser
} {
  const here = {} as { context: ObservedApp; browser: Browser }
  beforeAll(async () => {
    const [app, browser] = await Promise.all([startTestApp({ env }), openBrowser()])
    Object.assign(here, { context: seen(app), browser })
    if (trading === undefined) return
    await waitFor(
      () => app.call('GET', `/api/stocks/${trading}`),
      ({ data }) => data?.quote?.state === 'trading' && data.quote.ask !== null,
      60_000,
    )
  })
  afterAll(() => here.browser?.close())
  return here
}
