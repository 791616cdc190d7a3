import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, type Ms } from '#kernel/time.ts'
import { openingAt, preOpenAt } from '#modules/instruments/model/schedule.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import type { AiView, ApplicationView, PickView } from '#modules/ai/contract.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { Lang } from '#i18n/lang.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const ID = 'AI-2026-0001'
/** A picture of each page, for whoever asks for them. */
const PICTURES = process.env['PICTURES']

describe.skipIf(chromiumPath === undefined)(
  'the picks of a model, from its card to shares that were bought',
  () => {
    let app: TestApp
    let browser: Browser
    let member: { mobile: string; password: string }
    let pick: PickView
    let view: AiView
    const ai = async () => (await app.call('GET', '/api/ai')).data as AiView
    const jump = (at: Ms) => app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
    const opening = (date: string) => openingAt(app.context.schedule, date)
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
      member = app.modules.identity.demo!.members[0]!
      const figures = await app.modules.ai.figures()
      const now = Math.floor(app.context.clock.market())
      const terms = { ...GOOD['ai-card'], ...figures, opensAt: now + MINUTE, closesAt: now + 60 * DAY }
      for (const operatorId of ['demo-listing-1', 'demo-auditor-1']) {
        const desk = await atConsole(app, operatorId)
        expect(await desk.act('ai-card.publish', ID, { body: { terms } })).toMatchObject({ code: 1 })
      }
      view = await waitFor(ai, (found) => found.now !== null)
      // Near the end of the time to apply: what trades well under its limit then will still at the opening.
      await jump(preOpenAt(app.context.schedule, view.now!.entryOn) - 20 * MINUTE)
      type Row = { code: string; quote: { last: number | null; state: string } }
      const rows = await waitFor(
        async () => (await app.call('GET', '/api/stocks?limit=300')).data as Row[],
        (all) =>
          view.now!.picks.every(
            ({ code }) => all.find((row) => row.code === code)?.quote.state === 'trading',
          ),
        60_000,
      )
      const module = ({ code, limit }: PickView) =>
        (rows.find((row) => row.code === code)!.quote.last ?? Infinity) / limit
      pick = view.now!.picks.toSorted((a, b) => module(a) - module(b))[0]!
    }, 240_000)
    afterAll(async () => {
      await browser?.close()
      await app?.close()
    })
    const sound = async (page: Page, name: string) => {
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` })
      expect(await overflowing(page), name).toEqual([])
      expect(await accessibilityProblems(page), name).toEqual([])
    }
    const phone = async (lang: Lang) => {
      const { page, complaints } = await openPhone(browser, { locale: lang === 'ja' ? undefined : lang })
      const story = storyOf(page, lang)
      const to = (search = '') => page.goto(`http://localhost:${app.port}/#/subPackages/index/ai/ai${search}`)
      const view = (name: string) =>
        page
          .getByRole('tab', { name: new RegExp(story.word(`ai.tab.${name}`)) })
          .locator('visible=true')
          .first()
          .click()
      return { page, complaints, story, to, view }
    }

    async function firstBought(
      own: () => Promise<ApplicationView[]>,
      apply: (pickId: string) => Promise<unknown>,
    ): Promise<ApplicationView> {
      const isBought = ({ status }: ApplicationView) => status === 'success'
      for (let day = 0, { now } = view; day < 4; day++) {
        for (let hour = 0; hour < 20 && !(await own()).some(isBought); hour++) {
          await jump(opening(now!.entryOn) + 2 * MINUTE + hour * HOUR)
          await waitFor(own, (all) => all.some(isBought), 4_000).catch(() => {})
        }
        const found = (await own()).find(isBought)
        if (found !== undefined) return found
        const { entryOn } = now!
        now = (await waitFor(ai, (next) => next.now !== null && next.now.entryOn > entryOn, 30_000)).now
        for (const { id } of now!.picks) await apply(id)
      }
      throw new Error('none of twenty picks came down to its limit')
    }

    // First: by the end of the other story the time to apply is over.
    it('a guest reads picks and record, and is asked to log in before applying (en)', async () => {
      const { page, complaints, story, to, view: tab } = await phone('en')
      await to()
      await tab('record')
      await page.getByText(story.word('ai.record.past'), { exact: true }).waitFor()
      await sound(page, 'en-record')
      await tab('applications')
      await page.getByText(story.word('ai.log.loginNote'), { exact: true }).waitFor()
      await sound(page, 'en-guest')
      await to(`?id=${pick.id}`)
      await page.getByText(story.word('ai.pick.why'), { exact: true }).waitFor()
      await story.button('ai.apply.button').click()
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: story.word('ui.guest.title') })
        .waitFor()
      await sound(page, 'en-pick')
      expect(complaints).toEqual([])
    }, 240_000)

    it('a member reads why, checks it on the phone, applies, and owns the shares (ja)', async () => {
      const { page, complaints, story, to, view: tab } = await phone('ja')
      const session: { token: string; userId: string } = (
        await app.call('POST', '/api/auth/login', {
          body: { account: member.mobile, password: member.password },
        })
      ).data
      const { token } = session
      await carrySession(page, session)
      await to()
      await page
        .getByText(story.word('ai.verdict.none'), { exact: true })
        .or(page.getByText(story.word('ai.verdict.shown'), { exact: true }))
        .first()
        .waitFor()
      await sound(page, 'ja-picks')
      await page
        .getByRole('link', { name: new RegExp(pick.name) })
        .first()
        .click()
      await page.getByText(story.word('ai.pick.why'), { exact: true }).waitFor()
      await story.button('ai.check.run').click()
      await page.getByText(story.word('ai.check.bars')).waitFor()
      expect(await page.getByLabel(story.word('ai.check.differs'), { exact: true }).count()).toBe(0)
      expect(await page.getByLabel(story.word('ai.check.same'), { exact: true }).count()).toBe(3)
      await sound(page, 'ja-pick')
      await story.button('ai.apply.button').click()
      const sheet = page.getByRole('dialog', { name: story.word('ai.apply.title') })
      await sheet.getByText(story.word('ai.apply.noHold'), { exact: true }).waitFor()
      await sound(page, 'ja-apply')
      await sheet
        .getByRole('button', {
          name: story.word('ai.apply.submit', { units: story.word('ai.apply.unitsOf', { n: 1 }) }),
          exact: true,
        })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: story.word('ui.ok'), exact: true })
        .click()
      await page.getByText(story.word('ai.apply.done'), { exact: true }).first().waitFor()
      await to('?view=applications')
      await page
        .getByText(story.word('ai.status.applying'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      await sound(page, 'ja-applying')

      const own = async () =>
        (await app.call('GET', '/api/ai/applications', { token })).data as ApplicationView[]
      const apply = (id: string) =>
        app.call('POST', '/api/ai/applications', { token, body: { pickId: id, units: 1 } })
      // Each order has a limit: where the market stands above it, it comes down to it in some hour of the
      // day, for one of the picks or for one of a day after.
      for (const { id } of view.now!.picks) if (id !== pick.id) await apply(id)
      const bought = await firstBought(own, apply)
      expect(bought).toMatchObject({ status: 'success', filledQuantity: 100 })
      await page
        .getByText(story.word('ai.status.success'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      await sound(page, 'ja-success')
      await page
        .getByRole('region', { name: new RegExp(bought.code) })
        .getByRole('link', { name: story.word('ai.log.order'), exact: true })
        .click()
      await page.getByText(bought.name).locator('visible=true').first().waitFor()
      const lots = (await app.call('GET', '/api/lots?status=open', { token })).data as {
        code: string
        takeProfit: number
        stopLoss: number
      }[]
      expect(lots.find(({ code }) => code === bought.code)).toMatchObject({
        takeProfit: bought.takeProfit,
        stopLoss: bought.stopLoss,
      })
      await page.goto(`http://localhost:${app.port}/#/subPackages/bankAccount/accountLog`)
      await page.getByText(new RegExp(bought.code)).locator('visible=true').first().waitFor()
      await to()
      await tab('record')
      await page.getByText(story.word('ai.card.code'), { exact: true }).waitFor()
      await sound(page, 'ja-record')
      expect(complaints).toEqual([])
    }, 240_000)
  },
)
