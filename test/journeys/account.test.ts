import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { DAY } from '#kernel/time.ts'
import { businessTime, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { sendPicture } from '#server/verified.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'
/** More stops than any page has. */
const STOPS = 80

describe.skipIf(chromiumPath === undefined)('an account is opened', () => {
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })
  const at = (url: string) => `http://localhost:${app.port}/${url}`
  const loggedIn = (page: Page, { token, userId }: { token: string; userId: string }) =>
    page.addInitScript(
      (session) => {
        for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
      },
      { token, userId },
    )

  it.each(['ja', 'fr'] as const)(
    'with a profile, the registration of insiders, a kind of tax account, consents and a transaction password (%s)',
    async (lang) => {
      const member = await app.enrol(lang === 'ja' ? '090-6262-0001' : '090-6262-0002', PASSWORD)
      const { page, complaints } = await openPhone(browser, { locale: lang === 'ja' ? undefined : lang })
      await loggedIn(page, member)
      const { word, button, link, heading, back } = storyOf(page, lang)
      const read = async (path: string) => (await app.call('GET', path, { token: member.token })).data
      const row = (key: string) => page.getByRole('link', { name: new RegExp(`^${word(key)}`) })
      const sound = async () =>
        expect([...(await overflowing(page)), ...(await accessibilityProblems(page))]).toEqual([])

      await page.goto(at(paths.accountOpening()))
      await row('members.account.profile')
        .filter({ hasText: word('members.account.todo') })
        .click()
      await heading('members.profile.title').waitFor()
      await button('members.profile.save').click()
      await page
        .getByText(word('members.profile.required', { field: word('members.profile.occupation') }), {
          exact: true,
        })
        .waitFor()
      await sound()
      const choose = (field: string, value: string) =>
        page
          .getByLabel(word(`members.profile.${field}`), { exact: true })
          .selectOption({ label: word(`members.profile.${field}.${value}`) })
      const answers = {
        occupation: 'officer',
        income: 'under-1000',
        assets: 'over-3000',
        experience: 'under-5',
        purpose: 'long-term',
        insiderTie: 'officer',
      }
      for (const [field, value] of Object.entries(answers)) await choose(field, value)
      // Whoever is tied to a company says to which, and it must be one.
      await button('members.profile.save').click()
      await page.getByText(word('members.rejection.INSIDER_CODE_REQUIRED'), { exact: true }).waitFor()
      await page.getByLabel(word('members.profile.insiderCode'), { exact: true }).fill('zzzz')
      await button('members.profile.save').click()
      await page.getByText(word('members.rejection.INSIDER_CODE_UNKNOWN'), { exact: true }).waitFor()
      await page.getByLabel(word('members.profile.insiderCode'), { exact: true }).fill('s214')
      await button('members.profile.save').click()
      await waitFor(
        () => read('/api/account-opening'),
        ({ profile }) => profile?.insiderCode === 'S214',
      )
      expect((await read('/api/account-opening')).profile).toMatchObject(answers)
      await back()
      await row('members.account.profile')
        .filter({ hasText: word('members.account.done') })
        .waitFor()

      await row('members.account.tax').click()
      await page.getByRole('radio', { name: word('tax.account.plain'), exact: true }).click({ force: true })
      await page
        .getByRole('dialog', { name: word('tax.account.plain') })
        .getByRole('button', { name: word('ui.ok'), exact: true })
        .click()
      await waitFor(
        () => read('/api/tax'),
        ({ account }) => account === 'plain',
      )
      await sound()
      await back()
      await row('members.account.tax')
        .filter({ hasText: word('tax.account.plain') })
        .waitFor()

      await button('members.account.agree').click()
      const asked = page.getByRole('dialog', { name: word('members.account.agree') })
      const { documents } = await read('/api/account-opening')
      await asked
        .getByText(word('members.account.agreeBody', { count: documents.length }), { exact: true })
        .waitFor()
      await asked.getByRole('button', { name: word('ui.ok'), exact: true }).click()
      await button('members.account.agree').waitFor({ state: 'detached' })
      await waitFor(
        () => read('/api/account-opening'),
        ({ documents }) =>
          documents.every(
            (each: { version: number; agreedVersion: number }) => each.agreedVersion === each.version,
          ),
      )
      await sound()

      await page.goto(at(paths.transactionPassword()))
      const fill = (key: string, value: string) =>
        page.getByLabel(word(`identity.transaction.${key}`), { exact: true }).fill(value)
      const save = button('identity.transaction.submit')
      await fill('new', 'river')
      await fill('confirm', 'rivers')
      await save.click()
      await page
        .getByText(word('identity.rejection.PASSWORD_LENGTH', { min: 6, max: 10 }), { exact: true })
        .waitFor()
      await page.getByText(word('identity.rejection.PASSWORDS_DIFFER'), { exact: true }).waitFor()
      await sound()
      const set = async (password: string) => {
        await fill('new', password)
        await fill('confirm', password)
        await save.click()
      }
      /** Kept: the page goes back by itself. */
      const gone = () => heading('identity.transaction.title').waitFor({ state: 'detached' })
      // Not the one that logs in.
      await set(PASSWORD)
      await page
        .getByText(word('identity.rejection.SAME_AS_LOGIN_PASSWORD'), { exact: true })
        .first()
        .waitFor()
      await set('river-55')
      await gone()
      await page.goto(at(paths.transactionPassword()))
      await page.getByText(word('identity.transaction.leadChange'), { exact: true }).waitFor()
      await set('river-77')
      await page.getByText(word('identity.required.old'), { exact: true }).waitFor()
      await link('identity.transaction.forgotten').waitFor()
      await fill('old', 'river-55')
      await save.click()
      await gone()
      expect(
        (
          await app.call('POST', '/api/auth/unlock', {
            token: member.token,
            body: { transactionPassword: 'river-77' },
          })
        ).data.status,
      ).toBe('unlocked')
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it('by keys alone: registered, verified, money in and out', async () => {
    const { page, complaints } = await openPhone(browser)
    const { word, button } = storyOf(page, 'ja')
    const label = (key: string) => page.getByLabel(word(key), { exact: true }).locator('visible=true').last()
    const named = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: true }).locator('visible=true').last()
    /** Goes on by Tab until this has the focus, which a ring shows. */
    const tabTo = async (target: Locator) => {
      await target.waitFor()
      for (let n = 0; n < STOPS; n++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`no way by Tab to ${String(target)}`)
    }
    const press = async (target: Locator, key = 'Enter') => {
      await tabTo(target)
      await page.keyboard.press(key)
    }
    const type = async (target: Locator, text: string) => {
      await tabTo(target)
      await page.keyboard.insertText(text)
    }

    await page.goto(at(paths.register()))
    await type(label('identity.register.mobile'), '090-6262-0003')
    await press(button('identity.register.sendCode'))
    await press(button('identity.register.inbox'))
    await press(page.getByRole('dialog').getByRole('button').filter({ hasText: /\d{6}/ }).first())
    await type(label('identity.register.password'), PASSWORD)
    await type(label('identity.register.confirmPassword'), PASSWORD)
    await type(label('identity.register.invitationCode'), app.modules.identity.demo!.invitationCode)
    await page.keyboard.press('Enter')
    await page.getByText(word('home.assets.total'), { exact: true }).locator('visible=true').first().waitFor()
    // A session of its own: the browser's signs with a key that it gives to nobody.
    const { token, userId } = (
      await app.call('POST', '/api/auth/login', { body: { account: '090-6262-0003', password: PASSWORD } })
    ).data

    await page.goto(at(paths.realName()))
    await press(button('members.identity.useSample'))
    await press(button('members.identity.next'))
    await press(button('members.identity.next'))
    for (const side of ['front', 'back'])
      await press(named(`${word(`members.identity.${side}`)}: ${word('members.identity.useSample')}`))
    await waitFor(
      () => page.getByText(word('members.identity.side.draft'), { exact: true }).count(),
      (count) => count === 2,
    )
    await press(button('members.identity.next'))
    await press(page.getByRole('checkbox', { name: word('members.identity.agree') }), 'Space')
    await press(button('members.identity.submit'))
    await page.getByRole('heading', { name: word('members.identity.passed.title') }).waitFor()

    await page.goto(at(paths.recharge()))
    await type(page.getByRole('textbox', { name: word('funding.deposit.amount'), exact: true }), '500000')
    // The first of the ways, and down to the next.
    await press(page.getByRole('radio').first(), 'Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await press(named(/500,000/))
    await page.getByText(word('funding.deposit.signed'), { exact: true }).waitFor()

    // With an account at a bank, at ten o'clock of a banking day when it may be used.
    // The transaction password ends all other sessions: the phone goes on with the one that sets it.
    await page.evaluate(
      ([own, id]) => Object.assign(localStorage, { token: own, userId: id }),
      [token, userId],
    )
    await page.goto('about:blank')
    await addAccount(token)
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(businessTime(app.context.clock.wall() + 3 * DAY, 10)).toISOString() },
    })
    await page.goto(at(paths.withdrawal()))
    await type(page.getByRole('textbox', { name: word('funding.withdrawal.amount'), exact: true }), '20000')
    await type(label('identity.transaction.title'), TRANSACTION_PASSWORD)
    await press(named(/20,000/))
    await press(
      page
        .getByRole('dialog', { name: word('funding.withdrawal.confirmTitle') })
        .getByRole('button', { name: word('ui.ok'), exact: true }),
    )
    await page
      .getByText(word('funding.withdrawal.state.approved'), { exact: true })
      .locator('visible=true')
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  async function addAccount(token: string): Promise<void> {
    await app.call('POST', '/api/auth/transaction-password', {
      token,
      body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
    })
    const imageId = await sendPicture(app, token, 'passbook')
    const { holder } = (await app.call('GET', '/api/bank-accounts', { token })).data
    await app.call('POST', '/api/bank-accounts', {
      token,
      body: {
        holder,
        bankCode: '0001',
        branchCode: '001',
        type: 'ordinary',
        number: '1234567',
        imageId,
        transactionPassword: TRANSACTION_PASSWORD,
      },
    })
    await waitFor(
      async () => (await app.call('GET', '/api/bank-accounts', { token })).data.accounts[0]?.status,
      (status) => status === 'approved',
    )
  }
})
