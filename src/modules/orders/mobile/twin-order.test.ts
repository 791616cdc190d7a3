import { expect, test, vi } from 'vitest'
import type { OrderView, PlaceOrderInput } from '#modules/orders/contract.ts'

vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { addEventListener: () => {}, documentElement: { id: '' } })
const { twinOf } = await import('./twin-order.ts')

const NOW = Date.parse('2026-11-28T02:30:00Z')
const INPUT: PlaceOrderInput = {
  code: 'S214',
  side: 'up',
  type: 'limit',
  quantity: 100,
  price: 2_010,
  leverage: 1,
}
const order = (patch: Partial<OrderView>) =>
  ({
    ...{
      code: 'S214',
      side: 'up',
      type: 'limit',
      quantity: 100,
      price: 2_010,
      leverage: 1,
      triggerPrice: null,
      trailYen: null,
      trailBp: null,
    },
    ...{ purpose: 'open', status: 'pending', placedAt: '2026-11-28T02:29:00Z' },
    ...patch,
  }) as OrderView

test.each<[what: string, patch: Partial<OrderView>, isTwin: boolean]>([
  ['the same a minute ago', {}, true],
  ['the same, filled', { status: 'holding' }, true],
  ['the same five minutes ago', { placedAt: '2026-11-28T02:25:00Z' }, false],
  ['one that was taken back', { status: 'cancelled' }, false],
  ['one that came to nothing', { status: 'rejected' }, false],
  ['another price', { price: 2_011 }, false],
  ['another quantity', { quantity: 200 }, false],
  ['at market', { type: 'market', price: null }, false],
  ['one whose trigger trails', { trailBp: 300 }, false],
  ['on credit', { leverage: 2 }, false],
  ['the other side', { side: 'down' }, false],
  ['what closes a lot', { purpose: 'close' }, false],
])('an order that may be meant once: %s', (_, patch, isTwin) =>
  expect(twinOf(INPUT, [order(patch)], NOW) !== null).toBe(isTwin),
)
