import { describe, expect, test } from 'vitest'
import type { LotView } from '#modules/portfolio/contract.ts'
import { estimateTaxed } from './tax-estimate.ts'

const FREE = { ratePpm: 0, minYen: 0, maxYen: 0 }
const part = (leverage: number, quantity = 1_000, side: 'up' | 'down' = 'up') => ({
  quantity,
  lot: {
    code: 'S214',
    side,
    leverage,
    source: 'order',
    openQuantity: quantity,
    openPrice: 800,
    margin: 800_000,
    accrued: 0,
  } as LotView,
})

describe('what tax would ask of a closing', () => {
  test('shares at 1× against their average cost, whatever their lot has cost', () => {
    expect(estimateTaxed([part(1)], [1_200_000], FREE, 900)).toBe(300_000)
    expect(
      estimateTaxed(
        [part(1, 300), part(1, 200)],
        [360_000, 240_000],
        { ...FREE, minYen: 50, maxYen: 1_000 },
        900,
      ),
    ).toBe(150_000 - 55)
  })

  test('leveraged lots are matched by themselves, and without a cost there is nothing to say', () => {
    expect(estimateTaxed([part(2), part(1, 100, 'down')], [1_200_000, 120_000], FREE, 900)).toBeNull()
    expect(estimateTaxed([part(1)], [1_200_000], FREE, undefined)).toBeNull()
  })
})
