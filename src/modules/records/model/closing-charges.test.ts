import { expect, it } from 'vitest'
import { withCharges } from './closing-charges.ts'

const fill = (orderId: string, tradeDate: string, quantity: number) => ({ orderId, tradeDate, quantity })

it('each closing says what it was charged, and the fills of an order and day add up to the ledger', () => {
  const fills = [
    fill('a', '2026-11-19', 100),
    fill('a', '2026-11-19', 200),
    fill('b', '2026-11-19', 100),
    fill('a', '2026-11-20', 100),
    fill('c', '2026-11-20', 100),
  ]
  const charges = [
    { orderId: 'a', tradeDate: '2026-11-19', yen: 800 },
    { orderId: 'a', tradeDate: '2026-11-20', yen: 263 },
    { orderId: 'b', tradeDate: '2026-11-19', yen: 1_111 },
  ]
  expect(withCharges(fills, charges).map(({ chargesYen }) => chargesYen)).toEqual([266, 534, 1_111, 263, 0])
})
