import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { bankAccountByHand, verifyByHand } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { freshMobile } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, overflowing, say } from './browser.ts'
import { openDesk } from './desk.ts'

/** The treasurer on duty is told of a withdrawal that is due within two hours. */
describe.skipIf(chromiumPath === undefined)('the console tells', () => {
  const mails = mkdtempSync(join(tmpdir(), 'akari-duty-'))
  let app: TestApp
  let browser: Browser
  let requests = 0
  beforeAll(async () => {
    browser = await openBrowser()
  })
  // A server each: what was told a moment ago is not told again.
  beforeEach(async () => {
    app = await startTestApp({ env: { DEMO_DESK: 'off', MAIL_DIR: mails } })
  })
  afterEach(() => app?.close())
  afterAll(async () => {
    await browser?.close()
    rmSync(mails, { recursive: true, force: true })
  })

  it.each(['ja', 'en'] as const)('who is on duty by mail, and everybody on every page (%s)', async (lang) => {
    const word = (key: string, args?: Record<string, string | number>) =>
      say(lang, `duty.console.${key}`, args)
    const member = await app.enrol(freshMobile())
    await verifyByHand(app, member, { idNumber: `40123456789${requests}` })
    const accountId = await bankAccountByHand(app, member, { number: `223456${requests++}` })
    const { page, token, complaints } = await openDesk(browser, app, `demo-treasurer-${requests}`, {
      path: 'duty',
      locale: lang === 'ja' ? 'jp' : lang,
    })
    const address = `treasurer${requests}@example.jp`
    await page.getByRole('button', { name: word('onDuty.begin', { hours: 8 }) }).click()
    await page.getByRole('button', { name: word('onDuty.end') }).waitFor()
    const form = page.getByRole('form', { name: word('choice') })
    await form.getByLabel(word('choice.mail')).fill(address)
    await form.getByLabel(word('choice.quiet')).check()
    await form.getByRole('button', { name: word('choice.save') }).click()
    await page.getByText(word('choice.saved')).first().waitFor()
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])

    await app.call('POST', '/api/withdrawals', {
      token: member.token,
      body: { amount: 1_200_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
    })
    const [{ dueAt, id }] = (await app.call('GET', '/api/console/withdrawals', { token })).data.rows
    await jumpClock(app, Date.parse(dueAt) - 2 * HOUR + MINUTE)
    const what = word('kind.withdrawal-due', { n: 1 })
    await waitFor(
      () =>
        Promise.resolve(
          readdirSync(mails)
            .filter((name) => name.endsWith('.eml'))
            .map((name) => readFileSync(join(mails, name), 'utf8'))
            .filter((mail) => mail.includes(`To: ${address}\r\n`))
            .map((mail) => Buffer.from(mail.split('\r\n\r\n')[1]!, 'base64').toString()),
        ),
      (told) => told.some((mail) => mail.includes(what)),
      30_000,
    )
    await page.goto(`http://localhost:${app.port}/console/duty`)
    await page
      .getByRole('list', { name: word('notices') })
      .getByText(what)
      .first()
      .waitFor()
    await page.getByText(word('delivery.sent')).first().waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: word('show') })
      .first()
      .waitFor()
    if (process.env['SHOTS'] !== undefined)
      for (const width of [1600, 1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await page.screenshot({ path: `${process.env['SHOTS']}/duty-${lang}-${width}.png` })
      }
    for (const width of [1600, 1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await overflowing(page), `at ${width}`).toEqual([])
      expect(await accessibilityProblems(page), `at ${width}`).toEqual([])
    }
    for (const operator of ['demo-reviewer-1', 'demo-treasurer-1'])
      await app.modules.staff.act(operator, { power: 'withdrawal.approve', subject: id, body: {} })
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
