import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiOf, freshMobile, logIn, must } from '../app/api.ts'
import { carrySession, chromiumPath, openPhone } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'
/** An order of somebody whose identity is not yet verified; the last price may rise by then. */
const TRIAL_YEN = 900_000

/** Presses of a finger on the page from now on, as the browser sees them. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as Window & { taps?: number }
    counted.taps = 0
    addEventListener('click', ({ isTrusted }) => isTrusted && counted.taps!++, { capture: true })
  })
  return () => page.evaluate(() => (window as Window & { taps?: number }).taps!)
}

describe.skipIf(chromiumPath === undefined)('taps from home to the first fill', () => {
  const here = opened({ trading: 'S214' })

  /** The first issue of home's list of which one unit is worth at most so much, and its purchase. */
  async function toTicket(page: Page, story: ReturnType<typeof storyOf>, mostYen: number): Promise<void> {
    await story.tab('mobile.tab.home').waitFor()
    const issues = page
      .getByRole('link')
      .filter({ hasText: /S\d{3}/ })
      .locator('visible=true')
    await issues.first().waitFor()
    const codes = (await issues.allInnerTexts()).map((text) => /S\d{3}/.exec(text)![0])
    const { data } = must(await apiOf(here.context.url).get(`/stocks?codes=${codes.join()}`))
    const lasts = codes.map(
      (code) => data.find((stock: { code: string }) => stock.code === code)?.quote.last ?? Infinity,
    )
    await issues.nth(lasts.findIndex((last: number) => last * 100 <= mostYen)).tap()
    await story.act('buy').tap()
  }
  async function toFill(page: Page, story: ReturnType<typeof storyOf>): Promise<void> {
    await story.heading('orders.ticket.title').waitFor()
    await page
      .getByRole('button', {
        name: story
          .word('orders.ticket.next', { side: story.word('orders.way.cashBuy'), quantity: '100' })
          .trim(),
      })
      .tap()
    await story.button('orders.confirm.submitUp').tap()
    await page.getByText(story.word('orders.result.holding'), { exact: true }).waitFor()
  }

  it('are at most four for a member who is logged in', async () => {
    const { page } = await openPhone(here.browser)
    const story = storyOf(page, 'ja')
    const [member] = here.context.members
    const { api: _, ...session } = await logIn(here.context.url, member!.account, member!.password)
    await carrySession(page, session)
    await page.goto(here.context.url)
    await story.tab('mobile.tab.home').waitFor()
    const taps = await countTaps(page)
    await toTicket(page, story, 1_000_000)
    await toFill(page, story)
    expect(await taps()).toBeLessThanOrEqual(4)
    await page.context().close()
  })

  it('are at most thirteen for somebody who registers on the way, fields included', async () => {
    const { page } = await openPhone(here.browser)
    const story = storyOf(page, 'ja')
    await story.start(here.context.url)
    const taps = await countTaps(page)
    await toTicket(page, story, TRIAL_YEN)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: story.word('ui.guest.register') })
      .tap()
    const type = async (label: string, text: string) => {
      await page.getByLabel(story.word(label), { exact: true }).tap()
      await page.keyboard.type(text)
    }
    await type('identity.register.mobile', freshMobile())
    await story.button('identity.register.sendCode').tap()
    await story.button('identity.register.inbox').tap()
    const use = story.word('identity.register.inboxUse', { code: '\u0000' }).replace('\u0000', '\\d{6}')
    await page
      .getByRole('button', { name: new RegExp(use) })
      .first()
      .tap()
    await type('identity.register.password', PASSWORD)
    await type('identity.register.confirmPassword', PASSWORD)
    await type('identity.register.invitationCode', here.context.invitationCode)
    await story.button('identity.register.submit').tap()
    await toFill(page, story)
    expect(await taps()).toBeLessThanOrEqual(13)
    await page.context().close()
  })
})
