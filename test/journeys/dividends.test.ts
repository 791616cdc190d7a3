import { describe, expect, it } from 'vitest'
import { dateJst, DAY, timeJst } from '#kernel/time.ts'
import type { ActionView } from '#modules/corporate-actions/contract.ts'
import { apiOf, must, registerMember, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

describe.skipIf(chromiumPath === undefined)('from the calendar of ex-dates to a dividend on its way', () => {
  const here = opened({ trading: 'S214' })

  it.each(['ja', 'en'] as const)('a member holds over an ex-date and sees what comes (%s)', async (lang) => {
    const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
    const story = storyOf(page, lang)
    const { token, userId } = await registerMember(here.context.url, here.context.invitationCode)
    const api = apiOf(here.context.url, token, lang)
    await carrySession(page, { token, userId })

    // Cheap enough for a new member, and the soonest of those before which a sale of today has settled.
    const { now } = must(await api.get<{ now: string }>('/health')).data
    const settled = dateJst(Date.parse(now) + 7 * DAY)
    const { actions } = must(await api.get('/actions')).data as { actions: ActionView[] }
    const quotes = must(await api.get('/stocks?sort=turnover&limit=250')).data as {
      code: string
      quote: { ask: number | null }
    }[]
    const affordable = new Set(
      quotes.filter(({ quote }) => quote.ask !== null && quote.ask < 5_000).map(({ code }) => code),
    )
    const coming = actions.find(
      ({ kind, code, status, exDate }) =>
        kind === 'dividend' && status === 'announced' && exDate > settled && affordable.has(code),
    )!
    must(
      await api.post('/orders', {
        code: coming.code,
        side: 'up',
        type: 'market',
        quantity: 100,
        leverage: 1,
      }),
    )
    await waitFor(
      () => api.get('/lots?status=open'),
      (answer) => answer.data.length === 1,
      20_000,
    )

    await page.goto(`${here.context.url}/#/subPackages/index/gupiaoDetail/gupiaoDetail?code=${coming.code}`)
    await page.getByRole('tab', { name: story.word('market.stock.company') }).click()
    await page.getByText(story.word('corporate-actions.kind.dividend'), { exact: true }).first().waitFor()
    expect(await overflowing(page)).toEqual([])
    await page.getByRole('link', { name: story.word('corporate-actions.view.calendar') }).click()
    await story.heading('corporate-actions.title').waitFor()
    for (
      let months = 0;
      months < 4 &&
      (await page.getByText(coming.name, { exact: true }).locator('visible=true').count()) === 0;
      months++
    ) {
      await story.button('corporate-actions.later').click()
      await page.waitForTimeout(500)
    }
    await page.getByText(coming.name, { exact: true }).locator('visible=true').first().waitFor()
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])

    // Bought and sold again: a result that settles before the ex-date is in the year's report.
    const sold = quotes.find(
      ({ code, quote }) => affordable.has(code) && code !== coming.code && quote.ask !== null,
    )!
    must(
      await api.post('/orders', { code: sold.code, side: 'up', type: 'market', quantity: 100, leverage: 1 }),
    )
    const bought = await waitFor(
      () => api.get('/lots?status=open'),
      (answer) => answer.data.length === 2,
      20_000,
    )
    must(
      await api.post(
        `/lots/${bought.data.find((lot: { code: string }) => lot.code === sold.code).id}/close`,
        { type: 'market' },
      ),
    )
    await waitFor(
      () => api.get('/lots?status=open'),
      (answer) => answer.data.length === 1,
      20_000,
    )

    must(await api.post('/dev/clock', { at: new Date(timeJst(coming.exDate, 10)).toISOString() }))
    await page.getByText(story.word('corporate-actions.view.mine'), { exact: true }).click()
    await page.getByRole('link', { name: new RegExp(coming.code) }).waitFor()
    await page.getByText(story.word('corporate-actions.status.coming'), { exact: true }).waitFor()
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])

    const [report] = (
      await waitFor(
        () => api.get('/tax/reports'),
        (answer) => answer.data.length > 0 && answer.data[0].cash.proceeds > 0,
      )
    ).data
    await page.goto(`${here.context.url}/#/subPackages/bankAccount/taxReport`)
    await story.heading('tax.report.title').waitFor()
    const gain = page.getByRole('row', { name: new RegExp(story.word('tax.report.gain')) })
    expect((await gain.innerText()).replaceAll(/[\s,\u202f\u00a0]/g, '')).toContain(
      String(Math.abs(report.total)),
    )
    expect(await overflowing(page)).toEqual([])
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
