import type { Browser, Page } from 'playwright-core'
import { powerKey } from '#registry/powers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dateJst, timeJst } from '#kernel/time.ts'
import { nextChargeDay } from '#modules/loans/model/interest.ts'
import { verifyByHand } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { openDesk, signAs } from './desk.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'
const LANGS = ['ja', 'fr'] as const
const MOBILES = { ja: '090-6262-0001', fr: '090-6262-0002' } as const
const NUMBERS = { ja: '301234567890', fr: '301234567891' } as const
const AMOUNT = 1_000_000
const figure = (lang: string, amount: number): RegExp =>
  new RegExp(amount.toLocaleString(lang).replaceAll(/\s/g, '\\s'))

describe.skipIf(chromiumPath === undefined)('a loan', () => {
  let app: TestApp
  let browser: Browser
  const members: Record<string, { token: string; userId: string }> = {}
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    for (const lang of LANGS) {
      members[lang] = await app.enrol(MOBILES[lang], PASSWORD)
      await verifyByHand(app, members[lang], { idNumber: NUMBERS[lang] })
      await app.call('POST', '/api/account-opening/profile', {
        token: members[lang].token,
        body: {
          occupation: 'employee',
          income: 'over-2000',
          assets: 'under-3000',
          experience: 'under-3',
          purpose: 'long-term',
          insiderTie: 'none',
          insiderCode: null,
        },
      })
    }
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  it.each(LANGS)(
    'is applied for, lent by two reviewers, costs its interest, is repaid, and stands in the log (%s)',
    async (lang) => {
      const { token } = members[lang]!
      const get = async (path: string) => (await app.call('GET', `/api${path}`, { token })).data
      const { page: phone, complaints } = await openPhone(browser, lang === 'ja' ? {} : { locale: lang })
      const story = storyOf(phone, lang)
      const word = (key: string, args?: Record<string, string | number>) => story.word(`loans.${key}`, args)
      const go = (path: string) => phone.goto(`http://localhost:${app.port}/#/subPackages/${path}`)
      const shown = (text: string | RegExp) =>
        phone
          .getByText(text, typeof text === 'string' ? { exact: true } : {})
          .locator('visible=true')
          .first()
          .waitFor()
      const press = (name: string | RegExp) =>
        phone
          .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
          .locator('visible=true')
          .first()
          .click()
      const fill = (key: string, text: string) =>
        phone.getByLabel(word(key), { exact: true }).locator('visible=true').first().fill(text)
      /** No fault for those who cannot see it, nothing cut off. */
      const look = async (page: Page, what: string) => {
        expect(await overflowing(page), what).toEqual([])
        expect(await accessibilityProblems(page), what).toEqual([])
      }

      await carrySession(phone, members[lang]!)
      await go('index/rongzi/rongzi')
      await shown(word('nothingOwed'))
      await look(phone, 'financing')
      await phone
        .getByRole('link', { name: word('apply'), exact: true })
        .locator('visible=true')
        .first()
        .click()

      // Too little is said before anything is sent; then what it costs.
      await fill('apply.amount', '499999')
      await press(word('apply.next'))
      await shown(story.word('loans.rejection.LOAN_MINIMUM', { minimum: 500_000 }))
      await fill('apply.amount', String(AMOUNT))
      await shown(word('plan.title'))
      await look(phone, 'the amount')
      await press(word('apply.next'))
      await fill('form.idNumber', '999999999999')
      await fill('form.address', '東京都千代田区1-1')
      await fill('form.contact', '0312345678')
      await fill('form.email', 'haruka@example.jp')
      if (lang === 'ja') await look(phone, 'who applies')
      await press(word('apply.next'))
      // Another person's number comes back to its field.
      await press(figure(lang, AMOUNT))
      await shown(story.word('loans.rejection.LOAN_ID_DIFFERS'))
      await fill('form.idNumber', NUMBERS[lang])
      await press(word('apply.next'))
      if (lang === 'fr') await look(phone, 'all of it once more')
      await press(figure(lang, AMOUNT))
      await shown(word('next.title'))
      if (lang === 'fr') await look(phone, 'waiting')

      // Two reviewers at the desk: the money is there with the second signature.
      const number = (await get('/loans')).loans[0].number as number
      const before = (await get('/account')).available as number
      const locale = lang === 'ja' ? 'jp' : lang
      const first = await openDesk(browser, app, 'demo-reviewer-1', { path: 'loans', locale })
      const openCase = (page: Page) =>
        page
          .getByRole('table')
          .getByRole('row')
          .filter({ hasText: figure(lang, AMOUNT) })
          .first()
          .click()
      await openCase(first.page)
      await first.page.getByText(word('console.check.means'), { exact: true }).waitFor()
      await look(first.page, 'the desk')
      await first.page
        .getByRole('complementary')
        .last()
        .getByRole('button', { name: new RegExp(`^${word('console.approve')}`) })
        .click()
      await first.page
        .getByRole('dialog')
        .getByRole('button', { name: story.word('ui.ok'), exact: true })
        .click()
      await first.page
        .getByText(
          story.word('console.approval.signed', {
            act: story.word(powerKey('loan.approve')),
            done: 1,
            all: 2,
          }),
        )
        .first()
        .waitFor()
      const second = await openDesk(browser, app, 'demo-reviewer-2', { path: 'loans', locale })
      await openCase(second.page)
      await signAs(second.page, lang, 'loan.approve', [AMOUNT.toLocaleString(lang)])
      await waitFor(
        () => get('/account'),
        ({ available }) => available === before + AMOUNT,
      )
      expect(number).toBeGreaterThan(0)
      await shown(word('schedule.title'))
      await look(phone, 'a loan that is lent')
      for (const desk of [first, second]) {
        expect(desk.complaints).toEqual([])
        await desk.page.context().close()
      }
      if (lang === 'fr') {
        await go('index/rongzi/rongzi?view=score')
        await shown(word('score.item.repayments'))
        await look(phone, 'the score')
        expect(complaints).toEqual([])
        return phone.context().close()
      }

      // The first of the next month takes its interest; then part of it is repaid, and all that is left.
      const [{ id }] = (await get('/loans')).loans
      await app.call('POST', '/api/dev/clock', {
        body: { at: new Date(timeJst(nextChargeDay(dateJst(app.context.clock.market())), 10)).toISOString() },
      })
      const { paidInterest } = (
        await waitFor(
          () => get(`/loans/${id}`),
          ({ loan }) => loan.paidInterest > 0,
        )
      ).loan
      await shown(figure(lang, paidInterest))
      await press(word('repay.title'))
      await phone.getByRole('dialog').getByRole('textbox').fill('400000')
      await look(phone, 'a repayment')
      await phone
        .getByRole('dialog')
        .getByRole('button', { name: figure(lang, 400_000) })
        .last()
        .click()
      const confirm = () =>
        phone
          .getByRole('dialog', { name: word('repay.confirmTitle') })
          .getByRole('button', { name: story.word('ui.ok'), exact: true })
          .click()
      await confirm()
      await waitFor(
        () => get(`/loans/${id}`),
        ({ loan }) => loan.owed === 600_000,
      )
      await phone.getByRole('dialog').waitFor({ state: 'hidden' })
      await press(word('repay.title'))
      await phone
        .getByRole('dialog')
        .getByRole('button', { name: figure(lang, 600_000) })
        .first()
        .click()
      await phone
        .getByRole('dialog')
        .getByRole('button', { name: figure(lang, 600_000) })
        .last()
        .click()
      await confirm()
      await shown(word('state.repaid'))
      await look(phone, 'a loan that is over')

      // All of it stands in the log, to the yen.
      await go('bankAccount/accountLog')
      await shown(story.word('portfolio.entry.loan-interest'))
      const log = (await get('/account/log?group=loans')) as { kind: string; amount: number }[]
      expect(log.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['loan-repaid', -600_000],
        ['loan-repaid', -400_000],
        ['loan', AMOUNT],
      ])
      expect(await get('/account')).toMatchObject({
        loan: 0,
        loanInterest: 0,
        available: before - paidInterest,
      })
      expect(complaints).toEqual([])
      await phone.context().close()
    },
  )
})
