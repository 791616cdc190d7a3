import sharp from 'sharp'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { freshMobile, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, openPhone, overflowing, say } from './browser.ts'
import { openDesk } from './desk.ts'

/** The member writes from the phone; two of support answer at their desks. */
describe.skipIf(chromiumPath === undefined)('the support desk', () => {
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  it.each(['ja', 'en'] as const)(
    'a member is answered live by two operators, and nothing that may not be said goes out (%s)',
    async (lang) => {
      const word = (key: string, args?: Record<string, string | number>) => say(lang, key, args)
      const { token, userId } = await app.enrol(freshMobile())
      const { page: phone, complaints: ofPhone } = await openPhone(browser, { locale: lang })
      await phone.addInitScript(
        (session) => {
          localStorage.setItem('token', session.token)
          localStorage.setItem('userId', session.userId)
        },
        { token, userId },
      )
      const [one, two] = await Promise.all(
        ['demo-support-1', 'demo-support-2'].map((id) =>
          openDesk(browser, app, id, { path: 'support', locale: lang === 'ja' ? 'jp' : lang }),
        ),
      )
      const isSound = async (page: typeof phone) => {
        expect(await overflowing(page)).toEqual([])
        expect(await accessibilityProblems(page)).toEqual([])
      }

      // The phone asks; the desk sees who waits, and no word of it before it is opened.
      await phone.goto(`http://localhost:${app.port}/#/subPackages/customerService/customerService`)
      const question = lang === 'ja' ? '出金の受付は何時までですか' : 'Until when can I withdraw?'
      await phone.getByRole('textbox', { name: word('support.message') }).fill(question)
      await phone.getByRole('button', { name: word('support.send'), exact: true }).click()
      const said = phone.getByRole('log', { name: word('support.log') })
      await said.getByText(question).waitFor()
      // The phone shows a line as soon as it is sent; the server has it a moment later.
      const asked = async () =>
        (
          (await app.call('GET', '/api/console/conversations', { token: one!.token })).data.rows as {
            memberId: string
            number: number
          }[]
        ).find((row) => row.memberId === userId)
      const { number } = (await waitFor(asked, (row) => row !== undefined))!
      const member = word('support.console.member', { number: String(number) })
      const desk = one!.page
      await desk
        .locator(`[data-row="${userId}"]`)
        .getByText(word('support.console.state.waiting'), { exact: true })
        .waitFor()
      expect(await desk.getByText(question).count()).toBe(0)
      await isSound(desk)
      await desk.getByRole('button', { name: member, exact: true }).click()
      const log = desk.getByRole('log', { name: word('support.console.log') })
      await log.getByText(question).waitFor()
      await said.getByText(word('support.read'), { exact: true }).waitFor()

      // Taken by a key; a standard answer with the rules' figures, and the phone sees it come.
      await desk.keyboard.press('t')
      await desk.getByRole('button', { name: word('support.console.letGo') }).waitFor()
      await phone
        .getByText(word('support.withOperator', { number: '1' }), { exact: true })
        .first()
        .waitFor({ state: 'attached' })
      const answer = word('support.canned.withdrawal', {
        withdrawFrom: '9:00',
        withdrawTo: '15:30',
        withdrawByRule: 1_000_000,
      })
      await desk.getByRole('combobox', { name: word('support.console.insert') }).selectOption('withdrawal')
      await desk.getByRole('button', { name: word('support.console.send'), exact: true }).click()
      await said.getByText(answer).waitFor()
      await log.getByText(answer).waitFor()
      await log.getByText(word('support.console.read')).waitFor()
      await isSound(desk)

      // A forbidden text is warned of before it is sent, refused by name when it is, and recorded.
      const bad = lang === 'ja' ? '口座番号は1234567です' : 'The account number is 1234567'
      const field = desk.getByRole('textbox')
      await desk.keyboard.press('Escape')
      await desk.getByRole('button', { name: member, exact: true }).click()
      await field.last().fill(bad)
      await desk.getByText(word('support.console.warn', { problem: 'ACCOUNT_NUMBER' })).waitFor()
      await desk.getByRole('button', { name: word('support.console.send'), exact: true }).click()
      await desk
        .getByText(word('support.rejection.LINE_BLOCKED', { problem: 'ACCOUNT_NUMBER' }))
        .first()
        .waitFor()
      expect(await said.getByText(bad).count()).toBe(0)
      await field.last().fill('')

      // Handed to the other, who sees the picture that the member sends, answers, and closes; the phone is
      // told.
      await desk
        .getByRole('combobox', { name: word('support.console.handTo') })
        .selectOption('demo-support-2')
      // The one who answers all the same is asked first, and the draft stays where the answer is no.
      const role = word('staff.signer', { role: word('staff.role.support'), number: '2' })
      const people = (await app.call('GET', '/api/console/names', { token: one!.token })).data as {
        operatorId: string
        names: { name: string }[]
      }[]
      const { name } = people.find(({ operatorId }) => operatorId === 'demo-support-2')!.names.at(-1)!
      const who = word('staff.console.person', { name, who: role })
      await desk.locator('.desk-thread').getByText(name).first().waitFor()
      await field.last().fill(answer)
      await desk.keyboard.press('Control+Enter')
      await desk.getByRole('dialog').getByText(word('support.console.others', { who })).waitFor()
      await desk.getByRole('dialog').getByRole('button').first().click()
      expect(await field.last().inputValue()).toBe(answer)
      await field.last().fill('')
      const other = two!.page
      await other
        .getByRole('button', { name: new RegExp(`^${word('support.console.assigned.mine')}`) })
        .click()
      await other.getByRole('button', { name: member, exact: true }).click()
      const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#0b7c55' } })
        .png()
        .toBuffer()
      await phone
        .getByLabel(word('support.image'))
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
      await other.getByRole('button', { name: word('support.console.showPicture') }).click()
      await other.getByRole('img', { name: word('support.console.picture') }).waitFor()
      await isSound(other)
      const last =
        lang === 'ja' ? '画像を確認しました。ありがとうございます。' : 'I have seen the picture, thank you.'
      await other.getByRole('textbox').last().fill(last)
      await said.getByText(word('support.typing', { number: '2' })).waitFor()
      await other.getByRole('textbox').last().press('Control+Enter')
      await said.getByText(last).waitFor()
      await other.getByRole('button', { name: word('support.console.close'), exact: true }).click()
      await other.getByRole('dialog').getByRole('button').last().click()
      await said.getByText(word('support.closed.line', { number: '2' })).waitFor()
      await isSound(phone)

      // The member reads who looked.
      const reads = (await app.call('GET', '/api/operator-acts/reads?lang=en', { token })).data.reads as {
        role: string
        number: number
      }[]
      expect(new Set(reads.map((read) => `${read.role} ${read.number}`))).toEqual(
        new Set(['support 1', 'support 2']),
      )
      expect([
        ofPhone,
        one!.complaints.filter((text) => !text.includes('status of 400')),
        two!.complaints,
      ]).toEqual([[], [], []])
      for (const page of [phone, desk, other]) await page.context().close()
    },
  )

  it('a standard answer is worded anew in six languages, and a rate that is typed is refused by name', async () => {
    const { page: desk } = await openDesk(browser, app, 'demo-support-1', { path: 'canned', locale: 'en' })
    const word = (key: string, args?: Record<string, string | number>) => say('en', key, args)
    await desk.getByRole('button', { name: word('support.console.topic.thanks'), exact: true }).click()
    expect(await accessibilityProblems(desk)).toEqual([])
    const english = desk.getByRole('textbox', { name: 'English', exact: true })
    await english.fill('The fee is 0.1% now.')
    const use = desk.getByRole('button', { name: word('support.console.canned.publish'), exact: true })
    await use.click()
    await desk
      .getByText(word('support.rejection.CANNED_WORDS', { lang: 'English', problem: 'MONEY' }))
      .first()
      .waitFor()
    await english.fill('You are welcome. Write to us whenever you like.')
    await use.click()
    await desk.getByRole('definition').getByText('You are welcome. Write to us whenever you like.').waitFor()
    expect(await accessibilityProblems(desk)).toEqual([])
    await desk.context().close()
  })
})
