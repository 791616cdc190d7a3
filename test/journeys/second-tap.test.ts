import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { must, registerMember, waitFor } from '../app/api.ts'
import { carrySession, chromiumPath, openPhone, standing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const CODE = 'S801'
const PASSWORD = 'river-55'
const GAPS_MS = [60, 250, 600, 900]
/** Later than that, a tap is no second one any more: a slow machine tries again. */
const LATEST_MS = 1_100
const TRIES = 4

type Finger = 'touch' | 'mouse'
/** Taps at one place, whatever stands there by then; the most ms between two, as the page saw it. */
async function again(
  page: Page,
  finger: Finger,
  at: { x: number; y: number },
  gapMs: number,
  taps = 2,
): Promise<number> {
  await page.evaluate(() => {
    const downs: number[] = []
    Object.assign(globalThis, { downs })
    addEventListener('pointerdown', ({ timeStamp }) => downs.push(timeStamp), true)
  })
  const tap = () => (finger === 'touch' ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y))
  const done: Promise<void>[] = []
  for (let n = 0; n < taps; n++) {
    if (n > 0) await page.waitForTimeout(gapMs)
    done.push(tap())
  }
  await Promise.all(done)
  return page.evaluate((count) => {
    const { downs } = globalThis as typeof globalThis & { downs: number[] }
    const last = downs.slice(-count)
    return Math.max(...last.slice(1).map((at, n) => at - last[n]!))
  }, taps)
}

describe.skipIf(chromiumPath === undefined)(
  'what has come under a finger takes no press that began before',
  () => {
    const here = opened({ trading: CODE })
    const at = (path: string) => `${here.context.url}/#/subPackages/${path}`
    const ticket = () => at(`index/placeOrder/placeOrder?code=${CODE}`)

    async function trader() {
      const member = await registerMember(here.context.url, here.context.invitationCode)
      const { page, complaints } = await openPhone(here.browser, { settles: true })
      await carrySession(page, member)
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/api/orders')) sent.push(request.url())
      })
      return { page, complaints, api: member.api, sent, ...storyOf(page, 'ja') }
    }

    it('taps that go on over the way to the confirmation send nothing, at any pace; a press of its own does, once', async () => {
      const { page, complaints, sent, word, button } = await trader()
      await page.goto(ticket())
      const next = page.getByRole('button', { name: /確認画面へ/ })
      const send = button('orders.confirm.submitUp')
      const result = page.getByRole('heading', { name: word('orders.result.title'), level: 1 })
      for (const finger of ['touch', 'mouse'] as const)
        for (const gapMs of GAPS_MS)
          for (let tries = 0; ; tries++) {
            await next.click({ trial: true })
            await standing(page)
            const box = (await next.boundingBox())!
            // On its right half, where the act of the confirmation will stand.
            const point = { x: box.x + box.width * 0.75, y: box.y + box.height / 2 }
            const before = sent.length
            const gap = await again(page, finger, point, gapMs, 4)
            // Taps of a machine that is that slow are taps of their own: the order is sent.
            await send.or(result).first().waitFor()
            await page.waitForTimeout(100)
            if (gap <= LATEST_MS) {
              expect(sent.length - before, `${finger}, ${gapMs} ms (${gap} ms)`).toBe(0)
              await page.goBack()
              break
            }
            if (tries === TRIES) break
            await page.goto(at('order/oneTap'))
            await page.goto(ticket())
          }
      // An Enter that is held is not a second one; one of its own is at once.
      const sentSlowly = sent.length
      await next.focus()
      await page.keyboard.down('Enter')
      await send.waitFor()
      await send.focus()
      await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      await page.waitForTimeout(100)
      expect(sent.length - sentSlowly).toBe(0)
      await page.goBack()
      await next.waitFor()
      await page.goForward()
      await send.waitFor()
      // The way to the acts is opened by an Enter too: who goes on by Tab has chosen what comes next.
      await page.locator('.skip').locator('visible=true').last().focus()
      for (const key of ['Enter', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
      // The same that a slow machine sent before is asked about.
      if (sentSlowly > 0) await button('ui.ok').click()
      await result.waitFor()
      expect(sent.length - sentSlowly).toBe(1)

      // A press of its own, when it has settled, sends; two of them at once are one.
      await page.goto(at('index/placeOrder/placeOrder?code=S801&quantity=200'))
      await next.tap()
      await send.dblclick()
      await result.waitFor()
      expect(sent.length - sentSlowly).toBe(2)
      expect(complaints).toEqual([])
      await page.context().close()
    })

    it('a second tap on the board of a stock sends nothing through the one-tap board that has come', async () => {
      const { page, sent, word, button, api } = await trader()
      must(await api.post('/auth/transaction-password', { newPassword: PASSWORD, confirmPassword: PASSWORD }))
      await page.goto(at('order/oneTap'))
      await button('orders.oneTap.switchOn').click()
      await page.getByLabel(word('identity.transaction.title'), { exact: true }).fill(PASSWORD)
      await button('orders.oneTap.switchOn').click()
      await button('orders.oneTap.change').waitFor()
      const board = page
        .getByRole('region', { name: word('orders.oneTap.title'), exact: true })
        .getByRole('list', { name: word('orders.ticket.board'), exact: true })
      await page.goto(ticket())
      await board.waitFor()
      await standing(page)
      const box = (await board.boundingBox())!
      const before = sent.length
      const cell = { x: box.x + box.width * 0.75, y: box.y + box.height / 2 }
      for (const finger of ['touch', 'mouse'] as const)
        for (const gapMs of GAPS_MS) {
          // A link at the very place at which the board will stand.
          await page.goto(at('index/gupiaoDetail/gupiaoDetail?code=S801'))
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await page.evaluate(
            ([to, x, y]) => {
              const link = Object.assign(document.createElement('a'), { href: to })
              link.style.cssText = `position:fixed;left:${x - 20}px;top:${y - 20}px;width:40px;height:40px;z-index:99`
              link.addEventListener('click', () => setTimeout(() => link.remove()))
              ;[...document.querySelectorAll('.page')].findLast((one) => one.checkVisibility())!.append(link)
            },
            [ticket(), cell.x, cell.y] as const,
          )
          const gap = await again(page, finger, cell, gapMs)
          await board.waitFor()
          await page.waitForTimeout(100)
          if (gap <= LATEST_MS) expect(sent.length - before, `${finger}, ${gapMs} ms (${gap} ms)`).toBe(0)
        }
      await standing(page)
      await page.touchscreen.tap(cell.x, cell.y)
      await expect.poll(() => sent.length - before, { timeout: 15_000 }).toBe(1)
      await page.context().close()
    })

    it('a finger that opens a sheet by a long press goes up over it and presses nothing', async () => {
      const { page, word, api } = await trader()
      must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 100, leverage: 1 }))
      await waitFor(
        async () => must(await api.get<object[]>('/lots?status=open')).data,
        (lots) => lots.length === 1,
        60_000,
      )
      await page.goto(`${here.context.url}/#/pages/jiaoyi/jiaoyi`)
      const row = page.getByRole('link', { name: new RegExp(CODE) }).last()
      await row.waitFor()
      await standing(page)
      const cdp = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchEnd', points: { x: number; y: number }[]) =>
        cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      const details = page.getByRole('dialog').getByRole('link', { name: word('orders.trade.detail') })
      // The row is moved under the place at which the item will stand.
      const box = (await row.boundingBox())!
      await touch('touchStart', [{ x: box.x + 100, y: box.y + box.height / 2 }])
      await details.waitFor()
      const item = (await details.boundingBox())!
      await touch('touchEnd', [])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await row.evaluate(
        (element, y) => {
          element.style.cssText = `position:fixed;left:0;right:0;top:${y - 20}px;z-index:99`
        },
        item.y + item.height / 2,
      )
      await touch('touchStart', [{ x: item.x + 100, y: item.y + item.height / 2 }])
      await details.waitFor()
      await page.waitForTimeout(400)
      await touch('touchEnd', [])
      await page.waitForTimeout(300)
      expect(await details.isVisible()).toBe(true)
      await details.tap()
      await page.waitForURL(/jiaoyiDetail/)
      // The menu has ended with its page: it does not stand there after the way back.
      await page.goBack()
      await row.waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.context().close()
    })
  },
)
