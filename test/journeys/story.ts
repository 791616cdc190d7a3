import type { Page } from 'playwright-core'
import type { Lang } from '#i18n/lang.ts'
import { say } from './browser.ts'

/** The acts of a person on the phone, by the words and roles on the screen alone. */
export function storyOf(page: Page, lang: Lang) {
  const word = (key: string, args?: Record<string, string | number>) => say(lang, key, args)
  const button = (key: string) => page.getByRole('button', { name: word(key), exact: true })
  const link = (key: string) => page.getByRole('link', { name: word(key), exact: true })
  const heading = (key: string, args?: Record<string, string>) =>
    page.getByRole('heading', { name: word(key, args), level: 1 })
  const tab = (key: string) =>
    page.getByRole('navigation', { name: word('mobile.tab.label') }).getByRole('link', { name: word(key) })

  /** The button at the foot of the stock page, with the price that one would get. */
  const act = (verb: 'buy' | 'sellShort' | 'sellHeld') =>
    page.getByRole('button', {
      name: new RegExp(
        `^${word(`market.stock.${verb}`)}.*${word(`market.stock.${verb === 'buy' ? 'ask' : 'bid'}`)}`,
      ),
    })

  /** The holding of an issue: its one lot, or the row that opens to several. */
  const holding = (code: string) =>
    page
      .getByRole('link', { name: new RegExp(code) })
      .or(page.getByRole('button', { name: new RegExp(code) }))
      .first()

  /** Presses what sends a confirmed order; where the same one has just been sent, it is meant twice. */
  const send = async (side: 'up' | 'down' = 'up') => {
    await button(side === 'up' ? 'orders.confirm.submitUp' : 'orders.confirm.submitDown').click()
    const twice = page.getByRole('dialog', {
      name: word('orders.confirm.twin', { time: '\0' }).split('\0')[1]!,
    })
    const shown = heading('orders.result.title').or(twice).locator('visible=true')
    await shown.first().waitFor()
    if (await twice.isVisible()) await twice.getByRole('button', { name: word('ui.ok'), exact: true }).click()
  }

  return {
    word,
    holding,
    send,
    button,
    link,
    heading,
    tab,
    act,
    back: () => button('ui.back').last().click(),

    /** The startup page goes through its steps by itself and ends on home. */
    async start(url: string): Promise<string[]> {
      await page.goto(url)
      const steps = ['starting', 'connected', 'checking', 'checked', 'login', 'host'].map((step) =>
        word(`mobile.startup.${step}`),
      )
      const shown = await page
        .getByRole('listitem')
        .filter({ hasText: steps[0]! })
        .first()
        .locator('xpath=..')
        .getByRole('listitem')
        .allInnerTexts()
        .catch(() => [])
      await tab('mobile.tab.home').waitFor()
      return steps.filter((step, index) => shown[index] !== undefined && !shown[index].includes(step))
    },

    async register(member: { mobile: string; password: string; invitationCode: string }): Promise<void> {
      await heading('identity.register.title').waitFor()
      await page.getByLabel(word('identity.register.mobile'), { exact: true }).fill(member.mobile)
      await button('identity.register.sendCode').click()
      await button('identity.register.inbox').click()
      const use = page.getByRole('button', {
        name: new RegExp(word('identity.register.inboxUse', { code: '\u0000' }).replace('\u0000', '\\d{6}')),
      })
      await use.first().click()
      await page.getByLabel(word('identity.register.password'), { exact: true }).fill(member.password)
      await page.getByLabel(word('identity.register.confirmPassword'), { exact: true }).fill(member.password)
      await page
        .getByLabel(word('identity.register.invitationCode'), { exact: true })
        .fill(member.invitationCode)
      await button('identity.register.submit').click()
      await heading('identity.register.title').waitFor({ state: 'detached' })
    },

    async logOut(): Promise<void> {
      await tab('mobile.tab.user').click()
      await page.getByRole('link', { name: word('home.user.logout') }).click()
      await button('identity.logout.submit').click()
      await page
        .getByRole('link', { name: word('home.guest.login'), exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
    },

    /**
     * The phone's session has ended elsewhere: it hears so by itself within seconds, or by the next act.
     * Waits for the login.
     */
    async loggedOut(act: () => Promise<unknown>): Promise<void> {
      const login = heading('identity.login.title')
      const heard = await login.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
      if (!heard) await act()
      await login.waitFor()
    },

    async logIn(account: string, password: string): Promise<void> {
      await heading('identity.login.title').waitFor()
      await page.getByLabel(word('identity.login.account'), { exact: true }).fill(account)
      await page.getByLabel(word('identity.login.password'), { exact: true }).fill(password)
      await button('identity.login.submit').click()
      await page
        .getByText(word('home.assets.total'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
    },

    /** From the market tab by the search page to the page of an issue. */
    async findStock(query: string, code: string): Promise<void> {
      await tab('mobile.tab.market').click()
      await page.getByRole('link', { name: word('market.market.search') }).click()
      await page.getByRole('searchbox').fill(query)
      await page
        .getByRole('button', { name: new RegExp(code) })
        .first()
        .click()
      await page.getByRole('button', { name: new RegExp(word('market.stock.ask')) }).waitFor()
    },

    /**
     * Fills the ticket in, reads it again on the confirm page, sends it, sees it filled, goes to the trade
     * tab.
     */
    async order(side: 'up' | 'down', leverage: number): Promise<void> {
      await heading('orders.ticket.title').waitFor()
      const way = side === 'down' ? 'down' : leverage === 1 ? 'cashBuy' : 'up'
      await page.getByRole('radio', { name: word(`orders.way.${way}`), exact: true }).check()
      if (leverage !== 1) {
        const times = new Intl.NumberFormat(lang, {
          minimumFractionDigits: Number.isInteger(leverage) ? 0 : 1,
        }).format(leverage)
        await page
          .getByRole('group', { name: word('orders.ticket.leverage') })
          .getByRole('button', { name: `${times}×`, exact: true })
          .click()
      }
      await page
        .getByRole('button', {
          name: word('orders.ticket.next', { side: word(`orders.way.${way}`), quantity: '100' }).trim(),
        })
        .click()
      await heading('orders.confirm.title').waitFor()
      await page.getByText(word('orders.confirm.risks'), { exact: true }).waitFor()
      await send(side)
      await heading('orders.result.title').waitFor()
      await page.getByText(word('orders.result.holding'), { exact: true }).waitFor()
      await link('orders.result.toTrade').click()
    },

    /** Closes the first holding of the trade tab, whole, at market, after the confirm; back on the tab. */
    async closeFirst(code: string, way: 'cashSell' | 'closeLong' | 'closeShort'): Promise<void> {
      const row = holding(code)
      // An issue of several lots opens to them.
      const opens = (await row.getAttribute('aria-expanded')) !== null
      await row.click()
      if (opens) await row.locator('xpath=ancestor::li[1]').getByRole('link').first().click()
      const held = { held: way === 'cashSell' ? 'cash' : 'margin' }
      await heading('orders.detail.lot', held).waitFor()
      const closing = word(`orders.way.${way}`)
      await page.getByRole('button', { name: new RegExp(`^${closing}`) }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText(word('orders.close.estimate'), { exact: true }).waitFor()
      await sheet.getByRole('button', { name: new RegExp(`^${closing}`) }).click()
      await page
        .getByRole('dialog', { name: word('orders.close.confirmTitle', held) })
        .getByRole('button')
        .last()
        .click()
      await page
        .getByText(word('orders.result.holding'), { exact: true })
        .locator('visible=true')
        .first()
        .waitFor()
      await button('ui.back').last().click()
    },
  }
}
