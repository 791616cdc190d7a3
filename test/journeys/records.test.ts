import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { apiOf, freshMobile, logIn, must, waitFor } from '../app/api.ts'
import { removeDir, temporaryDir } from '../app/start.ts'
import { unzipped } from '../app/unzipped.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const PASSWORD = 'lamp-7Kq'

describe.skipIf(chromiumPath === undefined)('logs, statements, own data and documents', () => {
  const here = opened({ trading: 'S801' })

  /** Presses, and reads the file that the phone then keeps. */
  async function kept(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  /** A file for those who read it without the phone. */
  async function keptAs({ name, bytes }: { name: string; bytes: Buffer }): Promise<string> {
    const folder = await temporaryDir()
    onTestFinished(() => removeDir(folder))
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }
  const soundness = async (page: Page) =>
    expect([await overflowing(page), await accessibilityProblems(page)]).toEqual([[], []])

  it.each(['ja', 'es'] as const)(
    'a member reads what happened, keeps it, and finds every yen (%s)',
    async (lang) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
      const story = storyOf(page, lang)
      await story.start(here.context.url)
      await page.goto(`${here.context.url}/#/subPackages/register/register`)
      const mobile = freshMobile()
      await story.register({ mobile, password: PASSWORD, invitationCode: here.context.invitationCode })
      // A session of its own: the browser's signs with a key that it gives to nobody.
      const api = apiOf(here.context.url, (await logIn(here.context.url, mobile, PASSWORD)).token, lang)
      const stocks = must(await api.get('/stocks?sort=turnover&limit=200')).data as {
        code: string
        quote: { ask: number | null; bid: number | null }
      }[]
      const { code } = stocks.find(
        ({ quote }) => quote.ask !== null && quote.bid !== null && quote.ask < 5_000,
      )!
      must(await api.post('/orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 1 }))
      const [lot] = (
        await waitFor(
          () => api.get('/lots?status=open'),
          (answer) => answer.data.length === 1,
          20_000,
        )
      ).data
      must(await api.post(`/lots/${lot.id}/close`, { type: 'market' }))
      await waitFor(
        () => api.get('/lots?status=closed'),
        (answer) => answer.data.length === 1,
        20_000,
      )

      // The transaction log: three tabs, three states, an order that leads to itself.
      await story.tab('mobile.tab.user').click()
      await story.link('home.user.transactionLog').click()
      await story.heading('records.log.title').waitFor()
      await page
        .getByRole('link', { name: new RegExp(code) })
        .first()
        .waitFor()
      await soundness(page)
      const table = await kept(page, () => story.button('records.reports.csv').click())
      expect([...table.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      expect(table.bytes.toString()).toContain(story.word('records.csv.number'))
      expect(table.bytes.toString().trimEnd().split('\r\n')).toHaveLength(3)
      await story.button('records.log.statusOrder.denied').click()
      await page.getByText(story.word('records.log.none'), { exact: true }).waitFor()
      await page.getByRole('tab', { name: story.word('records.log.withdrawals') }).click()
      await page.getByText(story.word('records.log.noWithdrawals'), { exact: true }).waitFor()
      await page.getByRole('tab', { name: story.word('records.log.deposits') }).click()
      await story.link('records.log.deposit').waitFor()
      await story.back()

      // The income log: what the period brought, to the yen of the account.
      await story.link('home.user.incomeLog').click()
      await story.heading('records.income.title').waitFor()
      await page.getByText(story.word('records.group.fees'), { exact: true }).first().waitFor()
      const { closing } = must(await api.get('/records/income')).data
      expect(
        (await page.locator('main, body').first().innerText()).replaceAll(/[\s.,\u202f\u00a0]/g, ''),
      ).toContain(String(closing))
      await soundness(page)
      await story.button('ui.period.lastMonth').click()
      await page.getByText(story.word('records.income.none'), { exact: true }).waitFor()
      await story.back()

      // Reports: a day's trades, the month's balances, everything held.
      await story.link('home.user.reports').click()
      await story.heading('records.reports.title').waitFor()
      await page.getByText(story.word('records.reports.year'), { exact: true }).waitFor()
      await soundness(page)
      const { days } = must(await api.get('/records/statements')).data
      const day = new Intl.DateTimeFormat(lang, {
        timeZone: 'Asia/Tokyo',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }).format(new Date(`${days[0]}T12:00:00+09:00`))
      const report = await kept(page, () => page.getByRole('button', { name: day, exact: true }).click())
      expect(report.name).toBe(`akari-trades-${days[0]}.pdf`)
      expect(pdfText(report.bytes).replaceAll(' ', '')).toContain(story.word('records.pdf.mark'))
      await page.getByRole('radio', { name: story.word('records.reports.months'), exact: true }).check()
      const [year, month] = dateJst(Date.now()).split('-')
      const balance = await kept(page, () =>
        page
          .getByRole('button', {
            name: story.word('records.reports.month', { year: year!, month: String(Number(month)) }),
            exact: true,
          })
          .click(),
      )
      expect(pdfText(balance.bytes).replaceAll(/[\s.,\u202f\u00a0]/g, '')).toContain(String(closing))
      const own = await kept(page, () => story.button('records.reports.ownButton').click())
      const file = unzipped(own.bytes).find(({ name }) => name.endsWith('.json'))!
      const data = JSON.parse(file.text)
      expect([data.simulated, data.tables.orders.length, data.tables.transfers.length > 5]).toEqual([
        true,
        2,
        true,
      ])
      await story.back()

      // The account log by kind; the figures that lead to it.
      await story.tab('mobile.tab.trade').click()
      await page.getByRole('link', { name: /\d/ }).first().waitFor()
      await page
        .getByText(story.word('orders.trade.buyingPower'), { exact: true })
        .locator('xpath=..')
        .getByRole('link')
        .click()
      await story.heading('portfolio.log.one').waitFor()
      await page.getByText(story.word('portfolio.log.addsUp'), { exact: true }).waitFor()
      await story.button('records.group.fees').click()
      await story.back()

      // The orders by side and issue.
      await page.goto(`${here.context.url}/#/subPackages/order/order`)
      await story.heading('orders.orders.title').waitFor()
      await page
        .getByRole('link', { name: new RegExp(code) })
        .first()
        .waitFor()
      await page.getByLabel(story.word('orders.orders.code'), { exact: true }).fill('zzzz')
      await page.getByText(story.word('orders.orders.noneSuch'), { exact: true }).waitFor()
      await page.getByLabel(story.word('orders.orders.code'), { exact: true }).fill(code.toLowerCase())
      await page
        .getByRole('link', { name: new RegExp(code) })
        .first()
        .waitFor()
      await soundness(page)

      // The trust centre: what was published, checked on this device; seen again it continues, and every
      // record of the member's is in it.
      const trust = async () => {
        await page.goto(`${here.context.url}/#/subPackages/trust/trust`)
        await story.heading('trust.title').waitFor()
        // The proof of liabilities of a day that is over is signed too.
        await page.getByText(story.word('trust.auditor.right'), { exact: true }).first().waitFor()
      }
      await trust()
      // The phone has looked by itself since the member came.
      await page.getByText(story.word('trust.continuity.continues'), { exact: true }).waitFor()
      type Record = { seq: number; isPublished: boolean }
      const before = must(await api.get<Record[]>('/trust/records')).data.length
      const promise = must(
        await api.post('/orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 1 }),
      ).headers.get('promise')!
      await waitFor(
        () => api.get('/lots?status=open'),
        (answer) => answer.data.length === 1,
        20_000,
      )
      const records = (
        await waitFor(
          () => api.get<Record[]>('/trust/records'),
          ({ data }) => data.length > before && data.every(({ isPublished }) => isPublished),
          40_000,
        )
      ).data
      await story.back()
      await trust()
      await page.getByText(story.word('trust.continuity.continues'), { exact: true }).waitFor()
      await waitFor(
        () => page.getByText(story.word('trust.check'), { exact: true }).count(),
        (count) => count === records.length,
      )
      await story.button('trust.checkAll').click()
      await waitFor(
        () => page.getByText(story.word('trust.included'), { exact: true }).count(),
        (count) => count === records.length,
      )
      await page
        .getByRole('button', {
          name: new RegExp(story.word('portfolio.entry.opening-deposit').replaceAll(/[()]/g, '.')),
        })
        .click()
      await page.getByText(/"kind":"opening-deposit"/).waitFor()
      await page.getByText(story.word('trust.verdict.right'), { exact: true }).waitFor()
      await soundness(page)

      // All of it as a file, which a script that knows nothing of the app finds right.
      const proofs = await kept(page, () => story.button('trust.self.save').click())
      const verified = spawnSync(process.execPath, ['scripts/verify-records.ts', await keptAs(proofs)], {
        encoding: 'utf8',
      })
      expect([verified.status, verified.stdout.match(/^ok .*is in the head/gm)?.length]).toEqual([
        0,
        records.length,
      ])

      // A promise that came with an answer is looked after by itself.
      await page.evaluate(
        ([text, userId]) =>
          localStorage.setItem('trust.promises', JSON.stringify([{ text, userId, at: Date.now() - 20_000 }])),
        [promise, (await page.evaluate(() => localStorage.getItem('userId')))!],
      )
      await page.reload()
      await page.getByText(story.word('trust.promises.kept', { count: 1 }), { exact: true }).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('trust.promises'))).toBeNull()
      await story.back()

      // The documents, and the way out.
      await page.goto(`${here.context.url}/#/subPackages/webview/webview`)
      await story.heading('legal.list.title').waitFor()
      const documents = must(await api.get('/documents')).data as { id: string; title: string }[]
      await page.getByRole('link', { name: documents.find(({ id }) => id === 'fees')!.title }).click()
      await page
        .getByRole('heading', { name: documents.find(({ id }) => id === 'fees')!.title, level: 2 })
        .waitFor()
      await soundness(page)
      await page.goto(`${here.context.url}/#/subPackages/webview/webview?page=finmac`)
      const out = story.link('legal.outside.open')
      expect(await out.getAttribute('href')).toBe('https://www.finmac.or.jp/')
      expect(await out.getAttribute('rel')).toBe('noopener noreferrer')
      await page.goto(`${here.context.url}/#/subPackages/webview/webview?page=https%3A%2F%2Fevil.example`)
      await page.getByRole('link', { name: documents[0]!.title }).waitFor()
      expect(await page.locator('a[href*="evil"]').count()).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )
})
