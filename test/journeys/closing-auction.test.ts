import { describe, expect, it } from 'vitest'
import { SECOND } from '#kernel/time.ts'
import { closingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { logIn, must, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const CODE = 'S801'

describe.skipIf(chromiumPath === undefined)('an order for the close', () => {
  const here = opened({ trading: CODE })

  it(
    'a level of the board opens the ticket at its price and side; what is held is sold, not sold short; at close, the order waits for the closing auction and trades at its price',
    { timeout: 120_000 },
    async () => {
      const { page, complaints } = await openPhone(here.browser)
      const story = storyOf(page, 'ja')
      const { account, password } = here.context.members[0]!
      const { api, ...session } = await logIn(here.context.url, account, password)
      await carrySession(page, session)
      const stock = `${here.context.url}/#/subPackages/index/gupiaoDetail/gupiaoDetail?code=${CODE}`
      await page.goto(stock)
      // The column touched is the side.
      for (const [at, side] of [
        ['market.board.sellAt', 'down'],
        ['market.board.buyAt', 'up'],
      ] as const) {
        await page
          .getByRole('button', {
            name: new RegExp(`^${story.word(at, { price: '\0' }).replace('\0', '[\\d,.]+')}`),
          })
          .first()
          .click()
        await story.heading('orders.ticket.title').waitFor()
        expect(page.url()).toMatch(new RegExp(`side=${side}&type=limit&price=[\\d.]+`))
        await page.goto('about:blank')
        await page.goto(stock)
      }

      // Afresh: pages that one came from stay in the document.
      await page.goto('about:blank')
      await page.goto(
        `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=up&type=market&condition=at-close&leverage=2`,
      )
      await page
        .getByRole('button', {
          name: story
            .word('orders.ticket.next', { side: story.word('orders.way.up'), quantity: '100' })
            .trim(),
        })
        .click()
      await story.button('orders.confirm.submitUp').click()
      await story.heading('orders.result.title').waitFor()
      const [order] = must(await api.get('/orders?status=pending')).data
      expect(order).toMatchObject({ code: CODE, condition: 'at-close', filledQuantity: 0 })

      const { tradeDate } = must(await api.get(`/stocks/${CODE}`)).data.quote
      const close = closingAt(schedules['always-open'], tradeDate)
      must(await api.post('/dev/clock', { at: new Date(close - 20 * SECOND).toISOString() }))
      await page.goto('about:blank')
      await page.goto(stock)
      await page
        .getByText(story.word('market.line.pre-closing', { clock: '05:55' }), { exact: true })
        .waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])

      await waitFor(
        () => api.get(`/orders/${order.id}`),
        (answer) => answer.data.filledQuantity === 100,
        60_000,
      )
      await page.getByRole('tab', { name: story.word('market.stock.tape') }).click()
      await page
        .getByRole('row', { name: new RegExp(`^05:55:0.*${story.word('market.tape.auction')}$`) })
        .first()
        .waitFor()
      const [trade] = must(await api.get(`/stocks/${CODE}/trades`)).data
      const filled = must(await api.get(`/orders/${order.id}`)).data
      expect(trade).toMatchObject({ aggressor: 'auction', price: filled.averagePrice })

      // Held shares are the ones that selling sells; a short sale beside it says that it leaves the shares
      // alone.
      await story.act('sellHeld').click()
      await page
        .getByRole('dialog', { name: story.word('orders.close.title', { held: 'margin' }) })
        .getByText(story.word('orders.close.estimate'), { exact: true })
        .waitFor()
      await page.goto('about:blank')
      await page.goto(`${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=down`)
      await page.getByText(story.word('orders.ticket.owned', { quantity: '100' }), { exact: true }).waitFor()
      await page
        .getByRole('button', { name: new RegExp(story.word('orders.way.down')) })
        .first()
        .waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByRole('link', { name: new RegExp(story.word('orders.ticket.sellHeld')) }).click()
      await page
        .getByRole('dialog', { name: story.word('orders.close.title', { held: 'margin' }) })
        .getByText(story.word('orders.close.estimate'), { exact: true })
        .waitFor()
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )
})
