import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { must, registerMember } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing, standing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

/** Folder for pictures to look at. */
const PICTURES = process.env['PICTURES']
const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
] as const
async function pictures(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await standing(page)
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}-${size.width}.png` })
    expect(await overflowing(page), `${name} ${size.width}`).toEqual([])
  }
}

const CODE = 'S801'
const PASSWORD = 'river-55'

/** A finger on the middle of an element: down, along, up. */
async function drag(page: Page, on: Locator, dy: number, holdMs = 0): Promise<void> {
  const box = (await on.boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = at.y) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at.x, y }] })
  await touch('touchStart')
  for (let step = 1; step <= 4; step++) await touch('touchMove', at.y + (dy * step) / 4)
  if (holdMs > 0) await page.waitForTimeout(holdMs)
  await touch('touchEnd')
  await cdp.detach()
}

describe.skipIf(chromiumPath === undefined)('one-tap orders on the board', () => {
  const here = opened({ trading: CODE })
  const at = (path: string) => `${here.context.url}/#/subPackages/${path}`

  async function trader(lang: Lang) {
    const member = await registerMember(here.context.url, here.context.invitationCode)
    must(
      await member.api.post('/auth/transaction-password', {
        newPassword: PASSWORD,
        confirmPassword: PASSWORD,
      }),
    )
    const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
    await carrySession(page, member)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/orders')) sent.push(request.url())
    })
    return { page, complaints, api: member.api, sent, ...storyOf(page, lang) }
  }

  it.each(['ja', 'fr'] as const)(
    'switched on by the member’s word, a still tap sends one order, shows it, takes it back; the lock ends it (%s)',
    async (lang) => {
      const { page, complaints, word, sent, api } = await trader(lang)
      const button = (key: string) => page.getByRole('button', { name: word(key), exact: true })
      await page.goto(at('order/oneTap'))
      await button('orders.oneTap.switchOn').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `one-tap-off-${lang}`)
      await page.getByRole('switch', { name: word('orders.oneTap.kind.market'), exact: true }).check()
      await button('orders.oneTap.switchOn').click()
      await page.getByText(word('identity.required.transactionPassword'), { exact: true }).waitFor()
      await page.getByLabel(word('identity.transaction.title'), { exact: true }).fill(PASSWORD)
      await button('orders.oneTap.switchOn').click()
      await button('orders.oneTap.change').waitFor()
      await pictures(page, `one-tap-on-${lang}`)

      await page.goto(at(`index/placeOrder/placeOrder?code=${CODE}`))
      const armed = page.getByRole('region', { name: word('orders.oneTap.title'), exact: true })
      const board = armed.getByRole('list', { name: word('orders.ticket.board'), exact: true })
      await board.waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `one-tap-armed-${lang}`)
      const lines = page.getByRole('list', { name: word('orders.oneTap.lines'), exact: true })
      const line = lines.getByRole('listitem')
      const bid = board.getByRole('listitem').nth(4).getByRole('button').last()

      // A scroll, a drag and a long press send nothing.
      await drag(page, bid, -60)
      await drag(page, bid, 14)
      await drag(page, bid, 0, 500)
      await page.waitForTimeout(300)
      expect([sent, await line.count()]).toEqual([[], 0])

      // A still tap does, and two at once are one.
      const tap = async () => {
        await standing(page)
        await bid.scrollIntoViewIfNeeded()
        const box = (await bid.boundingBox())!
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        await page.touchscreen.tap(x, y)
        await page.touchscreen.tap(x, y)
      }
      await tap()
      await line.first().waitFor()
      const cancel = lines.getByRole('button', { name: word('orders.oneTap.cancel'), exact: true })
      await cancel.first().waitFor()
      expect([sent.length, await line.count()]).toEqual([1, 1])
      await pictures(page, `one-tap-sent-${lang}`)
      await cancel.first().click()
      await line.first().getByText(word('orders.status.cancelled')).waitFor()
      expect(must(await api.get<object[]>('/orders')).data.length).toBe(1)

      // One Tab stop; arrow keys move in the board, and Enter sends what has the focus.
      const stops = () => board.locator('button[tabindex="0"]').count()
      expect(await stops()).toBe(1)
      await board.locator('button[tabindex="0"]').focus()
      await page.keyboard.press('Home')
      for (let row = 0; row < 4; row++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowRight')
      expect(await bid.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await stops()).toBe(1)
      const before = sent.length
      await page.keyboard.press('Enter')
      await expect.poll(() => line.count()).toBe(2)
      await cancel.first().waitFor()
      expect(sent.length).toBe(before + 1)

      // An answer that is lost: the outcome is asked for by key, and there is no second order.
      await page.route(/\/api\/orders\/one-tap/, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await page.waitForTimeout(450)
      await tap()
      await expect.poll(() => line.count(), { timeout: 20_000 }).toBe(3)
      await expect.poll(() => cancel.count(), { timeout: 20_000 }).toBe(2)
      await page.unroute(/\/api\/orders\/one-tap/)
      expect(must(await api.get<object[]>('/orders')).data.length).toBe(3)

      // The lock stands on the board; locked, a price is again the limit of the ticket.
      await button('orders.oneTap.lock').click()
      await page.getByText(word('orders.oneTap.stripLocked'), { exact: true }).waitFor()
      await pictures(page, `one-tap-locked-${lang}`)
      const plain = page.getByRole('list', { name: word('orders.ticket.board'), exact: true })
      const all = sent.length
      await plain.getByRole('listitem').nth(1).getByRole('button').first().tap()
      await page.getByRole('spinbutton', { name: word('orders.ticket.price'), exact: true }).waitFor()
      expect(sent.length).toBe(all)
      expect(complaints.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
      await page.context().close()
    },
  )
})
