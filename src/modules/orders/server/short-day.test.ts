import { expect, test } from 'vitest'
import { lots } from '#modules/portfolio/server/tables.ts'
import { CODE, MEMBER, moneyDesk, type MoneyDesk } from './money.fixture.ts'

/**
 * Fifty units, 5,000 shares, of an issue and trade date: what was opened counts, whatever became of it since
 * (market rules 11).
 */
const OTHER = 'S300'
type Step =
  | readonly [what: 'short' | 'wait' | 'buy', quantity: number, code?: string]
  /** Buys back, ends what waits, fills what waits. */
  | readonly [what: 'cover' | 'cancel' | 'fill', quantity: number]
  | readonly ['next day']
const ask = { side: 'down', type: 'limit', price: 3_400, leverage: 2 } as const

function lived(steps: readonly Step[]): MoneyDesk {
  const desk = moneyDesk({ depositYen: 100_000_000 })
  desk.market.last.set(OTHER, 34_000)
  const waiting: string[] = []
  const placed = (ticket: Parameters<MoneyDesk['place']>[0]): string => {
    desk.market.at += 1_000
    const answer = desk.place(ticket)
    if (!answer.ok) throw new Error(answer.rejection)
    return answer.answer.id
  }
  for (const [what, quantity = 0, code = CODE] of steps) {
    if (what === 'short') desk.fill(placed({ ...ask, code, quantity }), quantity, 3_400)
    if (what === 'buy') desk.fill(placed({ ...ask, side: 'up', code, quantity }), quantity, 3_400)
    if (what === 'wait') waiting.push(placed({ ...ask, code, quantity, validity: 'week' }))
    if (what === 'cancel') desk.end(waiting.pop()!, 'CANCELED')
    if (what === 'fill') desk.fill(waiting.at(-1)!, quantity, 3_400)
    if (what === 'cover') {
      const lot = desk.tables
        .of(lots)
        .by('member', MEMBER)
        .find(({ side, openQuantity }) => side === 'down' && openQuantity >= quantity)!
      const answer = desk.close(lot.id, { quantity })
      if (!answer.ok) throw new Error(answer.rejection)
      desk.fill(answer.answer.id, quantity, 3_400)
    }
    if (what === 'next day')
      [desk.market.at, desk.market.tradeDate] = [desk.market.at + 86_400_000, '2026-11-20']
  }
  return desk
}

const days: [what: string, steps: Step[], used: number][] = [
  ['nothing yet', [], 0],
  ['a short that is held', [['short', 3_000]], 3_000],
  [
    'a short that was bought back',
    [
      ['short', 3_000],
      ['cover', 3_000],
    ],
    3_000,
  ],
  [
    'a short that was bought back in part',
    [
      ['short', 3_000],
      ['cover', 1_000],
    ],
    3_000,
  ],
  [
    'in and out, again and again',
    [
      ['short', 2_000],
      ['cover', 2_000],
      ['short', 2_000],
      ['cover', 2_000],
    ],
    4_000,
  ],
  ['an order that waits', [['wait', 1_500]], 1_500],
  [
    'an order that waits, filled in part',
    [
      ['wait', 1_500],
      ['fill', 700],
    ],
    1_500,
  ],
  [
    'an order that was cancelled',
    [
      ['wait', 1_500],
      ['cancel', 0],
    ],
    0,
  ],
  [
    'an order that was cancelled after a part of it',
    [
      ['wait', 1_500],
      ['fill', 700],
      ['cancel', 0],
    ],
    700,
  ],
  [
    'bought back and waiting together',
    [
      ['short', 2_000],
      ['cover', 2_000],
      ['wait', 1_000],
    ],
    3_000,
  ],
  ['another issue', [['short', 3_000, OTHER]], 0],
  ['buying on margin', [['buy', 3_000]], 0],
  ['the day before', [['short', 3_000], ['next day']], 0],
  ['the day before, bought back today', [['short', 3_000], ['next day'], ['cover', 3_000]], 0],
  ['the day before and today', [['short', 3_000], ['next day'], ['short', 1_000], ['cover', 1_000]], 1_000],
  [
    'an order of the day before that still waits, filled in part there',
    [['wait', 1_500], ['fill', 700], ['next day']],
    800,
  ],
]
test.each(days)('%s', (_, steps, used) => {
  const over = lived(steps).place({ ...ask, quantity: 5_100 - used })
  expect(over).toMatchObject({ ok: false, rejection: 'SHORT_TOO_LARGE', detail: { max: 5_000, used } })
  expect(lived(steps).place({ ...ask, quantity: 5_000 - used })).toMatchObject({ ok: true })
})

test('fifty units are used up, however small the pieces and however soon they are gone', () => {
  const desk = lived(
    Array.from(
      { length: 10 },
      () =>
        [
          ['short', 500],
          ['cover', 500],
        ] as Step[],
    ).flat(),
  )
  expect(desk.tables.of(lots).by('member', MEMBER)).toEqual([])
  expect(desk.place({ ...ask, quantity: 100 })).toMatchObject({
    rejection: 'SHORT_TOO_LARGE',
    detail: { used: 5_000 },
  })
  desk.market.tradeDate = '2026-11-20'
  expect(desk.place({ ...ask, quantity: 5_000 })).toMatchObject({ ok: true })
})
