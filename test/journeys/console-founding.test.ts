import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { powerKey } from '#registry/powers.ts'
import { handedOver } from '#modules/staff/server/handed-over.ts'
import { handedOverTo } from '#server/desk.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, say } from './browser.ts'
import { DESK } from './desk.ts'

/** A device of one person: a browser with an authenticator of its own. */
type Device = { page: Page; devtools: CDPSession; authenticatorId: string }

/** The way into the console outside the demo setting: two people, two passkeys each, two of three codes. */
describe.skipIf(chromiumPath === undefined)('the founding of the console', () => {
  let app: TestApp
  let browser: Browser
  const devices: Partial<Record<Lang, Device>> = {}
  beforeAll(async () => {
    app = await startTestApp({ env: { DEMO: 'off' } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  const AUTHENTICATOR = {
    protocol: 'ctap2',
    transport: 'usb',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  async function newDevice(lang: Lang): Promise<Device> {
    const context = await browser.newContext({
      viewport: DESK,
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    })
    await context.addInitScript(
      (locale) => localStorage.setItem('console.locale', locale),
      lang === 'ja' ? 'jp' : lang,
    )
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: AUTHENTICATOR,
    })
    await page.goto(`http://localhost:${app.port}/console/`)
    return { page, devtools, authenticatorId }
  }
  const button = (page: Page, lang: Lang, key: string) =>
    page.getByRole('button', { name: say(lang, key), exact: true })
  /** The form of an invitation, up to the page that names the other one. */
  async function askToEnrol({ page }: Device, lang: Lang, operatorId: string) {
    await button(page, lang, 'console.signIn.enrol').click()
    await page.getByLabel(say(lang, 'console.signIn.bothHalves')).fill(handedOverTo(app, operatorId))
    await button(page, lang, 'console.signIn.next').click()
  }
  const nameIn = (lang: Lang, role: 'administrator' | 'auditor') =>
    say(lang, 'staff.signer', { role: say(lang, `staff.role.${role}`), number: '1' })
  async function confirmApart({ page }: Device, lang: Lang, other: 'administrator' | 'auditor') {
    const make = button(page, lang, 'console.signIn.makePasskey')
    expect(await make.isDisabled()).toBe(true)
    await page.getByLabel(say(lang, 'console.signIn.name')).fill(lang === 'ja' ? '朝霧 葵' : 'Robin Hale')
    await page.getByLabel(say(lang, 'console.signIn.apartConfirm', { other: nameIn(lang, other) })).check()
    expect(await accessibilityProblems(page)).toEqual([])
    await make.click()
  }

  it.each([
    ['ja', 'administrator', 'auditor'],
    ['en', 'auditor', 'administrator'],
  ] as const)('enrols each on a device of their own, and names the other (%s)', async (lang, role, other) => {
    const device = (devices[lang] = await newDevice(lang))
    await askToEnrol(device, lang, `op-first-${role}`)
    await device.page
      .getByText(say(lang, 'console.signIn.apart', { own: nameIn(lang, role), other: nameIn(lang, other) }))
      .waitFor()
    await confirmApart(device, lang, other)
    await device.page
      .getByRole('heading', { name: say(lang, 'staff.console.overview.title'), level: 1 })
      .waitFor()
    // Warned of one passkey alone, and of codes that lie on the server.
    await device.page.getByText(say(lang, 'console.warning.recovery.lying')).waitFor()
    expect(await accessibilityProblems(device.page)).toEqual([])
  })

  it('adds a passkey of another device by the signature of the first', async () => {
    const { page, devtools, authenticatorId } = devices.ja!
    await page.goto(`http://localhost:${app.port}/console/settings`)
    // One is touched at a time: the other device makes the passkey, then the first one signs for it.
    const touch = (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    await touch(false)
    devtools.once('WebAuthn.credentialAdded', () => void touch(true))
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...AUTHENTICATOR, transport: 'nfc' },
    })
    await button(page, 'ja', powerKey('passkey.add')).click()
    await page.getByText(say('ja', 'staff.console.settings.passkeyAdded')).first().waitFor()
    await button(page, 'ja', powerKey('passkey.end')).first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it.each(['ja', 'en'] as const)(
    'two recovery codes begin a break-glass, which everybody sees and one signature stops (%s)',
    async (lang) => {
      const codes = [1, 3].map((number) => handedOverTo(app, `recovery-${number}`))
      const { page } = await newDevice(lang)
      await button(page, lang, 'console.signIn.recovery').click()
      await page.getByLabel(say(lang, 'console.signIn.firstCode')).fill(codes[0]!)
      await page.getByLabel(say(lang, 'console.signIn.secondCode')).fill(codes[1]!)
      expect(await accessibilityProblems(page)).toEqual([])
      await button(page, lang, 'console.signIn.beginRecovery').click()
      await page.locator('p[role=status]').waitFor()
      await page.context().close()
      const desk = devices[lang]!.page
      await desk.reload()
      const stop = button(desk, lang, powerKey('break-glass.stop'))
      await stop.waitFor()
      expect(await accessibilityProblems(desk)).toEqual([])
      await stop.click()
      await stop.waitFor({ state: 'detached' })
    },
  )

  it('warns of codes no more once they were taken away', async () => {
    for (const number of [1, 2, 3]) handedOver(app.context.config).remove(`recovery-${number}`)
    const { page } = devices.en!
    await page.reload()
    await page.getByRole('navigation').waitFor()
    expect(await page.getByText(say('en', 'console.warning.recovery.lying')).count()).toBe(0)
  })
})
