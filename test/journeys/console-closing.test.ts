import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, say } from './browser.ts'
import { openDesk } from './desk.ts'

describe.skipIf(chromiumPath === undefined)('the close of a day at the console', () => {
  let app: TestApp
  let browser: Browser

  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    await app.enrol('090-7777-2525')
    const tomorrow = addDays(dateJst(app.context.clock.market()), 1)
    await jumpClock(app, timeJst(addDays(tomorrow, 1), 10))
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const isSound = async (page: Page) => expect(await accessibilityProblems(page)).toEqual([])

  it('is read, reckoned again and taken along by an auditor (ja)', async () => {
    const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
    const { page, complaints } = await openDesk(browser, app, 'demo-auditor-1', { path: 'closings' })
    const row = page.getByRole('row').filter({ hasText: ja('closings.console.ties') })
    await row.first().click()
    await page.getByRole('table', { name: ja('closings.paper.class') }).waitFor()
    await page.getByRole('table', { name: ja('closings.paper.moves') }).waitFor()
    await isSound(page)
    await page.getByRole('button', { name: ja('closings.console.again') }).click()
    await page.getByText(ja('closings.console.same', { n: '\u0000' }).split('\u0000')[0]!).waitFor()
    for (const form of ['pdf', 'csv'] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: ja(`closings.console.${form}`), exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^akari-closing-\d{4}-\d\d-\d\d\.(pdf|csv)$/)
      const start = (await readFile(await download.path())).subarray(0, 4).toString('latin1')
      expect(start).toBe(form === 'pdf' ? '%PDF' : '\u00ef\u00bb\u00bf\u00e5')
    }
    expect(complaints).toEqual([])
  })

  it('has figures, each with its definition, chart and list (en)', async () => {
    const en = (key: string, args?: Record<string, string | number>) => say('en', key, args)
    const { page, complaints } = await openDesk(browser, app, 'demo-treasurer-1', {
      path: 'figures',
      locale: 'en',
    })
    await page.getByRole('button', { name: en('closings.console.figure.money.owed') }).click()
    await page.getByText(en('closings.console.means.money.owed')).waitFor()
    await page.getByRole('img', { name: en('closings.console.figure.money.owed') }).waitFor()
    await page.getByRole('button', { name: en('closings.console.lastDays', { n: 90 }) }).click()
    await isSound(page)
    await page.getByRole('link', { name: en('closings.console.list') }).click()
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    // Opening balances and entries of the day make the figure.
    await page.getByText(en('closings.console.behind.same'), { exact: true }).waitFor()
    for (const width of [1024, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      if (process.env.PICTURES !== undefined)
        await page.screenshot({ path: `${process.env.PICTURES}/figure-rows-${width}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await isSound(page)
    expect(complaints).toEqual([])
  })
})
