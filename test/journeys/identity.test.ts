import type { Page } from 'playwright-core'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { apiOf, freshMobile, registerMember } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'

/** A lock of the device that opens whenever it is asked, as a fingerprint does. */
async function withPasskeys(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe.skipIf(chromiumPath === undefined)('a member protects the account', () => {
  const here = opened()

  it.each(['ja', 'fr'] as const)(
    'with a passkey: enrolled when offered, used alone, beside the password, and to change what protects (%s)',
    async (lang) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
      await withPasskeys(page)
      const story = storyOf(page, lang)
      const { word, button, link, heading } = story
      const found: string[] = []
      /**
       * Read aloud in one language, since the elements are the same in both; measured in the one with the
       * long words.
       */
      const look = async (name: string) => {
        for (const problem of await (lang === 'ja' ? accessibilityProblems(page) : overflowing(page)))
          found.push(`${name} ${problem}`)
      }
      const fill = (key: string, value: string) =>
        page.getByLabel(word(key), { exact: true }).locator('visible=true').last().fill(value)
      const mobile = freshMobile()

      await page.goto(`${here.context.url}/#/subPackages/register/register`)
      await story.register({ mobile, password: PASSWORD, invitationCode: here.context.invitationCode })
      await story.logOut()
      await link('home.guest.login').locator('visible=true').first().click()
      await look('login')
      await fill('identity.login.account', mobile)
      await fill('identity.login.password', PASSWORD)
      await button('identity.login.submit').click()

      // The first login offers a passkey; it is made, and the session is a full one.
      await page.getByText(word('identity.afterLogin.offer'), { exact: true }).waitFor()
      await look('offer')
      await button('identity.passkey.add').click()
      await page
        .getByText(word('home.assets.total'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()

      // The passkey alone logs in.
      await story.logOut()
      await link('home.guest.login').locator('visible=true').first().click()
      await button('identity.login.byPasskey').click()
      await page
        .getByText(word('home.assets.total'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()

      // After the password the passkey is asked for; let be, the session stays one that looks, until it is
      // confirmed.
      await story.logOut()
      await link('home.guest.login').locator('visible=true').first().click()
      await fill('identity.login.account', mobile)
      await fill('identity.login.password', PASSWORD)
      await button('identity.login.submit').click()
      await page.getByText(word('identity.afterLogin.confirm'), { exact: true }).waitFor()
      await look('confirm')
      await button('identity.afterLogin.later').click()
      await page
        .getByText(word('home.assets.total'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      await story.tab('mobile.tab.user').click()
      await page.getByRole('link', { name: word('home.user.security') }).click()
      await page.getByText(word('identity.security.by.password'), { exact: true }).waitFor()
      await look('security-view')
      await page.getByRole('button', { name: new RegExp(`^${word('identity.stepUp.title')}`) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: word('identity.stepUp.passkey'), exact: true })
        .click()
      await page.getByText(word('identity.security.by.passkey'), { exact: true }).waitFor()
      await look('security-full')

      // Another login password, signed by the passkey.
      await page.getByRole('link', { name: word('identity.changePassword.title') }).click()
      await heading('identity.changePassword.title').waitFor()
      await button('identity.changePassword.submit').click()
      await page.getByText(word('identity.rejection.OLD_PASSWORD_REQUIRED'), { exact: true }).waitFor()
      await look('password-errors')
      await fill('identity.changePassword.old', PASSWORD)
      await fill('identity.changePassword.new', 'stone-31')
      await fill('identity.changePassword.confirm', 'stone-31')
      await button('identity.changePassword.submit').click()
      await heading('identity.security.title').waitFor()

      // A mail address, by the code in the developer inbox.
      await page.getByRole('link', { name: word('identity.email.title') }).click()
      await fill('identity.email.address', 'haruka@example.jp')
      await look('email')
      await button('identity.register.sendCode').click()
      await button('identity.register.inbox').click()
      await page.getByRole('dialog').getByRole('button').filter({ hasText: /\d{6}/ }).first().click()
      await button('identity.email.submit').click()
      await page.getByText('h***@example.jp', { exact: true }).waitFor()

      // Frozen at once; opened again by the passkey.
      await page.getByRole('button', { name: word('identity.freeze.title'), exact: true }).click()
      await look('freeze')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: word('identity.freeze.submit'), exact: true })
        .click()
      await page.getByText(word('identity.freeze.isFrozen'), { exact: true }).waitFor()
      await look('frozen')
      await page.getByRole('button', { name: word('identity.freeze.open'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: word('identity.freeze.openSubmit'), exact: true })
        .click()
      await page.getByText(word('identity.freeze.isFrozen'), { exact: true }).waitFor({ state: 'detached' })

      // Another device is seen, and logged out from here.
      const other = await apiOf(here.context.url).post<{ token: string }>(
        '/auth/login',
        { account: mobile, password: 'stone-31' },
        null,
      )
      await page.getByRole('link', { name: word('identity.devices.title') }).click()
      await page.getByRole('button', { name: word('identity.devices.endOthers'), exact: true }).waitFor()
      await look('devices')
      await page
        .getByRole('button', {
          name: `${word('identity.devices.end')} ${word('identity.devices.unknown')}`,
          exact: true,
        })
        .click()
      await page
        .getByRole('dialog', { name: word('identity.devices.endOne') })
        .getByRole('button', { name: word('ui.ok'), exact: true })
        .click()
      await page
        .getByRole('button', { name: word('identity.devices.endOthers'), exact: true })
        .waitFor({ state: 'detached' })
      expect((await apiOf(here.context.url, other.data.token).get('/auth/security')).status).toBe(401)
      await story.back()

      // The authenticator app shows its square code; removing the passkey needs the passkey.
      await page.getByRole('link', { name: word('identity.totp.title') }).click()
      await look('totp')
      await button('identity.totp.begin').click()
      await page.getByRole('img', { name: word('identity.totp.square') }).waitFor()
      await look('totp-square')
      await story.back()
      await page.getByRole('button', { name: /Chrome/ }).click()
      await look('passkey')
      await button('identity.passkey.remove').click()
      await page.getByText(word('identity.security.weak'), { exact: true }).waitFor()
      await look('security-weak')

      expect(found).toEqual([])
      // A read that is under way while a new token comes is answered by 401, and asked again.
      expect(complaints.filter((one) => !one.includes('401'))).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'zh-Hant'] as const)(
    'recovers a forgotten password from the login page, and is told how long withdrawals stay closed (%s)',
    async (lang) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
      const { word, button, link, register, logOut } = storyOf(page, lang)
      const mobile = freshMobile()
      await page.goto(`${here.context.url}/#/subPackages/register/register`)
      await register({ mobile, password: PASSWORD, invitationCode: here.context.invitationCode })
      await logOut()
      await link('home.guest.login').locator('visible=true').first().click()
      await link('identity.login.trouble').click()
      await page.getByRole('link', { name: word('identity.recovery.what.password') }).click()
      const form = page
        .locator('form')
        .filter({ has: page.getByRole('heading', { name: word('identity.recovery.what.password') }) })
      await form.getByLabel(word('identity.login.account'), { exact: true }).fill(mobile)
      await form.getByRole('button', { name: word('identity.register.sendCode'), exact: true }).click()
      await form.getByRole('button', { name: word('identity.register.inbox'), exact: true }).click()
      await page.getByRole('dialog').getByRole('button').filter({ hasText: /\d{6}/ }).first().click()
      await form.getByLabel(word('identity.changePassword.new'), { exact: true }).fill('stone-31')
      await form.getByLabel(word('identity.changePassword.confirm'), { exact: true }).fill('stone-31')
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await button('identity.recovery.submit').click()
      await page.getByText(word('identity.recovery.done'), { exact: true }).waitFor()
      const answer = await apiOf(here.context.url).post<{ token: string }>(
        '/auth/login',
        { account: mobile, password: 'stone-31' },
        null,
      )
      expect(
        (await apiOf(here.context.url, answer.data.token).get('/auth/security')).data.withdrawalsClosedUntil,
      ).not.toBe(null)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['ja', 'en'] as const)(
    'sets up the authenticator app, and confirms the next login by its code (%s)',
    async (lang) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
      const { word, button, logOut, link } = storyOf(page, lang)
      const { mobile, password, token, userId } = await registerMember(
        here.context.url,
        here.context.invitationCode,
      )
      await page.addInitScript(
        (session) => {
          for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
        },
        { token, userId },
      )
      await page.goto(`${here.context.url}/#/subPackages/security/authenticator`)
      await button('identity.totp.begin').click()
      const secret = (await page.locator('p[lang=en]').innerText()).replaceAll(' ', '')
      const code = (steps: number) =>
        new TOTP({ secret, period: 30 }).generate({ timestamp: Date.now() + steps * 30_000 })
      await page.getByLabel(word('identity.totp.firstCode'), { exact: true }).fill(code(0))
      expect([...(await overflowing(page)), ...(await accessibilityProblems(page))]).toEqual([])
      await button('identity.totp.submit').click()
      await page.getByText(word('identity.totp.isOn'), { exact: true }).waitFor()
      await page.goto(`${here.context.url}/#/pages/user/user`)
      await logOut()
      await link('home.guest.login').locator('visible=true').first().click()
      await page.getByLabel(word('identity.login.account'), { exact: true }).fill(mobile)
      await page.getByLabel(word('identity.login.password'), { exact: true }).fill(password)
      await button('identity.login.submit').click()
      // Each code counts once: the next one.
      await page.getByLabel(word('identity.totp.code'), { exact: true }).fill(code(1))
      await button('identity.stepUp.code').click()
      await page
        .getByText(word('home.assets.total'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      const now = await page.evaluate(() => localStorage.getItem('token'))
      expect((await apiOf(here.context.url, now!).get('/auth/security')).data).toMatchObject({
        totp: true,
        session: { factor: 'totp' },
      })
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('comes to the login page a second and a half after the session has ended elsewhere', async () => {
    const { page } = await openPhone(here.browser)
    const story = storyOf(page, 'ja')
    const mobile = freshMobile()
    await page.goto(`${here.context.url}/#/subPackages/register/register`)
    await story.register({ mobile, password: PASSWORD, invitationCode: here.context.invitationCode })
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await apiOf(here.context.url, token!).post('/auth/logout', {}, null)
    await story.tab('mobile.tab.user').click()
    await page.getByText(story.word('client.sessionExpired'), { exact: true }).first().waitFor()
    const began = Date.now()
    expect(
      await page.evaluate(() => [
        localStorage.getItem('token'),
        localStorage.getItem('userId'),
        localStorage.getItem('userInfo'),
      ]),
    ).toEqual([null, null, null])
    await story.heading('identity.login.title').waitFor()
    expect(Date.now() - began).toBeGreaterThan(1_000)
    await page.context().close()
  })

  it.each([
    ['alerts', '/#/subPackages/alerts/alerts?code=S214', 'textbox', 'alerts.price', '5o0'],
    ['chat', '/#/subPackages/customerService/customerService', 'textbox', 'support.message', 'A question'],
    [
      'ticket',
      '/#/subPackages/index/placeOrder/placeOrder?code=S214',
      'spinbutton',
      'orders.ticket.quantity',
      '300',
    ],
    ['identity', '/#/subPackages/real_name/real_name', 'textbox', 'members.identity.name', '佐藤 花'],
  ] as const)(
    'what was typed waits while the session ends and its member logs in again (%s)',
    async (name, path, role, label, typed) => {
      const { page } = await openPhone(here.browser)
      // Not even the code of the page that asks for the login has to come.
      if (name === 'identity') await page.route(/LoginFirst/, (route) => route.abort())
      const { word, button, heading } = storyOf(page, 'ja')
      const own = await registerMember(here.context.url, here.context.invitationCode)
      await carrySession(page, own)
      await page.goto(here.context.url + path)
      const field = page.getByRole(role, { name: word(label), exact: true })
      await field.fill(typed)
      await field.blur()
      await own.api.post('/auth/logout', {}, null)
      // Whatever is read next hears of it.
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await heading('identity.login.title').waitFor({ timeout: 60_000 })
      await page.getByLabel(word('identity.login.account'), { exact: true }).fill(own.mobile)
      await page.getByLabel(word('identity.login.password'), { exact: true }).fill(own.password)
      await button('identity.login.submit').click()
      await field.waitFor()
      expect(await field.inputValue()).toBe(typed)
      await page.context().close()
    },
  )

  it.each(['/#/subPackages/nowhere', '/#/subPackages/logout/logout'])(
    'who registers from %s lands on a page that is there',
    async (path) => {
      const { page, complaints } = await openPhone(here.browser)
      const { word, register, tab, heading } = storyOf(page, 'ja')
      await page.goto(here.context.url + path)
      await page.locator('.page-body').first().waitFor()
      await page.evaluate(() => {
        location.hash = '#/subPackages/register/register'
      })
      await register({
        mobile: freshMobile(),
        password: PASSWORD,
        invitationCode: here.context.invitationCode,
      })
      await page
        .getByText(word('home.assets.total'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      await tab('mobile.tab.home').waitFor()
      expect(await heading('mobile.notFound.title').locator('visible=true').count()).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('a guest who presses buy logs in, and comes to the ticket', async () => {
    const { page } = await openPhone(here.browser)
    const { word, button, heading, act } = storyOf(page, 'ja')
    const { mobile, password } = await registerMember(here.context.url, here.context.invitationCode)
    await page.goto(`${here.context.url}/#/subPackages/index/gupiaoDetail/gupiaoDetail?code=S214`)
    await act('buy').click()
    await button('ui.guest.login').click()
    await page.getByLabel(word('identity.login.account'), { exact: true }).fill(mobile)
    await page.getByLabel(word('identity.login.password'), { exact: true }).fill(password)
    await button('identity.login.submit').click()
    await heading('orders.ticket.title').waitFor()
    expect(page.url()).toContain('placeOrder?code=S214&side=up')
    await button('ui.back').last().click()
    await act('buy').waitFor()
    await page.context().close()
  })
})
