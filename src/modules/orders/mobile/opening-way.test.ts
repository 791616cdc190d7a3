import { describe, expect, it } from 'vitest'
import { opening, openingWay, takenOver } from './opening-way.ts'

describe('the act of a ticket', () => {
  it.each([
    ['up', 1, 'cashBuy'],
    ['up', 1.5, 'up'],
    ['down', 1, 'down'],
    ['down', 2, 'down'],
  ] as const)('%s at %s× is %s', (side, leverage, way) => {
    expect(openingWay({ side, leverage })).toBe(way)
  })

  it.each([
    ['cashBuy', 2.5, 3.3, { side: 'up', leverage: 1 }],
    ['up', 1, 3.3, { side: 'up', leverage: 2 }],
    ['up', 3, 3.3, { side: 'up', leverage: 3 }],
    // A level without margin: the form stays on it, and says what opens it.
    ['up', 1, 1, { side: 'up', leverage: 1.5 }],
    ['down', 1, 3.3, { side: 'down', leverage: 1 }],
    ['down', 2.5, 3.3, { side: 'down', leverage: 2.5 }],
  ] as const)('choosing %s from %s×, at most %s×', (way, leverage, most, chosen) => {
    expect(opening(way, { leverage }, most)).toEqual({
      ...chosen,
      takeProfit: undefined,
      stopLoss: undefined,
    })
  })

  it.each([
    ['a price of the same side', { side: 'up', leverage: 2 }, { side: 'up', price: 700 }, { price: 700 }],
    [
      'the other side, paid in full',
      { side: 'up', leverage: 1 },
      { side: 'down', type: 'limit', price: 700 },
      { side: 'down', leverage: 1, takeProfit: undefined, stopLoss: undefined, type: 'limit', price: 700 },
    ],
    [
      'back from a short on margin',
      { side: 'down', leverage: 2.5 },
      { side: 'up' },
      { side: 'up', leverage: 2.5, takeProfit: undefined, stopLoss: undefined },
    ],
  ] as const)('asked for once more beside its issue: %s', (_, form, asked, changed) => {
    expect(takenOver(form, asked, 3.3)).toEqual(changed)
  })
})
