import type { Browser } from 'playwright-core'
import { powerKey } from '#registry/powers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, openPhone, overflowing, say } from './browser.ts'
import { DESK, openDesk, signAs, signs } from './desk.ts'

/**
 * The frame of the console: the way in, a request by two people with the member's phone beside them, the
 * keyboard, the end of a session.
 */
describe.skipIf(chromiumPath === undefined)('the console', () => {
  let app: TestApp
  let browser: Browser
  let member: { token: string; userId: string }
  beforeAll(async () => {
    app = await startTestApp({ env: { DEMO_DESK: 'off' } })
    browser = await openBrowser()
    member = await app.enrol('090-6969-0001')
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  it('lets a demo operator in by the printed code, and nobody by another; signing out ends it', async () => {
    const { operatorId, code } = (await app.call('GET', '/api/dev/operators')).data.find(
      (each: { operatorId: string }) => each.operatorId === 'demo-auditor-2',
    )
    const context = await browser.newContext({
      viewport: DESK,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(`http://localhost:${app.port}/console/`)
    const codeField = page.getByLabel(say('ja', 'console.signIn.codeLabel'), { exact: true })
    await page.getByLabel(say('ja', 'console.signIn.operator')).selectOption(operatorId)
    await codeField.fill('WRONGCODE1')
    await page.getByRole('button', { name: say('ja', 'console.signIn.enter') }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('ja', 'staff.rejection.CODE_WRONG') })
      .waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await codeField.fill(code)
    await page.getByRole('button', { name: say('ja', 'console.signIn.enter') }).click()
    await page.getByRole('heading', { name: say('ja', 'staff.console.overview.title'), level: 1 }).waitFor()
    // The member's app on the same machine knows nothing of it.
    expect(
      await page.evaluate(() => [
        localStorage.getItem('token'),
        localStorage.getItem('console.session')?.slice(0, 3),
      ]),
    ).toEqual([null, '202'])
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: say('ja', 'console.session.leave') }).click()
    await codeField.waitFor()
    await context.close()
  })

  it('carries a request from one reviewer to another by the keyboard, and the member reads of it', async () => {
    await app.call('POST', '/api/console/act', {
      token: await openDeskToken('demo-reviewer-1'),
      body: { power: 'trading.freeze-on', subject: member.userId, body: {}, reason: { code: 'takeover' } },
    })
    const maker = await openDesk(browser, app, 'demo-reviewer-1', { path: 'approvals' })
    const row = (page: typeof maker.page, lang: 'ja' | 'en') =>
      page.getByRole('row').filter({ hasText: say(lang, powerKey('trading.freeze-on')) })
    await row(maker.page, 'ja').waitFor()
    await maker.page.keyboard.press('j')
    // Whoever asked cannot sign again, and may take it back.
    await maker.page
      .getByRole('complementary')
      .getByRole('button', { name: say('ja', 'console.approval.withdraw') })
      .waitFor()
    expect(await maker.page.getByRole('button', { name: signs('ja', 'trading.freeze-on') }).count()).toBe(0)
    expect(await accessibilityProblems(maker.page)).toEqual([])
    // Nobody says that it is done: not the overview, the log, or the member's record.
    for (const path of ['', 'audit?power=trading.freeze-on', `members/${member.userId}?part=acts`]) {
      await maker.page.goto(`http://localhost:${app.port}/console/${path}`)
      await maker.page.getByText(say('ja', 'console.stage.asked'), { exact: true }).first().waitFor()
      expect(
        await maker.page
          .getByRole(path === '' ? 'listitem' : 'row')
          .filter({ hasText: say('ja', powerKey('trading.freeze-on')) })
          .filter({ hasText: say('ja', 'console.stage.carried-out') })
          .count(),
        path,
      ).toBe(0)
    }

    const signer = await openDesk(browser, app, 'demo-reviewer-2', { path: 'approvals', locale: 'en' })
    await row(signer.page, 'en').waitFor()
    await signer.page.keyboard.press('j')
    await signer.page.getByText(say('en', 'console.approval.of', { done: 1, all: 2 })).waitFor()
    expect(new URL(signer.page.url()).searchParams.get('at')).toMatch(/^[0-9a-f]{64}$/)
    expect(await accessibilityProblems(signer.page)).toEqual([])
    expect(await overflowing(signer.page)).toEqual([])
    await signer.page.keyboard.press('a')
    await signer.page
      .getByRole('dialog')
      .getByRole('button', { name: say('en', 'ui.ok'), exact: true })
      .click()
    await signer.page.getByText(say('en', 'staff.console.approvals.empty')).waitFor()

    const phone = await openPhone(browser)
    await phone.page.addInitScript(
      ([token, userId]) => {
        localStorage.setItem('token', token!)
        localStorage.setItem('userId', userId!)
      },
      [member.token, member.userId],
    )
    await phone.page.goto(`http://localhost:${app.port}/#/subPackages/operatorActs/operatorActs`)
    await phone.page
      .getByRole('heading', { name: say('ja', powerKey('trading.freeze-on')) })
      .locator('visible=true')
      .first()
      .waitFor()
    for (const number of ['1', '2'])
      await phone.page
        .getByText(say('ja', 'staff.signer', { role: say('ja', 'staff.role.reviewer'), number }))
        .first()
        .waitFor()
    await phone.page.getByText(say('ja', 'staff.serverKeyNote')).first().waitFor()
    expect([maker.complaints, signer.complaints, phone.complaints]).toEqual([[], [], []])

    // The record: filtered by the address, its hash reckoned again.
    await signer.page.goto(`http://localhost:${app.port}/console/audit?power=trading.freeze-on`)
    await signer.page.getByRole('row').nth(1).waitFor()
    expect(await signer.page.getByRole('row').nth(1).getByRole('cell').last().innerText()).toBe(
      say('en', 'console.stage.carried-out'),
    )
    expect(await signer.page.getByRole('row').nth(2).getByRole('cell').last().innerText()).toBe(
      say('en', 'console.stage.asked'),
    )
    await signer.page.keyboard.press('j')
    await signer.page.getByRole('complementary').getByText(say('en', 'staff.console.audit.right')).waitFor()
    expect(await accessibilityProblems(signer.page)).toEqual([])
    await signer.page.keyboard.press('/')
    await signer.page.keyboard.type('nothing has this')
    await signer.page.getByText(say('en', 'console.table.noMatch')).waitFor()
    // A second way in ends the first: what is asked for next finds the session over.
    await openDeskToken('demo-reviewer-2')
    await signer.page.goto(`http://localhost:${app.port}/console/settings`)
    await signer.page.getByLabel(say('en', 'console.signIn.codeLabel'), { exact: true }).waitFor()
    for (const each of [maker, signer, phone]) await each.page.context().close()
  })

  it('speaks the browser’s language, and offers the keys and acts of whoever sits there', async () => {
    const context = await browser.newContext({ viewport: DESK, locale: 'en-US' })
    const guest = await context.newPage()
    await guest.goto(`http://localhost:${app.port}/console/`)
    await guest
      .getByLabel(say('en', 'console.signIn.codeLabel'), { exact: true })
      .waitFor({ timeout: 15_000 })
    await context.close()

    const { page } = await openDesk(browser, app, 'demo-treasurer-1', { path: 'withdrawals' })
    const key = (name: string) => page.locator('kbd').filter({ hasText: new RegExp(`^${name}$`) })
    await key('A').waitFor()
    expect(await key('D').count()).toBe(0)
    await page.keyboard.press('?')
    await key('Esc').waitFor()
    await page.keyboard.press('Escape')
    await key('Esc').waitFor({ state: 'detached' })
    // Folded up: the form that saves a view.
    await page.keyboard.press('Control+k')
    const offered = page.getByRole('dialog').getByRole('option')
    await offered.first().waitFor()
    expect(
      (await offered.allInnerTexts()).filter((text) => text.startsWith(say('ja', 'console.views.save'))),
    ).toEqual([])
    await page.context().close()
  })

  it('adds an operator by two, who makes a passkey with both halves of the code and signs with it', async () => {
    const [admin, auditor] = await Promise.all([
      openDesk(browser, app, 'demo-administrator-1', { path: 'operators' }),
      openDesk(browser, app, 'demo-auditor-1', { path: 'approvals' }),
    ])
    await admin.page
      .locator('select')
      .filter({ hasText: say('ja', 'staff.role.reviewer') })
      .first()
      .selectOption('reviewer')
    await admin.page.getByLabel(say('ja', 'staff.console.operators.name')).fill('渡辺　葵')
    await admin.page.getByRole('button', { name: say('ja', 'staff.console.operators.add') }).click()
    await admin.page
      .getByRole('dialog')
      .getByRole('button', { name: say('ja', 'ui.ok'), exact: true })
      .click()
    await admin.page.getByText(say('ja', 'console.decision.asked')).first().waitFor()
    await auditor.page
      .getByRole('row')
      .filter({ hasText: say('ja', powerKey('operator.add')) })
      .waitFor()
    await auditor.page.keyboard.press('j')
    await auditor.page.keyboard.press('a')
    await auditor.page
      .getByRole('dialog')
      .getByRole('button', { name: say('ja', 'ui.ok'), exact: true })
      .click()
    await auditor.page.getByText(say('ja', 'staff.console.approvals.empty')).waitFor()
    const halves: string[] = []
    let operatorId = ''
    for (const { token } of [admin, auditor]) {
      const added = (await app.call('GET', '/api/console/operators', { token })).data.find(
        (each: { invite: object | null }) => each.invite !== null,
      )
      operatorId = added.operatorId
      halves.push(added.invite.half)
    }
    await admin.page.goto(`http://localhost:${app.port}/console/operators?at=${operatorId}`)
    await admin.page.getByText(halves[0]!).waitFor()
    expect(await accessibilityProblems(admin.page)).toEqual([])

    const context = await browser.newContext({
      viewport: DESK,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await page.goto(`http://localhost:${app.port}/console/`)
    await page.getByRole('button', { name: say('ja', 'console.signIn.enrol') }).click()
    await page.getByLabel(say('ja', 'console.signIn.bothHalves')).fill(halves.join('-'))
    await page.getByRole('button', { name: say('ja', 'console.signIn.next') }).click()
    await page.getByText('渡辺 葵').waitFor()
    await page.getByRole('button', { name: say('ja', 'console.signIn.makePasskey') }).click()
    await page.getByRole('heading', { name: say('ja', 'staff.console.overview.title'), level: 1 }).waitFor()
    // Out, and in again by the passkey alone.
    await page.getByRole('button', { name: say('ja', 'console.session.leave') }).click()
    await page.getByRole('button', { name: say('ja', 'console.signIn.passkey'), exact: true }).click()
    await page.getByRole('button', { name: say('ja', 'console.signIn.usePasskey') }).click()
    await page.getByRole('heading', { name: say('ja', 'staff.console.overview.title'), level: 1 }).waitFor()
    // Signs with it what another reviewer has asked for.
    await app.call('POST', '/api/console/act', {
      token: await openDeskToken('demo-reviewer-3'),
      body: {
        power: 'trading.freeze-on',
        subject: member.userId,
        body: { again: 1 },
        reason: { code: 'takeover' },
      },
    })
    await page.goto(`http://localhost:${app.port}/console/approvals`)
    await page
      .getByRole('row')
      .filter({ hasText: say('ja', powerKey('trading.freeze-on')) })
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('ja', 'ui.ok'), exact: true })
      .click()
    await page.getByText(say('ja', 'staff.console.approvals.empty')).waitFor()
    const { acts } = (await app.call('GET', '/api/operator-acts', { token: member.token })).data
    expect(acts[0].approvals.map((each: { number: number }) => each.number)).toEqual([3, 4])
    for (const each of [context, admin.page.context(), auditor.page.context()]) await each.close()
  })

  it.each([
    ['ja', 'jp'],
    ['fr', 'fr'],
  ] as const)(
    'issues invitation codes by two, and finds anything by its number in the bar (%s)',
    async (lang, locale) => {
      const word = (key: string, args?: Record<string, string | number>) =>
        say(lang, `schedules.console.${key}`, args)
      const [admin, auditor] = await Promise.all([
        openDesk(browser, app, 'demo-administrator-1', { path: 'invitations', locale }),
        openDesk(browser, app, 'demo-auditor-1', { path: 'invitations', locale }),
      ])
      const form = admin.page.getByRole('form', { name: word('invitations.new') })
      await form.getByLabel(word('invitations.codes'), { exact: true }).fill('501')
      await form
        .getByRole('status')
        .filter({ hasText: say(lang, 'schedules.rejection.BATCH_SIZE', { codes: 500, uses: 100 }) })
        .waitFor()
      await form.getByLabel(word('invitations.codes'), { exact: true }).fill('3')
      await form.getByRole('button', { name: word('prepare') }).click()
      await admin.page
        .getByRole('dialog')
        .getByRole('button', { name: say(lang, 'ui.ok'), exact: true })
        .click()
      await admin.page.getByText(say(lang, 'console.decision.asked')).first().waitFor()
      await auditor.page
        .getByRole('row')
        .filter({ hasText: word('status.waiting') })
        .waitFor({ timeout: 25_000 })
      await auditor.page.keyboard.press('j')
      await signAs(auditor.page, lang, 'invitations.issue')
      await auditor.page
        .getByRole('row')
        .filter({ hasText: word('status.coming') })
        .first()
        .click()
      const codes = auditor.page.getByRole('table', { name: word('invitations.codes'), exact: true })
      await codes.getByRole('row').nth(3).waitFor()
      expect(await codes.getByRole('cell').first().innerText()).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
      expect(await accessibilityProblems(auditor.page)).toEqual([])
      expect(await overflowing(auditor.page)).toEqual([])

      await admin.page.goto(`http://localhost:${app.port}/console/limits`)
      await admin.page
        .getByRole('row')
        .filter({ hasText: word('status.in-force') })
        .last()
        .waitFor()
      expect(await accessibilityProblems(admin.page)).toEqual([])
      expect(await overflowing(admin.page)).toEqual([])
      await admin.page.keyboard.press('s')
      await admin.page.keyboard.type('nothing has this')
      await admin.page.keyboard.press('Enter')
      await admin.page
        .getByText(say(lang, 'audit.console.search.none', { text: 'nothing has this' }))
        .waitFor()
      expect(await accessibilityProblems(admin.page)).toEqual([])
      // The only find is gone to at once.
      await admin.page.getByRole('banner').getByRole('searchbox').fill('6969-0001')
      await admin.page.keyboard.press('Enter')
      await admin.page.waitForURL(`**/console/members/${member.userId}`)
      expect([...admin.complaints, ...auditor.complaints]).toEqual([])
      for (const each of [admin, auditor]) await each.page.context().close()
    },
  )

  it('keeps every page within desks of three widths, in the longest words (fr), and those for a phone', async () => {
    const { page, complaints } = await openDesk(browser, app, 'demo-auditor-1', {
      locale: 'fr',
      viewport: { width: 1024, height: 768 },
    })
    const nav = page.getByRole('navigation').getByRole('link')
    await nav.last().waitFor()
    const links = await nav.all()
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
    expect(addresses.length).toBeGreaterThan(25)
    for (const address of addresses) {
      await page.goto(new URL(address!, page.url()).href)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      for (const width of [1600, 1280, 1024]) {
        await page.setViewportSize({ width, height: 768 })
        expect(await overflowing(page), `${address} at ${width}`).toEqual([])
      }
    }
    for (const path of [`members/${member.userId}`, 'members', '', 'approvals', 'settings']) {
      await page.goto(`http://localhost:${app.port}/console/${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await overflowing(page), `${path} at ${width}`).toEqual([])
      }
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })

  async function openDeskToken(operatorId: string): Promise<string> {
    const { code } = (await app.call('GET', '/api/dev/operators')).data.find(
      (each: { operatorId: string }) => each.operatorId === operatorId,
    )
    return (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data.token
  }
})
