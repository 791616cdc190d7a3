import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIdentity, apiOf, must, waitFor } from '../app/api.ts'
import { removeDir, startServer, type RunningServer } from '../app/start.ts'
import { chromiumPath, openBrowser, openPhone } from './browser.ts'
import { storyOf } from './story.ts'

const dataDir = process.env['MARKET_DATA_DIR']
const file = (start: string) =>
  join(
    dataDir!,
    readdirSync(dataDir!).find((name) => name.startsWith(start))!,
  )

/**
 * The Friday before the worst Monday: both are lived through by the demo clock's faster cousin, the replay's
 * speed.
 */
describe.skipIf(dataDir === undefined || chromiumPath === undefined)(
  'the same journey on real days (MARKET_DATA_DIR)',
  () => {
    let app: RunningServer
    let browser: Browser
    /** The issue that the member trades: their own order may move its price a tick beyond the real bar. */
    let traded = ''
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([
        startServer({
          env: {
            MARKET: 'replay',
            REPLAY_FILE: file('tse_daily_raw_'),
            REPLAY_LISTING: file('tse_listed_'),
            REPLAY_FROM: '2024-08-05',
            REPLAY_SPEED: '60',
          },
        }),
        openBrowser(),
      ])
      await waitFor(
        () => apiOf(app.url).get('/stocks?sort=turnover&limit=5'),
        (answer) => answer.data?.[0]?.quote?.state === 'trading' && answer.data[0].quote.ask !== null,
        90_000,
      )
    })
    afterAll(async () => {
      await browser?.close()
      await app?.stop()
      if (app) await removeDir(app.dataDir)
    })

    it('buys a real issue on 5 August 2024 at 2×, sees the replayed date, closes it, and every yen is accounted for', async () => {
      const stock = must(await apiOf(app.url, '', 'jp').get('/stocks?sort=turnover&limit=1')).data[0] as {
        code: string
        name: string
        quote: { tradeDate: string }
      }
      traded = stock.code
      expect(stock.quote.tradeDate).toBe('2024-08-05')
      const { page, complaints } = await openPhone(browser)
      const story = storyOf(page, 'ja')
      const member = app.members[0]!
      await page.goto(`${app.url}/#/subPackages/login/login`)
      await story.logIn(member.account, member.password)
      await page
        .getByText(/2024.*8.*5/)
        .locator('visible=true')
        .first()
        .waitFor()
      await story.findStock(stock.code, stock.code)
      await story.act('buy').click()
      await story.order('up', 2)
      await story.closeFirst(stock.code, 'closeLong')
      const identity = await accountIdentity(
        apiOf(app.url, (await page.evaluate(() => localStorage.getItem('token')))!),
      )
      expect(identity.log).toBe(identity.balances)
      expect(complaints).toEqual([])
      await page.context().close()
    })

    it('the day goes on at its speed, inside the real bar of the day', async () => {
      const api = apiOf(app.url)
      const before = must(await api.get('/health')).data.marketTime
      const after = await waitFor(
        () => api.get('/health'),
        (answer) => Date.parse(answer.data.marketTime) - Date.parse(before) > 120_000,
        20_000,
      )
      expect(after.data.market).toBe('replay')
      const rows = must(await api.get('/stocks?sort=turnover&limit=50')).data as {
        code: string
        quote: { high: number | null; low: number | null; tradeDate: string }
      }[]
      for (const { code, quote } of rows) {
        const real = realBar(code, quote.tradeDate)
        if (code === traded || quote.high === null || quote.low === null) continue
        expect(quote.high, `${code} high`).toBeLessThanOrEqual(real.high)
        expect(quote.low, `${code} low`).toBeGreaterThanOrEqual(real.low)
      }
      const bars = must(await api.get(`/stocks/${rows[0]!.code}/bars?interval=1m&limit=5`)).data as {
        source: string
      }[]
      expect(new Set(bars.map((bar) => bar.source))).toEqual(new Set(['interpolated']))
    })
  },
)

let text = ''
/** The day's bar as it stands in the file: code, date, open, high, low, close, volume. */
function realBar(code: string, date: string): { high: number; low: number } {
  text ||= gunzipSync(readFileSync(file('tse_daily_raw_'))).toString()
  const [, high, low] = new RegExp(`^${code},${date},[^,]+,([^,]+),([^,]+),`, 'm').exec(text) ?? []
  return { high: Number(high), low: Number(low) }
}
