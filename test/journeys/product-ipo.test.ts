import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, DAY, dateJst, HOUR, MINUTE, SECOND, timeJst, type Ms } from '#kernel/time.ts'
import { firstWorth } from '#modules/instruments/model/new-issue.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { atConsole, verifyByHand } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { Lang } from '#i18n/lang.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'
const ID = 'IPO-2026-0001'
const NAME = GOOD.ipo.names.ja
/** Two units wanted of two thousand: the bottom of the band. */
const OFFER_TENTHS = 9_200
/** A picture of each page, for whoever asks for them. */
const PICTURES = process.env['PICTURES']

describe.skipIf(chromiumPath === undefined)('a new issue, from its listing to shares that are sold', () => {
  let app: TestApp
  let browser: Browser
  let terms: Terms<'ipo'>
  const members: Record<string, { token: string; userId: string }> = {}
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    for (const [index, lang] of ['ja', 'en'].entries()) {
      members[lang] = await app.enrol(`090-4646-000${index}`, PASSWORD)
      await verifyByHand(app, members[lang], { idNumber: `30123456780${index}` })
    }
    const at = Math.floor(app.context.clock.market())
    const day = (days: number) => dateJst(at + days * DAY)
    // Worth about its offer price, so that the first auction finds a price: a special quote may stand for
    // hours.
    const seed = app.context.config.keys.market.toString('hex')
    const code = Array.from({ length: 400 }, (_, n) => `T${n + 100}`).find(
      (one) => Math.abs(firstWorth(seed, one, OFFER_TENTHS) / OFFER_TENTHS - 1) < 0.03,
    )!
    terms = {
      ...GOOD.ipo,
      code,
      bandLowTenths: OFFER_TENTHS,
      bandHighTenths: 10_400,
      referenceTenths: 9_800,
      opensAt: at + 2 * HOUR,
      closesAt: timeJst(day(2), 15),
      drawOn: day(3),
      payFrom: day(3),
      payTo: day(4),
      issueOn: day(5),
    }
    for (const operatorId of ['demo-listing-1', 'demo-auditor-1']) {
      const desk = await atConsole(app, operatorId)
      expect(await desk.act('ipo.publish', ID, { body: { terms } })).toMatchObject({ code: 1 })
    }
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const jump = async (at: Ms) =>
    expect(
      (await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code,
    ).toBe(1)
  const mine = async (lang: Lang) =>
    (await app.call('GET', `/api/ipo/offerings/${ID}`, { token: members[lang]!.token })).data.mine
  const look = async (page: Page, name: string) => {
    expect([name, await overflowing(page)]).toEqual([name, []])
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` })
  }
  const sound = async (page: Page, name: string) => {
    await look(page, name)
    expect([name, await accessibilityProblems(page)]).toEqual([name, []])
  }
  const phoneOf = async (lang: Lang) => {
    const { page, complaints } = await openPhone(browser, lang === 'ja' ? {} : { locale: lang })
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
    })
    await carrySession(page, members[lang]!)
    const story = storyOf(page, lang)
    const seen = (text: string) => page.getByText(text, { exact: true }).locator('visible=true').first()
    return {
      page,
      complaints,
      story,
      seen,
      open: (id: string) => page.goto(`http://localhost:${app.port}/#/subPackages/index/ipo/ipo${id}`),
      agree: () =>
        page
          .getByRole('dialog')
          .last()
          .getByRole('button', { name: story.word('ui.ok'), exact: true })
          .click(),
    }
  }

  it('is applied for, drawn, bought or declined, listed, held and sold (ja buys, en declines)', async () => {
    const ja = await phoneOf('ja')
    const en = await phoneOf('en')
    const { word } = ja.story
    await ja.open('')
    await ja.page.getByText(word('ipo.stage.coming')).locator('visible=true').first().waitFor()
    await look(ja.page, '1-coming')

    // The IPO tab of the market leads to the offering.
    await jump(terms.opensAt + MINUTE)
    await ja.page.goto(`http://localhost:${app.port}/#/pages/market/market`)
    await ja.page.getByRole('tab', { name: word('market.view.ipo') }).click()
    await ja.page.getByRole('link', { name: word('ipo.apply'), exact: true }).waitFor()
    await sound(ja.page, '2-market')
    await ja.page.getByRole('link', { name: word('ipo.apply'), exact: true }).click()
    const sheet = ja.page.getByRole('dialog')
    await sheet.getByRole('button', { name: word('ui.increase', { label: word('ipo.apply.units') }) }).click()
    await sheet.getByText('208,000円', { exact: true }).waitFor()
    await sound(ja.page, '3-sheet')
    await sheet
      .getByRole('button', { name: word('ipo.apply.submit', { units: word('ipo.unitsOf', { n: 2 }) }) })
      .click()
    await ja.agree()
    await ja.story.button('ipo.cancel').waitFor()
    await look(ja.page, '4-applied')

    await en.open(`?id=${ID}`)
    await en.story.button('ipo.apply').click()
    await en.page.getByRole('dialog').getByText(en.story.word('ipo.apply.never')).waitFor()
    await sound(en.page, '5-sheet-en')
    await en.page
      .getByRole('dialog')
      .getByRole('button', {
        name: en.story.word('ipo.apply.submit', { units: en.story.word('ipo.unitsOf', { n: 1 }) }),
      })
      .click()
    await en.agree()
    await en.story.button('ipo.cancel').waitFor()
    await look(en.page, '6-applied-en')

    await jump(terms.closesAt + MINUTE)
    await waitFor(
      () => mine('ja'),
      ({ status }) => status === 'won',
      30_000,
    )
    await jump(timeJst(terms.payFrom, 9))
    await ja.open(`?id=${ID}&view=won`)
    const buy = ja.page.getByRole('button', { name: word('ipo.confirm', { quantity: '200株' }) })
    await buy.waitFor()
    await sound(ja.page, '7-won')
    await buy.click()
    await ja.page.getByRole('dialog').getByText('184,000円', { exact: true }).waitFor()
    await ja.agree()
    await ja.seen(word('ipo.status.approved')).waitFor()
    await look(ja.page, '8-approved')
    await ja.open('?view=wins')
    await ja.seen(NAME).waitFor()
    await sound(ja.page, '9-winning-log')

    await en.open('?view=applications')
    await en.seen(en.story.word('ipo.status.won')).waitFor()
    await sound(en.page, '10-log-en')
    await en.open(`?id=${ID}&view=won`)
    await en.story.button('ipo.decline').click()
    await en.agree()
    await en.seen(en.story.word('ipo.status.declined')).waitFor()
    await look(en.page, '11-declined-en')

    await jump(openingAt(app.context.schedule, terms.issueOn) - SECOND)
    const { lotId } = await waitFor(
      () => mine('ja'),
      (application) => application.lotId !== null,
    )
    await ja.open(`?id=${ID}&view=listed`)
    await ja.story.link('ipo.toLot').waitFor()
    await sound(ja.page, '12-listed')
    const quote = async () => (await app.call('GET', `/api/stocks/${terms.code}`)).data?.quote
    // A special quote that stands in the opening is renewed after three minutes: nobody need wait for them.
    for (let minutes = 0; minutes < 240; minutes += 3) {
      const one = await quote()
      if (one?.last !== null && one?.state === 'trading') break
      await jump(app.context.clock.market() + 3 * MINUTE)
    }
    // On its first day the market takes limit orders alone.
    await jump(timeJst(addDays(terms.issueOn, 1), 10))
    await waitFor(quote, (one) => one?.state === 'trading' && one.bid !== null && !one.firstDay, 60_000)
    await ja.story.link('ipo.toLot').click()
    await ja.story.heading('orders.detail.lot', { held: 'cash' }).waitFor()
    await ja.page.getByRole('button', { name: new RegExp(`^${word('orders.way.cashSell')}`) }).click()
    const close = ja.page.getByRole('dialog')
    await close.getByText(word('orders.close.estimate'), { exact: true }).waitFor()
    await close.getByRole('button', { name: new RegExp(`^${word('orders.way.cashSell')}`) }).click()
    await ja.page
      .getByRole('dialog', { name: word('orders.close.confirmTitle', { held: 'cash' }) })
      .getByRole('button')
      .last()
      .click()
    await ja.seen(word('orders.result.holding')).waitFor()

    await ja.page.goto(`http://localhost:${app.port}/#/subPackages/bankAccount/accountLog?lot=${lotId}`)
    await ja.page.getByText(word('portfolio.entry.allotment')).locator('visible=true').first().waitFor()
    await look(ja.page, '13-log')
    expect([...ja.complaints, ...en.complaints]).toEqual([])
  }, 480_000)
})
