import { beforeAll, expect, it } from 'vitest'
import { addDays, dateJst } from '#kernel/time.ts'
import type { ResultsView } from '../contract.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 60_000)
const results = async (query: string) =>
  (await app.call('GET', `/api/results?${query}`)).data as {
    known: boolean
    today: string
    results: ResultsView[]
  }
const issue = async (code: string) => (await app.call('GET', `/api/stocks/${code}`)).data

it('a guest sees when companies publish; what has not come yet has no figures', async () => {
  const { today, known, results: found } = await results(`from=${addDays(dateJst(Date.now()), -100)}`)
  expect([known, found.length > 150]).toEqual([true, true])
  for (const one of found) {
    expect(
      [one.status === 'coming', one.profit === null, one.forecastProfit === null].every(
        (flag) => flag === (one.profit === null),
      ),
    ).toBe(true)
    if (one.status === 'published') expect(one.announcedOn <= today).toBe(true)
    else expect(one.announcedOn >= today).toBe(true)
  }
})

it('the company page, the lists and the calendar say the same', async () => {
  const { results: found } = await results(`from=${addDays(dateJst(Date.now()), -120)}`)
  const newest = found.findLast(({ status }) => status === 'published')!
  const { company, quote } = await issue(newest.code)
  expect(company.results).toMatchObject({
    announcedOn: newest.announcedOn,
    quarter: newest.quarter,
    figures: { profit: newest.profit },
    forecast: { profit: newest.forecastProfit },
  })
  expect(company.next.announcedOn > newest.announcedOn).toBe(true)
  const [row] = (await app.call('GET', `/api/stocks?codes=${newest.code}`)).data
  if (row.quote.last === quote.last) expect([row.per, row.yieldBp]).toEqual([company.per, company.yieldBp])
})

it('the screener keeps its bounds, counts all, sorts by what it is asked, and refuses what is no number', async () => {
  const ask = async (query: string) =>
    (await app.call('GET', `/api/screener?${query}`)).data as {
      total: number
      rows: { code: string; sector: string; per: number | null; yieldBp: number | null }[]
    }
  const all = await ask('limit=300')
  expect(all.total).toBe(app.modules.instruments.all().length)
  const cheap = await ask('kind=stock&perTo=15&yieldFrom=2&sort=yield&limit=300')
  expect(cheap.total).toBeGreaterThan(3)
  expect(cheap.total).toBeLessThan(all.total)
  expect(cheap.rows.every(({ per, yieldBp }) => per! <= 15 && yieldBp! >= 200)).toBe(true)
  const yields = cheap.rows.map(({ yieldBp }) => yieldBp!)
  expect(yields).toEqual(yields.toSorted((a, b) => b - a))
  const page = await ask('kind=stock&perTo=15&yieldFrom=2&sort=yield&limit=2&offset=1')
  expect([page.total, page.rows.length]).toEqual([cheap.total, Math.min(2, cheap.total - 1)])
  expect(
    (await ask('sectors=banks,foods&limit=300')).rows.every(
      ({ sector }) => sector === 'banks' || sector === 'foods',
    ),
  ).toBe(true)
  for (const query of ['perTo=x', 'perTo=1e9', 'priceFrom=', 'sort=best', 'kind=fund', 'who=me']) {
    expect([query, (await app.call('GET', `/api/screener?${query}`)).status]).toEqual([query, 400])
  }
})
