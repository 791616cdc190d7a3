import type { Page } from 'playwright-core'
import { cookieName } from '#platform/http/console-session.ts'
import { powerKey, type PowerName } from '#registry/powers.ts'
import { describe, expect, it } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { sendPicture } from '#server/verified.fixture.ts'
import { apiOf, must, registerMember, waitFor, type Registered } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openPhone, say, settleAtOnce } from './browser.ts'
import { agree } from './desk.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const DESKTOP = { width: 1280, height: 800 }
const APPEAL = 'うら面の住所ははっきり読めます。もう一度ご確認をお願いします。'
const ANSWER = 'ご指摘のとおり読み取れました。前の判断を取り消します。お手数をおかけしました。'

describe.skipIf(chromiumPath === undefined)('an identity and a bank account before two reviewers', () => {
  const here = opened({ env: { DEMO_DESK: 'off' } })

  /** A reviewer at the desk: signed in by the printed code. */
  async function openDesk(operatorId: string, lang: Lang): Promise<{ page: Page; complaints: string[] }> {
    const api = apiOf(here.context.url)
    const operators = must(await api.get<{ operatorId: string; code: string }[]>('/dev/operators')).data
    const { code } = operators.find((each) => each.operatorId === operatorId)!
    const { token, endsAt } = must(
      await api.post<{ token: string; endsAt: string }>('/console/auth/login', { operatorId, code }, null),
    ).data
    const { url } = here.context
    const context = await here.browser.newContext({
      viewport: DESKTOP,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    })
    const name = cookieName(false, new URL(url).host)
    await context.addCookies([{ name, value: token, url, httpOnly: true, sameSite: 'Strict' }])
    await settleAtOnce(context)
    await context.addInitScript(
      (kept) => {
        for (const [key, value] of Object.entries(kept))
          if (localStorage.getItem(`console.${key}`) === null) localStorage.setItem(`console.${key}`, value)
      },
      { session: endsAt, userId: operatorId, locale: lang },
    )
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.setDefaultTimeout(15_000)
    return { page, complaints }
  }

  /** Hands in the sample pictures from the phone. */
  async function handIn(page: Page): Promise<void> {
    const { word, button, heading } = storyOf(page, 'ja')
    await page.goto(`${here.context.url}/#/subPackages/real_name/real_name`)
    await heading('members.identity.title').waitFor()
    await button('members.identity.useSample').click()
    await button('members.identity.next').click()
    await button('members.identity.next').click()
    for (const [sent, side] of (['front', 'back'] as const).entries()) {
      await page
        .getByRole('button', {
          name: `${word(`members.identity.${side}`)}: ${word('members.identity.useSample')}`,
        })
        .click()
      await waitFor(
        () => page.getByText(word('members.identity.side.draft'), { exact: true }).count(),
        (count) => count === sent + 1,
      )
    }
    await button('members.identity.next').click()
    await page.getByRole('checkbox', { name: word('members.identity.agree') }).check()
    await button('members.identity.submit').click()
    await page.getByRole('heading', { name: word('members.identity.review.title') }).waitFor()
  }

  async function addAccount({ api, token }: Registered): Promise<void> {
    const transactionPassword = 'river-55'
    must(
      await api.post(
        '/auth/transaction-password',
        { newPassword: transactionPassword, confirmPassword: transactionPassword },
        null,
      ),
    )
    const { holder } = must(await api.get('/bank-accounts')).data
    const imageId = await sendPicture({ port: Number(new URL(here.context.url).port) }, token, 'passbook')
    must(
      await api.post('/bank-accounts', {
        holder,
        bankCode: '0001',
        branchCode: '001',
        type: 'ordinary',
        number: '1234567',
        imageId,
        transactionPassword,
      }),
    )
  }

  it('looked at by a minute’s link, rejected with a reason, appealed, overturned by the other; then a passbook (ja at the first desk and on the phone, en at the second)', async () => {
    const member = await registerMember(here.context.url, here.context.invitationCode)
    const { page: phone, complaints: ofPhone } = await openPhone(here.browser)
    await phone.addInitScript(
      (session) => {
        localStorage.setItem('token', session.token)
        localStorage.setItem('userId', session.userId)
      },
      { token: member.token, userId: member.userId },
    )
    const [first, second] = [await openDesk('demo-reviewer-1', 'ja'), await openDesk('demo-reviewer-2', 'en')]
    const [{ page: desk }, { page: other }] = [first, second]
    const ja = (key: string, args?: Record<string, string | number>) => say('ja', key, args)
    const en = (key: string, args?: Record<string, string | number>) => say('en', key, args)
    const isSound = async (page: Page) => expect(await accessibilityProblems(page)).toEqual([])
    const story = storyOf(phone, 'ja')
    await handIn(phone)

    // The first reviewer opens the case by keys, cannot decide unseen, looks, and decides each side.
    await desk.goto(`${here.context.url}/console/identity`)
    await desk.getByRole('table', { name: ja('members.console.title') }).waitFor()
    await desk.keyboard.press('j')
    await desk.getByRole('table', { name: ja('members.console.typed') }).waitFor()
    await desk.keyboard.press('1')
    await desk.getByRole('alert').waitFor()
    await desk.keyboard.press('v')
    for (const side of ['front', 'back'])
      await desk.getByRole('img', { name: ja(`members.console.${side}`), exact: true }).waitFor()
    await desk.getByRole('timer').waitFor()
    await desk.keyboard.press('z')
    await desk.keyboard.press('r')
    await isSound(desk)
    await desk.keyboard.press('1')
    await agree(desk, 'ja', 'members.console.accept')
    await desk.getByText(ja('members.console.side.accepted'), { exact: true }).first().waitFor()
    await desk.keyboard.press('4')
    await desk.getByText(ja('members.console.reasonFirst')).waitFor()
    await desk.getByText(ja('staff.reason.image-unreadable'), { exact: true }).click()
    await desk.keyboard.press('4')
    await agree(desk, 'ja', 'members.console.reject')
    await desk.getByText(ja('members.console.empty')).waitFor()

    // The member reads both looks and both decisions in the own record, and appeals.
    await phone.getByText(ja('members.reason.image-unreadable')).waitFor()
    await phone.goto(`${here.context.url}/#/subPackages/operatorActs/operatorActs`)
    const recorded = (power: PowerName) =>
      phone.getByRole('heading', { name: ja(powerKey(power)), exact: true })
    await waitFor(
      () => recorded('identity.view').count(),
      (count) => count === 2,
    )
    expect([await recorded('identity.accept').count(), await recorded('identity.reject').count()]).toEqual([
      1, 1,
    ])
    await phone.getByText(ja('staff.reason.image-unreadable'), { exact: true }).waitFor()
    await phone.goto(`${here.context.url}/#/subPackages/real_name/real_name`)
    await story.button('members.appeal.button').click()
    await phone.getByLabel(ja('members.appeal.label')).fill(APPEAL)
    await story.button('members.appeal.send').click()
    await phone.getByText(ja('members.appeal.status.open')).waitFor()
    await phone.getByText(ja('members.appeal.answerBy'), { exact: true }).waitFor()

    // The one who rejected may not answer; the other does, and the member reads it.
    await desk.goto(`${here.context.url}/console/appeals`)
    await desk.getByRole('table', { name: ja('staff.console.appeals.title') }).waitFor()
    await desk.keyboard.press('j')
    await desk.getByText(ja('staff.console.appeals.ownCase')).waitFor()
    await other.goto(`${here.context.url}/console/appeals`)
    await other.getByRole('table', { name: en('staff.console.appeals.title') }).waitFor()
    await other.keyboard.press('j')
    await other.getByText(APPEAL, { exact: true }).waitFor()
    await isSound(other)
    await other.getByRole('textbox').last().fill(ANSWER)
    await other.getByRole('button', { name: new RegExp(`^${en('staff.console.appeals.overturn')}`) }).click()
    await other
      .getByRole('dialog', { name: en('staff.console.appeals.overturn') })
      .getByRole('button', { name: en('ui.ok'), exact: true })
      .click()
    await other.getByText(en('staff.console.appeals.empty')).waitFor()
    await phone.getByRole('heading', { name: ja('members.identity.passed.title') }).waitFor()
    await phone.getByText(ANSWER).waitFor()

    // A passbook, in the same way: looked at, then rejected by keys; the member reads why and may appeal.
    await addAccount(member)
    await other.goto(`${here.context.url}/console/bank-accounts`)
    await other.getByRole('table', { name: en('funding.console.accounts.title') }).waitFor()
    await other.keyboard.press('j')
    await other.getByText(en('funding.console.accounts.verified'), { exact: true }).waitFor()
    await other.keyboard.press('v')
    await other.getByRole('img', { name: en('funding.console.accounts.passbook'), exact: true }).waitFor()
    await isSound(other)
    await other.getByText(en('staff.reason.number-differs'), { exact: true }).click()
    await other.keyboard.press('d')
    await agree(other, 'en', 'funding.console.accounts.reject')
    await other.getByText(en('funding.console.accounts.empty')).waitFor()
    await phone.goto(`${here.context.url}/#/subPackages/bankAccount/bankAccount`)
    await phone.getByText(ja('funding.accounts.reason', { reason: 'numberdiffers' })).waitFor()
    await story.button('funding.appeal.submit').click()
    await phone.getByRole('dialog').getByRole('textbox').fill(APPEAL)
    await phone
      .getByRole('dialog')
      .getByRole('button', { name: ja('funding.appeal.submit'), exact: true })
      .click()
    await phone.getByText(ja('funding.appeal.state.open'), { exact: true }).waitFor()
    await isSound(phone)

    expect([first.complaints, second.complaints, ofPhone]).toEqual([[], [], []])
    await Promise.all([phone, desk, other].map((page) => page.context().close()))
  })
})
