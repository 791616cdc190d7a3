import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, timeJst, type DateJst } from '#kernel/time.ts'
import type { Dividend } from '#modules/instruments/model/corporate-actions.ts'
import type { BonusView } from '#modules/records/contract.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const SHARES = 100

describe.skipIf(chromiumPath === undefined)(
  'the bonus, from a right that is ahead to money in the log',
  () => {
    let app: TestApp
    let browser: Browser
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    }, 180_000)
    afterAll(async () => {
      await browser?.close()
      await app?.close()
    })

    const sound = async (page: Page, what: string) => {
      expect([what, await overflowing(page)]).toEqual([what, []])
      expect([what, await accessibilityProblems(page)]).toEqual([what, []])
    }

    it('is expected, coming, paid with its tax, and stands in the log and in the year (en)', async () => {
      const { mobile: account, password } = app.modules.identity.demo!.members[0]!
      const session: { token: string; userId: string } = (
        await app.call('POST', '/api/auth/login', { body: { account, password } })
      ).data
      const api = async (path: string) =>
        (await app.call('GET', `/api${path}`, { token: session.token })).data
      const jump = async (date: DateJst) =>
        expect(
          (
            await app.call('POST', '/api/dev/clock', {
              body: { at: new Date(timeJst(date, 10)).toISOString() },
            })
          ).code,
        ).toBe(1)
      const today = app.modules.market.phase().tradeDate
      const cheap = new Set(await app.affordable(150))
      const dividend = app.modules.instruments.actions
        .between(addDays(today, 2), addDays(today, 400))
        .find((one): one is Dividend => one.kind === 'dividend' && cheap.has(one.code))!
      const { code, exDate, lastCumDate, payDate, perShareTenths } = dividend
      expect(
        (
          await app.call('POST', '/api/orders', {
            token: session.token,
            body: { code, side: 'up', type: 'market', quantity: SHARES, leverage: 1 },
          })
        ).code,
      ).toBe(1)
      await waitFor(
        () => api('/lots?status=open'),
        (lots) => lots.length === 1,
        60_000,
      )

      const { page, complaints } = await openPhone(browser, { locale: 'en' })
      await carrySession(page, session)
      const { word } = storyOf(page, 'en')
      const shows = async (text: string | RegExp) =>
        page
          .getByText(text, typeof text === 'string' ? { exact: true } : {})
          .locator('visible=true')
          .first()
          .waitFor()
      const open = async (path: string) => {
        await page.goto(`http://localhost:${app.port}/#/subPackages/${path}`)
        await page.reload()
      }
      const grossYen = Math.floor((perShareTenths * SHARES) / 10)
      await jump(lastCumDate)
      await open('index/hongli/hongli')
      await shows(word('records.bonus.expectedTag'))
      await sound(page, 'expected')

      await jump(exDate)
      await waitFor(
        () => api('/dividends'),
        (rows) => rows.some((row: { code: string }) => row.code === code),
        60_000,
      )
      await open('index/hongli/hongli')
      await shows(word('records.bonus.coming'))
      await shows(new RegExp(grossYen.toLocaleString('en')))
      await sound(page, 'coming')

      await jump(payDate)
      const bonus: BonusView = await waitFor(
        () => api('/records/bonus'),
        ({ paid }) => paid.some((row: { code: string }) => row.code === code),
        60_000,
      )
      const { amount, tax, lotId } = bonus.paid.find((row) => row.code === code)!
      expect([amount, tax > 0]).toEqual([grossYen, true])
      await open('index/hongli/hongli')
      await shows(word('records.bonus.paid', { year: payDate.slice(0, 4) }))
      await sound(page, 'paid')
      await open(`bankAccount/accountLog?lot=${lotId}`)
      await shows(new RegExp(`^${word('portfolio.entry.dividend')}`))
      await sound(page, 'the log')
      const log = (await api('/account/log?limit=1000')) as {
        kind: string
        amount: number
        code: string | null
      }[]
      expect(
        log.filter(({ kind, code: of }) => kind === 'dividend' && of === code).map((entry) => entry.amount),
      ).toEqual([grossYen])
      expect(complaints).toEqual([])
    }, 300_000)
  },
)
