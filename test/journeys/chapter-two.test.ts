import { describe, expect, it } from 'vitest'
import { paths } from '#client/paths.ts'
import { registerMember } from '../app/api.ts'
import { carrySession, chromiumPath, openPhone } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

/** The parts of chapter 2 of the specification on screens that no other journey looks for. */
describe.skipIf(chromiumPath === undefined)('the screens of chapter 2', () => {
  const here = opened()
  const at = (url: string) => `${here.context.url}/${url}`
  const LABELS = {
    'zh-Hans': ['首页', '市场', '交易', '资讯', '用户'],
    en: ['Home', 'Market', 'Trade', 'News', 'Personal'],
  }

  it.each(['zh-Hans', 'en'] as const)(
    'tabs are called as the specification calls them (%s)',
    async (lang) => {
      const { page } = await openPhone(here.browser, { locale: lang })
      await page.goto(at(paths.home()))
      const tabs = page.getByRole('navigation', { name: storyOf(page, lang).word('mobile.tab.label') })
      await tabs.waitFor()
      expect(await tabs.getByRole('link').allInnerTexts()).toEqual(LABELS[lang])
      await page.context().close()
    },
  )

  it('home: search, hot stocks, five buttons; a guest who presses one is asked to log in by a popup with both ways on', async () => {
    const { page, complaints } = await openPhone(here.browser, { locale: 'en' })
    const { word, button, heading } = storyOf(page, 'en')
    await page.goto(at(paths.home()))
    await page.getByRole('link', { name: word('home.search') }).waitFor()
    await page.getByText(word('home.hot.title'), { exact: true }).waitFor()
    for (const name of ['ipo', 'customerService', 'bankAccount', 'transactionLog', 'blockTrade'])
      await button(`home.action.${name}`).waitFor()
    for (const [way, title] of [
      ['login', 'identity.login.title'],
      ['register', 'identity.register.title'],
    ] as const) {
      await button('home.action.bankAccount').click()
      const popup = page.getByRole('dialog', { name: word('ui.guest.title') })
      await popup.locator('svg[viewBox="0 0 72 72"]').waitFor()
      await popup.getByRole('button', { name: word(`ui.guest.${way}`), exact: true }).click()
      await heading(title).waitFor()
      expect(page.url()).toContain(paths[way]())
      await button('ui.back').last().click()
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a guest on a page of a member’s own, a copy record by its address among them, is invited with both ways on', async () => {
    const { page, complaints } = await openPhone(here.browser, { locale: 'en' })
    const { word, link } = storyOf(page, 'en')
    for (const url of [
      paths.copyRecord({ id: 'CPY-2026-0001' }),
      paths.copy({ view: 'records' }),
      paths.ipo({ view: 'applications' }),
      paths.orderTicket({ code: 'S214' }),
      paths.realName(),
    ]) {
      await page.goto(at(url))
      await page.getByRole('heading', { name: word('ui.guest.title') }).waitFor()
      expect(await link('ui.guest.login').getAttribute('href'), url).toBe(paths.login())
      expect(await link('ui.guest.register').getAttribute('href'), url).toBe(paths.register())
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a stock has its line, an hour, day, week and month, and behind a choice eight lengths in minutes, 7 and 30 among them', async () => {
    const { page } = await openPhone(here.browser, { locale: 'en' })
    const { word } = storyOf(page, 'en')
    await page.goto(at(paths.stock({ code: 'S214' })))
    const views = page.getByRole('tablist', { name: word('market.chart.interval') })
    await views.waitFor()
    expect(await views.getByRole('tab').allInnerTexts()).toEqual([
      'Today',
      '5m ▾',
      '60m',
      'Day',
      'Week',
      'Month',
    ])
    await views.getByRole('tab', { name: '5m ▾' }).click()
    const choice = page.getByRole('dialog', { name: word('market.chart.minutes') })
    await choice.getByText('60m', { exact: true }).waitFor()
    expect((await choice.innerText()).match(/\b\d+m\b/g)).toEqual([
      '1m',
      '3m',
      '5m',
      '7m',
      '15m',
      '30m',
      '45m',
      '60m',
    ])
    await page.context().close()
  })

  it('a member whose identity is not verified reads so on home; what was searched for is remembered', async () => {
    const { page } = await openPhone(here.browser, { locale: 'en' })
    const { word, findStock } = storyOf(page, 'en')
    await carrySession(page, await registerMember(here.context.url, here.context.invitationCode))
    await page.goto(at(paths.home()))
    await page.getByRole('link', { name: new RegExp(word('home.identity.title')) }).waitFor()
    await findStock('shinonome', 'S214')
    await page.goto(at(paths.search()))
    await page.getByRole('heading', { name: word('market.search.history') }).waitFor()
    await expect.poll(() => page.getByText('shinonome', { exact: true }).count()).toBeGreaterThan(0)
    await page.context().close()
  })
})
