import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, DAY, dateJst, HOUR, timeJst } from '#kernel/time.ts'
import { KINDS } from '#registry/listing-kinds.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { draftOf } from '#modules/listings/console/draft.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, openPhone, overflowing, say } from './browser.ts'
import { openDesk, signAs } from './desk.ts'
import { storyOf } from './story.ts'

const MOBILE = '090-6969-0001'
const PASSWORD = 'lamp-7Kq'
/** From its first day on: 0.2 %, at least 10 and at most 5,000 yen. */
const FEES = { rate: '0.2', min: '10', max: '5000' }

describe.skipIf(chromiumPath === undefined)(
  'listings, halts and fees at the console, with the member’s phone beside',
  () => {
    let app: TestApp
    let browser: Browser
    let code: string
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
      await app.enrol(MOBILE, PASSWORD)
      code = (await app.affordable(1))[0]!
    })
    afterAll(async () => {
      await browser?.close()
      await app?.close()
    })

    const sound = async (page: Page, what: string) => {
      expect(await overflowing(page), what).toEqual([])
      expect(await accessibilityProblems(page), what).toEqual([])
    }
    const agree = (page: Page, lang: Lang) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: say(lang, 'ui.ok'), exact: true })
        .click()
    const desk = (operatorId: string, path: string, lang: Lang) =>
      openDesk(browser, app, operatorId, { path, locale: lang === 'ja' ? 'jp' : lang })

    it('terms are prepared, refused to their own maker, published by another and read by everybody (ja at the first desk, en at the second)', async () => {
      const [ja, en] = [
        (key: string, args?: Record<string, string | number>) => say('ja', key, args),
        (key: string, args?: Record<string, string | number>) => say('en', key, args),
      ]
      const { page: maker, complaints } = await desk('demo-listing-1', 'listings', 'ja')
      await maker.getByRole('link', { name: `＋ ${ja('listings.kind.ipo')}` }).click()
      const label = (field: string) => maker.getByLabel(ja(`listings.field.${field}`), { exact: true })
      await maker
        .getByRole('heading', { name: ja('listings.console.editor', { kind: ja('listings.kind.ipo') }) })
        .waitFor()
      const now = app.context.clock.market()
      const day = (days: number) => dateJst(now + days * DAY)
      const minute = (at: number) => Math.floor(at / 60_000) * 60_000
      const terms = {
        ...GOOD.ipo,
        code: 'X901',
        opensAt: minute(now + DAY),
        closesAt: minute(now + 3 * DAY),
        drawOn: day(5),
        payFrom: day(5),
        payTo: day(7),
        issueOn: day(9),
        publicUnits: 1_400,
      }
      const draft = draftOf(KINDS.ipo.fields, terms)
      await maker.getByLabel(ja('listings.console.id'), { exact: true }).fill('IPO-2026-0001')
      for (const [field, type] of Object.entries(KINDS.ipo.fields)) {
        if (type === 'names' || type === 'texts')
          for (const lang of LANGS)
            await maker
              .getByLabel(`${ja(`listings.field.${field}`)} ${LANG_NAMES[lang]}`, { exact: true })
              .fill(draft[`${field}.${lang}`]!)
        else if (typeof type === 'string') await label(field).fill(draft[field]!)
        else await label(field).selectOption(draft[field]!)
      }
      // The checks speak while it is typed, and nothing can be signed until they are silent.
      const button = maker.getByRole('button', { name: ja('listings.console.prepare'), exact: true })
      await maker
        .getByText(ja('listings.rejection.FEW_UNITS', { fewest: 1_500 }), { exact: true })
        .first()
        .waitFor()
      expect(await button.isDisabled()).toBe(true)
      await label('publicUnits').fill('2,000')
      await maker.getByText(ja('listings.console.allRight')).waitFor()
      await sound(maker, 'the editor')
      await button.click()
      await agree(maker, 'ja')
      // The maker cannot sign the own request, and may take it back.
      await maker.getByRole('button', { name: ja('console.approval.withdraw') }).waitFor()
      await sound(maker, 'what waits')
      expect((await app.call('GET', '/api/listings/IPO-2026-0001')).status).toBe(404)

      const { page: other, complaints: ofOther } = await desk(
        'demo-auditor-1',
        'listings?at=IPO-2026-0001',
        'en',
      )
      await signAs(other, 'en', 'ipo.publish')
      await other.getByText(en('listings.console.status.published'), { exact: true }).first().waitFor()
      await other.getByText(en('listings.console.hash')).waitFor()
      await sound(other, 'what is published')
      const { data } = await app.call('GET', '/api/listings/IPO-2026-0001')
      expect(data).toMatchObject({
        status: 'published',
        terms: { ...terms, publicUnits: 2_000 },
        signers: [{ role: 'listing' }, { role: 'auditor' }],
      })
      await other.getByText(data.hash, { exact: true }).waitFor()
      expect([...complaints, ...ofOther]).toEqual([])
      for (const page of [maker, other]) await page.context().close()
    })

    it('an issue is halted with a banner on the phone, and goes on when two have signed (ja)', async () => {
      const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
      const { page: phone, complaints } = await openPhone(browser)
      await phone.goto(
        `http://localhost:${app.port}/#/subPackages/index/gupiaoDetail/gupiaoDetail?code=${code}`,
      )
      const [{ page: first }, { page: second }] = [
        await desk('demo-reviewer-1', `market?at=${code}`, 'ja'),
        await desk('demo-reviewer-2', `market?at=${code}`, 'ja'),
      ]
      await first.getByText(ja('staff.reason.disorderly'), { exact: true }).click()
      await first.getByRole('button', { name: ja('market.console.halt'), exact: true }).click()
      await agree(first, 'ja')
      const banner = phone
        .getByRole('status')
        .filter({ hasText: ja('market.halt.reason.disorderly') })
        .locator('visible=true')
      await banner.first().waitFor()
      await sound(phone, 'the banner')
      await first.getByRole('button', { name: ja('market.console.resume'), exact: true }).click()
      await agree(first, 'ja')
      await first.getByRole('button', { name: ja('console.approval.withdraw') }).waitFor()
      await sound(first, 'the monitor')
      expect((await app.call('GET', `/api/stocks/${code}`)).data.quote.state).toBe('halted')
      await signAs(second, 'ja', 'stock.resume')
      await banner.first().waitFor({ state: 'hidden' })
      await waitFor(
        async () => (await app.call('GET', `/api/stocks/${code}`)).data.quote.state,
        (state) => state !== 'halted',
      )
      expect(complaints).toEqual([])
      for (const page of [phone, first, second]) await page.context().close()
    })

    it('a day is closed by two people with a reason, and the calendar on the phone says so (ja)', async () => {
      const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
      const { today, next } = (await app.call('GET', '/api/schedules')).data as {
        today: string
        next: string
      }
      const day = addDays(today, 40)
      const months =
        Number(day.slice(0, 4)) * 12 +
        Number(day.slice(5, 7)) -
        (Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)))
      const [{ page: admin }, { page: auditor }] = [
        await desk('demo-administrator-1', 'days', 'ja'),
        await desk('demo-auditor-1', `days?at=${encodeURIComponent(`calendar-${day}-1 waiting`)}`, 'ja'),
      ]
      const form = admin.getByRole('form', { name: ja('schedules.console.days.new') })
      const closed = form.getByLabel(ja('schedules.console.days.closed'))
      const [prepare, why] = [
        form.getByRole('button', { name: ja('schedules.console.prepare'), exact: true }),
        form.getByRole('status'),
      ]
      await closed.fill(next)
      await why
        .filter({ hasText: ja('schedules.rejection.DAY_TOO_EARLY', { date: '' }).split('（')[0]! })
        .waitFor()
      expect(await prepare.isDisabled()).toBe(true)
      await closed.fill(`${day}, ${day}`)
      await why.filter({ hasText: ja('schedules.rejection.DAY_TWICE', { date: '' }) }).waitFor()
      await closed.fill(day)
      await form.getByLabel(ja('schedules.console.reason')).selectOption('exchange-closed')
      await sound(admin, 'the business days')
      await prepare.click()
      await agree(admin, 'ja')
      await admin.getByText(ja('schedules.console.status.waiting'), { exact: true }).waitFor()
      await signAs(auditor, 'ja', 'calendar.set')
      await auditor.getByText(ja('schedules.console.status.coming'), { exact: true }).first().waitFor()

      const { page: phone, complaints } = await openPhone(browser)
      await phone.goto(`http://localhost:${app.port}/#/subPackages/dividends/dividends`)
      const days = phone.getByRole('complementary', { name: ja('schedules.days.title') })
      await days.waitFor()
      for (let n = 0; n < months; n++)
        await phone.getByRole('button', { name: ja('corporate-actions.later') }).click()
      await days
        .getByText(ja('schedules.days.changed', { words: ja('staff.reason.exchange-closed') }))
        .waitFor()
      await days.getByText(ja('schedules.days.both')).first().waitFor()
      await sound(phone, 'the calendar with a closed day')
      expect(complaints).toEqual([])
      for (const page of [phone, admin, auditor]) await page.context().close()
    })

    it('a day is made shorter by two people with a reason, and the calendar on the phone says its hours (ja at the desks, fr on the phone)', async () => {
      const [ja, fr] = [
        (key: string, args?: Record<string, string | number>) => say('ja', key, args),
        (key: string, args?: Record<string, string | number>) => say('fr', key, args),
      ]
      const { today, next } = (await app.call('GET', '/api/schedules')).data as {
        today: string
        next: string
      }
      const day = addDays(today, 45)
      const months =
        Number(day.slice(0, 4)) * 12 +
        Number(day.slice(5, 7)) -
        (Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)))
      const [{ page: admin }, { page: auditor }] = [
        await desk('demo-administrator-1', 'hours', 'ja'),
        await desk('demo-auditor-1', `hours?at=${encodeURIComponent(`hours-${day}-1 waiting`)}`, 'ja'),
      ]
      const form = admin.getByRole('form', { name: ja('schedules.console.hours.new') })
      const field = (key: string, args?: Record<string, string | number>) =>
        form.getByLabel(ja(`schedules.console.${key}`, args), { exact: true })
      const [prepare, why] = [
        form.getByRole('button', { name: ja('schedules.console.prepare'), exact: true }),
        form.getByRole('status'),
      ]
      const refused = async (name: string, args: Record<string, string | number>) =>
        why.filter({ hasText: ja(`schedules.rejection.${name}`, args) }).waitFor()
      // Untouched it has said nothing yet.
      expect(await why.count()).toBe(0)
      await field('from').fill(day)
      await field('from').fill(next)
      await why
        .filter({ hasText: ja('schedules.rejection.DAY_TOO_EARLY', { date: '' }).split('（')[0]! })
        .waitFor()
      expect(await prepare.isDisabled()).toBe(true)
      await field('from').fill(day)
      await field('hours.until').fill(day)
      await refused('HOURS_UNCHANGED', {})
      await field('hours.closes', { n: 1 }).fill('12:02')
      await refused('TIME_GRID', { time: '12:02' })
      await field('hours.closes', { n: 1 }).fill('12:00')
      await refused('TIME_ORDER', { time: '12:00' })
      await field('hours.preClosing').fill('11:55')
      await form
        .getByRole('region', { name: ja('schedules.console.hours.preview') })
        .getByText(ja('schedules.hours.span', { from: '11:55', to: '12:00' }))
        .waitFor()
      await form.getByLabel(ja('schedules.console.reason')).selectOption('half-day')
      await sound(admin, 'the session hours')
      await prepare.click()
      await agree(admin, 'ja')
      await admin.getByText(ja('schedules.console.status.waiting'), { exact: true }).waitFor()
      await signAs(auditor, 'ja', 'hours.set')
      await auditor.getByText(ja('schedules.console.status.coming'), { exact: true }).first().waitFor()

      const { page: phone, complaints } = await openPhone(browser, { locale: 'fr' })
      await phone.goto(`http://localhost:${app.port}/#/subPackages/dividends/dividends`)
      const hours = phone.getByRole('complementary', { name: fr('schedules.hours.title') })
      await hours.waitFor()
      for (let n = 0; n < months; n++)
        await phone.getByRole('button', { name: fr('corporate-actions.later') }).click()
      await hours.getByText(fr('schedules.days.changed', { words: fr('staff.reason.half-day') })).waitFor()
      await hours.getByText(fr('schedules.hours.span', { from: '6:00', to: '12:00' })).waitFor()
      await sound(phone, 'the calendar with a shorter day')
      expect(complaints).toEqual([])
      for (const page of [phone, admin, auditor]) await page.context().close()
    })

    it('fees are set for the next business day, and the ticket shows them when it has begun (en)', async () => {
      const en = (key: string, args?: Record<string, string | number>) => say('en', key, args)
      const { next } = (await app.call('GET', '/api/schedules')).data
      const [{ page: admin }, { page: auditor }] = [
        await desk('demo-administrator-1', 'fees', 'en'),
        await desk('demo-auditor-1', `fees?at=${encodeURIComponent(`fees-${next} waiting`)}`, 'en'),
      ]
      const form = admin.getByRole('form', { name: en('schedules.console.new') })
      await form.getByLabel(en('schedules.console.rate')).fill('2')
      await form.getByText(en('schedules.rejection.RATE_TOO_HIGH', { percent: 1, yen: 100_000 })).waitFor()
      await form.getByLabel(en('schedules.console.rate')).fill(FEES.rate)
      await form.getByLabel(en('schedules.console.min')).fill(FEES.min)
      await form.getByLabel(en('schedules.console.max')).fill(FEES.max)
      await sound(admin, 'the fees')
      await form.getByRole('button', { name: en('schedules.console.prepare'), exact: true }).click()
      await agree(admin, 'en')
      await admin.getByText(en('schedules.console.status.waiting'), { exact: true }).waitFor()
      await signAs(auditor, 'en', 'fees.set')
      await auditor.getByText(en('schedules.console.status.coming'), { exact: true }).first().waitFor()

      await admin.goto(`http://localhost:${app.port}/console/health`)
      await admin.getByText(en('health.console.flushMedian'), { exact: true }).waitFor()
      await sound(admin, 'the health of the server')

      const { page: phone, complaints } = await openPhone(browser, { locale: 'en' })
      const story = storyOf(phone, 'en')
      await phone.goto(`http://localhost:${app.port}/#/subPackages/login/login`)
      await story.logIn(MOBILE, PASSWORD)
      expect(
        (
          await app.call('POST', '/api/dev/clock', {
            body: { at: new Date(timeJst(next, 6) + HOUR / 12).toISOString() },
          })
        ).code,
      ).toBe(1)
      const quote = await waitFor(
        async () => (await app.call('GET', `/api/stocks/${code}`)).data.quote,
        ({ tradeDate }) => tradeDate === next,
        20_000,
      )
      await phone.goto(
        `http://localhost:${app.port}/#/subPackages/index/placeOrder/placeOrder?code=${code}&side=up&type=limit&price=${quote.lowerLimit}&quantity=100`,
      )
      const fee = Math.min(Math.max(Math.floor((quote.lowerLimit * 100 * 2_000) / 1_000_000), 10), 5_000)
      const shown = (fee + Math.floor(fee / 10)).toLocaleString('en')
      const row = phone
        .getByText(en('orders.ticket.fee'), { exact: true })
        .locator('visible=true')
        .first()
        .locator('xpath=ancestor::div[1]')
      await waitFor(
        () => row.textContent(),
        (text) => text !== null && text.includes(shown),
        15_000,
      )
      // The document keeps the words of its first day; the page says beside them what is in force.
      await phone.goto(`http://localhost:${app.port}/#/subPackages/webview/webview?document=fees`)
      await phone
        .getByRole('complementary', { name: en('legal.fees.title') })
        .getByText(en('legal.fees.figures', { rate: '0.2', min: '¥10', max: '¥5,000' }))
        .waitFor()
      await sound(phone, 'the document with the commission of today')
      expect(complaints).toEqual([])
    })
  },
)
