import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { freshMobile, waitFor } from '../app/api.ts'
import { chromiumPath, openBrowser, overflowing, say } from './browser.ts'
import { openDesk } from './desk.ts'

/** Half-written texts of the console: a reload, another machine and another operator come in between. */
describe.skipIf(chromiumPath === undefined)('what an operator has typed and not sent', () => {
  let app: TestApp
  let browser: Browser
  let memberId: string
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    memberId = (await app.enrol(freshMobile())).userId
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  it.each(['ja', 'en'] as const)(
    'outlasts a reload and is there on another machine, for them alone, until it is sent (%s)',
    async (lang) => {
      const word = (key: string, args?: Record<string, string>) => say(lang, key, args)
      const locale = lang === 'ja' ? 'jp' : lang
      const words = lang === 'ja' ? '住所変更の書類を待っている' : 'Waiting for the change of address'
      const path = `members/${memberId}?part=notes`
      const open = (operatorId: string) => openDesk(browser, app, operatorId, { path, locale })
      const field = (page: Page) => page.getByRole('textbox', { name: word('audit.console.note.write') })
      const isIn = (page: Page, text: string) =>
        waitFor(
          () => field(page).inputValue(),
          (value) => value === text,
        )

      const { page } = await open('demo-support-1')
      await field(page).pressSequentially(words)
      // At once, before the server has it.
      await page.reload()
      await isIn(page, words)
      await field(page).press('End')
      await field(page).pressSequentially('。')
      expect(await overflowing(page)).toEqual([])
      await page.waitForResponse((response) => response.url().includes('/auth/drafts/'))

      const second = await open('demo-support-1')
      await isIn(second.page, `${words}。`)
      const other = await open('demo-support-2')
      await field(other.page).waitFor()
      await isIn(other.page, '')
      await second.page.getByRole('button', { name: word('audit.console.note.save') }).click()
      await second.page.getByText(`${words}。`, { exact: true }).first().waitFor()
      await isIn(second.page, '')
      await second.page.reload()
      await isIn(second.page, '')
      for (const each of [page, second.page, other.page]) await each.context().close()
    },
  )

  it('stands in the editor of a notice in each language', async () => {
    const { page } = await openDesk(browser, app, 'demo-support-1', { path: 'news/write/notice' })
    const title = () => page.getByRole('textbox', { name: say('ja', 'news.console.headline') }).first()
    await title().fill('メンテナンスのお知らせ')
    await page.reload()
    const kept = () => title().inputValue()
    expect(await waitFor(kept, (value) => value !== '')).toBe('メンテナンスのお知らせ')
    await page.context().close()
  })
})
