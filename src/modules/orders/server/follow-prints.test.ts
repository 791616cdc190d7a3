import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#modules/venue/server/ports.ts'
import { followPrints } from './follow-prints.ts'

const trade = (priceTenths: number, no: number): Trade => ({
  code: 'S214',
  no,
  at: no,
  tradeDate: '2026-11-19',
  priceTenths,
  quantity: 100,
  aggressor: 'BUY',
})

/** Sell stops that follow at a distance, moved by commands that take a moment: where each ends. */
async function fired(stops: readonly { trigger: number; distance: number }[], prices: readonly number[]) {
  const rows = stops.map((stop, n) => ({ ...stop, id: `s${n}`, at: null as number | null }))
  const follow = followPrints<(typeof rows)[number]>({
    due: ({ priceTenths }, tried) =>
      rows.filter((row) => row.at === null && !tried.has(row.id) && priceTenths - row.distance > row.trigger),
    idOf: ({ id }) => id,
    move: async (moved, { priceTenths }) => {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      for (const row of moved) row.trigger = Math.max(row.trigger, priceTenths - row.distance)
    },
    pass: ({ priceTenths }) => {
      for (const row of rows) if (row.at === null && priceTenths <= row.trigger) row.at = priceTenths
    },
  })
  prices.forEach((price, n) => follow(trade(price, n)))
  for (let n = 0; n < prices.length * 2 + 2; n++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  return rows.map(({ at, trigger }) => ({ hasFired: at !== null, trigger }))
}

/** The same with nothing between a trade and the next. */
const oneByOne = (stops: readonly { trigger: number; distance: number }[], prices: readonly number[]) =>
  stops.map(({ trigger: first, distance }) => {
    let trigger = first
    for (const price of prices) {
      if (price <= trigger) return { hasFired: true, trigger }
      trigger = Math.max(trigger, price - distance)
    }
    return { hasFired: false, trigger }
  })

test('a trade back meets the trigger where the trade before it has put it', async () => {
  expect(await fired([{ trigger: 90, distance: 10 }], [105, 95])).toEqual([{ hasFired: true, trigger: 95 }])
})

test('whatever comes while a trigger is moved, it ends as if each trade had been waited for', async () => {
  const price = fc.integer({ min: 80, max: 140 })
  const stop = fc.record({
    trigger: fc.integer({ min: 60, max: 95 }),
    distance: fc.integer({ min: 5, max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(stop, { maxLength: 4 }),
      fc.array(price, { maxLength: 30 }),
      async (stops, prices) => {
        expect(await fired(stops, prices)).toEqual(oneByOne(stops, prices))
      },
    ),
    { numRuns: 60 },
  )
})
