import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { formatter } from '#i18n/format.ts'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { MINUTE } from '#kernel/time.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { accountIdentity, logIn, must, registerMember, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openPhone, overflowing, standing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const CODE = 'S801'

/** Typed on the number pad, which goes away when it is done. */
async function typed(field: Locator, yen: number): Promise<void> {
  await field.fill(String(yen))
  await field.blur()
}

describe.skipIf(chromiumPath === undefined)('order types on the phone', () => {
  const here = opened({ trading: CODE })

  async function member(n: number, lang: 'ja' | 'en' = 'ja') {
    const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
    const story = storyOf(page, lang)
    await page.goto(`${here.context.url}/#/subPackages/login/login`)
    const { account, password } = here.context.members[n]!
    await story.logIn(account, password)
    // A session of its own: the browser's signs with a key that it gives to nobody.
    const { api } = await logIn(here.context.url, account, password)
    return {
      page,
      complaints,
      story,
      api,
      ok: (title: string, args?: Record<string, string>) =>
        page
          .getByRole('dialog', { name: story.word(title, args) })
          .getByRole('button', { name: story.word('ui.ok'), exact: true }),
    }
  }

  it('a reload of the ticket keeps what is typed there; a new ticket and another member begin anew', async () => {
    const { page, story, complaints } = await member(1)
    const url = `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=up&type=limit`
    const quantity = page.getByRole('spinbutton', { name: story.word('orders.ticket.quantity') })
    const price = page.getByRole('spinbutton', { name: story.word('orders.ticket.price') })
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')).length)
    await page.goto(url)
    await quantity.fill('300')
    await page.getByRole('switch', { name: new RegExp(story.word('orders.ticket.exits')) }).click()
    await price.fill('')
    const stopLoss = page.getByRole('spinbutton', { name: story.word('orders.ticket.stopLoss') })
    const kept = await stopLoss.inputValue()
    await page.reload()
    await quantity.waitFor()
    expect([await quantity.inputValue(), await price.inputValue(), await stopLoss.inputValue()]).toEqual([
      '300',
      '',
      kept,
    ])
    // Left by Back, it is gone; the same address opened anew begins anew.
    await story.back()
    await quantity.waitFor({ state: 'detached' })
    expect(await drafts()).toBe(0)
    await page.goto(url)
    await quantity.waitFor()
    expect(await quantity.inputValue()).toBe('100')
    await quantity.fill('400')
    await expect.poll(drafts).toBe(1)
    await page.evaluate(() => {
      location.hash = '#/subPackages/logout/logout'
    })
    await story.button('identity.logout.submit').click()
    await story.link('home.guest.login').locator('visible=true').first().waitFor()
    expect(await drafts()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a reload keeps what is typed into a registration, an identity and a profile, but no password', async () => {
    const { url, invitationCode } = here.context
    const { page, complaints } = await openPhone(here.browser)
    const story = storyOf(page, 'ja')
    const field = (key: string) => page.getByLabel(story.word(key), { exact: true })
    const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    const go = (path: string) => page.goto(`${url}/#/subPackages/${path}`)

    await go('register/register')
    const typedIn = { mobile: '09012345678', invitationCode: 'ABCDE23456', password: 'river-551' }
    for (const [name, text] of Object.entries(typedIn)) await field(`identity.register.${name}`).fill(text)
    await page.reload()
    await story.heading('identity.register.title').waitFor()
    expect([
      await field('identity.register.mobile').inputValue(),
      await field('identity.register.invitationCode').inputValue(),
      await field('identity.register.password').inputValue(),
    ]).toEqual([typedIn.mobile, typedIn.invitationCode, ''])
    expect(await kept()).not.toContain(typedIn.password)

    const { token, userId } = await registerMember(url, invitationCode)
    await page.evaluate(
      ([own, id]) => {
        localStorage.setItem('token', own!)
        localStorage.setItem('userId', id!)
      },
      [token, userId],
    )
    await go('real_name/real_name')
    await page.reload()
    await field('members.identity.name').fill('佐藤 遥')
    await page.reload()
    await story.heading('members.identity.title').waitFor()
    expect(await field('members.identity.name').inputValue()).toBe('佐藤 遥')
    // The drafts of the guest who registered are gone with them.
    expect(await kept()).not.toContain(typedIn.mobile)

    await go('account/profile')
    await field('members.profile.occupation').selectOption('student')
    await field('members.profile.insiderTie').selectOption('family')
    await field('members.profile.insiderCode').fill('S801')
    await page.reload()
    await story.heading('members.profile.title').waitFor()
    expect([
      await field('members.profile.occupation').inputValue(),
      await field('members.profile.insiderTie').inputValue(),
      await field('members.profile.insiderCode').inputValue(),
    ]).toEqual(['student', 'family', 'S801'])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a session that ends over a form asks for the login, and leads back to what was typed', async () => {
    const { page, story, api } = await member(1)
    const { account, password } = here.context.members[1]!
    const go = (path: string) => page.goto(`${here.context.url}/#/subPackages/${path}`)
    /**
     * The member ends the phone's session from elsewhere, does the next thing there, unless the phone has
     * heard of the end before, and logs in again.
     */
    const endOver = async (act: () => Promise<void>) => {
      must(await api.post('/auth/sessions/end-others', {}))
      await story.loggedOut(act)
      await page.getByLabel(story.word('identity.login.account'), { exact: true }).fill(account)
      await page.getByLabel(story.word('identity.login.password'), { exact: true }).fill(password)
      await story.button('identity.login.submit').click()
      await story.heading('identity.login.title').waitFor({ state: 'detached' })
    }

    await go(`index/placeOrder/placeOrder?code=${CODE}&side=up&type=market`)
    const quantity = page.getByRole('spinbutton', { name: story.word('orders.ticket.quantity') })
    await quantity.fill('300')
    await endOver(() => page.getByRole('button', { name: /300/ }).last().click())
    const confirm = story.heading('orders.confirm.title')
    await confirm.or(quantity).first().waitFor()
    if (await confirm.isVisible()) await story.back()
    await quantity.waitFor()
    expect(await quantity.inputValue()).toBe('300')

    await go('bankAccount/add')
    const number = page.getByLabel(story.word('funding.account.number'), { exact: true })
    await number.fill('7654321')
    await endOver(async () => {
      await page.getByRole('combobox', { name: new RegExp(`^${story.word('funding.account.bank')}`) }).click()
      await page.getByRole('searchbox').fill('みずほ')
    })
    await number.waitFor()
    expect(await number.inputValue()).toBe('7654321')
    await page.context().close()
  })

  it('an own bid in the way of a sale is named before the sale is refused, and is taken back there', async () => {
    const { page, story, api } = await member(1)
    const { quote } = must(await api.get(`/stocks/${CODE}`)).data
    const bid = must(
      await api.post('/orders', {
        code: CODE,
        side: 'up',
        type: 'limit',
        price: quote.lowerLimit,
        quantity: 100,
        leverage: 1,
      }),
    ).data
    // A limit that waits could meet it; an order at market is filled by others before.
    await page.goto(
      `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=down&type=limit&price=${quote.lowerLimit}`,
    )
    const notice = page.getByRole('button', {
      name: new RegExp(story.word('orders.rejection.SELF_CROSS', { number: bid.number })),
    })
    await notice.click()
    await page
      .getByRole('dialog', { name: story.word('orders.cancel.title') })
      .getByRole('button', { name: story.word('orders.cancel.act'), exact: true })
      .click()
    await notice.waitFor({ state: 'detached' })
    expect(must(await api.get(`/orders/${bid.id}`)).data.status).toBe('cancelled')
    await page.context().close()
  })

  it('what is typed in a ticket stays as it is, and is said at its field', async () => {
    const { page, story, api } = await member(1)
    const { quote } = must(await api.get(`/stocks/${CODE}`)).data
    await page.goto(
      `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=up&type=limit`,
    )
    const field = (key: string) => page.getByRole('spinbutton', { name: story.word(`orders.ticket.${key}`) })
    const next = page.getByRole('button', {
      name: story
        .word('orders.ticket.next', { side: story.word('orders.way.cashBuy'), quantity: '\0' })
        .split('\0')[0],
    })
    const says = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
    /** Typed and left; what the field shows then, and whether the order can go on. */
    const leave = async (key: string, text: string) => {
      await field(key).fill(text)
      await field(key).blur()
      await next.waitFor()
      return [await field(key).inputValue(), await next.isEnabled()]
    }
    const notNumber = story.word('ui.notNumber', { example: '' }).slice(0, 6)

    expect(await leave('quantity', '')).toEqual(['', false])
    await says(notNumber)
    expect(await leave('quantity', '12x')).toEqual(['12x', false])
    await says(notNumber)
    expect(await leave('quantity', '150')).toEqual(['150', false])
    await says(story.word('orders.ticket.choose', { unit: 100 }))
    expect(await leave('quantity', '100円')).toEqual(['100円', false])
    await says(notNumber)
    expect(await leave('quantity', '100.5')).toEqual(['100.5', false])
    await says(story.word('ui.tooFine', { decimals: '0', unit: 'shares' }))
    expect(await leave('quantity', '100株')).toEqual(['100', true])
    expect(await leave('quantity', '１００')).toEqual(['100', true])

    expect(await leave('price', '5o0')).toEqual(['5o0', false])
    await says(notNumber)
    const high = yenOf(nextTick(tenthsOf(quote.upperLimit), 'other', 1))
    await field('price').fill(String(high))
    // At once, with the range: the field has not been left.
    await says(
      story.word('orders.rejection.PRICE_OUTSIDE_LIMIT', {
        lower: quote.lowerLimit,
        upper: quote.upperLimit,
      }),
    )
    expect(await leave('price', String(quote.previousClose))).toEqual([expect.any(String), true])

    await page.getByRole('switch', { name: new RegExp(story.word('orders.ticket.exits')) }).click()
    await field('takeProfit').fill(String(quote.lowerLimit))
    await says(
      story.word('orders.rejection.TAKE_PROFIT_WRONG_SIDE', { price: quote.previousClose, side: 'up' }),
    )
    expect(await leave('takeProfit', '')).toEqual(['', false])
    await page.getByText(story.word('orders.ticket.kind.stop'), { exact: true }).click()
    await field('trigger').fill('1')
    await says(
      story.word('orders.rejection.TRIGGER_OUTSIDE_LIMIT', {
        lower: quote.lowerLimit,
        upper: quote.upperLimit,
      }),
    )
    await page.context().close()
  })

  it('a limit order with take-profit and stop-loss, from the ticket to the exit', async () => {
    const { page, complaints, story, api, ok } = await member(0)
    const { ask } = must(await api.get(`/stocks/${CODE}`)).data.quote
    await page.goto(
      `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=up&type=limit&price=${ask + 5}&leverage=2`,
    )
    await page.getByText(story.word('orders.typeNote.limit'), { exact: true }).waitFor()
    await page.getByRole('switch', { name: new RegExp(story.word('orders.ticket.exits')) }).click()
    await page
      .getByRole('button', {
        name: story.word('orders.ticket.next', { side: story.word('orders.way.up'), quantity: '100' }).trim(),
      })
      .click()
    await story.button('orders.confirm.submitUp').click()
    await page.getByText(story.word('orders.result.holding'), { exact: true }).waitFor()

    await story.link('orders.result.toTrade').click()
    await page
      .getByRole('link', { name: new RegExp(CODE) })
      .first()
      .click()
    await story.heading('orders.detail.lot', { held: 'margin' }).waitFor()
    const {
      data: [lot],
    } = must(await api.get('/lots?status=open'))
    expect(lot.takeProfit).toBeGreaterThan(lot.openPrice)
    expect(lot.stopLoss).toBeLessThan(lot.openPrice)

    // The stop-loss is moved to two ticks below the last price, so that the next moves reach it. A
    // take-profit as near would wait at its limit for the price to come back.
    await story.button('orders.ticket.exits').last().click()
    const sheet = page.getByRole('dialog', { name: story.word('orders.ticket.exits') })
    const near = (kind: 'takeProfit' | 'stopLoss', yen: number) =>
      typed(sheet.getByRole('spinbutton', { name: story.word(`orders.ticket.${kind}`) }), yen)
    // Looked at first: the price moves on meanwhile, and an exit on its wrong side is refused.
    await sheet.waitFor()
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
    const exitsOf = async (below: number) => {
      const {
        quote: { last },
        tickTable,
      } = must(await api.get(`/stocks/${CODE}`)).data
      const beside = (steps: number) => yenOf(nextTick(tenthsOf(last), tickTable, steps))
      return { takeProfit: beside(30), stopLoss: beside(-below) }
    }
    // Back closes what stands over the page, the topmost first, and sends nothing: the page stays.
    const address = page.url()
    await near('takeProfit', (await exitsOf(2)).takeProfit)
    await sheet.getByRole('button', { name: story.word('orders.exits.submit'), exact: true }).click()
    await ok('orders.exits.confirmTitle').waitFor()
    await page.goBack()
    await ok('orders.exits.confirmTitle').waitFor({ state: 'detached' })
    await sheet.waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(address)
    expect(must(await api.get(`/lots/${lot.id}`)).data).toMatchObject({ takeProfit: lot.takeProfit })
    await story.button('orders.ticket.exits').last().click()
    await sheet.waitFor()
    const isTaken = async () => {
      const { takeProfit, stopLoss } = await exitsOf(2)
      await near('takeProfit', takeProfit)
      await near('stopLoss', stopLoss)
      await sheet.getByRole('button', { name: story.word('orders.exits.submit'), exact: true }).click()
      await ok('orders.exits.confirmTitle').click()
      return page
        .getByText(story.word('orders.exits.done'), { exact: true })
        .first()
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        )
    }
    // On a busy machine the price may have passed one of the two before they are sent: refused, and asked
    // again.
    for (let n = 0; n < 5 && !(await isTaken()); n++) continue
    const { api: other } = await logIn(
      here.context.url,
      here.context.members[1]!.account,
      here.context.members[1]!.password,
    )
    const isClosed = async () => must(await api.get(`/lots/${lot.id}`)).data.status === 'closed'
    // Sales press the price down. Where the book is deeper than they are, the stop follows the price, and the
    // market has a minute at a time to reach it; a stop that comes too late is refused.
    for (let n = 0; n < 20 && !(await isClosed()); n++) {
      if (n < 4) {
        const { id } = must(
          await other.post('/orders', {
            code: CODE,
            side: 'down',
            type: 'market',
            quantity: 100,
            leverage: 3,
            timeInForce: 'ioc',
          }),
        ).data
        await waitFor(
          () => other.get(`/orders/${id}`),
          (answer) => answer.data.status !== 'pending',
        )
      } else {
        await api.post(`/lots/${lot.id}/exits`, await exitsOf(1))
        const { now } = must(await api.get<{ now: string }>('/health')).data
        must(await api.post('/dev/clock', { at: new Date(Date.parse(now) + MINUTE).toISOString() }))
      }
      await waitFor(isClosed, (closed) => closed, 1_000).catch(() => {})
    }
    expect(await isClosed(), 'the stop was reached').toBe(true)
    await page
      .getByText(story.word('orders.status.closed'), { exact: true })
      .locator('visible=true')
      .first()
      .waitFor()

    const exit = must(await api.get('/orders?status=closed')).data.find(
      (order: { lotId: string }) => order.lotId === lot.id,
    )
    expect(['take-profit', 'stop-loss']).toContain(exit.origin)
    const identity = await accountIdentity(api)
    expect(identity.log).toBe(identity.balances)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a stop waits, is amended and cancelled; an order outside its session says why', async () => {
    const { page, complaints, story, api, ok } = await member(1, 'en')
    const { last } = must(await api.get(`/stocks/${CODE}`)).data.quote
    await page.goto(
      `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=up&type=stop-limit&price=${last + 60}&triggerPrice=${last + 50}&validity=week`,
    )
    await page
      .getByRole('button', {
        name: story
          .word('orders.ticket.next', { side: story.word('orders.way.cashBuy'), quantity: '100' })
          .trim(),
      })
      .click()
    await page
      .getByText(story.word('orders.typeNote.stop-limit'), { exact: true })
      .locator('visible=true')
      .first()
      .waitFor()
    await story.button('orders.confirm.submitUp').click()
    await story.heading('orders.result.title').waitFor()

    await page.goto(`${here.context.url}/#/pages/jiaoyi/jiaoyi`)
    await page.getByRole('tab', { name: new RegExp(story.word('orders.trade.pending')) }).click()
    await page.getByText(story.word('orders.place.armed'), { exact: true }).first().waitFor()
    await story.link('orders.amend.button').first().click()
    const sheet = page.getByRole('dialog', { name: story.word('orders.amend.title') })
    await typed(sheet.getByRole('spinbutton', { name: story.word('orders.ticket.price') }), last + 70)
    await typed(sheet.getByRole('spinbutton', { name: story.word('orders.ticket.trigger') }), last + 60)
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: story.word('orders.amend.submit'), exact: true }).click()
    await ok('orders.amend.confirmTitle').click()
    await page.getByText(story.word('orders.amend.done'), { exact: true }).first().waitFor()
    const [order] = must(await api.get('/orders?status=pending')).data
    expect(order).toMatchObject({
      type: 'stop-limit',
      place: 'armed',
      price: last + 70,
      triggerPrice: last + 60,
    })
    await story.button('orders.cancel.button').last().click()
    await page
      .getByRole('dialog', { name: story.word('orders.cancel.title') })
      .getByRole('button', { name: story.word('orders.cancel.act'), exact: true })
      .click()
    await waitFor(
      () => api.get(`/orders/${order.id}`),
      (answer) => answer.data.status === 'cancelled',
    )
    expect(must(await api.get('/account')).data.orderHold).toBe(0)

    await page.goto(
      `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=up&type=market&condition=at-open`,
    )
    await page.getByText(story.word('orders.rejection.SESSION_OPENED'), { exact: true }).waitFor()
    expect(
      await page
        .getByRole('button', {
          name: story
            .word('orders.ticket.next', { side: story.word('orders.way.cashBuy'), quantity: '100' })
            .trim(),
        })
        .isDisabled(),
    ).toBe(true)
    expect(await overflowing(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('waiting orders are cancelled from one list, those of an issue or all, each with its own outcome', async () => {
    const { page, complaints, story, api } = await member(1)
    const { lowerLimit } = must(await api.get<{ quote: { lowerLimit: number } }>(`/stocks/${CODE}`)).data
      .quote
    const order = { code: CODE, side: 'up', type: 'limit', price: lowerLimit, quantity: 100, leverage: 1 }
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(must(await api.post<{ id: string }>('/orders', order)).data.id)
    await page.goto(`${here.context.url}/#/pages/jiaoyi/jiaoyi`)
    await page.getByRole('tab', { name: new RegExp(`^${story.word('orders.trade.pending')}`) }).click()
    await story.button('orders.cancelAll.title').click()
    const sheet = page.getByRole('dialog', { name: story.word('orders.cancelAll.title') })
    await sheet.getByRole('button', { name: /千景銀行 3/ }).click()
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
    // One is gone by then: it is said, and the others go on.
    must(await api.post(`/orders/${ids[1]}/cancel`, {}))
    await sheet.getByRole('button', { name: story.word('orders.cancelAll.act', { count: 3 }) }).click()
    await expect
      .poll(() => sheet.getByText(story.word('orders.status.cancelled'), { exact: true }).count(), {
        timeout: 15_000,
      })
      .toBe(2)
    expect(await sheet.locator('[role=status].text-danger').count()).toBe(1)
    for (const id of ids)
      expect(must(await api.get<{ status: string }>(`/orders/${id}`)).data.status).toBe('cancelled')
    await sheet
      .getByRole('button', { name: story.word('ui.close'), exact: true })
      .last()
      .click()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('several lots are closed by one sheet: those that are ticked, in the closing auction', async () => {
    const { page, complaints, story, api } = await member(0, 'en')
    for (const quantity of [100, 200, 100])
      must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity, leverage: 2 }))
    type Lot = { id: string; code: string; quantity: number; openedAt: string; openQuantity: number }
    const held = await waitFor(
      () => api.get<Lot[]>('/lots?status=open'),
      ({ data }) =>
        data.filter((lot) => lot.code === CODE).reduce((sum, lot) => sum + lot.openQuantity, 0) === 400,
    )
    const lots = held.data
      .filter((lot) => lot.code === CODE)
      .toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : 1))
    // Selling on the page of the issue means all that is held of it, whichever lot comes first.
    await page.goto(`${here.context.url}/${paths.stock({ code: CODE })}`)
    // Every price of the board sells too; the button with the verb alone is the page's own.
    await page
      .getByRole('button', { name: new RegExp(`^${story.word('market.stock.sellHeld')}(?! at)`) })
      .click()
    const sheet = page.getByRole('dialog', { name: story.word('orders.close.title', { held: 'margin' }) })
    await sheet.getByRole('button', { name: /400$/ }).waitFor()
    expect(await sheet.getByRole('radio', { name: story.word('orders.close.scope.all') }).isChecked()).toBe(
      true,
    )
    await sheet
      .getByText(story.word('orders.close.quantityHint', { unit: 100, max: '400' }), { exact: true })
      .waitFor()
    await sheet.getByRole('radio', { name: story.word('orders.close.scope.chosen') }).check({ force: true })
    const ticks = sheet
      .getByRole('list', { name: story.word('orders.close.lots', { held: 'margin' }) })
      .getByRole('checkbox')
    await ticks.nth(lots.length - 1).check()
    await sheet.getByRole('switch', { name: new RegExp(story.word('orders.ticket.conditions')) }).click()
    await sheet.getByRole('button', { name: story.word('orders.execution.at-close'), exact: true }).click()
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
    const chosen = [lots[0]!, lots.at(-1)!]
    await sheet
      .getByRole('button', { name: new RegExp(`${chosen.reduce((sum, lot) => sum + lot.openQuantity, 0)}$`) })
      .click()
    await page
      .getByText(story.word('orders.close.ordersEach', { held: 'margin', count: 2 }), { exact: true })
      .waitFor()
    const said = await page.getByRole('dialog').last().innerText()
    for (const lot of chosen) expect(said).toContain(formatter('en').shares(lot.openQuantity))
    // The act by its name and its shares, no OK.
    await page
      .getByRole('dialog', { name: story.word('orders.close.confirmTitle', { held: 'margin' }) })
      .getByRole('button', { name: /\d/ })
      .click()
    await story.heading('orders.result.title').waitFor()
    const sent = must(await api.get('/orders?status=pending')).data.filter(
      (order: { purpose: string }) => order.purpose === 'close',
    )
    expect(
      sent
        .map(({ lotId, condition, type, quantity }: Record<string, unknown>) => [
          lotId,
          condition,
          type,
          quantity,
        ])
        .toSorted(),
    ).toEqual(chosen.map((lot) => [lot.id, 'at-close', 'market', lot.openQuantity]).toSorted())
    // All of the request is one result at an address of its own, in the place of the form.
    const result = async () => {
      await story.heading('orders.result.title').waitFor()
      for (const { number } of sent as { number: string }[])
        await page.getByRole('link', { name: new RegExp(`^${number} `) }).waitFor()
      await page.getByText(story.word('orders.close.left', { held: 'margin' }), { exact: true }).waitFor()
    }
    await result()
    expect(page.url()).toContain('confirm?order=')
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
    await page.reload()
    await result()
    await page.goBack()
    await story.heading('orders.result.title').waitFor({ state: 'hidden' })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goForward()
    await result()
    const { account, password } = here.context.members[1]!
    const other = await logIn(here.context.url, account, password)
    expect((await other.api.get(`/orders?with=${sent[0].id}`)).code).not.toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('what was sent is shown by its address: after a reload, and after Back and Forward, never the form', async () => {
    const { page, complaints, story, api } = await member(1)
    const sentOrders = async () => must(await api.get('/orders')).data.length
    const before = await sentOrders()
    const title = () => story.heading('orders.result.title').waitFor()
    const form = story.button('orders.confirm.submitUp')
    const result = page
      .getByText(story.word('orders.result.holding'), { exact: true })
      .locator('visible=true')
    const address = `${here.context.url}/#/subPackages/confirm/confirm?code=${CODE}&side=up&type=market&leverage=1`
    await page.goto(`${address}&quantity=100`)
    await form.click()
    await result.waitFor()
    const [{ id }] = must(await api.get('/orders')).data
    await expect.poll(() => page.url()).toContain(`confirm?order=${id}`)
    await page.reload()
    await title()
    await result.waitFor()
    await page.evaluate(() => {
      location.hash = '#/subPackages/search/search'
    })
    await story.heading('orders.result.title').waitFor({ state: 'hidden' })
    await page.goBack()
    await title()
    await result.waitFor()
    expect(await form.count()).toBe(0)

    // The answer is lost on its way: the order stands, and the page does not know.
    await page.route('**/api/orders?*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await page.route('**/api/ops/*?*', (route) => route.abort())
    await page.goto(`${address}&quantity=200`)
    await form.click()
    const open = page.getByText(story.word('orders.confirm.open'), { exact: true })
    await page.getByText(story.word('orders.confirm.checking'), { exact: true }).first().waitFor()
    await expect.poll(sentOrders).toBe(before + 2)
    await page.unroute('**/api/orders?*')
    await page.reload()
    await open.waitFor()
    expect(await form.count()).toBe(0)
    await story.back()
    await open.waitFor({ state: 'hidden' })
    const checking = page
      .getByText(story.word('orders.confirm.checking'), { exact: true })
      .locator('visible=true')
    await checking.waitFor()
    await page.goForward()
    await open.waitFor()
    await story.button('orders.confirm.ask').click()
    await result.waitFor()
    expect(await sentOrders()).toBe(before + 2)
    expect(await checking.count()).toBe(0)
    // Its outcome has been shown: the same again is another order.
    await page.goto(`${address}&quantity=200`)
    await form.waitFor()
    expect(await open.count()).toBe(0)

    // Lost once more, and left: every page says so, another order of the issue is warned of it.
    await page.route('**/api/orders?*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await form.click()
    // The same has just been sent: it is asked about, and nothing goes before the answer.
    const twice = page.getByRole('dialog', {
      name: story.word('orders.confirm.twin', { time: '\0' }).split('\0')[1]!,
    })
    await twice.getByRole('button', { name: story.word('ui.cancel'), exact: true }).click()
    await twice.waitFor({ state: 'detached' })
    expect(await sentOrders()).toBe(before + 2)
    await form.click()
    await twice.getByRole('button', { name: story.word('ui.ok'), exact: true }).click()
    await checking.first().waitFor()
    await expect.poll(sentOrders).toBe(before + 3)
    await page.unroute('**/api/orders?*')
    await page.goto(`${address}&quantity=300`)
    await page.getByText(story.word('orders.open.other'), { exact: true }).waitFor()
    await checking.waitFor()
    // Sent from another window while this one asks.
    const heard = page.waitForResponse((answer) => answer.url().includes('/api/orders?limit'))
    must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 300, leverage: 1 }))
    await heard
    await standing(page)
    await form.click()
    await twice.getByRole('button', { name: story.word('ui.cancel'), exact: true }).click()
    await page.goto(`${here.context.url}/#/pages/jiaoyi/jiaoyi`)
    await checking.waitFor()
    // The line is back: nobody needs to ask, and what became of it is one tap away.
    await page.unroute('**/api/ops/*?*')
    const done = page.getByText(story.word('orders.open.done'), { exact: true }).locator('visible=true')
    await done.click()
    const last = must(await api.get('/orders')).data.find(
      ({ quantity }: { quantity: number }) => quantity === 200,
    )
    await expect.poll(() => page.url()).toContain(last.id)
    expect(await done.count()).toBe(0)
    expect(await sentOrders()).toBe(before + 4)
    expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
    await page.context().close()
  })
})
