import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { apiOf, logIn, waitFor } from '../app/api.ts'
import { chromiumPath, openPhone } from './browser.ts'
import { opened } from './opened.ts'

/**
 * Answers that come a while after the page: what stands there meanwhile must leave room for them, or what is
 * read moves away under the eye.
 */
const ANSWERS_AFTER_MS = 400
/** Lighthouse finds nothing wrong with a tenth; what is left here are figures that grow by a digit. */
const AT_MOST = 0.01

declare global {
  /** In the page: how much has moved since it was opened. */
  var shifted: number
}

const watchShifts = () => {
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) globalThis.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

describe.skipIf(chromiumPath === undefined)('a page that loads stays where it is', () => {
  const here = opened()
  let page: Page
  beforeAll(async () => {
    const { context: app, browser } = here
    const { token, userId } = await logIn(app.url, app.members[0]!.account, app.members[0]!.password)
    const api = apiOf(app.url).as(token)
    // A leveraged holding: the account then has a margin gauge, which one without has not.
    const rows = await waitFor(
      async () =>
        (
          (await api.get('/stocks?sort=turnover&limit=50')).data as {
            code: string
            quote: { ask: number | null; state: string }
          }[]
        ).filter(({ quote }) => quote.state === 'trading' && quote.ask !== null && quote.ask < 5_000),
      (found) => found.length > 0,
    )
    expect(
      (
        await api.post('/orders', {
          code: rows[0]!.code,
          side: 'up',
          type: 'market',
          quantity: 100,
          leverage: 2,
        })
      ).code,
    ).toBe(1)
    await waitFor(
      async () => (await api.get('/lots?status=open')).data as unknown[],
      (found) => found.length > 0,
    )
    ;({ page } = await openPhone(browser, { locale: 'ja' }))
    await page.goto(`${app.url}/icon-192.png`)
    await page.evaluate(
      ([key, id]) => {
        localStorage.setItem('token', key!)
        localStorage.setItem('userId', id!)
      },
      [token, userId],
    )
    await page.addInitScript(watchShifts)
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ANSWERS_AFTER_MS))
      await route.continue().catch(() => {})
    })
  })

  const pages: [what: string, url: string, arrived: (shown: Page) => Promise<unknown>][] = [
    [
      'trade',
      paths.trade(),
      (shown) => shown.locator('a[href*="jiaoyiDetail"]').locator('visible=true').first().waitFor(),
    ],
    [
      'user',
      paths.user(),
      (shown) => shown.locator('a[href*="logout"]').locator('visible=true').first().waitFor(),
    ],
    [
      'reports',
      paths.reports(),
      (shown) =>
        shown
          .getByRole('button', { name: /CSV|保存/ })
          .locator('visible=true')
          .first()
          .waitFor(),
    ],
  ]
  it.each(pages)('%s', async (_, url, arrived) => {
    await page.goto('about:blank')
    await page.goto(`${here.context.url}/${url}`)
    await arrived(page)
    // The last thing to come is drawn.
    await page.waitForLoadState('networkidle').catch(() => {})
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await page.evaluate(() => globalThis.shifted)).toBeLessThan(AT_MOST)
  })
})
