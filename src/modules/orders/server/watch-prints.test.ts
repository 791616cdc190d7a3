import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#modules/venue/server/ports.ts'
import { watchPrints } from './watch-prints.ts'

type Stop = { id: string; priceTenths: number; since: number }
const trade = (priceTenths: number, at: number): Trade => ({
  code: 'S214',
  no: at,
  at,
  tradeDate: '2026-11-19',
  priceTenths,
  quantity: 100,
  aggressor: 'BUY',
})

/** Stops in an index, fired by commands that take a moment. */
function stopsOf(direction: 'rises' | 'falls', stops: Stop[], stays: (stop: Stop) => boolean = () => false) {
  const armed = new Set(stops)
  const fired: string[] = []
  let atOnce = 0
  let most = 0
  const reaches = (stop: Stop, price: number) =>
    direction === 'rises' ? price >= stop.priceTenths : price <= stop.priceTenths
  const watch = watchPrints<Stop>({
    direction,
    since: ({ since }) => since,
    reached: (_, price) => [...armed].filter((stop) => reaches(stop, price)),
    fire: async (stop) => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      atOnce--
      fired.push(stop.id)
      if (!stays(stop)) armed.delete(stop)
    },
  })
  const settle = async () => {
    for (let n = 0; n < 1_300; n++)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
  }
  return { watch, fired, settle, most: () => most, reaches }
}

test('ten thousand stops are fired by one print, once each, few at a time, however many trades follow', async () => {
  const stops = Array.from({ length: 10_000 }, (_, n) => ({ id: `s${n}`, priceTenths: 35_000, since: 0 }))
  const { watch, fired, settle, most } = stopsOf('rises', stops)
  watch(trade(35_000, 1))
  for (let n = 2; n < 300; n++) watch(trade(35_000 + (n % 7), n))
  await settle()
  expect([fired.length, new Set(fired).size, most()]).toEqual([10_000, 10_000, 16])
})

test('whatever the prices do, exactly those are fired that a later trade has reached', async () => {
  const stop = fc.record({
    priceTenths: fc.integer({ min: 1, max: 30 }),
    since: fc.integer({ min: 0, max: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('rises' as const, 'falls' as const),
      fc.array(stop, { maxLength: 150 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 10 }),
      async (direction, rows, prices, burst) => {
        const stops = rows.map((row, n) => ({ ...row, id: `s${n}` }))
        const { watch, fired, settle, reaches } = stopsOf(direction, stops)
        for (const [n, price] of prices.entries()) {
          watch(trade(price, n + 1))
          if (n % burst === 0)
            await new Promise((resolve) => {
              setImmediate(resolve)
            })
        }
        await settle()
        const due = stops.filter((one) => prices.some((price, n) => one.since < n + 1 && reaches(one, price)))
        expect(fired.toSorted()).toEqual(due.map(({ id }) => id).toSorted())
      },
    ),
    { numRuns: 60 },
  )
})

test('what a trade reaches and cannot fire is left to the next one', async () => {
  const { watch, fired, settle } = stopsOf('falls', [{ id: 'kept', priceTenths: 20, since: 0 }], () => true)
  watch(trade(19, 1))
  await settle()
  watch(trade(18, 2))
  await settle()
  watch(trade(21, 3))
  await settle()
  expect(fired).toEqual(['kept', 'kept'])
})
