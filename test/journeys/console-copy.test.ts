import type { Browser, Page } from 'playwright-core'
import { powerKey } from '#registry/powers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, dateJst, HOUR, SECOND, type Ms } from '#kernel/time.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing, say } from './browser.ts'
import { openDesk, signAs, signs } from './desk.ts'

const POOL = 'CPY-2026-0001'
const AMOUNT = 1_000_000

/**
 * The queue of copy applications: silence accepts, so that refusing takes two reviewers and a reason of the
 * list, and the follower reads both.
 */
describe.skipIf(chromiumPath === undefined)('a copy application before two reviewers', () => {
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const now = (): Ms => Math.floor(app.context.clock.market())
  const sound = async (page: Page, what: string) => {
    expect(await overflowing(page), what).toEqual([])
    expect(await accessibilityProblems(page), what).toEqual([])
  }
  const sessionOf = async (who: number): Promise<{ token: string; userId: string }> => {
    const { mobile: account, password } = app.modules.identity.demo!.members[who]!
    return (await app.call('POST', '/api/auth/login', { body: { account, password } })).data
  }

  it('is refused with a reason by two of them (ja at the first desk and on the phone, en at the second); the money is back, and the follower reads who and why', async () => {
    const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
    const [follower, lead] = [await sessionOf(0), await sessionOf(1)]
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
    expect(
      await app.call('POST', '/api/copy/stakes', { token: lead.token, body: { pool: POOL } }),
    ).toMatchObject({ code: 1 })
    expect(
      (
        await app.call('POST', '/api/dev/clock', {
          body: { at: new Date(now() + HOUR + SECOND).toISOString() },
        })
      ).code,
    ).toBe(1)
    const mine = async (path: string) =>
      (await app.call('GET', `/api${path}`, { token: follower.token })).data
    const before = (await mine('/account')).available as number
    const { data: asked } = await app.call('POST', '/api/copy/subscriptions', {
      token: follower.token,
      body: { pool: POOL, amount: AMOUNT },
    })
    expect((await mine('/account')).available).toBe(before - AMOUNT)

    const { page: phone, complaints } = await openPhone(browser)
    await carrySession(phone, follower)
    await phone.goto(`http://localhost:${app.port}/#/subPackages/index/gendan/record?id=${asked.id}`)
    const shows = (text: string) =>
      phone.getByText(text, { exact: true }).locator('visible=true').first().waitFor()
    await shows(ja('copy.state', { state: 'pending' }))

    const [first, second] = [
      await openDesk(browser, app, 'demo-reviewer-1', { path: 'copy' }),
      await openDesk(browser, app, 'demo-reviewer-2', { path: 'copy', locale: 'en' }),
    ]
    await first.page.getByRole('row').filter({ hasText: asked.number }).first().click()
    const refuse = first.page.getByRole('button', { name: new RegExp(`^${ja('copy.console.refuse')}`) })
    await refuse.click()
    await first.page
      .getByRole('alert')
      .filter({ hasText: ja('console.decision.reasonFirst') })
      .waitFor()
    await first.page.getByText(ja('staff.reason.takeover'), { exact: true }).click()
    await sound(first.page, 'the first desk')
    await refuse.click()
    await first.page
      .getByText(
        ja('console.approval.signed', { act: ja(powerKey('copy-subscription.refuse')), done: 1, all: 2 }),
      )
      .first()
      .waitFor()
    // Whoever has asked may take it back, and not sign again.
    await first.page.getByRole('button', { name: ja('console.approval.withdraw'), exact: true }).waitFor()
    expect(
      await first.page
        .getByRole('button', { name: signs('ja', 'copy-subscription.refuse'), exact: true })
        .isEnabled({ timeout: 1_000 })
        .catch(() => false),
    ).toBe(false)
    expect((await mine('/account')).available).toBe(before - AMOUNT)

    await second.page.getByRole('row').filter({ hasText: asked.number }).first().click()
    await signAs(second.page, 'en', 'copy-subscription.refuse', [AMOUNT.toLocaleString('en')])
    await waitFor(
      () => mine('/account'),
      ({ available }) => available === before,
    )
    await sound(second.page, 'the second desk')

    await phone.reload()
    await shows(ja('copy.state', { state: 'refused' }))
    await shows(ja('copy.reason', { reason: 'takeover' }))
    await sound(phone, 'the refused application')
    const [act] = (await mine('/operator-acts')).acts
    expect(act).toMatchObject({
      power: 'copy-subscription.refuse',
      reason: { code: 'takeover' },
      approvals: [
        { role: 'reviewer', number: 1 },
        { role: 'reviewer', number: 2 },
      ],
    })
    expect([complaints, first.complaints, second.complaints]).toEqual([[], [], []])
    for (const page of [phone, first.page, second.page]) await page.context().close()
  }, 120_000)
})
