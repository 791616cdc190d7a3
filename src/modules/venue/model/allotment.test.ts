import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handOut, share, type Waiting } from './allotment.ts'

type Order = [firm: string, quantity: number]
const waiting = (orders: readonly Order[]): Waiting[] =>
  orders.map(([firm, quantity], place) => ({
    firm: firm.charCodeAt(0),
    quantity,
    slot: place,
    tag: place + 1,
    bookedIn: place,
    givenIn: place,
  }))

const cases: [what: string, orders: Order[], total: number, got: number[]][] = [
  [
    'worked example B of the facts',
    [
      ['A', 1_200],
      ['B', 400],
      ['C', 100],
    ],
    600,
    [300, 200, 100],
  ],
  [
    'the largest total first, wherever it stands',
    [
      ['C', 100],
      ['B', 400],
      ['A', 1_200],
    ],
    100,
    [0, 0, 100],
  ],
  [
    'equal totals: the earlier order first',
    [
      ['B', 300],
      ['A', 300],
    ],
    100,
    [100, 0],
  ],
  [
    'inside a participant in turn, by time',
    [
      ['A', 500],
      ['A', 200],
      ['B', 100],
    ],
    400,
    [200, 100, 100],
  ],
  [
    'who is full drops out of the round',
    [
      ['A', 100],
      ['B', 100],
      ['C', 1_000],
    ],
    800,
    [100, 100, 600],
  ],
  [
    'enough for all',
    [
      ['A', 300],
      ['B', 200],
    ],
    900,
    [300, 200],
  ],
]
test.each(cases)('%s', (_what, orders, total, got) => {
  expect(share(waiting(orders), total, 100)).toEqual(got)
})

test('in sequence, and simultaneous ones among themselves', () => {
  const orders = waiting([
    ['A', 200],
    ['B', 300],
    ['C', 300],
    ['A', 300],
  ])
  expect(
    handOut(orders, 500, 100, ({ givenIn }) => givenIn === 1 || givenIn === 2).map(({ tag, quantity }) => [
      tag,
      quantity,
    ]),
  ).toEqual([
    [1, 200],
    [2, 200],
    [3, 100],
  ])
  expect(handOut(orders, 500, 100, () => false).map(({ tag, quantity }) => [tag, quantity])).toEqual([
    [1, 200],
    [2, 300],
  ])
})

test('property: sums conserve, nobody gets more than wanted, participants differ by one unit unless they are full', () => {
  const order = fc.tuple(
    fc.constantFrom('A', 'B', 'C', 'D'),
    fc.integer({ min: 1, max: 12 }).map((lots) => lots * 100),
  )
  fc.assert(
    fc.property(
      fc.array(order, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 60 }),
      (orders, lots) => {
        const got = share(waiting(orders), lots * 100, 100)
        const wanted = orders.reduce((sum, [, quantity]) => sum + quantity, 0)
        expect(got.reduce((sum, one) => sum + one, 0)).toBe(Math.min(lots * 100, wanted))
        const firms = new Map<string, { want: number; got: number }>()
        for (const [place, [firm, quantity]] of orders.entries()) {
          expect(got[place]! <= quantity && got[place]! >= 0).toBe(true)
          const { want = 0, got: had = 0 } = firms.get(firm) ?? {}
          firms.set(firm, { want: want + quantity, got: had + got[place]! })
        }
        const open = [...firms.values()].filter((firm) => firm.got < firm.want)
        const most = Math.max(...[...firms.values()].map((firm) => firm.got))
        for (const firm of open) expect(firm.got).toBeGreaterThanOrEqual(most - 100)
      },
    ),
  )
})
