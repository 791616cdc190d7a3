import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, openPhone, say } from './browser.ts'
import { openDesk } from './desk.ts'
import { storyOf } from './story.ts'

describe.skipIf(chromiumPath === undefined)('an auditor at the console', () => {
  let app: TestApp
  let browser: Browser
  let member: { token: string; userId: string }
  let number: number

  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    member = await app.enrol('090-7777-8642')
    const [code] = await app.affordable(1)
    await app.call('POST', '/api/orders', {
      token: member.token,
      body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
    })
    await waitFor(
      async () =>
        (await app.call('GET', '/api/lots?status=open', { token: member.token })).data.length as number,
      (lots) => lots > 0,
    )
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const isSound = async (page: Page) => expect(await accessibilityProblems(page)).toEqual([])
  const picture = async (page: Page, name: string) => {
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/${name}.png` })
  }

  it('finds a member, follows a yen from the account to the journal and its proof; the member sees who looked (ja)', async () => {
    const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
    const { page, complaints } = await openDesk(browser, app, 'demo-auditor-1', { path: 'members' })
    const to = (key: string) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: ja(key) })
        .click()

    // By the end of the telephone number, which is shown masked.
    await page.getByRole('textbox', { name: ja('audit.console.members.find') }).fill('8642')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: '090-****-8642' })
    await row.waitFor()
    await picture(page, 'members-ja')
    await isSound(page)
    number = Number(await row.getByRole('link').innerText())
    await row.getByRole('link').click()
    await page
      .getByRole('heading', { name: ja('audit.console.member.of', { number: String(number) }) })
      .waitFor()
    await page.getByText(ja('audit.console.member.own')).waitFor()
    await picture(page, 'member-ja')
    await isSound(page)
    for (const part of ['orders', 'acts']) {
      await page.getByRole('button', { name: ja(`audit.console.part.${part}`), exact: true }).click()
      await page.getByRole('table', { name: ja(`audit.console.part.${part}`) }).waitFor()
      await picture(page, `member-${part}-ja`)
    }
    await page.getByRole('button', { name: ja('audit.console.part.summary'), exact: true }).click()

    // From the balance to its entries, from an entry to the record that made it, and the hash reckoned again.
    const margin = page.locator(`a[href$="${encodeURIComponent(`m:${member.userId}:lotMargin`)}"]`)
    const yen = (await margin.innerText()).replaceAll(/\D/g, '')
    await margin.click()
    const entries = page.getByRole('table', { name: ja('audit.console.ledger.entries') })
    const entry = entries.getByRole('row').filter({ hasText: ja('portfolio.entry.lot-margin') })
    await entry.first().waitFor()
    const moved = (await entry.allInnerTexts()).map((text) =>
      Number(/\+([\d,]+)/.exec(text)![1]!.replaceAll(',', '')),
    )
    expect(String(moved.reduce((sum, each) => sum + each, 0))).toBe(yen)
    await picture(page, 'account-ja')
    await isSound(page)
    await entry.first().getByRole('link').first().click()
    await page.getByText(ja('audit.console.proof.right'), { exact: true }).waitFor()
    await page.getByText('execution.apply', { exact: true }).waitFor()
    await picture(page, 'record-ja')
    await isSound(page)

    // The whole journal, checked in the background; then it covers this record too.
    const record = page.url()
    await to('audit.console.journal.title')
    await page.getByRole('button', { name: ja('audit.console.journal.verify') }).click()
    await page
      .getByRole('table', { name: ja('audit.console.journal.checks') })
      .getByText(ja('audit.console.check.intact'))
      .waitFor()
    await picture(page, 'checks-ja')
    await isSound(page)
    await page.goto(record)
    await page
      .getByText(ja('audit.console.proof.verified', { at: '\u0000', seq: '\u0001' }).split('\u0001')[1]!)
      .first()
      .waitFor()

    // The phone beside the desk: who looked at what.
    const { page: phone, complaints: ofPhone } = await openPhone(browser)
    await phone.addInitScript(({ token, userId }) => {
      localStorage.setItem('token', token)
      localStorage.setItem('userId', userId)
    }, member)
    await phone.goto(`http://localhost:${app.port}/#/subPackages/operatorActs/operatorActs`)
    await storyOf(phone, 'ja').heading('staff.title').waitFor()
    await phone.getByRole('tab', { name: ja('staff.tab.reads') }).click()
    for (const what of ['profile', 'orders', 'ledger'])
      await phone
        .getByText(ja(`staff.read.${what}`), { exact: true })
        .first()
        .waitFor()
    expect(
      await phone.getByText(ja('staff.signer', { role: ja('staff.role.auditor'), number: '1' })).count(),
    ).toBeGreaterThan(2)
    await picture(phone, 'phone-ja')
    expect(await accessibilityProblems(phone)).toEqual([])
    expect([complaints, ofPhone]).toEqual([[], []])
  })

  it('holds ledger, exchange and bank against each other, finds a planted difference, and takes the books along (en)', async () => {
    const en = (key: string, args?: Record<string, string | number>) => say('en', key, args)
    const { page, complaints } = await openDesk(browser, app, 'demo-auditor-2', {
      path: 'reconciliation',
      locale: 'en',
    })
    const figures = page.getByLabel(en('audit.console.reconcile.figures'))
    await figures.getByText(en('audit.console.reconcile.clean'), { exact: true }).waitFor()
    await picture(page, 'reconciliation-en')
    await isSound(page)
    await app.context.db.pool.query('update fills set price_tenths = price_tenths + 10')
    await page.reload()
    const cause = en('audit.console.cause.trade-differs')
    await page.getByRole('table').getByText(cause).first().click()
    await page
      .getByRole('complementary', { name: cause })
      .getByText(en('audit.console.why.trade-differs'))
      .waitFor()
    await picture(page, 'difference-en')
    await isSound(page)
    await app.context.db.pool.query('update fills set price_tenths = price_tenths - 10')

    await page
      .getByRole('navigation')
      .getByRole('link', { name: en('audit.console.ledger.title') })
      .click()
    await page.getByText(en('audit.console.ledger.even'), { exact: true }).waitFor()
    await picture(page, 'ledger-en')
    await isSound(page)
    await page
      .getByRole('navigation')
      .getByRole('link', { name: en('audit.console.exports.title') })
      .click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en('audit.console.form.hledger') }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^akari-hledger-\d+\.journal$/)
    await page
      .getByRole('table', { name: en('audit.console.exports.list') })
      .getByRole('button', { name: en('audit.console.exports.take') })
      .waitFor()
    await picture(page, 'exports-en')
    await isSound(page)
    expect(complaints).toEqual([])
  })
})
