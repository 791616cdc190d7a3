import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import { businessTime } from '#server/funded.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { verify } from '#server/verified.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { storyOf } from './story.ts'

const TRANSACTION_PASSWORD = 'river-55'
/** The source, and a language in which labels run long. */
const LANGS = ['ja', 'fr'] as const
const MOBILES = { ja: '090-6161-0001', fr: '090-6161-0002' } as const
const ONLY_HERE = new Set([
  'the form with its errors',
  'the signed page',
  'the denied withdrawal',
  'the answered appeal',
])
/** A figure as a language groups it, whatever space it takes for that. */
const figure = (lang: string, amount: number): RegExp =>
  new RegExp(amount.toLocaleString(lang).replaceAll(/\s/g, '\\s'))

describe.skipIf(chromiumPath === undefined)('money in and out', () => {
  let app: TestApp
  let browser: Browser
  const members: Record<string, { token: string; userId: string }> = {}
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp(), openBrowser()])
    for (const lang of LANGS) members[lang] = await app.enrol(MOBILES[lang])
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })
  const jump = async (at: number) => {
    const answer = await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
    expect(answer.code).toBe(1)
  }

  it.each(LANGS)(
    'an account is accepted, a deposit credited, a withdrawal paid; a denied one is complained about (%s)',
    async (lang) => {
      const member = members[lang]!
      const { token } = member
      const { page, complaints } = await openPhone(browser, lang === 'ja' ? {} : { locale: lang })
      const story = storyOf(page, lang)
      const word = (key: string, args?: Record<string, string | number>) => story.word(`funding.${key}`, args)
      /**
       * All pages in the language with the longer words; in Japanese, whose every page is looked at
       * elsewhere, those that a journey alone reaches.
       */
      const seen = async (what: string) => {
        if (lang === 'ja' && !ONLY_HERE.has(what)) return
        expect(await overflowing(page), what).toEqual([])
        expect(await accessibilityProblems(page), what).toEqual([])
      }
      const go = (path: string) => page.goto(`http://localhost:${app.port}/#/subPackages/${path}`)
      const text = (key: string, args?: Record<string, string | number>) =>
        page.getByText(word(key, args), { exact: true }).locator('visible=true').first()
      const pressed = (key: string) =>
        page
          .getByRole('button', { name: word(key), exact: true })
          .locator('visible=true')
          .first()
          .click()

      await carrySession(page, member)
      // In the one language on the way, from the form that asks for it.
      const secured =
        lang === 'ja'
          ? undefined
          : app.call('POST', '/api/auth/transaction-password', {
              token,
              body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
            })
      // Nothing comes in before it is known whose it is.
      await go('recharge/recharge')
      await text('deposit.closed').waitFor()
      await seen('deposits before the identity')
      await go('bankAccount/bankAccount')
      await text('accounts.unverified').waitFor()

      await secured
      await verify(app, token, { idNumber: lang === 'ja' ? '301234567890' : '301234567891' })
      await page.reload()
      await addAccount(page, story, word, seen)
      await text('accounts.status.approved').waitFor()
      await seen('the accepted account')

      await go('recharge/recharge')
      await page.getByRole('button', { name: word('deposit.submitEmpty'), exact: true }).click()
      await text('deposit.amountRequired').waitFor()
      await text('deposit.methodRequired').waitFor()
      await page.getByRole('textbox', { name: word('deposit.amount'), exact: true }).fill('500000')
      await page.getByRole('radio', { name: new RegExp(`^${word('deposit.by.bank')}`) }).check()
      await seen('the deposit form')
      await page.getByRole('button', { name: figure(lang, 500_000) }).click()
      await text('deposit.signed').waitFor()
      await text('deposit.page').waitFor()
      await seen('the signed page')
      await text('deposit.status.approved').waitFor({ timeout: 25_000 })
      await text('deposit.lineDemo').waitFor()

      // Outside the hours nothing is taken.
      await jump(businessTime(app.context.clock.wall(), 16))
      await go('withdrawal/withdrawal')
      await text('withdrawal.closed').waitFor()
      await jump(businessTime(app.context.clock.wall() + 3 * DAY, 10))
      await page.reload()
      await text('withdrawal.open').waitFor()
      if (lang === 'ja') await withdrawWithoutPassword()
      await withdraw(300_000)
      await text('withdrawal.state.approved').waitFor()
      await seen('the approved withdrawal')
      await jump(app.context.clock.wall() + 11 * MINUTE)
      await text('withdrawal.state.paid').waitFor()

      await go('withdrawal/withdrawal')
      await withdraw(1_500_000)
      await text('withdrawal.state.requested').waitFor()
      await deny()
      await text('withdrawal.reasonTitle').waitFor()
      await page
        .getByLabel(word('appeal.text'), { exact: true })
        .fill('The holder name is mine; please look at the records again.')
      await seen('the denied withdrawal')
      await pressed('appeal.submit')
      await text('appeal.state.granted').waitFor({ timeout: 20_000 })
      await seen('the answered appeal')
      await page.getByRole('link', { name: word('appeal.payout') }).click()
      await text('withdrawal.approvedBy.appeal').waitFor()

      await go('withdrawal/clock')
      await text('clock.median').waitFor()
      await seen('the public figures')
      await go('bankAccount/close')
      await text('closing.obstacle').waitFor()
      await seen('closing the account')

      // A server that cannot be reached says so, with another try.
      await page.route('**/api/bank-accounts**', (route) => route.abort())
      await go('bankAccount/bankAccount')
      await page.reload()
      await page
        .getByRole('button', { name: story.word('ui.retry') })
        .locator('visible=true')
        .first()
        .waitFor()
      await page.unroute('**/api/bank-accounts**')
      await page
        .getByRole('button', { name: story.word('ui.retry') })
        .locator('visible=true')
        .first()
        .click()
      await text('accounts.status.approved').waitFor()
      expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
      await page.context().close()

      /**
       * A withdrawal by a member who has an account at a bank and no transaction password: the server's word
       * is bent in the browser until one is set.
       */
      async function withdrawWithoutPassword(): Promise<void> {
        let isSet = false
        for (const route of ['**/api/auth/security?*', '**/api/index/getUserInfo?*']) {
          await page.route(route, async (asked) => {
            const response = await asked.fetch()
            const body = (await response.json()) as { data: object }
            await asked.fulfill({
              response,
              json: { ...body, data: { ...body.data, hasTransactionPassword: isSet } },
            })
          })
        }
        await page.route('**/api/auth/transaction-password?*', (asked) => {
          isSet = true
          return asked.fulfill({ json: { code: 1, msg: 'Request Success', data: null } })
        })
        await page.reload()
        const amount = page.getByRole('textbox', { name: word('withdrawal.amount'), exact: true })
        await amount.fill('12345')
        // Pressed without one, it says so.
        await page.getByRole('button', { name: figure(lang, 12_345) }).click()
        await page
          .getByRole('dialog', { name: word('withdrawal.confirmTitle') })
          .getByRole('button', { name: story.word('ui.ok'), exact: true })
          .click()
        await page
          .locator('.toast')
          .getByText(story.word('identity.rejection.TRANSACTION_PASSWORD_UNSET'))
          .waitFor()
        await setTransactionPassword(page, story)
        expect(await amount.inputValue()).toMatch(figure(lang, 12_345))
        await page.unrouteAll({ behavior: 'wait' })
        await page.reload()
      }

      async function withdraw(amount: number): Promise<void> {
        await page.getByRole('textbox', { name: word('withdrawal.amount'), exact: true }).fill(String(amount))
        await page
          .getByLabel(story.word('identity.transaction.title'), { exact: true })
          .locator('visible=true')
          .first()
          .fill(TRANSACTION_PASSWORD)
        if (amount > 1_000_000) await seen('the withdrawal form')
        await page
          .getByRole('button', { name: figure(lang, amount) })
          .locator('visible=true')
          .first()
          .click()
        await page
          .getByRole('dialog', { name: word('withdrawal.confirmTitle') })
          .getByRole('button', { name: story.word('ui.ok'), exact: true })
          .click()
      }

      /** Two reviewers, before the demo desk has looked. */
      async function deny(): Promise<void> {
        const [{ id }] = (await app.call('GET', '/api/withdrawals?status=pending', { token })).data
        const { staff } = app.modules
        const reason = await staff.text(
          member.userId,
          'The payout name differs from the verified name of the member.',
        )
        if (!reason.ok) throw new Error(reason.rejection)
        for (const operator of ['demo-reviewer-1', 'demo-reviewer-2']) {
          expect(
            await staff.act(operator, {
              power: 'withdrawal.deny',
              subject: id,
              body: {},
              reason: { code: 'name-differs', text: reason.value },
            }),
          ).toMatchObject({ ok: true })
        }
      }
    },
  )
})

type Story = ReturnType<typeof storyOf>

/**
 * From a form that asks for a transaction password which the member has not set, and back to it: it asks for
 * it now.
 */
async function setTransactionPassword(page: Page, story: Story): Promise<void> {
  const set = page.getByRole('link', { name: story.word('identity.will.setNow'), exact: true })
  await set.click()
  for (const field of ['new', 'confirm'])
    await page
      .getByLabel(story.word(`identity.transaction.${field}`), { exact: true })
      .fill(TRANSACTION_PASSWORD)
  await story.button('identity.transaction.submit').click()
  await page
    .getByLabel(story.word('identity.transaction.title'), { exact: true })
    .locator('visible=true')
    .waitFor()
  expect(await set.count()).toBe(0)
}

/** From the empty list by the form, the searches and the sample picture to an account under review. */
async function addAccount(
  page: Page,
  story: Story,
  word: (key: string, args?: Record<string, string | number>) => string,
  seen: (what: string) => Promise<void>,
): Promise<void> {
  await page.getByText(word('accounts.empty'), { exact: true }).locator('visible=true').waitFor()
  await page.getByRole('link', { name: word('accounts.add'), exact: true }).click()
  await story.heading('funding.account.title').waitFor()
  await page.getByRole('button', { name: word('account.submit'), exact: true }).click()
  await page.getByText(story.word('funding.rejection.BANK_UNKNOWN'), { exact: true }).waitFor()
  await page.getByText(story.word('funding.rejection.PASSBOOK_REQUIRED'), { exact: true }).waitFor()
  await seen('the form with its errors')
  await page.getByRole('combobox', { name: new RegExp(`^${word('account.bank')}`) }).click()
  await page.getByRole('searchbox').fill('みずほ')
  await page.getByRole('dialog').getByRole('button', { name: /0001/ }).click()
  await page.getByRole('combobox', { name: new RegExp(`^${word('account.branch')}`) }).click()
  await page.getByRole('searchbox').fill('とうきよう')
  await page.getByRole('dialog').getByRole('button', { name: /001$/ }).first().click()
  await page.getByLabel(word('account.number'), { exact: true }).fill('1234567')
  await page.getByRole('button', { name: word('account.sample'), exact: true }).click()
  await waitFor(
    () => page.getByRole('img', { name: word('account.image') }).count(),
    (count) => count > 0,
  )
  const password = page.getByLabel(story.word('identity.transaction.title'), { exact: true })
  if ((await password.count()) === 0) {
    await setTransactionPassword(page, story)
    expect(await page.getByLabel(word('account.number'), { exact: true }).inputValue()).toBe('1234567')
    expect(await page.getByRole('img', { name: word('account.image') }).count()).toBeGreaterThan(0)
  }
  await password.fill(TRANSACTION_PASSWORD)
  await seen('the form filled in')
  await page.getByRole('button', { name: word('account.submit'), exact: true }).click()
  await page
    .getByRole('dialog', { name: word('account.confirmTitle') })
    .getByRole('button', { name: story.word('ui.ok'), exact: true })
    .click()
  await story.heading('funding.accounts.title').waitFor()
}
