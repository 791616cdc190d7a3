import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, dateJst, HOUR, SECOND, type Ms } from '#kernel/time.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { lapseUnlock } from '#server/lapse.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { Lang } from '#i18n/lang.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const POOL = 'CPY-2026-0001'
const PAGE = '/#/subPackages/index/gendan/gendan'

describe.skipIf(chromiumPath === undefined)(
  'copy trading, from the published pool to money in the log',
  () => {
    let app: TestApp
    let browser: Browser
    const url = () => `http://localhost:${app.port}`
    beforeAll(async () => {
      ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    }, 240_000)
    afterAll(async () => {
      await browser?.close()
      await app?.close()
    })

    const sound = async (page: Page, what: string) => {
      expect(await overflowing(page), what).toEqual([])
      expect(await accessibilityProblems(page), what).toEqual([])
    }
    const now = (): Ms => Math.floor(app.context.clock.market())
    const jump = async (at: Ms) =>
      expect(
        (await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code,
      ).toBe(1)
    const sessionOf = async (who: number): Promise<{ token: string; userId: string }> => {
      const { mobile: account, password } = app.modules.identity.demo!.members[who]!
      return (await app.call('POST', '/api/auth/login', { body: { account, password } })).data
    }
    const phoneOf = async (lang: Lang, who: number) => {
      const { page, complaints } = await openPhone(browser, { locale: lang === 'ja' ? undefined : lang })
      const story = storyOf(page, lang)
      const session = await sessionOf(who)
      const { token } = session
      await carrySession(page, session)
      return {
        page,
        complaints,
        story,
        ...session,
        api: async (path: string) => (await app.call('GET', `/api${path}`, { token })).data,
      }
    }
    // By the phone's own session: any other ends with the change.
    const setTransactionPassword = async (token: string) => {
      await app.call('POST', '/api/auth/transaction-password', {
        token,
        body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
      })
    }
    const answer = (page: Page, title: string, button: string) =>
      page.getByRole('dialog', { name: title }).getByRole('button', { name: button, exact: true }).click()
    const shows = (page: Page, text: string | RegExp) =>
      page
        .getByText(text, typeof text === 'string' ? { exact: true } : {})
        .locator('visible=true')
        .first()
        .waitFor()

    it('is published by two operators, led by one member (en), followed and left by another (ja)', async () => {
      const lead = await phoneOf('en', 1)
      const follower = await phoneOf('ja', 0)
      const { page, story } = follower
      const { word } = story
      await page.goto(`${url()}${PAGE}`)
      await shows(page, word('copy.none.pools'))
      await sound(page, 'no pool')

      const terms = {
        ...GOOD['copy-product'],
        leadMemberId: lead.userId,
        capYen: 20_000_000,
        minimumYen: 10_000,
        leadStakeYen: 4_000_000,
        opensAt: now() + HOUR,
        closesAt: now() + 5 * DAY,
        endsOn: dateJst(now() + 30 * DAY),
      }
      for (const operatorId of ['demo-listing-1', 'demo-auditor-1'])
        expect(
          await (await atConsole(app, operatorId)).act('copy-product.publish', POOL, { body: { terms } }),
        ).toMatchObject({ code: 1 })

      // The lead pays the stake, and buys for the pool when it is open.
      const en = lead.story.word
      await lead.page.goto(`${url()}${PAGE}?id=${POOL}`)
      const stake = en('copy.lead.stake', { yen: '¥4,000,000' })
      await lead.page.getByRole('button', { name: stake, exact: true }).click()
      await answer(lead.page, stake, en('ui.ok'))
      const manage = lead.page.getByRole('region', { name: en('copy.lead.yours') }).getByRole('link')
      await manage.waitFor()
      await sound(lead.page, 'the lead’s pool')
      await jump(now() + HOUR + SECOND)
      await manage.click()
      const code = (await app.affordable(1))[0]!
      await lead.page.getByLabel(en('copy.lead.code')).fill(code)
      await lead.page.getByLabel(en('copy.lead.quantity')).fill('100')
      // A limit that is no figure makes no market order: nothing can be placed until it is mended or gone.
      const limit = lead.page.getByLabel(en('copy.lead.limit'))
      const place = lead.page.getByRole('button', { name: en('copy.lead.place'), exact: true })
      for (const mistyped of ['5O0', '12..5', '-300']) {
        await limit.fill(mistyped)
        await limit.blur()
        await shows(lead.page, en('ui.notNumber', { example: '12,345.6' }))
        expect([await limit.inputValue(), await place.isDisabled()], mistyped).toEqual([mistyped, true])
      }
      await limit.fill('')
      // The session ends over the form, and the page is loaded anew: what was typed is there after both.
      const elsewhere = await sessionOf(1)
      await app.call('POST', '/api/auth/sessions/end-others', { token: elsewhere.token, body: {} })
      await lead.story.loggedOut(async () => {
        await place.click()
        await answer(lead.page, en('copy.lead.confirm'), en('ui.ok'))
      })
      const { mobile, password } = app.modules.identity.demo!.members[1]!
      await lead.page.getByLabel(en('identity.login.account'), { exact: true }).fill(mobile)
      await lead.page.getByLabel(en('identity.login.password'), { exact: true }).fill(password)
      await lead.story.button('identity.login.submit').click()
      const typed = async () => [
        await lead.page.getByLabel(en('copy.lead.code')).inputValue(),
        await lead.page.getByLabel(en('copy.lead.quantity')).inputValue(),
      ]
      const asTyped = [code, '100']
      await place.waitFor()
      expect(await typed()).toEqual(asTyped)
      await lead.page.reload()
      await place.waitFor()
      expect(await typed()).toEqual(asTyped)
      await place.click()
      await answer(lead.page, en('copy.lead.confirm'), en('ui.ok'))
      await lead.page.getByRole('button', { name: en('copy.lead.sell'), exact: true }).waitFor()
      await sound(lead.page, 'the lead trades')

      // The follower subscribes: the whole yen are shown before the confirm.
      await page.reload()
      await page.getByRole('link', { name: new RegExp(terms.names.ja) }).click()
      await shows(page, word('copy.risk'))
      await sound(page, 'the pool')
      await page.getByRole('button', { name: word('copy.subscribe'), exact: true }).click()
      const sheet = page.getByRole('dialog', { name: word('copy.subscribe') })
      await sheet.getByLabel(word('copy.subscribe.amount')).fill('1000000.75')
      await sheet.getByText('1,000,000円', { exact: true }).waitFor()
      await sound(page, 'the sheet')
      await sheet
        .getByRole('button', { name: word('copy.subscribe.button', { yen: '1,000,000円' }), exact: true })
        .click()
      await page
        .getByRole('dialog', { name: word('copy.subscribe.confirm') })
        .getByText('1,000,000円', { exact: true })
        .waitFor()
      await sound(page, 'the question')
      // Half an hour has passed over the form: the unlock is asked for where it is needed, and the
      // subscription goes on.
      await setTransactionPassword(follower.token)
      await lapseUnlock(app, follower.token)
      await answer(page, word('copy.subscribe.confirm'), word('ui.ok'))
      await page.getByLabel(word('identity.transaction.title'), { exact: true }).fill(TRANSACTION_PASSWORD)
      await sound(page, 'the lapsed unlock')
      await answer(page, word('identity.unlock.title'), word('identity.unlock.submit'))
      await shows(page, word('copy.state', { state: 'pending' }))
      await sound(page, 'in review')

      // The NAV gives units; earnings, and the pool's orders with the follower's share.
      const nextNav = async () =>
        jump(Date.parse((await follower.api(`/copy/pools/${POOL}`)).nextNavAt) + SECOND)
      await nextNav()
      await waitFor(
        () => follower.api('/copy/records'),
        ([row]) => row.status === 'following',
      )
      await page.reload()
      await shows(page, word('copy.state', { state: 'following' }))
      await sound(page, 'following')
      await page.getByRole('link', { name: word('copy.page.pool') }).click()
      await shows(page, word('copy.section.mine'))
      await page
        .getByText(word('copy.section.orders'), { exact: true })
        .locator('visible=true')
        .first()
        .scrollIntoViewIfNeeded()
      await shows(page, new RegExp(word('copy.orders.share', { n: 0 }).slice(0, 4)))
      await sound(page, 'orders of the pool')
      await story.back()

      // Sold, and paid at the next NAV out of the pool's cash.
      await page.getByRole('button', { name: word('copy.record.sell'), exact: true }).click()
      await page
        .getByRole('dialog', { name: word('copy.record.sellTitle') })
        .getByText(word('copy.record.sellNote'), { exact: true })
        .waitFor()
      await sound(page, 'the sale')
      await answer(page, word('copy.record.sellTitle'), word('ui.ok'))
      await shows(page, word('copy.state', { state: 'leaving' }))
      await nextNav()
      await waitFor(
        () => follower.api('/copy/records'),
        ([row]) => row.status === 'ended',
      )
      await page.reload()
      await shows(page, word('copy.state', { state: 'ended' }))
      await sound(page, 'ended')
      // The pool's result is income of its own, beside what was put in.
      expect(
        (await follower.api('/account/log?group=copy')).map(
          ({ kind, amount }: { kind: string; amount: number }) => [kind, amount],
        ),
      ).toEqual([
        ['pool-redemption', 1_000_000],
        ['pool-subscription', -1_000_000],
      ])
      await page.goto(`${url()}/#/subPackages/bankAccount/accountLog`)
      await shows(page, /^\+1,000,000/)
      // The browser tells by itself of the session that was ended.
      const complaints = [...lead.complaints, ...follower.complaints].filter((each) => !each.includes('401'))
      expect(complaints).toEqual([])
      await Promise.all([lead.page.context().close(), page.context().close()])
    }, 240_000)
  },
)
