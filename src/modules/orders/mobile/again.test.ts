import { describe, expect, it } from 'vitest'
import { againPath } from './again.ts'

const order = {
  code: 'S801',
  side: 'up',
  purpose: 'open',
  source: 'order',
  type: 'market',
  quantity: 300,
  price: null,
  triggerPrice: null,
  trailYen: null,
  trailBp: null,
  exitTrailYen: null,
  exitTrailBp: null,
  leverage: 1,
  takeProfit: null,
  stopLoss: null,
  condition: 'none',
  timeInForce: 'day',
} as const
const filledIn = (part: object) => {
  const path = againPath({ ...order, ...part })
  return path && Object.fromEntries(new URLSearchParams(path.split('?')[1]))
}

describe('the same order again', () => {
  it('a plain order fills in what it was, and nothing that it had not', () => {
    expect(filledIn({})).toEqual({ code: 'S801', side: 'up', type: 'market', quantity: '300', leverage: '1' })
  })
  it('prices, exits and conditions come with it', () => {
    expect(
      filledIn({
        side: 'down',
        type: 'stop-limit',
        price: 480,
        triggerPrice: 490,
        leverage: 2.5,
        takeProfit: 450,
        stopLoss: 500.5,
      }),
    ).toEqual({
      code: 'S801',
      side: 'down',
      type: 'stop-limit',
      quantity: '300',
      leverage: '2.5',
      price: '480',
      triggerPrice: '490',
      takeProfit: '450',
      stopLoss: '500.5',
    })
    expect(filledIn({ type: 'stop', triggerPrice: 490, trailBp: 300 })).toMatchObject({ trailBp: '300' })
    expect(filledIn({ condition: 'at-close' })).toMatchObject({ condition: 'at-close' })
    expect(filledIn({ timeInForce: 'ioc' })).toMatchObject({ timeInForce: 'ioc' })
  })
  it('what closed a lot, or a product placed, is not placed again', () => {
    expect([filledIn({ purpose: 'close' }), filledIn({ source: 'day-trade' })]).toEqual([null, null])
  })
})
