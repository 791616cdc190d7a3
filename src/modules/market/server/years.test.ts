import { expect, it } from 'vitest'
import type { DateJst } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { startTestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { DayBar } from '../model/interval.ts'
import { keepYears } from './years.ts'

const issue = { code: 'S100' } as Instrument
const instruments = { all: () => [issue] }
const day = (tradeDate: DateJst, highTenths: number) =>
  ({ tradeDate, highTenths, lowTenths: highTenths, volume: 100 }) as DayBar

it('is reckoned anew when a trading day is over, and unknown until then', async () => {
  let today = '2026-11-26'
  const days = [day('2026-11-25', 1_000), day('2026-11-26', 2_000)]
  const years = keepYears({
    instruments,
    days: () => Promise.resolve(days),
    date: () => today,
    log: { error: () => {} },
  })
  expect(years.of('S100')).toBeNull()
  await years.warm()
  expect(years.of('S100')).toMatchObject({ highTenths: 1_000 })
  today = '2026-11-27'
  expect(years.of('S100')).toBeNull()
  await expect.poll(() => years.of('S100')).toMatchObject({ highTenths: 2_000 })
  expect(years.of('S999')).toBeNull()
})

it('a failure is logged, nothing is known, and the next question tries again', async () => {
  const said: unknown[] = []
  let today = '2026-11-26'
  let fails = false
  const years = keepYears({
    instruments,
    days: () =>
      fails ? Promise.reject(new Error('no database')) : Promise.resolve([day('2026-11-25', 1_000)]),
    date: () => today,
    log: { error: (what: unknown) => void said.push(what) },
  })
  await years.warm()
  today = '2026-11-27'
  fails = true
  expect(years.of('S100')).toBeNull()
  await expect.poll(() => said.length).toBe(1)
  fails = false
  await expect.poll(() => years.of('S100')).toMatchObject({ highTenths: 1_000 })
})

it('stands in the lists and the record of a company of a running server, whose own day widens it', async () => {
  const app = await startTestApp({ stays: true })
  type Row = {
    code: string
    belowHighBp: number | null
    surge: number | null
    quote: { last: number | null }
  }
  const nearest = async () => (await app.call('GET', '/api/stocks?sort=yearHigh&limit=300')).data as Row[]
  const rows = await waitFor(nearest, (all) => all.every(({ belowHighBp }) => belowHighBp !== null), 60_000)
  const distances = rows.map(({ belowHighBp }) => belowHighBp!)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  expect(distances[0]).toBeGreaterThanOrEqual(0)
  const { company, quote } = (await app.call('GET', `/api/stocks/${rows[0]!.code}`)).data
  expect(company.yearHigh).toBeGreaterThanOrEqual(quote.high ?? quote.last ?? 0)
  expect(company.yearLow).toBeLessThanOrEqual(quote.low ?? quote.last ?? Infinity)
  const middle = distances[Math.floor(distances.length / 2)]!
  const screen = `/api/screener?belowHighTo=${(middle / 100).toFixed(2)}&limit=1`
  expect((await app.call('GET', screen)).data.total).toBe(distances.filter((bp) => bp <= middle).length)
})
