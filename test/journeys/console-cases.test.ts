import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { bankAccountByHand, verifyByHand } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, say } from './browser.ts'
import { openDesk } from './desk.ts'

const WIDTHS = [1024, 1280, 1600]

describe.skipIf(chromiumPath === undefined)('a risk case at the console', () => {
  let app: TestApp
  let browser: Browser
  let member: { token: string; userId: string }

  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    const mobile = '090-7777-3535'
    member = await app.enrol(mobile)
    await verifyByHand(app, member)
    const accountId = await bankAccountByHand(app, member)
    const deviceId = 'a-device-that-is-new-to-them'
    await app.call('POST', '/api/auth/login', { body: { account: mobile, password: 'lamp-7Kq', deviceId } })
    await app.call('POST', '/api/withdrawals', {
      token: member.token,
      body: { amount: 200_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
    })
    const watch = app.modules.all.flatMap(({ scans = [] }) => scans)
    await watch.find(({ name }) => name === 'signals.watch')!.look()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const looks = async (): Promise<string[]> =>
    (await app.call('GET', '/api/operator-acts/reads?lang=en', { token: member.token })).data.reads
      .filter(({ what }: AnyJson) => what === 'Risk case')
      .map(({ role, number }: AnyJson) => `${role} ${number}`)
  /** Nothing is cut and nothing is wrong, at each width. */
  const isSound = async (page: Page, name: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      if (process.env.PICTURES !== undefined)
        await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(await accessibilityProblems(page)).toEqual([])
  }

  it('is opened, its evidence looked at, taken and noted by a reviewer (ja)', async () => {
    const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
    const { page, complaints } = await openDesk(browser, app, 'demo-reviewer-1', { path: 'cases' })
    const row = page.getByRole('row').filter({ hasText: ja('signals.rule.withdrawal-new-device') })
    await row.first().waitFor()
    await isSound(page, 'list-ja')
    await row.first().click()
    await page.getByRole('button', { name: ja('signals.console.look') }).waitFor()
    // The row and its history are no look; the evidence is one.
    expect(await looks()).toEqual([])
    await page.getByRole('button', { name: ja('signals.console.look') }).click()
    // The member reads of a look in an unsealed case at once: a question says so before.
    await page.getByText(ja('signals.console.lookAsk')).waitFor()
    expect(await looks()).toEqual([])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ja('ui.ok'), exact: true })
      .click()
    await page.getByRole('table', { name: ja('signals.rule.withdrawal-new-device') }).waitFor()
    await waitFor(looks, (found) => found[0] === 'reviewer 1')
    await page.getByRole('button', { name: ja('signals.console.take') }).click()
    await page.getByRole('button', { name: ja('signals.console.giveBack') }).waitFor()
    await page.getByRole('textbox', { name: ja('signals.console.write') }).fill('電話で本人に確認した。')
    await page.getByRole('button', { name: ja('signals.console.save') }).click()
    await page.getByRole('listitem').filter({ hasText: '電話で本人に確認した。' }).waitFor()
    await isSound(page, 'case-ja')
    expect(complaints).toEqual([])
  })

  it('is sealed by a reviewer and the auditor, and disclosed (ja)', async () => {
    const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
    const { page, complaints } = await openDesk(browser, app, 'demo-reviewer-1', { path: 'cases' })
    await page.getByRole('row').filter({ hasText: '#' }).first().click()
    await page.getByText(ja('staff.reason.suspicious-report'), { exact: true }).click()
    await page.getByText(ja('signals.console.seal.never'), { exact: true }).waitFor()
    await page.getByRole('button', { name: ja('signals.console.seal.do') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ja('ui.ok'), exact: true })
      .click()
    await page.getByText(ja('console.decision.asked')).first().waitFor()
    await isSound(page, 'seal-asked-ja')
    const auditor = await openDesk(browser, app, 'demo-auditor-1', { path: 'cases' })
    await auditor.page.getByRole('row').filter({ hasText: '#' }).first().click()
    await auditor.page
      .getByRole('button', { name: ja('console.approval.sign', { act: ja('signals.power.case.seal') }) })
      .click()
    await auditor.page
      .getByRole('dialog')
      .getByRole('button', { name: ja('ui.ok'), exact: true })
      .click()
    await auditor.page.getByText(ja('signals.console.seal.sealed'), { exact: true }).first().waitFor()
    const before = await looks()
    await page.getByText(ja('signals.console.seal.sealed'), { exact: true }).first().waitFor()
    await page.getByRole('button', { name: ja('signals.console.look') }).click()
    await page.getByRole('table', { name: ja('signals.rule.withdrawal-new-device') }).waitFor()
    await auditor.page.getByText(ja('signals.console.entry.look')).waitFor()
    expect(await looks()).toEqual(before)
    await isSound(auditor.page, 'sealed-ja')
    await page
      .getByRole('button', { name: ja('signals.console.seal.disclose') })
      .filter({ hasText: ja('staff.reason.secrecy-over') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ja('ui.ok'), exact: true })
      .click()
    await page.getByText(ja('console.decision.asked')).first().waitFor()
    await isSound(page, 'disclosure-asked-ja')
    expect(await looks()).toEqual(before)
    await auditor.page
      .getByRole('button', { name: ja('console.approval.sign', { act: ja('signals.power.case.reveal') }) })
      .click()
    await auditor.page
      .getByRole('dialog')
      .getByRole('button', { name: ja('ui.ok'), exact: true })
      .click()
    await page.getByText(ja('signals.console.seal.disclosed')).first().waitFor()
    await waitFor(looks, (found) => found.length > before.length, 20_000)
    await isSound(page, 'disclosed-ja')
    expect([...complaints, ...auditor.complaints]).toEqual([])
  })

  it('is opened by hand from the member’s page, sealed first by two (en)', async () => {
    const en = (key: string, args?: Record<string, string | number>) => say('en', key, args)
    const other = await app.enrol('090-7777-3636')
    const { page, complaints } = await openDesk(browser, app, 'demo-reviewer-1', {
      path: `members/${other.userId}`,
      locale: 'en',
    })
    await page.getByRole('link', { name: en('console.case.raise') }).click()
    await page.getByRole('radio', { name: en('staff.reason.money-doubt') }).check()
    await page.getByRole('textbox', { name: en('signals.console.raise.note') }).fill('Asked twice by phone.')
    await isSound(page, 'raise-en')
    await page.getByRole('radio', { name: en('staff.reason.suspicious-report') }).check()
    await page.getByRole('button', { name: en('signals.console.raise.seal') }).click()
    await page.getByText(en('signals.console.sealFirst')).waitFor()
    await isSound(page, 'seal-first-en')
    const auditor = await openDesk(browser, app, 'demo-auditor-1', { path: 'approvals', locale: 'en' })
    await auditor.page
      .getByRole('row')
      .filter({ hasText: en('signals.power.case.seal') })
      .first()
      .click()
    await isSound(auditor.page, 'seal-second-en')
    await auditor.page
      .getByRole('button', { name: en('console.approval.sign', { act: en('signals.power.case.seal') }) })
      .click()
    await auditor.page
      .getByRole('dialog')
      .getByRole('button', { name: en('ui.ok'), exact: true })
      .click()
    // The note has waited as a draft, and is saved under the seal.
    await page.getByRole('button', { name: en('signals.console.save') }).click()
    await page.getByRole('listitem').filter({ hasText: 'Asked twice by phone.' }).waitFor()
    await isSound(page, 'raised-sealed-en')
    const { tables } = (await app.call('GET', '/api/records/own-data', { token: other.token })).data
    expect(tables.case_entries).toBeUndefined()
    expect([...complaints, ...auditor.complaints]).toEqual([])
  })

  it('is read by the auditor, and closed by a reviewer with a reason (en)', async () => {
    const en = (key: string, args?: Record<string, string | number>) => say('en', key, args)
    const auditor = await openDesk(browser, app, 'demo-auditor-1', { path: 'cases', locale: 'en' })
    await auditor.page.getByRole('row').filter({ hasText: '#' }).first().click()
    await auditor.page.getByRole('button', { name: en('signals.console.look') }).waitFor()
    expect(await auditor.page.getByRole('button', { name: en('signals.console.close') }).count()).toBe(0)
    const { page, complaints } = await openDesk(browser, app, 'demo-reviewer-2', {
      path: 'cases',
      locale: 'en',
    })
    await page.getByRole('row').filter({ hasText: '#' }).first().click()
    const close = page.getByRole('button', { name: en('signals.console.close') })
    expect(await close.isDisabled()).toBe(true)
    await page.getByRole('radio', { name: en('staff.reason.explained') }).check()
    await close.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('ui.ok') })
      .click()
    await page.getByRole('complementary').getByText(en('signals.console.state.closed')).first().waitFor()
    await isSound(page, 'closed-en')
    expect([...complaints, ...auditor.complaints]).toEqual([])
  })
})
