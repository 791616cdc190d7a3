import { describe, expect, it } from 'vitest'
import { conditionals, isOver } from './conditional.ts'

type Orders = Parameters<typeof conditionals>[0]
type Lots = Parameters<typeof conditionals>[1]
const order = (part: Partial<Orders[number]> = {}): Orders[number] => ({
  id: 'o1',
  code: 'S801',
  name: 'Issue',
  side: 'up',
  purpose: 'open',
  leverage: 1,
  type: 'limit',
  condition: 'none',
  origin: 'member',
  lotId: null,
  status: 'pending',
  place: 'venue',
  reason: null,
  triggerPrice: null,
  trailYen: null,
  trailBp: null,
  exitTrailYen: null,
  exitTrailBp: null,
  price: 500,
  takeProfit: null,
  stopLoss: null,
  quantity: 100,
  updatedAt: '2026-11-20T01:00:00Z',
  ...part,
})
const lot = (part: Partial<Lots[number]> = {}): Lots[number] => ({
  id: 'l1',
  code: 'S801',
  name: 'Issue',
  side: 'up',
  leverage: 1,
  openQuantity: 100,
  takeProfit: null,
  stopLoss: null,
  trailYen: null,
  trailBp: null,
  openedAt: '2026-11-20T00:00:00Z',
  ...part,
})
const told = (orders: Orders, lots: Lots = []) =>
  conditionals(orders, lots).map(({ kind, state, bracket, way, trigger, limit }) => [
    kind,
    state,
    bracket,
    way,
    trigger,
    limit,
  ])
const stop = { type: 'stop', triggerPrice: 510, price: null } as const

describe('conditions of a member', () => {
  it('plain orders and holdings without exits are none', () => {
    expect(told([order(), order({ origin: 'loss-cut', condition: 'at-open' })], [lot()])).toEqual([])
  })

  it.each([
    ['armed', null, 'pending', 'watching'],
    ['armed', 'outside', 'pending', 'outside'],
    ['held', null, 'pending', 'held'],
    ['venue', null, 'pending', 'sent'],
    [null, null, 'holding', 'filled'],
    [null, null, 'closing', 'filled'],
    [null, null, 'closed', 'filled'],
    [null, 'said', 'cancelled', 'cancelled'],
    [null, 'said', 'expired', 'expired'],
    [null, 'said', 'rejected', 'rejected'],
  ] as const)('a stop (%s, %s, %s) is %s', (place, reason, status, state) => {
    expect(told([order({ ...stop, place, reason, status })])).toEqual([
      ['stop', state, null, 'cashBuy', 510, null],
    ])
  })

  it('a stop that trails, and a stop-loss that does, say at which distance', () => {
    const rows = conditionals(
      [order({ ...stop, place: 'armed', trailBp: 300 })],
      [lot({ takeProfit: 550, stopLoss: 450, trailYen: 20 })],
    )
    expect(rows.map(({ kind, trailYen, trailBp }) => [kind, trailYen, trailBp])).toEqual([
      ['trailing-stop', null, 300],
      ['take-profit', null, null],
      ['stop-loss', 20, null],
    ])
  })

  it.each(['at-open', 'at-close', 'limit-then-market'] as const)('%s waits for an auction', (condition) => {
    expect(told([order({ condition })])).toEqual([[condition, 'sent', null, 'cashBuy', null, 500]])
  })

  it.each([
    [{ takeProfit: 550 }, [['take-profit', 'opening', 'IFD', 'cashSell', 550, 550]]],
    [{ stopLoss: 450, leverage: 2 }, [['stop-loss', 'opening', 'IFD', 'closeLong', 450, null]]],
    [
      { takeProfit: 450, stopLoss: 550, side: 'down', leverage: 2 },
      [
        ['take-profit', 'opening', 'IFDOCO', 'closeShort', 450, 450],
        ['stop-loss', 'opening', 'IFDOCO', 'closeShort', 550, null],
      ],
    ],
  ] as const)('exits of an order that waits for its fill: %j', (part, rows) => {
    expect(told([order(part)])).toEqual(rows)
    // Filled, its holding has them; ended, nothing has.
    expect(told([order({ ...part, status: 'holding' }), order({ ...part, status: 'cancelled' })])).toEqual([])
  })

  it('exits of a holding end each other; one that was sent is the order that it became', () => {
    const held = lot({ takeProfit: 550, stopLoss: 450 })
    expect(told([], [held])).toEqual([
      ['take-profit', 'watching', 'OCO', 'cashSell', 550, 550],
      ['stop-loss', 'watching', 'OCO', 'cashSell', 450, null],
    ])
    const sent = order({ purpose: 'close', side: 'down', origin: 'take-profit', lotId: held.id, price: 550 })
    expect(told([sent], [held])).toEqual([
      ['take-profit', 'sent', null, 'cashSell', null, 550],
      ['stop-loss', 'watching', 'OCO', 'cashSell', 450, null],
    ])
    // It came to nothing: the exit stands again, and the order that failed stands below it.
    expect(told([{ ...sent, status: 'expired' }], [held]).map(([kind, state]) => [kind, state])).toEqual([
      ['take-profit', 'watching'],
      ['stop-loss', 'watching'],
      ['take-profit', 'expired'],
    ])
  })

  it.each([
    ['a stop to buy', [order(stop)], [], ['up']],
    ['a stop to sell', [order({ ...stop, side: 'down' })], [], ['down']],
    ['exits of a long', [], [lot({ takeProfit: 550, stopLoss: 450 })], ['up', 'down']],
    ['exits of a short', [], [lot({ side: 'down', takeProfit: 450, stopLoss: 550 })], ['down', 'up']],
  ] as const)('the price has to go there: %s', (_name, orders, lots, ways) => {
    expect(conditionals(orders, lots).map(({ towards }) => towards)).toEqual(ways)
  })

  it('what waits stands before what has ended, each newest first', () => {
    const at = (minute: number) => `2026-11-20T01:0${minute}:00Z`
    const rows = conditionals(
      [
        order({ ...stop, status: 'cancelled', place: null, updatedAt: at(9) }),
        order({ ...stop, place: 'armed', updatedAt: at(1) }),
        order({ ...stop, place: 'armed', updatedAt: at(3) }),
        order({ ...stop, status: 'holding', place: null, updatedAt: at(8) }),
      ],
      [lot({ takeProfit: 550, openedAt: at(2) })],
    )
    expect(rows.map((row) => row.at)).toEqual([at(3), at(2), at(1), at(9), at(8)])
    expect(rows.map(({ state }) => isOver(state))).toEqual([false, false, false, true, true])
  })
})
