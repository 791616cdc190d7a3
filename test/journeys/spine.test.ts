import { describe, expect, it } from 'vitest'
import { accountIdentity, apiOf, freshMobile, logIn, must, waitFor } from '../app/api.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'

describe.skipIf(chromiumPath === undefined)(
  'from a guest to a closed position, on the simulated market',
  () => {
    const here = opened({ trading: 'S214' })

    it.each(['ja', 'en'] as const)(
      'a guest looks, registers, buys at 1×, closes, and finds every yen (%s)',
      async (lang) => {
        const { page, complaints } = await openPhone(here.browser, {
          locale: lang === 'ja' ? undefined : lang,
        })
        const story = storyOf(page, lang)
        expect(
          await story.start(here.context.url),
          'startup steps in the order of the specification',
        ).toEqual([])
        expect(await overflowing(page)).toEqual([])

        await story.findStock('shinonome', 'S214')
        await page.getByRole('tab', { name: story.word('market.stock.board') }).waitFor()
        expect(await overflowing(page)).toEqual([])
        await story.act('buy').click()
        const asked = page.getByRole('dialog')
        await asked.getByText(story.word('mobile.guest.free'), { exact: true }).waitFor()
        await asked.getByRole('button', { name: story.word('ui.guest.register') }).click()

        const mobile = freshMobile()
        await story.register({ mobile, password: PASSWORD, invitationCode: here.context.invitationCode })
        // The act for which the guest was asked who they are goes on.
        await story.heading('orders.ticket.title').waitFor()
        expect(await overflowing(page)).toEqual([])
        await story.order('up', 1)
        await story.closeFirst('S214', 'cashSell')
        await story.tab('mobile.tab.user').click()
        await page.getByRole('link', { name: story.word('home.user.accountLog') }).click()
        await page.getByText(story.word('portfolio.entry.opening-deposit'), { exact: true }).waitFor()
        expect(await overflowing(page)).toEqual([])

        const token = await page.evaluate(() => localStorage.getItem('token'))
        const identity = await accountIdentity(apiOf(here.context.url, token!))
        expect(identity.log).toBe(identity.balances)
        expect(identity.entries).toBeGreaterThanOrEqual(7)

        await story.back()
        await story.logOut()
        await story.link('home.guest.login').click()
        await story.logIn(mobile, PASSWORD)
        expect(complaints).toEqual([])
        await page.context().close()
      },
    )

    it('without a network an order cannot be sent, and what was pressed just before is refused and said', async () => {
      const { page } = await openPhone(here.browser)
      const story = storyOf(page, 'ja')
      const member = here.context.members[0]!
      const { api, ...session } = await logIn(here.context.url, member.account, member.password)
      await carrySession(page, session)
      const before = must(await api.get('/orders')).data.length
      await page.goto(
        `${here.context.url}/#/subPackages/confirm/confirm?code=S214&side=up&type=market&quantity=100&leverage=1`,
      )
      const send = story.button('orders.confirm.submitUp')
      await send.waitFor()
      // The network goes while the order is on its way.
      await page.route('**/api/orders?*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await page.evaluate(() => dispatchEvent(new Event('offline')))
        await route.abort('internetdisconnected')
      })
      await send.click()
      await page.getByText(story.word('client.notSent'), { exact: true }).first().waitFor()
      await page.unroute('**/api/orders?*')

      await page.context().setOffline(true)
      await page.getByText(story.word('ui.offline'), { exact: true }).first().waitFor()
      await waitFor(
        () => send.isDisabled(),
        (disabled) => disabled,
      )
      await page.context().setOffline(false)
      await waitFor(
        () => send.isEnabled(),
        (enabled) => enabled,
        30_000,
      )
      expect(must(await api.get('/orders')).data).toHaveLength(before)
      await page.context().close()
    })

    it('after the login one is where one was; a page of one member is closed when another comes in the next tab', async () => {
      const { page } = await openPhone(here.browser)
      const story = storyOf(page, 'ja')
      const [first, second] = here.context.members
      await page.goto(`${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=S214&side=up`)
      await story.link('ui.guest.login').click()
      await story.heading('identity.login.title').waitFor()
      await page.getByLabel(story.word('identity.login.account'), { exact: true }).fill(first!.account)
      await page.getByLabel(story.word('identity.login.password'), { exact: true }).fill(first!.password)
      await story.button('identity.login.submit').click()
      await page
        .getByRole('button', {
          name: story
            .word('orders.ticket.next', { side: story.word('orders.way.cashBuy'), quantity: '100' })
            .trim(),
        })
        .click()
      await story.button('orders.confirm.submitUp').waitFor()

      const { api, token, userId } = await logIn(here.context.url, second!.account, second!.password)
      const before = must(await api.get('/orders')).data.length
      // A question that is open asks the member who opened it: here whether their order is withdrawn.
      const { api: own } = await logIn(here.context.url, first!.account, first!.password)
      const { quote } = must(await own.get('/stocks/S214')).data
      const pending = must(
        await own.post('/orders', {
          code: 'S214',
          side: 'up',
          type: 'limit',
          quantity: 100,
          price: quote.lowerLimit,
          leverage: 1,
        }),
      ).data
      const asking = await page.context().newPage()
      await asking.goto(
        `${here.context.url}/#/subPackages/jiaoyi/jiaoyiDetail/jiaoyiDetail?order=${pending.id}`,
      )
      await asking
        .getByRole('button', { name: story.word('orders.cancel.button'), exact: true })
        .last()
        .click()
      const question = asking.getByRole('dialog', { name: story.word('orders.cancel.title') })
      await question.waitFor()
      const other = await page.context().newPage()
      await other.goto(`${here.context.url}/#/subPackages/login/login`)
      await other.evaluate(
        ([theirs, id]) => {
          localStorage.setItem('userId', id!)
          localStorage.setItem('token', theirs!)
        },
        [token, userId],
      )
      await story.button('orders.confirm.submitUp').waitFor({ state: 'detached' })
      await question.waitFor({ state: 'detached' })
      expect(must(await own.get(`/orders/${pending.id}`)).data.status).toBe('pending')
      must(await own.post(`/orders/${pending.id}/cancel`))
      await page
        .getByText(story.word('home.assets.total'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      expect(must(await api.get('/orders')).data).toHaveLength(before)
      await page.context().close()
    })

    it('figures are read as they are typed: a decimal comma, an input method in the middle, what is pasted', async () => {
      const { page } = await openPhone(here.browser, { locale: 'fr' })
      const story = storyOf(page, 'fr')
      const member = here.context.members[0]!
      const { api, ...session } = await logIn(here.context.url, member.account, member.password)
      await carrySession(page, session)
      const { quote } = must(await api.get('/stocks/S214')).data
      await page.goto(
        `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=S214&side=up&type=limit`,
      )
      const price = page.getByRole('spinbutton', { name: story.word('orders.ticket.price'), exact: true })
      const half = Math.floor(quote.previousClose) + 0.5
      await price.fill(`${Math.floor(half)},5`)
      await waitFor(
        () => price.getAttribute('aria-valuenow'),
        (value) => value === String(half),
      )
      await page.getByRole('spinbutton', { name: story.word('orders.ticket.quantity'), exact: true }).focus()
      expect(await price.inputValue()).toMatch(/,5$/)

      await page.goto(`${here.context.url}/#/subPackages/recharge/recharge`)
      const amount = page.getByRole('textbox', { name: story.word('funding.deposit.amount'), exact: true })
      await amount.focus()
      const glass = await page.context().newCDPSession(page)
      for (const text of ['５', '５０', '５００', '５０００', '５００００'])
        await glass.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
      await glass.send('Input.insertText', { text: '５００００' })
      await amount.blur()
      await waitFor(
        () => amount.inputValue(),
        (value) => value.replace(/\s/g, '') === '50000',
      )
      for (const [pasted, read] of [
        ['10000.00', '10000'],
        ['5万', '50000'],
      ] as const) {
        await amount.fill(pasted)
        await amount.blur()
        await waitFor(
          () => amount.inputValue(),
          (value) => value.replace(/\s/g, '') === read,
        )
      }
      for (const [refused, said] of [
        ['-3000', story.word('ui.notNumber', { example: '12\u202f346' })],
        ['50000,5', story.word('ui.tooFine', { decimals: '0', unit: 'yen' })],
      ] as const) {
        await amount.fill(refused)
        await amount.blur()
        await page.getByText(said, { exact: true }).waitFor()
        expect(await amount.inputValue()).toBe(refused)
      }
      await page.context().close()
    })

    it.each(['up', 'down'] as const)(
      'an advanced member opens %s at 2.5×, watches it live, closes it',
      async (side) => {
        // Pages that move, in one of the two, as most people have them.
        const { page, complaints } = await openPhone(here.browser, { moving: side === 'up' })
        const story = storyOf(page, 'ja')
        const member = here.context.members[side === 'up' ? 0 : 1]!
        await page.goto(`${here.context.url}/#/subPackages/login/login`)
        await story.logIn(member.account, member.password)
        await story.findStock('千景', 'S801')
        await story.act(side === 'up' ? 'buy' : 'sellShort').click()
        await story.order(side, 2.5)
        const row = story.holding('S801')
        const before = await row.innerText()
        // Somebody trades at the other side of the book, lest a quiet minute be taken for a screen that
        // stands still.
        const other = here.context.members[side === 'up' ? 1 : 0]!
        const { api } = await logIn(here.context.url, other.account, other.password)
        must(
          await api.post('/orders', {
            code: 'S801',
            side: side === 'up' ? 'down' : 'up',
            type: 'market',
            quantity: 100,
            leverage: 2.5,
          }),
        )
        await waitFor(
          () => row.innerText(),
          (text) => text !== before,
          60_000,
        )
        await story.closeFirst('S801', side === 'up' ? 'closeLong' : 'closeShort')
        expect(complaints).toEqual([])
        await page.context().close()
      },
    )

    it('a pending order is cancelled after a confirm, and its hold comes back', async () => {
      const { page } = await openPhone(here.browser)
      const story = storyOf(page, 'ja')
      const member = here.context.members[0]!
      await page.goto(`${here.context.url}/#/subPackages/login/login`)
      await story.logIn(member.account, member.password)
      // A session of its own: the browser's signs with a key that it gives to nobody.
      const { api } = await logIn(here.context.url, member.account, member.password)
      const before = must(await api.get('/account')).data
      const quote = must(await api.get('/stocks/S801')).data.quote
      must(
        await api.post('/orders', {
          code: 'S801',
          side: 'up',
          type: 'limit',
          quantity: 100,
          price: quote.lowerLimit,
          leverage: 1,
        }),
      )
      expect(must(await api.get('/account')).data.orderHold).toBeGreaterThan(before.orderHold)
      await story.tab('mobile.tab.trade').click()
      await page.getByRole('tab', { name: new RegExp(story.word('orders.trade.pending')) }).click()
      await story.button('orders.cancel.button').first().click()
      await page
        .getByRole('dialog', { name: story.word('orders.cancel.title') })
        .getByRole('button', { name: story.word('orders.cancel.act'), exact: true })
        .click()
      await page.getByText(story.word('orders.trade.noPending'), { exact: true }).waitFor()
      expect(must(await api.get('/account')).data.orderHold).toBe(before.orderHold)
      await page.context().close()
    })
  },
)
