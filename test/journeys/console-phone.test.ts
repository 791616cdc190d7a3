import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { powerKey } from '#registry/powers.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { freshMobile } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, overflowing, say } from './browser.ts'
import { openDesk, signAs, smallOnDesk } from './desk.ts'

const PHONE = { width: 390, height: 844 }

/** An answer, a signature and a freeze from an operator's phone: they cannot wait. */
describe.skipIf(chromiumPath === undefined)('the console on a phone', () => {
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })
  const shot = (page: Page, name: string) =>
    process.env['SHOTS'] === undefined
      ? null
      : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })

  it.each(['ja', 'en'] as const)(
    'answers who waits longest, signs for another, and freezes an account (%s)',
    async (lang) => {
      const word = (key: string, args?: Record<string, string | number>) => say(lang, key, args)
      const open = (operatorId: string, path: string) =>
        openDesk(browser, app, operatorId, {
          path,
          locale: lang === 'ja' ? 'jp' : lang,
          viewport: PHONE,
          touch: true,
        })
      const isSound = async (page: Page, name: string) => {
        await shot(page, `${lang}-${name}`)
        expect(await overflowing(page), name).toEqual([])
        expect(await smallOnDesk(page), name).toEqual([])
        expect(await accessibilityProblems(page), name).toEqual([])
      }
      const mobile = freshMobile()
      const members = [await app.enrol(mobile), await app.enrol(freshMobile())] as const
      for (const { token } of members)
        await app.call('POST', '/api/chat/lines', { token, body: { text: 'Hello' } })

      // The longest wait is the next, and the tab says how many wait.
      const chat = await open('demo-support-1', 'support')
      await chat.page.waitForFunction(() => document.title.startsWith('(2) '))
      await chat.page.locator('[data-row]').nth(1).waitFor()
      await isSound(chat.page, 'queue')
      await chat.page.getByRole('button', { name: word('support.console.takeNext') }).click()
      const said = chat.page.getByRole('log', { name: word('support.console.log') })
      await said.getByText('Hello').waitFor()
      await chat.page.getByRole('button', { name: word('support.console.letGo') }).waitFor()
      const answer = lang === 'ja' ? '確認いたします。' : 'I am looking into it.'
      await chat.page.getByRole('textbox').last().fill(answer)
      await isSound(chat.page, 'thread')
      await chat.page.getByRole('button', { name: word('support.console.send'), exact: true }).click()
      await said.getByText(answer).waitFor()
      expect(
        (await app.call('GET', '/api/chat?lang=en', { token: members[0].token })).data.lines,
      ).toMatchObject([{ by: 'member' }, { by: 'operator', text: answer }])
      await chat.page.waitForFunction(() => document.title.startsWith('(1) '))
      await chat.page.getByRole('button', { name: word('support.console.title') }).click()
      await chat.page.locator('[data-row]').nth(1).waitFor()
      await app.call('POST', `/api/console/conversations/${members[1].userId}/lines`, {
        token: chat.token,
        body: { text: answer },
      })

      // The second signature, after the question that repeats the case.
      const { operatorId, code } = (await app.call('GET', '/api/dev/operators')).data.find(
        (each: { operatorId: string }) => each.operatorId === 'demo-reviewer-1',
      )
      const first = (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data
      await app.call('POST', '/api/console/act', {
        token: first.token,
        body: {
          power: 'trading.freeze-on',
          subject: members[1].userId,
          body: {},
          reason: { code: 'takeover' },
        },
      })
      const desk = await open('demo-reviewer-2', '')
      await desk.page.getByRole('button', { name: new RegExp(`^${word('console.menu')}`) }).click()
      await isSound(desk.page, 'menu')
      await desk.page
        .getByRole('navigation')
        .getByRole('link', { name: word('staff.console.approvals.title') })
        .click()
      await desk.page.getByRole('button', { name: word(powerKey('trading.freeze-on')) }).click()
      await desk.page.getByText(word('console.approval.of', { done: 1, all: 2 })).waitFor()
      await isSound(desk.page, 'sign')
      await signAs(desk.page, lang, 'trading.freeze-on')
      await desk.page.getByText(word('staff.console.approvals.empty')).waitFor()

      // The member is found by the number of their phone, and frozen at once by one.
      await desk.page.getByRole('button', { name: new RegExp(`^${word('console.menu')}`) }).click()
      await desk.page.getByRole('navigation').getByRole('searchbox').fill(mobile)
      await desk.page.keyboard.press('Enter')
      await desk.page.waitForURL(`**/console/members/${members[0].userId}`)
      const freeze = desk.page.getByRole('button', {
        name: word('console.freeze.alone', { span: word('console.span.hours', { n: 24 }) }),
      })
      await freeze.waitFor()
      await isSound(desk.page, 'member')
      // The member reads the reason at once: none is there before it is chosen.
      expect(await freeze.isDisabled()).toBe(true)
      await desk.page.getByText(word('staff.reason.takeover'), { exact: true }).first().click()
      await freeze.click()
      await isSound(desk.page, 'question')
      await desk.page
        .getByRole('dialog')
        .getByRole('button', { name: word('ui.ok'), exact: true })
        .click()
      await desk.page.getByText(word('console.decision.done')).first().waitFor()
      expect([chat.complaints, desk.complaints]).toEqual([[], []])
      for (const { page } of [chat, desk]) await page.context().close()
    },
  )
})
