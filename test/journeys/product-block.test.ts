import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, dateJst, HOUR, MINUTE, type Ms } from '#kernel/time.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { atConsole, verifyByHand } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { Lang } from '#i18n/lang.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'
const ID = 'BLK-2026-0001'
const LANGS = ['ja', 'fr'] as const
/** A picture of each page, for whoever asks for them. */
const PICTURES = process.env['PICTURES']

describe.skipIf(chromiumPath === undefined)(
  'a block sale of one unit, from its listing to shares in the log',
  () => {
    let app: TestApp
    let browser: Browser
    let terms: Terms<'block-sale'>
    const members: Record<string, { token: string; userId: string }> = {}
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
      for (const [index, lang] of LANGS.entries()) {
        members[lang] = await app.enrol(`090-4848-000${index}`, PASSWORD)
        await verifyByHand(app, members[lang], { idNumber: `30123456790${index}` })
      }
      const [code] = await app.affordable(1)
      const at = Math.floor(app.context.clock.market())
      const saleOn = dateJst(at + 2 * DAY)
      const close = app.modules.market.quote(code!)!.baseTenths
      terms = {
        code: code!,
        saleOn,
        previousCloseTenths: close,
        priceTenths: close,
        units: 1,
        perMemberUnits: 1,
        opensAt: at + HOUR,
        closesAt: openingAt(app.context.schedule, saleOn) - 30 * MINUTE,
      }
      for (const operatorId of ['demo-listing-1', 'demo-auditor-1']) {
        const desk = await atConsole(app, operatorId)
        expect(await desk.act('block-sale.publish', ID, { body: { terms } })).toMatchObject({ code: 1 })
      }
    }, 180_000)
    afterAll(async () => {
      await browser?.close()
      await app?.close()
    })

    const jump = async (at: Ms) =>
      expect(
        (await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code,
      ).toBe(1)
    const mine = async (lang: Lang) =>
      (await app.call('GET', '/api/applications?kind=block-sale', { token: members[lang]!.token })).data[0]
    const sound = async (page: Page, name: string) => {
      expect([name, await overflowing(page)]).toEqual([name, []])
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/block-${name}.png` })
      expect([name, await accessibilityProblems(page)]).toEqual([name, []])
    }
    const phoneOf = async (lang: Lang) => {
      const { page, complaints } = await openPhone(browser, lang === 'ja' ? {} : { locale: lang })
      await carrySession(page, members[lang]!)
      const story = storyOf(page, lang)
      return {
        lang,
        page,
        complaints,
        story,
        /** Afresh, as from a message: nothing of a page before is shown. */
        async open(query: string) {
          await page.goto(`http://localhost:${app.port}/#/subPackages/index/dadan/dadan${query}`)
          await page.reload()
        },
        seen: (text: string) =>
          page.getByText(text, { exact: true }).locator('visible=true').first().waitFor({ timeout: 30_000 }),
      }
    }

    it('is applied for by two, drawn, checked on the phone, paid by one and returned to the other', async () => {
      const phones = [await phoneOf('ja'), await phoneOf('fr')]
      await jump(terms.opensAt + MINUTE)
      for (const { lang, page, story, open, seen } of phones) {
        await open('')
        await story.button('block.apply').click()
        const sheet = page.getByRole('dialog')
        await sheet.getByText(story.word('block.apply.hold'), { exact: true }).waitFor()
        if (lang === 'fr') await sound(page, `1-sheet-${lang}`)
        await sheet
          .getByRole('button', {
            name: story.word('block.apply.submit', { units: story.word('block.unitsOf', { n: 1 }) }),
          })
          .click()
        await page
          .getByRole('dialog')
          .last()
          .getByRole('button', { name: story.word('ui.ok'), exact: true })
          .click()
        await seen(story.word('block.state.applying'))
        if (lang === 'ja') await sound(page, `2-applied-${lang}`)
        await page.goto(`http://localhost:${app.port}/#/subPackages/index/ipo/verify?id=${ID}`)
        await seen(story.word('draws.state.open'))
        if (lang === 'fr') await sound(page, `3-sealed-${lang}`)
      }
      await jump(terms.closesAt + HOUR)
      for (const { lang } of phones)
        await waitFor(
          () => mine(lang),
          ({ status }) => status !== 'applied',
          30_000,
        )
      const ends = await Promise.all(LANGS.map((lang) => mine(lang)))
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['not-won', 'won'])

      for (const { lang, page, story, open, seen } of phones) {
        const end = ends[LANGS.indexOf(lang as 'ja')]
        await open('?view=applications')
        await seen(story.word(end.status === 'won' ? 'block.state.success' : 'block.state.failed'))
        await sound(page, `4-result-${lang}`)
        await story.link('draws.ask').click()
        await page
          .getByText(story.word('draws.check.right'), { exact: true })
          .locator('visible=true')
          .first()
          .waitFor({ timeout: 180_000 })
        await sound(page, `5-checked-${lang}`)
        if (end.status !== 'won') {
          await page.goto(`http://localhost:${app.port}/#/subPackages/bankAccount/accountLog`)
          await page
            .getByText(story.word('portfolio.entry.subscription-release'))
            .locator('visible=true')
            .first()
            .waitFor()
          continue
        }
        await open('?view=applications')
        await story.link('block.toLot').click()
        await story.heading('orders.detail.lot', { held: 'cash' }).waitFor()
        await page.goto(`http://localhost:${app.port}/#/subPackages/bankAccount/accountLog?lot=${end.id}`)
        await page
          .getByText(story.word('portfolio.entry.allotment'))
          .locator('visible=true')
          .first()
          .waitFor()
      }
      expect(phones.flatMap(({ complaints }) => complaints)).toEqual([])
    }, 480_000)
  },
)
