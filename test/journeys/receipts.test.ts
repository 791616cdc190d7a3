import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiOf, logIn, must, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing, standing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const CODE = 'S801'

describe.skipIf(chromiumPath === undefined)('receipts and revealed days on the phone', () => {
  const here = opened({ trading: CODE })

  async function sound(page: Page): Promise<void> {
    await standing(page)
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
  }

  it.each([
    ['ja', 0],
    ['fr', 1],
  ] as const)(
    'a fill is run again on the device, from the order and from its fee: %s',
    async (lang, n) => {
      const { page, complaints } = await openPhone(here.browser, lang === 'ja' ? {} : { locale: lang })
      const story = storyOf(page, lang)
      const { account, password } = here.context.members[n]!
      const { api, ...session } = await logIn(here.context.url, account, password)
      await carrySession(page, session)
      const { id } = must(
        await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 100, leverage: 1 }),
      ).data
      await waitFor(
        () => api.get(`/orders/${id}`),
        ({ data }) => data?.filledQuantity === 100,
      )

      await page.goto(`${here.context.url}/#/subPackages/jiaoyi/jiaoyiDetail/jiaoyiDetail?order=${id}`)
      await story.link('orders.receipt.link').last().click()
      await page
        .getByRole('status')
        .filter({ hasText: story.word('orders.receipt.right') })
        .waitFor()
      await page
        .getByText(story.word('orders.receipt.journal.right'), { exact: true })
        .waitFor({ timeout: 30_000 })
      await sound(page)

      await page.goto(`${here.context.url}/#/subPackages/bankAccount/accountLog`)
      await story.link('orders.receipt.link').locator('visible=true').first().click()
      await page
        .getByRole('status')
        .filter({ hasText: story.word('orders.receipt.right') })
        .locator('visible=true')
        .first()
        .waitFor()

      await page.goto(`${here.context.url}/#/subPackages/jiaoyi/receipt`)
      await page
        .getByText(story.word('orders.detail.none'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      expect(complaints).toEqual([])
    },
    90_000,
  )

  it('a day is sealed, and revealed at its close: the device checks that both belong together', async () => {
    const { page, complaints } = await openPhone(here.browser, { locale: 'en' })
    const story = storyOf(page, 'en')
    await page.goto(`${here.context.url}/#/subPackages/trust/days`)
    await page.getByText(story.word('venue.days.state.sealed'), { exact: true }).first().waitFor()
    await sound(page)

    const days = async () =>
      must(await apiOf(here.context.url).get('/market-days')).data.days as {
        tradeDate: string
        seed: string | null
      }[]
    const tradeDate = (await days())
      .filter((day) => day.seed === null)
      .map((day) => day.tradeDate)
      .toSorted()[0]!
    // Two minutes after the closing auction of the day that is on, 05:55 of the next.
    const at = new Date(Date.parse(`${tradeDate}T05:57:00+09:00`) + 86_400_000).toISOString()
    must(await apiOf(here.context.url).post('/dev/clock', { at }))
    await waitFor(days, (found) => found.some((day) => day.tradeDate === tradeDate && day.seed !== null))
    await page.goto(`${here.context.url}/#/subPackages/trust/days?date=${tradeDate}&part=1`)
    await page.reload()
    await page.getByText(story.word('venue.days.check.commitment')).first().waitFor({ timeout: 40_000 })
    expect(await page.getByText(story.word('venue.days.right'), { exact: true }).count()).toBe(3)
    await sound(page)
    const { page: french } = await openPhone(here.browser, { locale: 'fr' })
    await french.goto(`${here.context.url}/#/subPackages/trust/days`)
    await sound(french)
    await french.goto(`${here.context.url}/#/subPackages/trust/days?date=${tradeDate}&part=1`)
    await french
      .getByText(storyOf(french, 'fr').word('venue.days.check.commitment'))
      .first()
      .waitFor({ timeout: 40_000 })
    await sound(french)
    expect(complaints).toEqual([])
  }, 120_000)
})
