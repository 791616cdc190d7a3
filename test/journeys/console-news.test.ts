import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { LANG_NAMES } from '#i18n/lang.ts'
import { freshMobile, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, openPhone, overflowing, say } from './browser.ts'
import { openDesk, signAs } from './desk.ts'

/** The words of the firm: written at the desk, read on the phone. */
describe.skipIf(chromiumPath === undefined)('news, notices and documents at the console', () => {
  let app: TestApp
  let browser: Browser
  let code: string
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ env: { DEMO_DESK: 'off' } }), openBrowser()])
    const disclosed = await waitFor(
      async () =>
        (await app.call('GET', '/api/news?kind=disclosure')).data as { issues: { code: string }[] }[],
      (all) => all.length > 0,
      60_000,
    )
    code = disclosed[0]!.issues[0]!.code
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const isSound = async (page: Page) => {
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
  }
  const locale = (lang: string) => (lang === 'ja' ? 'jp' : lang)
  async function member(lang: 'ja' | 'en') {
    const { token, userId } = await app.enrol(freshMobile())
    return onPhone(lang, token, userId)
  }
  async function onPhone(lang: 'ja' | 'en', token: string, userId: string) {
    const { page, complaints } = await openPhone(browser, { locale: lang })
    await page.addInitScript(
      (session) => {
        localStorage.setItem('token', session.token)
        localStorage.setItem('userId', session.userId)
      },
      { token, userId },
    )
    return { phone: page, complaints }
  }

  it.each(['ja', 'en'] as const)(
    'a notice and an article are written, published and corrected at the desk, and read on the phone (%s)',
    async (lang) => {
      const word = (key: string, args?: Record<string, string | number>) => say(lang, key, args)
      const { phone, complaints: ofPhone } = await member(lang)
      const { page: desk, complaints } = await openDesk(browser, app, 'demo-support-1', {
        path: 'news',
        locale: locale(lang),
      })
      const field = (key: string) => desk.getByLabel(word(key), { exact: true })
      const language = (name: string) => desk.getByRole('button', { name: new RegExp(`^${name}`) })
      const headline = { ja: `点検のお知らせ ${lang}`, en: `Maintenance ${lang}` }

      async function publish(): Promise<void> {
        await desk.getByRole('button', { name: word('news.console.save'), exact: true }).click()
        await desk.getByRole('button', { name: word('news.console.publish'), exact: true }).click()
        await desk.getByRole('dialog').getByRole('button').last().click()
        await desk.getByText(word('console.decision.done')).first().waitFor()
      }

      // A rate is refused before it is put away; then the notice in two languages.
      await desk.getByRole('link', { name: word('news.console.newNotice') }).click()
      await field('news.console.headline').fill(headline.ja)
      await field('news.console.body').fill('手数料は0.1%になります。')
      await desk.getByText(/0\.1%/).last().waitFor()
      expect(
        await desk.getByRole('button', { name: word('news.console.save'), exact: true }).isDisabled(),
      ).toBe(true)
      await field('news.console.body').fill('今夜22時から点検をします。')
      await language('English').click()
      await field('news.console.headline').fill(headline.en)
      await field('news.console.body').fill('Tonight from ten we look after the machines.')
      await isSound(desk)
      await publish()

      // The phone has a message of it, which leads to it.
      await phone.goto(`http://localhost:${app.port}/#/subPackages/message/message`)
      await phone
        .getByRole('link', { name: new RegExp(word('news.message.notice.title')) })
        .first()
        .click()
      await phone.getByRole('link', { name: word('inbox.open'), exact: true }).click()
      await phone
        .getByRole('heading', { name: headline[lang], exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      await isSound(phone)

      // An article about an issue, and its correction: both stay, each says so of the other.
      const story = { ja: `工場の紹介 ${lang}`, en: `A visit ${lang}` }
      const correction = { ja: `紹介の訂正 ${lang}`, en: `A correction ${lang}` }
      async function write(texts: { ja: string; en: string }, body: string): Promise<void> {
        await field('news.console.headline').fill(texts.ja)
        await field('news.console.body').fill(body)
        await language('English').click()
        await field('news.console.headline').fill(texts.en)
        await field('news.console.body').fill('We went and looked.')
      }
      await desk.goto(`http://localhost:${app.port}/console/news/write/article`)
      await write(story, '工場を見てきました。')
      await desk.getByLabel(word('news.console.issues'), { exact: true }).fill(code)
      await publish()
      await desk.getByRole('link', { name: word('news.console.correct') }).click()
      await write(correction, '日付が違っていました。')
      await publish()
      await phone.goto(`http://localhost:${app.port}/#/pages/record/record`)
      await phone
        .getByRole('tab', { name: word('news.tab.article') })
        .locator('visible=true')
        .first()
        .click()
      await phone
        .getByRole('link', { name: new RegExp(story[lang]) })
        .locator('visible=true')
        .first()
        .click()
      await phone
        .getByRole('link', { name: new RegExp(correction[lang]) })
        .locator('visible=true')
        .first()
        .waitFor()
      await phone.getByText(word('news.articleNote')).locator('visible=true').first().waitFor()
      await isSound(phone)
      await phone
        .getByRole('link', { name: new RegExp(correction[lang]) })
        .locator('visible=true')
        .first()
        .click()
      await phone
        .getByRole('heading', { name: correction[lang], exact: true })
        .locator('visible=true')
        .first()
        .waitFor()

      await desk.goto(`http://localhost:${app.port}/console/feeds`)
      await desk
        .getByLabel(word('news.console.feeds.address'), { exact: true })
        .fill('https://192.168.0.1/feed')
      await desk.getByRole('button', { name: word('news.console.feeds.add'), exact: true }).click()
      await desk.getByText(word('news.rejection.FEED_ADDRESS')).first().waitFor()
      await isSound(desk)
      expect([ofPhone, complaints]).toEqual([[], []])
      for (const page of [phone, desk]) await page.context().close()
    },
  )

  it('a document is prepared by an administrator, read and signed by an auditor; the phone shows its new version, and asks again once it is in force', async () => {
    const word = (key: string, args?: Record<string, string | number>) => say('en', key, args)
    const { mobile: account, password } = app.modules.identity.demo!.members[0]!
    const { token, userId } = (await app.call('POST', '/api/auth/login', { body: { account, password } }))
      .data as { token: string; userId: string }
    expect(
      (
        await app.call('POST', '/api/account-opening/consents', {
          token,
          body: { consents: [{ document: 'simulation', version: 1 }] },
        })
      ).code,
    ).toBe(1)
    const { phone } = await onPhone('en', token, userId)
    const [maker, checker] = await Promise.all([
      openDesk(browser, app, 'demo-administrator-1', { path: 'documents/simulation', locale: 'en' }),
      openDesk(browser, app, 'demo-auditor-1', { path: 'documents?at=simulation', locale: 'en' }),
    ])
    const desk = maker.page
    // The same line in six languages, so that all keep one shape.
    for (const name of Object.values(LANG_NAMES)) {
      await desk.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      const area = desk.getByRole('textbox', { name, exact: true })
      await area.fill(`${await area.inputValue()}- Akari {withdrawMin}\n`)
    }
    await isSound(desk)
    await desk.getByRole('button', { name: word('legal.console.save'), exact: true }).click()
    await desk
      .getByRole('button', { name: word('legal.console.publish', { name: 'simulation.2' }), exact: true })
      .click()
    await desk.getByRole('dialog').getByRole('button').last().click()
    await desk.getByText(word('console.decision.asked')).first().waitFor()
    expect((await app.call('GET', '/api/documents/simulation')).data.version).toBe(1)

    const auditor = checker.page
    await auditor.reload()
    await auditor.getByText('simulation.2', { exact: true }).waitFor()
    await auditor.getByRole('button', { name: 'English', exact: true }).first().click()
    // As a member reads it, and letter by letter as it is signed.
    await auditor.getByRole('listitem').filter({ hasText: 'Akari 10,000' }).first().waitFor()
    await auditor
      .getByRole('button', { name: word('legal.console.source'), exact: true })
      .first()
      .click()
    await auditor
      .getByText(/- Akari 10,000/)
      .first()
      .waitFor()
    await isSound(auditor)
    await signAs(auditor, 'en', 'document.publish', ['simulation.2'])
    await auditor.getByText(word('console.decision.done')).first().waitFor()

    await phone.goto(`http://localhost:${app.port}/#/subPackages/webview/webview?document=simulation`)
    await phone.getByText('Akari 10,000').locator('visible=true').first().waitFor()
    await isSound(phone)
    const old = (await app.call('GET', '/api/documents/simulation?version=1&lang=en')).data
    expect([old.version, old.text.includes('Akari 10,000')]).toEqual([1, false])

    // The next business day: agreed to before, so asked again, from home.
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(app.context.clock.wall() + DAY).toISOString() },
    })
    await phone.goto(`http://localhost:${app.port}/#/pages/index/index`)
    await phone.reload()
    await phone.getByRole('link', { name: new RegExp(word('members.account.changed', { count: 1 })) }).click()
    await phone.getByRole('button', { name: word('members.account.agree'), exact: true }).click()
    await phone.getByRole('dialog').getByRole('button').last().click()
    const agreed = async () =>
      (
        (await app.call('GET', '/api/account-opening', { token })).data.documents as {
          document: string
          agreedVersion: number | null
        }[]
      ).find(({ document }) => document === 'simulation')!.agreedVersion
    expect(await waitFor(agreed, (version) => version === 2)).toBe(2)
    for (const page of [phone, desk, auditor]) await page.context().close()
  })
})
