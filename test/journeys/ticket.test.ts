import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { must, registerMember, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing, standing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

/** Folder for pictures to look at: the pages, at each size and language. */
const PICTURES = process.env['PICTURES']
const SIZES = [
  { width: 812, height: 375 },
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
] as const
/** The page as it is now at each size; the phone is upright again after. */
async function pictures(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await standing(page)
    await page.screenshot({ path: `${PICTURES}/${name}-${size.width}.png` })
  }
}

const CODE = 'S801'
/** Phones on which a warning is looked at: nothing of it may be cut off. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
] as const

describe.skipIf(chromiumPath === undefined)('what a trader finds on the ticket', () => {
  const here = opened({ trading: CODE })
  const at = (path: string) => `${here.context.url}/#/subPackages/${path}`

  /** A member with a hundred shares paid in full. */
  async function holder(lang: Lang) {
    const member = await registerMember(here.context.url, here.context.invitationCode)
    const { api } = member
    must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 100, leverage: 1 }))
    await waitFor(
      async () => must(await api.get<{ id: string }[]>('/lots?status=open')).data,
      (lots) => lots.length === 1,
      60_000,
    )
    const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
    await carrySession(page, member)
    return { page, complaints, api, ...storyOf(page, lang) }
  }

  it.each(['ja', 'fr'] as const)(
    'an order at market beyond the board is warned of with its yen, and made a limit by one act (%s)',
    async (lang) => {
      const { page, complaints, api, word } = await holder(lang)
      const { asks } = must(await api.get<{ asks: [number, number][] }>(`/stocks/${CODE}/depth`)).data
      const quantity = asks.reduce((sum, [, size]) => sum + size, 0) + 5_000
      const query = `code=${CODE}&side=up&type=market&quantity=${quantity}&leverage=1`
      const [before, after] = word('orders.far.limit', { best: '\0' }).split('\0') as [string, string]
      // A button's name has plain spaces where its text does not break.
      const name = new RegExp(`${before}.*${after}`.replaceAll(/\s/g, '\\s'))
      const warning = page.getByRole('button', { name }).last()
      const looks = async (picture: string) => {
        await warning.waitFor()
        for (const size of SMALL) {
          await page.setViewportSize(size)
          await standing(page)
          if (PICTURES !== undefined)
            await page.screenshot({ path: `${PICTURES}/${picture}-${lang}-${size.width}.png` })
          expect(await overflowing(page), `${picture} ${size.width}`).toEqual([])
        }
      }
      await page.goto(at(`index/placeOrder/placeOrder?${query}`))
      await looks('far-ticket')
      expect(await accessibilityProblems(page)).toEqual([])
      await warning.click()
      await warning.waitFor({ state: 'detached' })
      await page.getByRole('spinbutton', { name: word('orders.ticket.price'), exact: true }).waitFor()

      await page.goto(at(`confirm/confirm?${query}`))
      await looks('far-confirm')
      expect(await accessibilityProblems(page)).toEqual([])
      await warning.click()
      await warning.waitFor({ state: 'detached' })
      expect(page.url()).toContain('type=limit')
      expect(complaints).toEqual([])
      await page.context().close()
    },
    60_000,
  )

  it.each(['ja', 'fr'] as const)(
    'an own bid in the way of a closing sale is taken back and the sale sent in one act (%s)',
    async (lang) => {
      const { page, api, word } = await holder(lang)
      const { quote } = must(await api.get<{ quote: { lowerLimit: number } }>(`/stocks/${CODE}`)).data
      const bid = must(
        await api.post<{ id: string }>('/orders', {
          code: CODE,
          side: 'up',
          type: 'limit',
          price: quote.lowerLimit,
          quantity: 100,
          leverage: 1,
        }),
      ).data
      const [lot] = must(await api.get<{ id: string }[]>('/lots?status=open')).data
      await page.goto(at(`jiaoyi/jiaoyiDetail/jiaoyiDetail?lot=${lot!.id}&act=close`))
      // A limit that waits could meet it; a sale at market is filled by others before.
      const sheet = page.getByRole('dialog').last()
      await sheet
        .getByRole('radio', { name: word('orders.type.limit'), exact: true })
        .locator('xpath=..')
        .click()
      const limit = sheet.getByRole('spinbutton', { name: word('orders.ticket.price'), exact: true })
      await limit.fill(String(quote.lowerLimit))
      await limit.blur()
      const side = word('orders.way.cashSell')
      const act = page.getByRole('button', { name: new RegExp(word('orders.cancel.thenClose', { side })) })
      await act.waitFor()
      await standing(page)
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/own-order-${lang}.png` })
      await act.click()
      const dialog = page.getByRole('dialog').last()
      const [first] = word('orders.cancel.first', { order: '\0' }).split('\0') as [string]
      await dialog.getByText(new RegExp(first.replace('(', '\\('))).waitFor()
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/own-order-ask-${lang}.png` })
      await dialog
        .getByRole('button', { name: word('orders.close.button', { side, quantity: '100' }), exact: true })
        .click()
      await waitFor(
        async () => must(await api.get<object[]>('/lots?status=open')).data,
        (lots) => lots.length === 0,
        60_000,
      )
      expect(must(await api.get<{ status: string }>(`/orders/${bid.id}`)).data.status).toBe('cancelled')
      await page.context().close()
    },
    60_000,
  )

  it('no help of a figure stands over the keys of a sale, and its limit stays where it was chosen', async () => {
    const { page, api, word } = await holder('ja')
    const [lot] = must(await api.get<{ id: string }[]>('/lots?status=open')).data
    await page.goto(at(`jiaoyi/jiaoyiDetail/jiaoyiDetail?lot=${lot!.id}&act=close`))
    const sheet = page.getByRole('dialog').last()
    await sheet
      .getByRole('radio', { name: word('orders.type.limit'), exact: true })
      .locator('xpath=..')
      .click()
    const limit = sheet.getByRole('spinbutton', { name: word('orders.ticket.price'), exact: true })
    const chosen = await limit.inputValue()
    await limit.click()
    const pad = sheet.locator('.pad-keys')
    await pad.waitFor()
    await standing(page)
    /** Keys of which something else meets the finger, at the middle or an edge, wherever it is scrolled. */
    const covered = () =>
      pad.evaluate((keys) =>
        [...keys.children].flatMap((key) => {
          const { x, y, width, height } = key.getBoundingClientRect()
          const isMet = [0.1, 0.5, 0.9].every((part) =>
            key.contains(document.elementFromPoint(x + width / 2, y + height * part)),
          )
          return isMet ? [] : [key.getAttribute('aria-label')]
        }),
      )
    for (let top = 0; top <= 400; top += 20) {
      await sheet.evaluate((element, to) => element.scrollTo(0, to), top)
      expect(await covered(), `scrolled by ${top}`).toEqual([])
    }
    expect(await limit.inputValue()).toBe(chosen)
    await page.context().close()
  }, 60_000)

  it('shares that an own order binds are sold by no short sale: the order that binds them is shown', async () => {
    const { page, api, word } = await holder('ja')
    const [lot] = must(await api.get<{ id: string }[]>('/lots?status=open')).data
    const { quote } = must(await api.get<{ quote: { upperLimit: number } }>(`/stocks/${CODE}`)).data
    must(await api.post(`/lots/${lot!.id}/close`, { type: 'limit', price: quote.upperLimit, quantity: 100 }))
    await page.goto(at(`index/placeOrder/placeOrder?code=${CODE}&side=down`))
    await page.getByText(word('orders.ticket.owned', { quantity: '100' }), { exact: true }).waitFor()
    await page.goto(at(`index/gupiaoDetail/gupiaoDetail?code=${CODE}`))
    await page.getByRole('button', { name: new RegExp(`^${word('market.stock.sellHeld')}`) }).click()
    const sheet = page.getByRole('dialog').last()
    await sheet.getByText(word('orders.close.busy', { held: 'cash' }), { exact: true }).waitFor()
    expect(await sheet.getByRole('link').count(), 'the way to each order that binds').toBe(1)
    await sheet.getByRole('link').click()
    await page.getByRole('button', { name: word('orders.amend.button'), exact: true }).waitFor()
    await page.context().close()
  }, 60_000)

  it.each(['ja', 'fr'] as const)(
    'bid, ask, five levels and what is held stand on it; a price pressed is the limit; cash speaks of money (%s)',
    async (lang) => {
      const { page, complaints, word } = await holder(lang)
      await page.goto(at(`index/placeOrder/placeOrder?code=${CODE}`))
      const board = page.getByRole('list', { name: word('orders.ticket.board'), exact: true })
      await board.waitFor()
      const levels = board.getByRole('listitem')
      expect(await levels.count()).toBe(5)
      for (const level of await levels.all())
        expect((await level.boundingBox())!.height).toBeGreaterThanOrEqual(44)

      // Holdings, with the act that ends each.
      const held = page.getByRole('list', { name: word('orders.ticket.holding'), exact: true })
      await held.getByText(/100/).first().waitFor()
      await held.getByRole('link', { name: word('orders.way.cashSell'), exact: true }).waitFor()

      // Paid in full: nothing of margin, leverage or a loss-cut.
      const choice = (way: string) =>
        page.getByRole('radio', { name: word(`orders.way.${way}`), exact: true })
      expect(await choice('cashBuy').isChecked()).toBe(true)
      const leverage = page.getByRole('group', { name: word('orders.ticket.leverage'), exact: true })
      const liquidation = page.getByText(word('orders.ticket.liquidation'), { exact: true })
      expect([await leverage.count(), await liquidation.count()]).toEqual([0, 0])
      await page.getByText(word('orders.ticket.cost'), { exact: true }).first().waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `ticket-cash-${lang}`)

      // The price of the second bid goes into the limit.
      const bid = levels.nth(1).getByRole('button').first()
      // In one step: the board moves on meanwhile.
      const pressed = await bid.evaluate((element: HTMLElement) => {
        const text = element.lastElementChild!.textContent
        element.click()
        return text
      })
      const price = Number(pressed.replaceAll(/[^\d.]/g, ''))
      const limit = page.getByRole('spinbutton', { name: word('orders.ticket.price'), exact: true })
      await limit.waitFor()
      expect(Number((await limit.inputValue()).replaceAll(/[^\d.]/g, ''))).toBe(price)

      // The registered member has no margin yet: it says what opens it.
      await choice('up').check()
      await leverage.waitFor()
      await page.getByText(word('orders.ticket.marginLocked'), { exact: true }).waitFor()
      await pictures(page, `ticket-margin-${lang}`)
      await choice('cashBuy').check()
      await leverage.waitFor({ state: 'detached' })

      // A small phone opens with the best prices alone.
      await page.setViewportSize({ width: 360, height: 640 })
      await page.reload()
      await board.waitFor()
      expect(await levels.count()).toBe(1)
      await page.getByRole('button', { name: word('orders.ticket.boardMore'), exact: true }).click()
      expect(await levels.count()).toBe(5)
      expect(await overflowing(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'fr'] as const)(
    'stops, orders for an auction and exits are one list, each with its state and the reason (%s)',
    async (lang) => {
      const { page, complaints, api, word } = await holder(lang)
      const { quote } = must(await api.get(`/stocks/${CODE}`)).data
      const above = (part: number) => Math.min(quote.upperLimit, Math.ceil((quote.ask * part) / 10) * 10)
      const below = (part: number) => Math.max(quote.lowerLimit, Math.floor((quote.bid * part) / 10) * 10)
      const [lot] = must(await api.get<{ id: string }[]>('/lots?status=open')).data
      must(await api.post(`/lots/${lot!.id}/exits`, { takeProfit: above(1.08), stopLoss: below(0.92) }))
      const order = { code: CODE, side: 'up', quantity: 100, leverage: 1 }
      const stop = { ...order, type: 'stop', triggerPrice: above(1.05) }
      const { id: cancelled } = must(await api.post<{ id: string }>('/orders', stop)).data
      must(await api.post(`/orders/${cancelled}/cancel`, {}))
      must(await api.post('/orders', stop))
      must(await api.post('/orders', { ...order, type: 'limit', price: below(0.95), condition: 'at-close' }))
      must(
        await api.post('/orders', {
          ...order,
          type: 'limit',
          price: below(0.94),
          takeProfit: above(1.02),
          stopLoss: below(0.9),
        }),
      )
      await page.goto(`${here.context.url}/#/pages/jiaoyi/jiaoyi`)
      await page.getByRole('tab', { name: word('orders.trade.conditional') }).click()
      const rows = (name: string) =>
        page
          .getByRole('list', { name: word(`orders.conditional.${name}`), exact: true })
          .getByRole('listitem')
      await expect.poll(() => rows('waiting').count()).toBe(6)
      await expect.poll(() => rows('ended').count()).toBe(1)
      const has = (name: string, ...words: string[]) =>
        words
          .reduce((left, one) => left.filter({ has: page.getByText(one, { exact: true }) }), rows(name))
          .count()
      const state = (name: string) => word(`orders.conditional.state.${name}`)
      const kind = (name: string) => word(`orders.conditional.kind.${name}`)
      expect(await has('waiting', kind('stop'), state('watching'))).toBe(1)
      expect(
        await has('waiting', kind('at-close'), state('sent'), word('orders.conditional.sent.at-close')),
      ).toBe(1)
      for (const exit of ['take-profit', 'stop-loss']) {
        expect(await has('waiting', kind(exit), state('watching'), 'OCO')).toBe(1)
        expect(
          await has(
            'waiting',
            kind(exit),
            state('opening'),
            'IFDOCO',
            word('orders.conditional.why.opening'),
          ),
        ).toBe(1)
      }
      expect(await has('ended', kind('stop'), state('cancelled'), word('orders.reason.REQUESTED'))).toBe(1)
      for (const row of await rows('waiting').all())
        expect((await row.getByRole('link').boundingBox())!.height).toBeGreaterThanOrEqual(44)
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `conditional-${lang}`)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'fr'] as const)(
    'a stop that trails is set with a finger, says its distance and its trigger wherever it stands, and is amended (%s)',
    async (lang) => {
      const { page, complaints, api, word } = await holder(lang)
      const snap = async (name: string) => {
        if (PICTURES === undefined) return
        for (const size of [
          { width: 320, height: 640 },
          { width: 375, height: 812 },
        ]) {
          await page.setViewportSize(size)
          await standing(page)
          await page.screenshot({ path: `${PICTURES}/${name}-${lang}-${size.width}.png`, fullPage: true })
        }
      }
      const sure = (title: string) =>
        page
          .getByRole('dialog', { name: word(title) })
          .getByRole('button', { name: word('ui.ok'), exact: true })
          .tap()
      const distance = page.getByRole('spinbutton', { name: word('orders.trail.distance'), exact: true })
      await page.goto(at(`index/placeOrder/placeOrder?code=${CODE}`))
      await page.getByText(word('orders.ticket.kind.stop'), { exact: true }).tap()
      const trails = page.getByRole('switch', { name: new RegExp(`^${word('orders.trail.switch')}`) })
      await trails.tap()
      await distance.waitFor()
      await page.getByText(word('orders.trail.noteUp'), { exact: true }).waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await distance.scrollIntoViewIfNeeded()
      await snap('trail-ticket')
      await page
        .getByRole('button', {
          name: word('orders.ticket.next', { side: word('orders.way.cashBuy'), quantity: '100' }),
          exact: true,
        })
        .tap()
      await page
        .getByText(word('orders.trail.confirmNote'), { exact: true })
        .locator('visible=true')
        .waitFor()
      await snap('trail-confirm')
      await page.getByRole('button', { name: word('orders.confirm.submitUp'), exact: true }).tap()
      await page.getByText(word('orders.result.armed'), { exact: true }).locator('visible=true').waitFor()
      const placed = () =>
        api.get<{ id: string; trailBp: number; trailYen: number; triggerPrice: number }[]>(
          '/orders?status=pending',
        )
      const [order] = must(await placed()).data
      expect(order).toMatchObject({ trailBp: 300, trailYen: null, type: 'stop', place: 'armed' })

      const [lot] = must(await api.get<{ id: string; marketPrice: number }[]>('/lots?status=open')).data
      await page.goto(at(`jiaoyi/jiaoyiDetail/jiaoyiDetail?lot=${lot!.id}`))
      await page
        .getByRole('button', { name: word('orders.ticket.exits'), exact: true })
        .locator('visible=true')
        .tap()
      await page
        .getByRole('switch', { name: word('orders.ticket.stopLoss'), exact: true })
        .locator('visible=true')
        .tap()
      await page
        .getByRole('switch', { name: new RegExp(`^${word('orders.trail.switch')}`) })
        .locator('visible=true')
        .tap()
      await page.getByText(word('orders.trail.noteDown'), { exact: true }).locator('visible=true').waitFor()
      await snap('trail-exits')
      await page
        .getByRole('button', { name: word('orders.exits.submit'), exact: true })
        .locator('visible=true')
        .tap()
      await sure('orders.exits.confirmTitle')
      await waitFor(
        async () => must(await api.get<{ trailBp: number | null }>(`/lots/${lot!.id}`)).data.trailBp,
        (bp) => bp === 300,
      )

      await page.goto(`${here.context.url}/#/pages/jiaoyi/jiaoyi`)
      await page.getByRole('tab', { name: word('orders.trade.conditional') }).tap()
      const rows = page
        .getByRole('list', { name: word('orders.conditional.waiting'), exact: true })
        .getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(2)
      const by = word('orders.trail.with', { distance: lang === 'fr' ? '3\u202f%' : '3%' })
      expect(await rows.filter({ hasText: by }).count()).toBe(2)
      await snap('trail-conditional')

      await page.goto(at(`jiaoyi/jiaoyiDetail/jiaoyiDetail?order=${order!.id}`))
      await page
        .getByText(word('orders.trail.distance'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      await snap('trail-detail')
      await page.getByRole('button', { name: word('orders.amend.button'), exact: true }).tap()
      await page
        .getByRole('dialog', { name: word('orders.amend.title') })
        .getByText(word('ui.yen'), { exact: true })
        .first()
        .tap()
      await snap('trail-amend')
      await page.getByRole('button', { name: word('orders.amend.submit'), exact: true }).tap()
      await sure('orders.amend.confirmTitle')
      const amended = await waitFor(
        async () => must(await placed()).data[0]!,
        ({ trailYen }) => trailYen !== null,
      )
      expect(amended.trailBp).toBeNull()
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'fr'] as const)(
    'an order that is over fills in the same again; a template of it fills in another ticket, and is deleted (%s)',
    async (lang) => {
      const { page, complaints, api, word } = await holder(lang)
      const { quote } = must(await api.get(`/stocks/${CODE}`)).data
      const price = Math.max(quote.lowerLimit, Math.floor((quote.bid * 0.95) / 10) * 10)
      const { id } = must(
        await api.post<{ id: string }>('/orders', {
          code: CODE,
          side: 'up',
          type: 'limit',
          quantity: 200,
          price,
          leverage: 1,
          takeProfit: Math.ceil((price * 1.1) / 10) * 10,
        }),
      ).data
      must(await api.post(`/orders/${id}/cancel`, {}))
      await waitFor(
        async () => must(await api.get<{ status: string }>(`/orders/${id}`)).data.status,
        (status) => status === 'cancelled',
      )
      await page.goto(at(`jiaoyi/jiaoyiDetail/jiaoyiDetail?order=${id}`))
      await page.getByRole('link', { name: word('orders.detail.again'), exact: true }).click()
      const field = (key: string) => page.getByRole('spinbutton', { name: word(`orders.ticket.${key}`) })
      const said = async (key: string) =>
        Number((await field(key).inputValue()).replace(/,(\d)$/, '.$1').replaceAll(/[^\d.]/g, ''))
      await field('quantity').waitFor()
      expect([await said('quantity'), await said('price')]).toEqual([200, price])
      await field('takeProfit').waitFor()

      const open = () =>
        page
          .getByRole('button', { name: word('orders.templates.title'), exact: true })
          .last()
          .click()
      const sheet = page.getByRole('dialog', { name: word('orders.templates.title') })
      await open()
      await sheet.getByText(word('orders.templates.none'), { exact: true }).waitFor()
      await sheet.getByLabel(word('orders.templates.name')).fill('Swing 200')
      await sheet.getByRole('button', { name: word('orders.templates.save'), exact: true }).click()
      const row = sheet.getByRole('button', { name: /^Swing 200/ })
      await row.waitFor()
      expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `templates-${lang}`)

      // A new ticket says other things until the template fills it in.
      await page.goto(at(`index/placeOrder/placeOrder?code=${CODE}&side=up&type=market`))
      await field('quantity').waitFor()
      await expect.poll(() => said('quantity')).toBe(100)
      await open()
      await row.click()
      await expect.poll(() => said('quantity')).toBe(200)
      await field('price').waitFor()
      // As far above the price as it was kept.
      const [limit, exit] = [await said('price'), await said('takeProfit')]
      expect(Math.abs(exit / limit / 1.1 - 1)).toBeLessThan(0.01)
      await open()
      await sheet
        .getByRole('button', { name: word('orders.templates.remove', { name: 'Swing 200' }), exact: true })
        .click()
      await page
        .getByRole('dialog', { name: word('orders.templates.removeTitle', { name: 'Swing 200' }) })
        .getByRole('button', { name: word('ui.ok'), exact: true })
        .click()
      await sheet.getByText(word('orders.templates.none'), { exact: true }).waitFor()
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )
})
