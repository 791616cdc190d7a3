import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { csvStatement, type Booked } from '#modules/funding/server/statement.fixture.ts'
import { bankAccountByHand, verifyByHand } from '#server/manual-review.fixture.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing } from './browser.ts'
import { powerKey, type PowerName } from '#registry/powers.ts'
import { openDesk, signAs, signs } from './desk.ts'
import { storyOf } from './story.ts'

const LANGS = ['ja', 'en'] as const
const MOBILES = { ja: '090-6868-0001', en: '090-6868-0002' } as const
const TEXT = '口座の名義が本人確認の氏名と異なるため、お支払いできません。'
/** In Japanese, in which the story is told to its end, what is looked at nowhere else. */
const ONLY_HERE = new Set(['the file before it is brought in', 'the denial'])
/** A figure as a language groups it. */
const figure = (lang: string, amount: number): RegExp => new RegExp(amount.toLocaleString(lang))

describe.skipIf(chromiumPath === undefined)('the money desk', () => {
  let app: TestApp
  let browser: Browser
  const members: Record<string, { token: string; userId: string }> = {}
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    await Promise.all(
      LANGS.map(async (lang, n) => {
        members[lang] = await app.enrol(MOBILES[lang])
        await verifyByHand(app, members[lang], { idNumber: `30123456789${n}` })
      }),
    )
    // Each moves the clock on to a day of the bank.
    for (const [n, lang] of LANGS.entries())
      await bankAccountByHand(app, members[lang]!, { number: `123456${n}` })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  it.each(LANGS)(
    'brings a deposit in, sends a withdrawal out and denies another, before the eyes of the member (%s)',
    async (lang) => {
      const { token } = members[lang]!
      const locale = lang === 'ja' ? 'jp' : lang
      const [{ page: phone, complaints }, treasurer, reviewer] = await Promise.all([
        openPhone(browser, lang === 'ja' ? {} : { locale: lang }),
        openDesk(browser, app, 'demo-treasurer-1', { path: 'statements', locale }),
        openDesk(browser, app, 'demo-reviewer-1', { path: 'withdrawals', locale }),
      ])
      const story = storyOf(phone, lang)
      const word = (key: string, args?: Record<string, string | number>) => story.word(`funding.${key}`, args)
      const desk = (key: string, args?: Record<string, string | number>) => word(`console.${key}`, args)
      const onPhone = (key: string) =>
        phone.getByText(word(key), { exact: true }).locator('visible=true').first().waitFor()
      const nav = (page: Page, key: string) =>
        page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${desk(key)}`) })
          .click()
      const inPane = (page: Page) => page.getByRole('complementary').last()
      /** No fault for those who cannot see it, nothing cut off. */
      const look = async (page: Page, what: string) => {
        if (lang === 'ja' && !ONLY_HERE.has(what)) return
        expect(await overflowing(page), what).toEqual([])
        expect(await accessibilityProblems(page), what).toEqual([])
      }
      const agree = (page: Page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: story.word('ui.ok'), exact: true })
          .click()
      const open = (page: Page, reference: string) =>
        page.getByRole('table').getByRole('button', { name: reference, exact: true }).click()
      const signed = (power: PowerName) =>
        story.word('console.approval.signed', { act: story.word(powerKey(power)), done: 1, all: 2 })
      const span = story.word('console.span.hours', { n: 24 })
      const frozen = (act: 'alone' | 'open') =>
        new RegExp(`^${story.word(`console.freeze.${act}`, { span }).replaceAll(/[()]/g, '.')}`)
      const NAME = 'サトウ ハルカ'
      const choose = (name: string, bytes: Uint8Array) =>
        treasurer.page
          .getByLabel(desk('choose'), { exact: true })
          .first()
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) })
      const bring = async (...lines: Booked[]) => {
        await nav(treasurer.page, 'statements')
        await choose('statement.csv', csvStatement(lines))
        await treasurer.page
          .getByRole('heading', { name: desk('preview') })
          .first()
          .waitFor()
        if (lines.length > 1) await look(treasurer.page, 'the file before it is brought in')
        await treasurer.page
          .getByRole('button', { name: desk('act.import', { n: lines.length }), exact: true })
          .click()
        await agree(treasurer.page)
        await treasurer.page.getByRole('heading', { name: desk('statements') }).waitFor()
      }
      const day = dateJst(app.context.clock.wall())

      // The phone announces a deposit.
      await carrySession(phone, members[lang]!)
      await phone.goto(`http://localhost:${app.port}/#/subPackages/recharge/recharge`)
      await phone.getByRole('textbox', { name: word('deposit.amount'), exact: true }).fill('500000')
      await phone.getByRole('radio', { name: new RegExp(`^${word('deposit.by.bank')}`) }).check()
      await phone.getByRole('button', { name: figure(lang, 500_000) }).click()
      await onPhone('deposit.signed')
      const [{ reference }] = (await app.call('GET', '/api/deposits', { token })).data

      // A file that is broken says where, and nothing is brought in.
      await choose('broken.csv', csvStatement([{ id: 'X', day, kind: 'in', yen: -1, payer: '' }]))
      await treasurer.page
        .getByRole('alert')
        .filter({ hasText: story.word('funding.rejection.STATEMENT_COLUMN', { at: 2, column: 'amount' }) })
        .waitFor()
      await look(treasurer.page, 'statements')
      await bring(
        { id: `${lang}-1`, day, kind: 'in', yen: 500_000, payer: `${reference} ｻﾄｳ ﾊﾙｶ` },
        { id: `${lang}-2`, day, kind: 'in', yen: 7, payer: 'ｽｽﾞｷ' },
      )

      // The line of a member leads to the deposit, and says nothing of a case that there is not.
      await treasurer.page.goto(`http://localhost:${app.port}/console/statements?view=all&at=${lang}-1`)
      await inPane(treasurer.page)
        .getByRole('link', { name: desk('toPayment') })
        .waitFor()
      expect(await inPane(treasurer.page).getByText(desk('openCase')).count()).toBe(0)
      // The other line could go back to its sender: numbers are taken as an input method gives them.
      await treasurer.page.goto(`http://localhost:${app.port}/console/statements?view=unmatched&at=${lang}-2`)
      const back = (name: string) =>
        inPane(treasurer.page).getByLabel(desk(`refund.${name}`), { exact: true })
      await back('bank').fill('０００')
      await back('branch').fill('００１')
      await back('number').fill('７６５４３２１')
      await back('holder').fill('スズキ')
      await treasurer.page
        .getByRole('alert')
        .filter({ hasText: desk('refund.digits') })
        .waitFor()
      await back('bank').fill('０００１')
      await inPane(treasurer.page)
        .getByRole('button', { name: desk('refund.check') })
        .click()
      await inPane(treasurer.page).getByText(/^✓/).waitFor()

      // The treasurer credits its line, the reviewer signs, and the phone shows it.
      await nav(treasurer.page, 'deposits')
      await open(treasurer.page, reference)
      await inPane(treasurer.page).getByText('サトウ ハルカ').first().waitFor()
      await look(treasurer.page, 'deposits')
      await inPane(treasurer.page)
        .getByRole('button', { name: figure(lang, 500_000) })
        .click()
      await agree(treasurer.page)
      await treasurer.page.getByText(signed('deposit.credit')).first().waitFor()
      await nav(reviewer.page, 'deposits')
      await open(reviewer.page, reference)
      await signAs(reviewer.page, lang, 'deposit.credit', [NAME, figure(lang, 500_000)])
      await onPhone('deposit.status.approved')

      // Above the daily rule: two people.
      const requested = await withdraw(1_200_000)
      await nav(reviewer.page, 'withdrawals')
      await open(reviewer.page, requested.reference)
      await inPane(reviewer.page)
        .getByText(desk('check', { name: 'name' }))
        .waitFor()
      await look(reviewer.page, 'withdrawals')
      // Frozen from its page: queue, overview and phone say that its time stands still, and since when.
      const stopped = desk('stopped', { stop: 'frozen' })
      await inPane(reviewer.page)
        .getByText(story.word('staff.reason.takeover'), { exact: true })
        .first()
        .click()
      await inPane(reviewer.page)
        .getByRole('button', { name: frozen('alone') })
        .click()
      await agree(reviewer.page)
      await inPane(reviewer.page).getByText(stopped, { exact: true }).waitFor()
      await reviewer.page
        .getByRole('table')
        .getByText(new RegExp(`^${stopped}`))
        .waitFor()
      await onPhone('withdrawal.stoppedComplain')
      await phone
        .getByText(word('withdrawal.stoppedFor', { stop: 'frozen' }))
        .locator('visible=true')
        .first()
        .waitFor()
      await phone.getByText(word('help.finmac')).locator('visible=true').first().waitFor()
      expect(await overflowing(phone)).toEqual([])
      await reviewer.page.goto(`http://localhost:${app.port}/console/`)
      await reviewer.page
        .getByRole('row')
        .filter({ hasText: desk('queue.withdrawals') })
        .getByText(/^1 \(/)
        .waitFor()
      await look(reviewer.page, 'the overview')
      // Opened by two with a reason, of whom one had no part in the freeze, on the member's page.
      const opener = await openDesk(browser, app, 'demo-reviewer-2', {
        path: `members/${members[lang]!.userId}`,
        locale,
      })
      expect(await opener.page.getByRole('button', { name: frozen('open') }).isDisabled()).toBe(true)
      await opener.page.getByText(story.word('staff.reason.cleared'), { exact: true }).click()
      await opener.page.getByRole('button', { name: frozen('open') }).click()
      await agree(opener.page)
      await opener.page
        .getByText(story.word('console.approval.of', { done: 1, all: 2 }))
        .first()
        .waitFor()
      await reviewer.page.goto(`http://localhost:${app.port}/console/members/${members[lang]!.userId}`)
      await signAs(reviewer.page, lang, 'trading.release')
      await opener.page.getByText(story.word('console.freeze.none'), { exact: true }).waitFor()
      await look(opener.page, 'the member')
      await opener.page.context().close()
      await onPhone('withdrawal.state.requested')
      await nav(reviewer.page, 'withdrawals')
      await open(reviewer.page, requested.reference)
      if (lang === 'en') {
        await nav(treasurer.page, 'transfers')
        await treasurer.page.getByText(desk('nothingToSend')).waitFor()
        await look(treasurer.page, 'transfers')
        await nav(treasurer.page, 'corrections')
        await treasurer.page.getByRole('table').getByRole('row').nth(1).click()
        await inPane(treasurer.page)
          .getByText(story.word('staff.reason.system-error'), { exact: true })
          .waitFor()
        await look(treasurer.page, 'corrections')
        return over()
      }
      // Chosen among the rows, and signed after one question that says each of them and the sum.
      await reviewer.page
        .getByRole('row')
        .filter({ hasText: requested.reference })
        .getByRole('checkbox')
        .check()
      await reviewer.page
        .getByRole('status')
        .getByRole('button', { name: desk('act.approve'), exact: true })
        .click()
      await reviewer.page
        .getByRole('dialog')
        .getByRole('row', { name: requested.reference })
        .filter({ hasText: figure(lang, 1_200_000) })
        .waitFor()
      await agree(reviewer.page)
      await reviewer.page.getByText(signed('withdrawal.approve')).first().waitFor()
      await nav(treasurer.page, 'withdrawals')
      await open(treasurer.page, requested.reference)
      await signAs(treasurer.page, lang, 'withdrawal.approve', [NAME, figure(lang, 1_200_000)])
      await onPhone('withdrawal.state.approved')

      // One file for the bank, and from the bank's word that it was paid.
      await nav(treasurer.page, 'transfers')
      await treasurer.page
        .getByRole('button', {
          name: new RegExp(`^${desk('act.make', { n: 1, money: '\u0000' }).split('\u0000')[0]!.slice(0, 6)}`),
        })
        .click()
      await agree(treasurer.page)
      const download = treasurer.page.waitForEvent('download')
      await treasurer.page
        .getByRole('button', { name: desk('download'), exact: true })
        .first()
        .click()
      const file = readFileSync(await (await download).path())
      expect([file.length, file.subarray(0, 4).toString(), file.includes(requested.reference)]).toEqual([
        4 * 122,
        '1210',
        true,
      ])
      await bring({ id: `${lang}-3`, day, kind: 'out', yen: 1_200_000, payer: requested.reference })
      // Another treasurer than the one who brought the statement in (decision 0171).
      const { page: payer } = await openDesk(browser, app, 'demo-treasurer-2', {
        path: 'withdrawals',
        locale,
      })
      await payer.getByRole('button', { name: new RegExp(`^${desk('view.bank')}`) }).click()
      await open(payer, requested.reference)
      await inPane(payer)
        .getByRole('button', { name: desk('act.paid') })
        .click()
      await agree(payer)
      await onPhone('withdrawal.state.paid')
      await payer.context().close()

      // A denial: a reason of the list and a text, by two reviewers; the member reads both.
      const second = await withdraw(1_500_000)
      // Shown anew, it is read anew.
      await nav(reviewer.page, 'deposits')
      await nav(reviewer.page, 'withdrawals')
      await open(reviewer.page, second.reference)
      await inPane(reviewer.page)
        .getByRole('button', { name: desk('act.deny') })
        .click()
      await inPane(reviewer.page).getByRole('alert').waitFor()
      await inPane(reviewer.page).getByText(story.word('staff.reason.name-differs'), { exact: true }).click()
      await inPane(reviewer.page).getByRole('textbox').fill(TEXT)
      await look(reviewer.page, 'the denial')
      await inPane(reviewer.page)
        .getByRole('button', { name: desk('act.deny') })
        .click()
      await agree(reviewer.page)
      await reviewer.page.getByText(signed('withdrawal.deny')).first().waitFor()
      const another = await openDesk(browser, app, 'demo-reviewer-2', { path: 'withdrawals', locale })
      await open(another.page, second.reference)
      // Its one open request is signed, or taken back by whoever asked; no key asks for the opposite unseen.
      await inPane(reviewer.page)
        .getByRole('button', {
          name: story.word('console.decision.instead', {
            act: story.word(powerKey('withdrawal.deny')),
            label: desk('act.approve'),
          }),
        })
        .waitFor()
      for (const key of ['a', 'd']) await reviewer.page.keyboard.press(key)
      expect(await reviewer.page.getByRole('dialog').count()).toBe(0)
      await nav(treasurer.page, 'withdrawals')
      await open(treasurer.page, second.reference)
      await inPane(treasurer.page)
        .getByRole('button', { name: signs(lang, 'withdrawal.deny'), exact: true })
        .waitFor()
      await treasurer.page.keyboard.press('a')
      expect(await treasurer.page.getByRole('dialog').count()).toBe(0)
      // The second signer reads it all where signatures wait, and the words name the direction.
      expect(signs(lang, 'withdrawal.deny')).toMatch(/却下/)
      await another.page.goto(`http://localhost:${app.port}/console/approvals`)
      await another.page.getByRole('table').getByRole('row').nth(1).click()
      for (const words of [NAME, figure(lang, 1_500_000), TEXT])
        await inPane(another.page).getByText(words).first().waitFor()
      await look(another.page, 'the second signature')
      await inPane(another.page).getByRole('link', { name: second.reference, exact: true }).click()
      await signAs(another.page, lang, 'withdrawal.deny', [NAME, figure(lang, 1_500_000), TEXT])
      await onPhone('withdrawal.reasonTitle')
      await phone.getByText(TEXT).locator('visible=true').first().waitFor()

      await another.page.context().close()
      await over()

      async function over(): Promise<void> {
        expect([...complaints, ...treasurer.complaints, ...reviewer.complaints]).toEqual([])
        for (const page of [phone, treasurer.page, reviewer.page]) await page.context().close()
      }
      async function withdraw(amount: number): Promise<{ reference: string }> {
        await phone.goto(`http://localhost:${app.port}/#/subPackages/withdrawal/withdrawal`)
        await phone
          .getByRole('textbox', { name: word('withdrawal.amount'), exact: true })
          .fill(String(amount))
        await phone
          .getByLabel(story.word('identity.transaction.title'), { exact: true })
          .locator('visible=true')
          .first()
          .fill(TRANSACTION_PASSWORD)
        await phone
          .getByRole('button', { name: figure(lang, amount) })
          .locator('visible=true')
          .first()
          .click()
        await phone
          .getByRole('dialog', { name: word('withdrawal.confirmTitle') })
          .getByRole('button', { name: story.word('ui.ok'), exact: true })
          .click()
        await onPhone('withdrawal.state.requested')
        const [{ id }] = (await app.call('GET', '/api/withdrawals?status=pending', { token })).data
        return (await app.call('GET', `/api/console/withdrawals/${id}`, { token: reviewer.token })).data
      }
    },
  )
})
