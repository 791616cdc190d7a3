import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { lapseUnlock } from '#server/lapse.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'

describe.skipIf(chromiumPath === undefined)('the phone that was logged in with', () => {
  let app: TestApp
  let browser: Browser
  let code: string
  const at = (url: string) => `http://localhost:${app.port}/${url}`
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp(), openBrowser()])
    ;[code] = (await app.affordable(1)) as [string]
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const tokenOf = async (page: Page) => (await page.evaluate(() => localStorage.getItem('token')))!
  const sound = async (page: Page) =>
    expect([...(await overflowing(page)), ...(await accessibilityProblems(page))]).toEqual([])
  /**
   * `before`: what the member does before this browser logs in; a change of factors would end its session.
   */
  async function member(
    mobile: string,
    lang: 'ja' | 'en' | 'fr',
    before: (token: string) => Promise<unknown> = async () => {},
  ) {
    // Without a device key: what a client of the API does on the side.
    const { token } = await app.enrol(mobile, PASSWORD)
    await before(token)
    const { page, complaints } = await openPhone(browser, { locale: lang === 'ja' ? undefined : lang })
    const story = storyOf(page, lang)
    await page.goto(at(paths.login()))
    await story.logIn(mobile, PASSWORD)
    return { token, page, complaints, story }
  }

  it.each(['ja', 'fr'] as const)(
    'closes a lot after half an hour of rest: it asks for the password, and the closing goes on (%s)',
    async (lang) => {
      const setPassword = (token: string) =>
        app.call('POST', '/api/auth/transaction-password', {
          token,
          body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
        })
      const { token, page, complaints, story } = await member(
        lang === 'ja' ? '090-6969-0001' : '090-6969-0002',
        lang,
        setPassword,
      )
      await app.call('POST', '/api/orders', {
        token,
        body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
      })
      const [{ id }] = (await waitFor(
        async () => (await app.call('GET', '/api/lots?status=open', { token })).data as { id: string }[],
        (lots) => lots.length === 1,
        20_000,
      )) as [{ id: string }]

      await page.goto(at(paths.tradeDetail({ lot: id, act: 'close' })))
      const closing = new RegExp(`^${story.word('orders.way.cashSell')}`)
      const sheet = page.getByRole('dialog', { name: story.word('orders.close.title', { held: 'cash' }) })
      const close = async () => {
        await sheet.getByRole('button', { name: closing }).click()
        await page
          .getByRole('dialog', { name: story.word('orders.close.confirmTitle', { held: 'cash' }) })
          .getByRole('button')
          .last()
          .click()
      }
      await sheet.getByText(story.word('orders.close.estimate'), { exact: true }).waitFor()
      await lapseUnlock(app, await tokenOf(page))
      await close()
      const unlock = page.getByRole('dialog', { name: story.word('identity.unlock.title') })
      const password = unlock.getByLabel(story.word('identity.transaction.title'), { exact: true })
      await password.waitFor()
      await sound(page)
      // Let be, it says why nothing was sent.
      await unlock.getByRole('button', { name: story.word('ui.close'), exact: true }).click()
      await page
        .getByText(story.word('orders.rejection.TRADING_LOCKED'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      expect((await app.call('GET', '/api/lots?status=open', { token })).data).toHaveLength(1)

      await close()
      const send = unlock.getByRole('button', { name: story.word('identity.unlock.submit'), exact: true })
      await send.click()
      await unlock.getByText(story.word('identity.required.transactionPassword'), { exact: true }).waitFor()
      await password.fill('stone-31')
      await send.click()
      await unlock
        .getByText(story.word('identity.rejection.TRANSACTION_PASSWORD_WRONG'), { exact: true })
        .waitFor()
      await sound(page)
      await password.fill(TRANSACTION_PASSWORD)
      await send.click()
      await waitFor(
        async () => (await app.call('GET', '/api/lots?status=closed', { token })).data as unknown[],
        (lots) => lots.length === 1,
        20_000,
      )
      await unlock.waitFor({ state: 'detached' }).catch(() => unlock.waitFor({ state: 'hidden' }))
      expect(complaints).toEqual([])
      await page.context().close()
    },
    60_000,
  )

  it('signs what it sends; with the token alone, another browser moves no money (T08)', async () => {
    const { page, complaints, story } = await member('090-6969-0003', 'en')
    const ticket = at(paths.confirm({ code, side: 'up', type: 'market', quantity: 100, leverage: 1 }))
    const orders = async () =>
      (await app.call('GET', '/api/orders', { token: await tokenOf(page) })).data as unknown[]

    const thief = await openPhone(browser, { locale: 'en' })
    const stolen = {
      token: await tokenOf(page),
      userId: (await page.evaluate(() => localStorage.getItem('userId')))!,
    }
    await thief.page.addInitScript((session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
    }, stolen)
    const theirs = storyOf(thief.page, 'en')
    await thief.page.goto(ticket)
    await theirs.button('orders.confirm.submitUp').click()
    await thief.page
      .getByText(theirs.word('server.rejection.SIGNATURE_NEEDED'), { exact: true })
      .first()
      .waitFor()
    expect(await orders()).toEqual([])
    await thief.page.context().close()

    await page.goto(ticket)
    await story.button('orders.confirm.submitUp').click()
    await story.heading('orders.result.title').waitFor()
    expect(await orders()).toHaveLength(1)
    // The key outlives the page: it is the browser's, not the page's.
    await page.reload()
    await page.goto(at(paths.devices()))
    await page.getByText(story.word('identity.devices.key.session'), { exact: true }).waitFor()
    await page.getByText(story.word('identity.devices.key.none'), { exact: true }).waitFor()
    await sound(page)
    await page.goto(ticket)
    await story.send()
    await story.heading('orders.result.title').waitFor()
    expect(await orders()).toHaveLength(2)
    expect(complaints).toEqual([])
    await page.context().close()
  }, 60_000)
})
