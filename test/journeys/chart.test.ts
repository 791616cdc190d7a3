import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { dateJst } from '#kernel/time.ts'
import { tenthsOf } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { must, registerMember, waitFor, type Api } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { drag, press, restingInk } from './glass.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

declare global {
  /** In the page: what has been written on canvases. */
  var written: string[]
  /** Words of a time axis that its edge has cut. */
  var cutWords: string[]
}

/** Folder for pictures to look at: the charts, at each size and language. */
const PICTURES = process.env['PICTURES']
const picture = async (page: Page, name: string): Promise<void> => {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
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
    await page.locator('.chart').first().scrollIntoViewIfNeeded()
    await restingInk(page)
    await picture(page, `${name}-${size.width}`)
  }
}

const CODE = 'S801'
const centre = async (of: Locator) => {
  const { x, y, width, height } = (await of.boundingBox())!
  return { x: x + width / 2, y: y + height / 2, width, height }
}
const numberIn = async (field: Locator) =>
  Number((await field.inputValue()).replace(/,(\d)$/, '.$1').replaceAll(/[^\d.]/g, ''))

describe.skipIf(chromiumPath === undefined)('the chart under the hand', () => {
  const here = opened({ trading: CODE })
  const stock = (code = CODE) =>
    `${here.context.url}/#/subPackages/index/gupiaoDetail/gupiaoDetail?code=${code}`
  /** An issue whose tick is ten yen. */
  async function coarse(): Promise<{ code: string; tickTable: TickTable }> {
    const { api } = await registerMember(here.context.url, here.context.invitationCode)
    const rows = must(
      await api.get<{ code: string; quote: { previousClose: number } }[]>('/stocks?limit=300'),
    ).data
    for (const { code, quote } of rows) {
      if (quote.previousClose < 6_000) continue
      const { tickTable } = must(await api.get<{ tickTable: TickTable }>(`/stocks/${code}`)).data
      if (tickTable === 'other') return { code, tickTable }
    }
    throw new Error('no issue has a coarse tick')
  }

  /** A member with a hundred shares and an order below the market, on the page. */
  async function holder(lang: Lang) {
    const member = await registerMember(here.context.url, here.context.invitationCode)
    const { api } = member
    must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 100, leverage: 1 }))
    const [lot] = await waitFor(
      async () => must(await api.get<{ id: string; openPrice: number }[]>('/lots?status=open')).data,
      (lots) => lots.length === 1,
      60_000,
    )
    const { quote } = must(await api.get(`/stocks/${CODE}`)).data
    const price = Math.max(quote.lowerLimit, Math.floor((quote.bid * 0.96) / 10) * 10)
    const order = must(
      await api.post('/orders', { code: CODE, side: 'up', type: 'limit', quantity: 100, price, leverage: 1 }),
    ).data as { id: string }
    const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
    await carrySession(page, member)
    await page.goto(stock())
    await page.locator('canvas').first().waitFor()
    return { page, complaints, api, lot: lot!, waiting: order.id, price, ...storyOf(page, lang) }
  }
  const priceOf = async (api: Api, order: string): Promise<number> =>
    must(await api.get<{ price: number }>(`/orders/${order}`)).data.price

  it.each(['ja', 'fr'] as const)(
    'an order’s line is dragged: the form has the price, Cancel puts it back, the confirm amends (%s)',
    async (lang) => {
      const { page, complaints, api, waiting, price, word } = await holder(lang)
      const handle = page.getByRole('slider', {
        name: word('market.own.handle', { name: word('market.study.orderBuy', { quantity: '100' }) }),
      })
      await handle.waitFor()
      await restingInk(page)
      const form = page.getByRole('dialog', { name: word('orders.amend.title') })
      const field = form.getByRole('spinbutton', { name: word('orders.ticket.price') })
      // It stays below the market: at it, the order would be filled.
      const UP = 12
      const up = async () => {
        const from = await centre(handle)
        expect(Math.min(from.width, from.height)).toBeGreaterThanOrEqual(44)
        await drag(page, [[from, { x: from.x, y: from.y - UP }]], {
          arrived: async () => {
            // The price and what it comes to, before anything is let go.
            const spoken = (await handle.getAttribute('aria-valuetext'))!
            expect(spoken).toMatch(
              new RegExp(word('market.own.value', { value: '\u0000' }).replace('\u0000', '.*\\d.*')),
            )
            await picture(page, `chart-drag-${lang}`)
          },
        })
        await form.waitFor()
      }
      await up()
      const wanted = await numberIn(field)
      expect(wanted).toBeGreaterThan(price)
      expect(await priceOf(api, waiting)).toBe(price)
      await form.getByRole('button', { name: word('ui.close'), exact: true }).click()
      await form.waitFor({ state: 'hidden' })
      expect(Number(await handle.getAttribute('aria-valuenow'))).toBe(price)
      expect(await priceOf(api, waiting)).toBe(price)

      await up()
      const asked = await numberIn(field)
      await form.getByRole('button', { name: word('orders.amend.submit'), exact: true }).click()
      const confirm = page.getByRole('dialog', { name: word('orders.amend.confirmTitle') })
      await confirm.waitFor()
      expect(await priceOf(api, waiting)).toBe(price)
      await confirm.getByRole('button', { name: word('ui.ok'), exact: true }).click()
      await waitFor(
        () => priceOf(api, waiting),
        (now) => now === asked,
      )
      await expect
        .poll(async () => Number(await handle.getAttribute('aria-valuenow')), { timeout: 15_000 })
        .toBe(asked)
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `chart-own-${lang}`)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'fr'] as const)(
    'the trigger of a stop is dragged apart from its limit, and amended through the confirm (%s)',
    async (lang) => {
      const { page, complaints, api, waiting, word } = await holder(lang)
      must(await api.post(`/orders/${waiting}/cancel`, {}))
      const { quote } = must(await api.get(`/stocks/${CODE}`)).data
      const at = (part: number) => Math.min(quote.upperLimit, Math.ceil((quote.ask * part) / 10) * 10)
      const { id } = must(
        await api.post('/orders', {
          code: CODE,
          side: 'up',
          type: 'stop-limit',
          quantity: 100,
          triggerPrice: at(1.03),
          price: at(1.05),
          leverage: 1,
        }),
      ).data as { id: string }
      const pricesOf = async () =>
        must(await api.get<{ price: number; triggerPrice: number }>(`/orders/${id}`)).data
      const handleOf = (key: string) =>
        page.getByRole('slider', {
          name: word('market.own.handle', { name: word(`market.study.${key}`, { quantity: '100' }) }),
        })
      const trigger = handleOf('triggerBuy')
      await trigger.waitFor()
      await handleOf('orderBuy').waitFor()
      await restingInk(page)
      const from = await centre(trigger)
      await drag(page, [[from, { x: from.x, y: from.y - 8 }]])
      const form = page.getByRole('dialog', { name: word('orders.amend.title') })
      await form.waitFor()
      const asked = await numberIn(form.getByRole('spinbutton', { name: word('orders.ticket.trigger') }))
      expect(asked).toBeGreaterThan(at(1.03))
      expect(await numberIn(form.getByRole('spinbutton', { name: word('orders.ticket.price') }))).toBe(
        at(1.05),
      )
      expect(await pricesOf()).toMatchObject({ price: at(1.05), triggerPrice: at(1.03) })
      await picture(page, `chart-trigger-form-${lang}`)
      await form.getByRole('button', { name: word('orders.amend.submit'), exact: true }).click()
      const confirm = page.getByRole('dialog', { name: word('orders.amend.confirmTitle') })
      await confirm.getByRole('button', { name: word('ui.ok'), exact: true }).click()
      await waitFor(pricesOf, (now) => now.triggerPrice === asked)
      expect(await pricesOf()).toMatchObject({ price: at(1.05) })
      await expect
        .poll(async () => Number(await trigger.getAttribute('aria-valuenow')), { timeout: 15_000 })
        .toBe(asked)
      expect(await overflowing(page)).toEqual([])
      await pictures(page, `chart-trigger-${lang}`)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'fr'] as const)(
    'the exits of an order that waits have lines, which are dragged and amended through the confirm (%s)',
    async (lang) => {
      const { page, complaints, api, waiting, price, word } = await holder(lang)
      const at = (part: number) => Math.round((price * part) / 10) * 10
      const before = { takeProfit: at(1.02), stopLoss: at(0.985) }
      must(await api.post(`/orders/${waiting}/amend`, { exits: before }))
      const exitsOf = async () =>
        must(await api.get<{ takeProfit: number; stopLoss: number }>(`/orders/${waiting}`)).data
      const handleOf = (exit: 'takeProfit' | 'stopLoss') =>
        page.getByRole('slider', {
          name: word('market.own.handle', {
            name: word('market.study.exitOfOrder', { exit: word(`orders.ticket.${exit}`), quantity: '100' }),
          }),
        })
      const handle = handleOf('stopLoss')
      await handle.waitFor()
      await handleOf('takeProfit').waitFor()
      await restingInk(page)
      const from = await centre(handle)
      await drag(page, [[from, { x: from.x, y: from.y + 8 }]], {
        arrived: async () => {
          expect(await handle.getAttribute('aria-valuetext')).toContain(
            word('market.own.profit', { profit: '' }).trim(),
          )
          await picture(page, `chart-waiting-exit-drag-${lang}`)
        },
      })
      const form = page.getByRole('dialog', { name: word('orders.amend.title') })
      await form.waitFor()
      const field = form.getByRole('spinbutton', { name: word('orders.ticket.stopLoss') })
      const asked = await numberIn(field)
      expect(asked).toBeLessThan(before.stopLoss)
      expect(await exitsOf()).toMatchObject(before)
      await picture(page, `chart-waiting-exit-form-${lang}`)
      // On the wrong side of the order it cannot be sent, and the field says why.
      const submit = form.getByRole('button', { name: word('orders.amend.submit'), exact: true })
      await field.fill(String(price + 10))
      await field.blur()
      await expect.poll(() => submit.isDisabled()).toBe(true)
      await field.fill(String(asked))
      await field.blur()
      await submit.click()
      const confirm = page.getByRole('dialog', { name: word('orders.amend.confirmTitle') })
      await confirm.waitFor()
      expect(await exitsOf()).toMatchObject(before)
      await picture(page, `chart-waiting-exit-confirm-${lang}`)
      await confirm.getByRole('button', { name: word('ui.ok'), exact: true }).click()
      await waitFor(exitsOf, (now) => now.stopLoss === asked)
      expect(await exitsOf()).toMatchObject({ price, takeProfit: before.takeProfit, status: 'pending' })
      await expect
        .poll(async () => Number(await handle.getAttribute('aria-valuenow')), { timeout: 15_000 })
        .toBe(asked)
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `chart-waiting-exit-${lang}`)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('an exit is drawn out of a holding, by hand and by key, and nothing is set before the confirm', async () => {
    const { page, complaints, api, lot, word } = await holder('ja')
    const exits = async () =>
      must(await api.get<{ takeProfit: number | null; stopLoss: number | null }>(`/lots/${lot.id}`)).data
    const holding = page.getByRole('slider', {
      name: new RegExp(`^${word('market.chart.fillBuy', { quantity: '100' })}`),
    })
    await holding.waitFor()
    await restingInk(page)
    const form = page.getByRole('dialog', { name: word('orders.ticket.exits') })
    const close = form.getByRole('button', { name: word('ui.close'), exact: true })
    const from = await centre(holding)
    await drag(page, [[from, { x: from.x, y: from.y + 40 }]], {
      arrived: async () => {
        expect(await holding.getAttribute('aria-valuetext')).toMatch(
          new RegExp(`^${word('orders.ticket.stopLoss')}.*${word('market.own.profit', { profit: '' })}−`),
        )
      },
    })
    await form.waitFor()
    const loss = await numberIn(form.getByRole('spinbutton', { name: word('orders.ticket.stopLoss') }))
    expect(loss).toBeLessThan(lot.openPrice)
    await close.click()
    await form.waitFor({ state: 'hidden' })
    expect(await exits()).toMatchObject({ takeProfit: null, stopLoss: null })

    // By key: to where it gains, and through the confirm.
    await holding.focus()
    for (let turn = 0; turn < 12; turn++) await page.keyboard.press('PageUp')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    expect(await form.isVisible()).toBe(false)
    for (let turn = 0; turn < 12; turn++) await page.keyboard.press('PageUp')
    const spoken = (await holding.getAttribute('aria-valuetext'))!
    expect(spoken.startsWith(word('orders.ticket.takeProfit'))).toBe(true)
    const wanted = Number(await holding.getAttribute('aria-valuenow'))
    await page.keyboard.press('Enter')
    await form.waitFor()
    expect(await numberIn(form.getByRole('spinbutton', { name: word('orders.ticket.takeProfit') }))).toBe(
      wanted,
    )
    await form.getByRole('button', { name: word('orders.exits.submit'), exact: true }).click()
    const confirm = page.getByRole('dialog', { name: word('orders.exits.confirmTitle') })
    await confirm.getByRole('button', { name: word('ui.ok'), exact: true }).click()
    await waitFor(exits, (now) => now.takeProfit === wanted)
    // Its own line now, which can be moved further.
    await page
      .getByRole('slider', { name: word('market.own.handle', { name: word('orders.ticket.takeProfit') }) })
      .waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('own orders that could not be had are missed on the chart, and come by a press', async () => {
    const { page, word, button } = await holder('ja')
    const own = page.getByText(new RegExp(word('market.study.orderBuy', { quantity: '100' }))).first()
    await own.waitFor()
    await page.route(/api\/orders\?.*status=pending/, (route) => route.abort())
    await page.reload()
    await button('ui.retry').waitFor()
    expect(await own.count()).toBe(0)
    await page.unroute(/api\/orders\?.*status=pending/)
    await button('ui.retry').click()
    await own.waitFor()
    await button('ui.retry').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('a finger that goes up over the chart scrolls the page', async () => {
    // A guest has no lines of its own under the finger.
    const { page } = await openPhone(here.browser)
    await page.goto(stock())
    await page.locator('canvas').first().waitFor()
    await restingInk(page)
    const chart = (await page.locator('.chart').first().boundingBox())!
    const from = { x: chart.x + chart.width / 2, y: chart.y + chart.height * 0.7 }
    // A page that is busy takes the finger for one that is held still, and the next one not.
    const moved = await waitFor(
      async () => {
        await drag(page, [[from, { x: from.x + 4, y: from.y - 160 }]], { steps: 4 })
        return chart.y - (await page.locator('.chart').first().boundingBox())!.y
      },
      (by) => by > 80,
    )
    expect(moved).toBeGreaterThan(80)
    await page.context().close()
  })

  it('a long press shows the bar’s prices and leads to the form of an alert at that price', async () => {
    const { page, complaints, api, word } = await holder('ja')
    await restingInk(page)
    const chart = (await page.locator('.chart').first().boundingBox())!
    const at = { x: chart.x + chart.width * 0.5, y: chart.y + chart.height * 0.2 }
    const alert = page.getByRole('link', {
      name: new RegExp(`^${word('market.own.alert', { price: '' })}[\\d,]+`),
    })
    // A tap is none, and takes it away.
    await page.touchscreen.tap(at.x, at.y)
    expect(await alert.count()).toBe(0)
    await press(page, at)
    await alert.waitFor()
    await page
      .getByText(new RegExp(word('market.chart.close') + '[\\d,]+'))
      .first()
      .waitFor()
    await picture(page, 'chart-pin-ja')
    await page.touchscreen.tap(at.x - 60, at.y + 30)
    await alert.waitFor({ state: 'detached' })
    await press(page, at)
    const price = Number((await alert.innerText()).replaceAll(/[^\d.]/g, ''))
    await alert.click()
    const field = page.getByRole('textbox', { name: word('alerts.price') })
    await field.waitFor()
    expect(await numberIn(field)).toBe(price)
    await page.getByRole('button', { name: word('alerts.add'), exact: true }).click()
    const set = await waitFor(
      async () =>
        must(await api.get<{ alerts: { price: number; watches: string }[] }>('/alerts')).data.alerts,
      (alerts) => alerts.length === 1,
    )
    expect(set[0]).toMatchObject({ price, code: CODE })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(['ja', 'fr'] as const)(
    'lines are drawn, moved and deleted by touch, and are there after a reload (%s)',
    async (lang) => {
      const { page, complaints, api, word, button } = await holder(lang)
      await restingInk(page)
      type Drawn = { kind: string; points: { at: string; price: number }[] }
      const kept = async () =>
        must(await api.get<{ drawings: Drawn[] }>(`/chart/${CODE}/drawings?date=${dateJst(Date.now())}`)).data
          .drawings
      const chart = (await page.locator('.chart').first().boundingBox())!
      const spot = (x: number, y: number) => ({ x: chart.x + chart.width * x, y: chart.y + chart.height * y })
      await button('market.draw.kind.trend').tap()
      await picture(page, `chart-drawing-${lang}`)
      await drag(page, [[spot(0.3, 0.5), spot(0.6, 0.25)]])
      const [trend] = await waitFor(kept, (drawings) => drawings.length === 1)
      expect(trend!.kind).toBe('trend')
      expect(trend!.points[1]!.price).toBeGreaterThan(trend!.points[0]!.price)
      expect(trend!.points[1]!.at > trend!.points[0]!.at).toBe(true)
      // It is in the hand at once: its end is taken further down.
      const end = page.getByRole('button', {
        name: new RegExp(
          word('market.draw.point', { end: 'second', time: '\u0000', price: '\u0000' }).split('\u0000')[0]!,
        ),
      })
      const from = await centre(end)
      await drag(page, [[from, { x: from.x, y: from.y + 60 }]])
      await waitFor(kept, ([moved]) => moved!.points[1]!.price < trend!.points[1]!.price)
      await button('market.draw.kind.level').tap()
      const level = spot(0.5, 0.15)
      await page.touchscreen.tap(level.x, level.y)
      await waitFor(kept, (drawings) => drawings.length === 2)
      await button('market.draw.kind.ruler').tap()
      await drag(page, [[spot(0.2, 0.2), spot(0.5, 0.4)]])
      const drawn = await waitFor(kept, (drawings) => drawings.length === 3)
      expect(drawn.map(({ kind }) => kind)).toEqual(['trend', 'level', 'ruler'])
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await pictures(page, `chart-drawn-${lang}`)

      await page.reload()
      const names = page.locator('button.sr-only[aria-pressed]')
      await expect.poll(() => names.count(), { timeout: 15_000 }).toBe(3)
      await restingInk(page)
      // Taken hold of by its name: since the reload the line may stand a little higher or lower.
      await names.nth(1).dispatchEvent('click')
      const remove = page.getByRole('button', {
        name: new RegExp(word('market.draw.remove', { name: '' }).trim().replaceAll(/\s/g, '\\s')),
      })
      await remove.tap()
      await waitFor(kept, (drawings) => drawings.length === 2)
      expect((await kept()).map(({ kind }) => kind)).toEqual(['trend', 'ruler'])
      // By keys alone: another level, moved by ticks.
      await button('market.draw.kind.level').focus()
      await page.keyboard.press('Enter')
      const [, , keyed] = await waitFor(kept, (drawings) => drawings.length === 3)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
        .toContain(word('market.draw.level', { price: '\u0000' }).split('\u0000')[0]!)
      // A key may come while the drawing is drawn anew.
      await waitFor(
        async () => {
          await page.keyboard.press('ArrowUp')
          return kept()
        },
        (drawings) => drawings[2]!.points[0]!.price > keyed!.points[0]!.price,
      )
      await page.keyboard.press('Delete')
      await waitFor(kept, (drawings) => drawings.length === 2)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('the crosshair says prices of the exchange’s grid, and bars come before a line begins in sight', async () => {
    const { page, complaints } = await openPhone(here.browser)
    await page.addInitScript(() => {
      globalThis.written = []
      globalThis.cutWords = []
      const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, x, ...rest) {
        globalThis.written.push(text)
        fillText.call(this, text, x, ...rest)
        const { clientWidth, clientHeight } = this.canvas
        const half = this.measureText(text).width / 2
        const isOver = (x < half - 1 && x > -half) || (x > clientWidth - half + 1 && x < clientWidth + half)
        if (this.textAlign === 'center' && clientHeight < 50 && isOver) globalThis.cutWords.push(text)
      }
    })
    const { code, tickTable } = await coarse()
    const older: string[] = []
    page.on('request', (request) => request.url().includes('before=') && older.push(request.url()))
    await page.goto(stock(code))
    await page.locator('canvas').first().waitFor()
    await restingInk(page)
    const chart = (await page.locator('.chart').first().boundingBox())!
    await page.evaluate(() => void (globalThis.written = []))
    for (let step = 0; step < 12; step++)
      await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height * 0.1 + step * 7)
    const prices = (await page.evaluate(() => globalThis.written))
      .map((text) => (/^[\d,]+(\.\d)?$/.test(text) ? Number(text.replaceAll(',', '')) : 0))
      // Not a day or a year of the time axis.
      .filter((price) => price > 3_000)
    expect(new Set(prices).size).toBeGreaterThan(5)
    expect(prices.filter((price) => !isOnTick(tenthsOf(price), tickTable))).toEqual([])

    // 40 bars of 160 are panned over: the average of 75 would begin in the middle.
    expect(older).toEqual([])
    const y = chart.y + chart.height * 0.4
    await drag(page, [
      [
        { x: chart.x + 40, y },
        { x: chart.x + chart.width * 0.7, y },
      ],
    ])
    await expect.poll(() => older.length, { timeout: 15_000 }).toBeGreaterThan(0)
    // Words of the time axis go before they are cut, wherever the chart is moved, in the day's line too.
    for (let step = 0; step < 3; step++)
      await drag(page, [
        [
          { x: chart.x + chart.width * 0.6, y },
          { x: chart.x + chart.width * 0.5 - step * 9, y },
        ],
      ])
    await page.getByRole('tab', { name: storyOf(page, 'ja').word('market.chart.line') }).click()
    await restingInk(page)
    expect(await page.evaluate(() => globalThis.cutWords)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('the chart is compared with an issue of the search and with an index, in per cent, and alone again', async () => {
    const { page, complaints } = await openPhone(here.browser)
    const { word, button } = storyOf(page, 'ja')
    await page.goto(stock())
    await page.locator('canvas').first().waitFor()
    await restingInk(page)
    const sheet = page.getByRole('dialog', { name: word('market.compare.title') })
    await button('market.compare.title').tap()
    await sheet.getByRole('searchbox').fill('S214')
    await sheet.getByRole('button', { name: /S214/ }).click()
    await sheet.waitFor({ state: 'hidden' })
    await page.getByText(/^東雲電子 [+−]?\d+\.\d+%$/).waitFor()
    await page.getByText(new RegExp(`^${word('market.compare.own', { change: '' })}[+−]?\\d`)).waitFor()
    // In words, and in the table.
    const legend = page.getByRole('slider', { name: word('market.chart.walk') })
    await legend.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await legend.getAttribute('aria-valuetext')).toMatch(/東雲電子.*%$/)
    await page.keyboard.press('ArrowUp')
    expect(await legend.getAttribute('aria-valuetext')).toMatch(/^2026\/?.*本/)
    await page.keyboard.press('ArrowDown')
    expect(await legend.getAttribute('aria-valuetext')).toContain('始値')
    await button('market.chart.table').tap()
    await page.getByRole('columnheader', { name: /^東雲電子/ }).waitFor()
    await button('market.chart.tableClose').tap()
    expect(await accessibilityProblems(page)).toEqual([])
    await pictures(page, 'chart-compared-ja')
    await button('market.compare.title').tap()
    await sheet
      .getByRole('button', { name: word('market.compare.index', { name: word('market.index.all') }) })
      .click()
    await page.getByText(new RegExp(`^${word('market.index.all')} [+−]?\\d+\\.\\d+%$`)).waitFor()
    // Beside the issue, each a line of its own colour.
    await page.getByText(/^東雲電子 [+−]?\d+\.\d+%$/).waitFor()
    const colours = await page
      .locator('p span[style*="border-color"]')
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).borderTopColor))
    expect(new Set(colours).size).toBe(2)
    await pictures(page, 'chart-compared-two-ja')
    await button('market.compare.title').tap()
    await sheet.getByRole('button', { name: word('market.compare.none') }).click()
    await page
      .getByText(new RegExp(`^${word('market.compare.own', { change: '' })}`))
      .waitFor({ state: 'detached' })

    // All of the window, with the table in a sheet and the sound's code only when it is asked for.
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await button('market.study.full').tap()
    const full = page.getByRole('dialog', { name: word('market.chart.title') }).first()
    // Name, price and both sides stand over it.
    await full.getByRole('heading', { name: '千景銀行' }).waitFor()
    for (const side of ['market.stock.sellShort', 'market.stock.buy'])
      await full.getByRole('button', { name: new RegExp(`^${word(side)} [\\d,.]+$`) }).waitFor()
    await full.getByRole('button', { name: word('market.chart.table') }).tap()
    await page.getByRole('columnheader', { name: word('market.chart.close') }).waitFor()
    await page
      .getByRole('dialog', { name: word('market.chart.title') })
      .last()
      .getByRole('button', { name: word('ui.close'), exact: true })
      .tap()
    expect(asked.filter((url) => url.includes('chart-tone'))).toEqual([])
    const tone = full.getByRole('button', { name: word('market.tone.play') })
    expect(await tone.getAttribute('aria-pressed')).toBe('false')
    await tone.tap()
    await expect
      .poll(() => asked.filter((url) => url.includes('chart-tone')).length, { timeout: 15_000 })
      .toBe(1)
    expect(await tone.getAttribute('aria-pressed')).toBe('true')
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
