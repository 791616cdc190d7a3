import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { logIn } from '../app/api.ts'
import { removeDir, startServer, type RunningServer } from '../app/start.ts'
import { chromiumPath, openBrowser, openPhone } from './browser.ts'

declare global {
  /** In the page: the addresses that were asked for before its code was there. */
  var askedFirst: string[]
}

/** Notes what `early.js` asks for, before any of it is taken. */
const noteAsked = () => {
  let asked: Map<string, unknown> | undefined
  globalThis.askedFirst = []
  Object.defineProperty(globalThis, 'akariAsked', {
    get: () => asked,
    set(cache: Map<string, unknown>) {
      asked = cache
      globalThis.askedFirst = [...cache.keys()]
    },
  })
}

describe.skipIf(chromiumPath === undefined)(
  'what a page waits for is asked while its code is on its way',
  () => {
    let app: RunningServer
    let browser: Browser
    let page: Page
    let session: Awaited<ReturnType<typeof logIn>>
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([startServer(), openBrowser()])
      session = await logIn(app.url, app.members[0]!.account, app.members[0]!.password)
      ;({ page } = await openPhone(browser, { locale: 'fr' }))
      await page.addInitScript(noteAsked)
    })
    afterAll(async () => {
      await browser?.close()
      await app?.stop()
      if (app) await removeDir(app.dataDir)
    })

    const open = async (url: string) => {
      await page.goto('about:blank')
      await page.goto(`${app.url}/${url}`)
      return page.evaluate(() => globalThis.askedFirst)
    }
    const enter = (token: string, userId: string) =>
      page.evaluate(
        ([key, id]) => {
          localStorage.setItem('token', key!)
          localStorage.setItem('userId', id!)
        },
        [token, userId],
      )

    it.each<[who: 'a member' | 'a guest', what: string, url: string, asked: readonly string[]]>([
      ['a member', 'home', paths.home(), ['/account', '/lots', '/health', '/index/getUserInfo', '/home']],
      ['a member', 'market', paths.market(), ['/market', '/stocks', '/health']],
      [
        'a member',
        'stock',
        paths.stock({ code: 'S801' }),
        [
          '/stocks/S801',
          '/stocks/S801/bars',
          '/stocks/S801/depth',
          '/account',
          '/lots',
          '/health',
          '/watchlists',
          '/chart',
        ],
      ],
      ['a member', 'trade', paths.trade(), ['/account', '/lots', '/health', '/orders']],
      ['a member', 'user', paths.user(), ['/account', '/lots', '/health', '/index/getUserInfo', '/level']],
      ['a guest', 'home', paths.home(), ['/home']],
      ['a guest', 'trade', paths.trade(), []],
    ])('%s, %s: and taken by the page', async (who, _, url, expected) => {
      await page.goto(`${app.url}/icon-192.png`)
      await enter(...(who === 'a member' ? ([session.token, session.userId] as const) : (['', ''] as const)))
      const asked = await open(url)
      expect(asked.map((address) => new URL(address, app.url).pathname.slice('/api'.length))).toEqual(
        expected,
      )
      expect(asked.every((address) => new URL(address, app.url).searchParams.get('lang') === 'fr')).toBe(true)
      // Worded otherwise by the page than by the table, an answer would stay, and the page ask again.
      await page.waitForFunction(() => globalThis.akariAsked!.size === 0)
    })
  },
)
