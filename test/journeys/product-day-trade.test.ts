import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECOND } from '#kernel/time.ts'
import { dayTimes } from '#modules/daytrade/model/times.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { Lang } from '#i18n/lang.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const LISTING = 'DAY-2026-0001'
const PAGE = '/#/subPackages/index/rinei/index'

describe.skipIf(chromiumPath === undefined)(
  'day trading, from the published inventory to money in the log',
  () => {
    let app: TestApp
    let browser: Browser
    let code: string
    const url = () => `http://localhost:${app.port}`
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
      code = (await app.affordable(1))[0]!
    }, 240_000)
    afterAll(async () => {
      await browser?.close()
      await app?.close()
    })

    const sound = async (page: Page, what: string) => {
      expect(await overflowing(page), what).toEqual([])
      expect(await accessibilityProblems(page), what).toEqual([])
    }
    /** A demo member who may trade on margin, on the phone. */
    const phoneOf = async (lang: Lang, who: number) => {
      const { page, complaints } = await openPhone(browser, { locale: lang === 'ja' ? undefined : lang })
      const story = storyOf(page, lang)
      const { mobile: account, password } = app.modules.identity.demo!.members.filter(
        ({ level }) => level !== 'experience',
      )[who]!
      const session: { token: string; userId: string } = (
        await app.call('POST', '/api/auth/login', { body: { account, password } })
      ).data
      await carrySession(page, session)
      return {
        page,
        complaints,
        story,
        api: async (path: string) => (await app.call('GET', `/api${path}`, { token: session.token })).data,
      }
    }
    /** Applies for one unit from the row of the issue; on the list of applications, decided. */
    const apply = async (
      page: Page,
      { word }: ReturnType<typeof storyOf>,
      side: 'up' | 'down',
      shot: (what: string) => Promise<void>,
    ) => {
      const row = page.getByRole('article').filter({ hasText: code })
      await row
        .getByRole('button', { name: new RegExp(word(`daytrade.row.${side === 'up' ? 'buy' : 'sell'}`)) })
        .click()
      const sheet = page.getByRole('dialog', { name: word('daytrade.sheet.title', { side }) })
      await sheet.getByText(word('daytrade.sheet.hedgingNote'), { exact: true }).waitFor()
      await shot('the sheet')
      await sheet
        .getByRole('button', { name: word('daytrade.sheet.submit', { side, quantity: '100' }), exact: true })
        .click()
      const question = page.getByRole('dialog', { name: word('daytrade.confirm.title') })
      await question.getByRole('button', { name: word('ui.ok'), exact: true }).waitFor()
      await shot('the question')
      await question.getByRole('button', { name: word('ui.ok'), exact: true }).click()
    }
    /** The price may move between the question and its answer: then the member looks again and asks again. */
    const applied = async (
      page: Page,
      story: ReturnType<typeof storyOf>,
      side: 'up' | 'down',
      shot: (what: string) => Promise<void>,
    ) => {
      for (let tries = 0; tries < 5; tries++) {
        await apply(page, story, side, tries === 0 ? shot : async () => {})
        const outcome = await Promise.race([
          page
            .getByText(story.word('daytrade.state.success'), { exact: true })
            .locator('visible=true')
            .first()
            .waitFor()
            .then(() => 'success'),
          page
            .getByText(story.word('daytrade.state.failed'), { exact: true })
            .locator('visible=true')
            .first()
            .waitFor()
            .then(() => 'failed'),
          page
            .getByRole('dialog')
            .getByRole('status')
            .first()
            .waitFor()
            .then(() => 'moved'),
        ])
        if (outcome === 'success') return
        if (outcome === 'moved')
          await page
            .getByRole('dialog')
            .getByRole('button', { name: story.word('ui.close') })
            .click()
        else await page.getByRole('tab', { name: story.word('daytrade.tab.inventory') }).click()
      }
      throw new Error('no application traded')
    }

    it('is published by two operators, bought from and closed by its member (ja)', async () => {
      const { page, complaints, story, api } = await phoneOf('ja', 0)
      await page.goto(`${url()}${PAGE}`)
      await page.getByText(story.word('daytrade.none'), { exact: true }).waitFor()
      await sound(page, 'nothing offered')
      const { phase, clock, schedule } = {
        phase: app.modules.market.phase(),
        clock: app.context.clock,
        schedule: app.context.schedule,
      }
      const terms = {
        tradeOn: phase.tradeDate,
        rows: [{ code, long: 40, short: 20 }],
        perMemberUnits: 5,
        opensAt: Math.floor(clock.market()) + SECOND,
        closesAt: dayTimes(schedule, phase.tradeDate).warnAt,
      }
      for (const operatorId of ['demo-listing-1', 'demo-auditor-1'])
        expect(
          await (await atConsole(app, operatorId)).act('day-inventory.publish', LISTING, { body: { terms } }),
        ).toMatchObject({ code: 1 })
      await waitFor(
        () => api('/day-trades'),
        (day) => day?.status === 'open',
      )
      await page.reload()
      await page.getByRole('article').filter({ hasText: code }).waitFor()
      await sound(page, 'the inventory')
      await applied(page, story, 'up', (what) => sound(page, what))
      await sound(page, 'the applications')
      expect((await api('/day-trades')).rows[0]).toMatchObject({ longLeft: 39, shortLeft: 20 })

      const lot = await waitFor(
        async () =>
          (await api('/lots?status=open')).find(({ source }: { source: string }) => source === 'day-trade'),
        (found) => found !== undefined,
      )
      expect(lot).toMatchObject({ code, side: 'up', openFee: 0, openQuantity: 100 })
      await story.back()
      await story.tab('mobile.tab.trade').click()
      await page
        .getByText(new RegExp(`^${story.word('orders.day.tag')} \\d\\d:\\d\\d$`))
        .locator('visible=true')
        .first()
        .waitFor()
      await sound(page, 'the holdings')
      await page.goto(`${url()}/#/subPackages/jiaoyi/jiaoyiDetail/jiaoyiDetail?lot=${lot.id}`)
      await page.getByText(story.word('orders.day.closesAt'), { exact: true }).waitFor()
      await sound(page, 'the lot')
      await page.getByRole('button', { name: new RegExp(`^${story.word('orders.way.closeLong')}`) }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText(story.word('orders.close.estimate'), { exact: true }).waitFor()
      await sheet.getByRole('button', { name: new RegExp(`^${story.word('orders.way.closeLong')}`) }).click()
      await page
        .getByRole('dialog', { name: story.word('orders.close.confirmTitle', { held: 'margin' }) })
        .getByRole('button')
        .last()
        .click()
      await page
        .getByText(story.word('orders.result.holding'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      const entries = (await api(`/account/log?lot=${lot.id}`)) as { kind: string }[]
      expect(entries.map(({ kind }) => kind)).toContain('margin-return')
      expect(
        entries.filter(({ kind }) => ['fee', 'interest', 'stock-lending', 'day-penalty'].includes(kind)),
      ).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    }, 240_000)

    it('what is sold short and forgotten is closed in the closing auction, and says so (en)', async () => {
      const { page, complaints, story, api } = await phoneOf('en', 1)
      await page.goto(`${url()}${PAGE}`)
      await page.getByRole('article').filter({ hasText: code }).waitFor()
      await applied(page, story, 'down', (what) => sound(page, what))
      const { schedule } = app.context
      const { tradeDate } = app.modules.market.phase()
      const { warnAt, closeAt, leftAt } = dayTimes(schedule, tradeDate)
      const jump = async (at: number) =>
        expect(
          (await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code,
        ).toBe(1)
      const lot = (await api('/lots?status=open')).find(
        ({ source }: { source: string }) => source === 'day-trade',
      )
      await jump(warnAt)
      await waitFor(
        () => api('/messages?lang=en'),
        (told) => JSON.stringify(told).includes(story.word('daytrade.message.dayWarning.title')),
      )
      await jump(closeAt)
      await waitFor(
        () => api('/orders?status=pending'),
        (orders) => orders.some(({ origin }: { origin: string }) => origin === 'day-close'),
      )
      await jump(closingAt(schedule, tradeDate) - 2 * SECOND)
      await waitFor(
        () => api(`/lots/${lot.id}`),
        ({ status }) => status === 'closed',
      )
      await jump(leftAt + SECOND)
      await page.goto(`${url()}/#/subPackages/jiaoyi/jiaoyiDetail/jiaoyiDetail?lot=${lot.id}`)
      await page
        .getByText(story.word('orders.status.closed'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      expect(
        (await api(`/account/log?lot=${lot.id}`)).filter(({ kind }: { kind: string }) =>
          ['fee', 'interest', 'stock-lending', 'day-penalty'].includes(kind),
        ),
      ).toEqual([])
      expect((await api('/day-trades/applications'))[0]).toMatchObject({ status: 'success', penalty: 0 })
      expect(complaints).toEqual([])
      await page.context().close()
    }, 240_000)
  },
)
