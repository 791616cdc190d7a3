import { expect, it } from 'vitest'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { PLAIN_TERMS } from '#modules/orders/model/terms.ts'
import { refusedFields } from './ticket-fields.ts'

const buy: PlaceOrder = {
  code: 'S214',
  side: 'up',
  type: 'limit',
  quantity: 100,
  priceTenths: 34_800,
  leverageTenths: 10,
  takeProfitTenths: null,
  stopLossTenths: null,
  ...PLAIN_TERMS,
}
const stop = { ...buy, type: 'stop', priceTenths: null, triggerTenths: 35_000 } as const
const facts = (phase: Phase) => ({
  instrument: { tickTable: 'topix500', unit: 100, sharesOutstanding: 10_000_000 } as const,
  quote: {
    lastTenths: 34_820,
    previousCloseTenths: 34_100,
    bidTenths: 34_810,
    askTenths: 34_820,
    upperLimitTenths: 41_100,
    lowerLimitTenths: 27_100,
    firstDay: false,
  },
  phase,
})

it.each<[what: string, order: PlaceOrder, phase: Phase, refused: object]>([
  ['a price inside the limits', buy, 'continuous', {}],
  [
    'a limit above the day’s range',
    { ...buy, priceTenths: 41_110 },
    'continuous',
    { price: { rejection: 'PRICE_OUTSIDE_LIMIT', detail: { lower: 2_710, upper: 4_110 } } },
  ],
  [
    'a limit below it',
    { ...buy, priceTenths: 27_090 },
    'lunch',
    { price: { rejection: 'PRICE_OUTSIDE_LIMIT', detail: { lower: 2_710, upper: 4_110 } } },
  ],
  ['the same for a later day, whose limits nobody knows', { ...buy, priceTenths: 41_110 }, 'closed', {}],
  [
    'a limit between two ticks',
    { ...buy, priceTenths: 34_805 },
    'continuous',
    { price: { rejection: 'PRICE_OFF_TICK', detail: { tick: 1, below: 3_480, above: 3_481 } } },
  ],
  [
    'no price at all',
    { ...buy, priceTenths: 0 },
    'continuous',
    { price: { rejection: 'PRICE_OUTSIDE_LIMIT', detail: { lower: 2_710, upper: 4_110 } } },
  ],
  [
    'the same for a later day',
    { ...buy, priceTenths: 0 },
    'closed',
    { price: { rejection: 'PRICE_OFF_TICK' } },
  ],
  ['a trigger ahead', stop, 'continuous', {}],
  [
    'a trigger outside the range',
    { ...stop, triggerTenths: 41_110 },
    'continuous',
    { trigger: { rejection: 'TRIGGER_OUTSIDE_LIMIT' } },
  ],
  [
    'a trigger that is reached',
    { ...stop, triggerTenths: 34_820 },
    'continuous',
    { trigger: { rejection: 'TRIGGER_REACHED', detail: { price: 3_482, side: 'up' } } },
  ],
  [
    'exits on each other’s side',
    { ...buy, takeProfitTenths: 34_000, stopLossTenths: 35_000 },
    'continuous',
    {
      takeProfit: { rejection: 'TAKE_PROFIT_WRONG_SIDE', detail: { price: 3_480, side: 'up' } },
      stopLoss: { rejection: 'STOP_LOSS_WRONG_SIDE', detail: { price: 3_480, side: 'up' } },
    },
  ],
  [
    'exits of nothing, and between two ticks',
    { ...buy, side: 'down', takeProfitTenths: 0, stopLossTenths: 35_005 },
    'continuous',
    {
      takeProfit: { rejection: 'TAKE_PROFIT_OFF_TICK' },
      stopLoss: { rejection: 'STOP_LOSS_OFF_TICK', detail: { tick: 1, below: 3_500, above: 3_501 } },
    },
  ],
])('%s', (_, order, phase, refused) => {
  const found = refusedFields(order, facts(phase))
  expect(found).toMatchObject(refused)
  expect(Object.keys(found)).toEqual(Object.keys(refused))
})
