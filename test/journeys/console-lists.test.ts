import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { powerKey } from '#registry/powers.ts'
import { announce, announcing, lineOf } from '#modules/funding/server/announced.fixture.ts'
import { csvStatement } from '#modules/funding/server/statement.fixture.ts'
import { deposits } from '#modules/funding/server/tables.ts'
import { atConsole, verifyByHand } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, overflowing, say } from './browser.ts'
import { agree as yes, openDesk } from './desk.ts'

const LANGS = ['ja', 'en'] as const
const DEPOSITS = { ja: 300, en: 40 } as const
/** Acts of two people for a morning's deposits: presses and files, of the mouse or of the keyboard. */
const MOST_ACTS = 10

describe.skipIf(chromiumPath === undefined)('deposits of a morning', () => {
  let app: TestApp
  let browser: Browser
  let member: { token: string; userId: string }
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([
      startTestApp({ env: { DEMO_DESK: 'off' }, extraModule: announcing }),
      openBrowser(),
    ])
    member = await app.enrol('090-6970-0001')
    await verifyByHand(app, member)
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  it.each(LANGS)(
    'are credited by two people in at most ten acts, one of them left out by name (%s)',
    async (lang: Lang) => {
      const count = DEPOSITS[lang as 'ja' | 'en']
      const locale = lang === 'ja' ? 'jp' : lang
      const rows = await announce(app, [member], count + 1)
      const short = rows.at(-1)!
      const file = csvStatement([
        ...rows.slice(0, -1).map((row) => lineOf(app, row)),
        lineOf(app, short, { yen: 7 }),
      ])
      const [treasurer, reviewer] = await Promise.all([
        openDesk(browser, app, 'demo-treasurer-1', { path: 'statements', locale }),
        openDesk(browser, app, 'demo-reviewer-1', { path: 'lists', locale }),
      ])
      const desk = (key: string, args?: Record<string, string | number>) =>
        say(lang, `funding.console.${key}`, args)
      const what = say(lang, powerKey('deposit.credit'))
      let acts = 0
      const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') => {
        acts++
        await page.getByRole(role, { name }).first().click()
      }
      const agree = async (page: Page, n: number) => {
        const question = page.getByRole('dialog', { name: say(lang, 'console.list.title', { act: what, n }) })
        await question.getByText(short.reference).waitFor({ timeout: 60_000 })
        expect(await overflowing(page)).toEqual([])
        acts++
        await question.getByRole('button', { name: say(lang, 'ui.ok'), exact: true }).click()
      }
      const said = (page: Page, args: Record<string, string | number>) =>
        page
          .getByText(say(lang, 'console.list.done', args))
          .first()
          .waitFor({ timeout: 90_000 })

      acts++
      await treasurer.page
        .getByLabel(desk('choose'), { exact: true })
        .first()
        .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      await press(treasurer.page, desk('act.import', { n: count + 1 }))
      acts++
      await yes(treasurer.page, lang, 'funding.console.act.import', { n: count + 1 })
      await treasurer.page.getByRole('heading', { name: desk('statements') }).waitFor()
      await press(treasurer.page, new RegExp(`^${desk('deposits')}`), 'link')
      await press(treasurer.page, desk('act.creditByRule'))
      await agree(treasurer.page, count)
      await said(treasurer.page, { done: 0, open: count, left: 0, running: 0 })

      acts++
      await reviewer.page
        .getByRole('row')
        .filter({ has: reviewer.page.getByRole('cell', { name: String(count), exact: true }) })
        .first()
        .getByRole('button')
        .click()
      await press(reviewer.page, new RegExp(`^${say(lang, 'console.list.sign', { n: count })}`))
      acts++
      await reviewer.page
        .getByRole('dialog')
        .getByRole('button', { name: say(lang, 'ui.ok'), exact: true })
        .click()
      await said(reviewer.page, { done: count, open: 0, left: 0, running: 0 })

      const states = rows.map(({ id }) => app.context.engine.read.of(deposits).get(id)!.state)
      expect(states.filter((state) => state === 'approved')).toHaveLength(count)
      expect(states.at(-1)).toBe('pending')
      expect(acts).toBeLessThanOrEqual(MOST_ACTS)
      expect(await accessibilityProblems(reviewer.page)).toEqual([])
      expect([...treasurer.complaints, ...reviewer.complaints]).toEqual([])
      await Promise.all([treasurer.page.context().close(), reviewer.page.context().close()])
    },
    240_000,
  )

  it.each(LANGS)(
    'a run of decisions is chosen by keys, taken back, and signed with one Enter (%s)',
    async (lang) => {
      const locale = lang === 'ja' ? 'jp' : lang
      const rows = await announce(app, [member], 4)
      const treasurer = await atConsole(app, 'demo-treasurer-2')
      const packed = gzipSync(csvStatement(rows.map((row) => lineOf(app, row)))).toString('base64')
      const checked = await app.call('POST', '/api/console/statements/check', {
        token: treasurer.token,
        body: { packed },
      })
      await treasurer.act('statement.import', checked.data.id)
      for (const row of rows)
        await treasurer.act('deposit.credit', row.id, { body: { lineId: `L-${row.reference}` } })
      const { page, complaints } = await openDesk(browser, app, 'demo-reviewer-1', { locale })

      // From anywhere to a page by Ctrl-K.
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('combobox', { name: say(lang, 'console.palette.title') })
      await palette.fill(say(lang, 'staff.console.approvals.title'))
      expect(await accessibilityProblems(page)).toEqual([])
      await palette.press('Enter')
      await page.getByRole('heading', { name: say(lang, 'staff.console.approvals.title') }).waitFor()

      const boxes = page.getByRole('table').getByRole('checkbox')
      const chosen = () =>
        page.getByRole('table').locator('tbody').getByRole('checkbox', { checked: true }).count()
      const all = boxes.first()
      await page.getByRole('row', { name: rows[0]!.reference }).waitFor()
      await all.click()
      expect(await chosen()).toBe(4)
      await page.keyboard.press('z')
      expect(await chosen()).toBe(0)
      await boxes.nth(1).click()
      await boxes.nth(4).click({ modifiers: ['Shift'] })
      expect(await chosen()).toBe(4)
      // The key that the foot names does what the button of the chosen rows does.
      await page.keyboard.press('a')
      const what = say(lang, powerKey('deposit.credit'))
      const question = page.getByRole('dialog', {
        name: say(lang, 'console.list.title', { act: what, n: 4 }),
      })
      await question.getByText(rows[3]!.reference).waitFor()
      expect(
        await question
          .getByRole('button', { name: say(lang, 'ui.ok') })
          .evaluate((button) => button === document.activeElement),
      ).toBe(true)
      // The answer is lost on its way: the page says that nobody knows, and learns it from the server.
      await page.route('**/api/console/lists/*/sign*', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await page.keyboard.press('Enter')
      const unknown = page.getByRole('dialog', { name: say(lang, 'console.unanswered.title') })
      await unknown.getByRole('button', { name: say(lang, 'console.unanswered.ask') }).click()
      await page
        .getByText(say(lang, 'console.list.done', { done: 4, open: 0, left: 0, running: 0 }))
        .first()
        .waitFor()
      for (const { id } of rows) expect(app.context.engine.read.of(deposits).get(id)!.state).toBe('approved')

      // A member by a part of the name, as it is heard; the words stand in the record.
      await page.keyboard.press('Control+k')
      await palette.fill('haruka')
      await palette.press('Enter')
      await page
        .getByRole('heading', {
          name: say(lang, 'audit.console.member.of', { number: '\u0000' }).split('\u0000')[0]!,
        })
        .first()
        .waitFor()
      const auditor = await openDesk(browser, app, 'demo-auditor-1', { path: 'searches', locale })
      await auditor.page.getByRole('cell', { name: 'haruka', exact: true }).first().waitFor()
      expect(await overflowing(auditor.page)).toEqual([])
      const own = complaints.filter((each) => !each.includes('net::ERR_FAILED'))
      expect([...own, ...auditor.complaints]).toEqual([])
      await Promise.all([page.context().close(), auditor.page.context().close()])
    },
    120_000,
  )
})
