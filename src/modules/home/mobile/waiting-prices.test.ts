import { expect, it } from 'vitest'
import { waitingExits, waitingPrices } from './waiting-prices.ts'

const order = {
  price: null,
  triggerPrice: null,
  trailYen: null,
  trailBp: null,
  place: 'venue',
  amending: null,
  origin: 'member',
} as const

it.each([
  ['a market order', {}, []],
  ['a limit order', { price: 500 }, [{ of: 'price', price: 500, isFree: true }]],
  ['a stop', { triggerPrice: 490, place: 'armed' }, [{ of: 'trigger', price: 490, isFree: true }]],
  [
    'a stop-limit, whose both prices can be moved',
    { price: 480, triggerPrice: 490, place: 'armed' },
    [
      { of: 'trigger', price: 490, isFree: true },
      { of: 'price', price: 480, isFree: true },
    ],
  ],
  [
    'a stop-limit that trails, whose prices move by themselves',
    { price: 480, triggerPrice: 490, trailYen: 10, place: 'armed' },
    [
      { of: 'trigger', price: 490, isFree: false },
      { of: 'price', price: 480, isFree: false },
    ],
  ],
  [
    'a stop-limit that was released',
    { price: 480, triggerPrice: 490 },
    [{ of: 'price', price: 480, isFree: true }],
  ],
  ['a stop that was released', { triggerPrice: 490 }, []],
  [
    'an order with a change on its way',
    { price: 500, amending: { price: 501, quantity: 100 } },
    [{ of: 'price', price: 500, isFree: false }],
  ],
  [
    'an order that the rules sent',
    { price: 500, origin: 'take-profit' },
    [{ of: 'price', price: 500, isFree: false }],
  ],
] as const)('the prices at which it waits, and whether they can be moved: %s', (_name, part, prices) => {
  expect(waitingPrices({ ...order, ...part })).toEqual(prices)
})

const opening = {
  ...order,
  purpose: 'open',
  status: 'pending',
  takeProfit: 520,
  stopLoss: 480,
  exitTrailYen: null,
  exitTrailBp: null,
} as const
const [gain, loss] = [
  { exit: 'takeProfit', price: 520, isFree: true },
  { exit: 'stopLoss', price: 480, isFree: true },
]
it.each([
  ['both', {}, [gain, loss]],
  ['a take-profit alone', { stopLoss: null }, [gain]],
  ['none', { takeProfit: null, stopLoss: null }, []],
  ['a stop-loss that trails moves by itself', { exitTrailYen: 10 }, [gain, { ...loss, isFree: false }]],
  ['in parts of the price too', { exitTrailBp: 300 }, [gain, { ...loss, isFree: false }]],
  [
    'a change is on its way',
    { amending: { price: 501, quantity: 100 } },
    [
      { ...gain, isFree: false },
      { ...loss, isFree: false },
    ],
  ],
  ['all of it is open: its holdings have their own', { status: 'holding' }, []],
  ['a closing order has none', { purpose: 'close' }, []],
] as const)(
  'the exits of what an order will open, and whether they can be moved: %s',
  (_name, part, exits) => {
    expect(waitingExits({ ...opening, ...part })).toEqual(exits)
  },
)
