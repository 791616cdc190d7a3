import { expect, test } from 'vitest'
import { NO_TRAIL } from '#modules/portfolio/model/trail.ts'
import { decideExits, refusedByExits, type Exits } from './exits.ts'

const yen = (takeProfit: number | null, stopLoss: number | null): Exits => ({
  takeProfitTenths: takeProfit === null ? null : takeProfit * 10,
  stopLossTenths: stopLoss === null ? null : stopLoss * 10,
  ...NO_TRAIL,
})

/** From 3,480 yen, where a tick is one yen. */
const cases: [side: 'up' | 'down', exits: Exits, answer: string | null][] = [
  ['up', yen(null, null), null],
  ['up', yen(3_481, 3_479), null],
  ['up', yen(3_480, null), 'TAKE_PROFIT_WRONG_SIDE'],
  ['up', yen(null, 3_480), 'STOP_LOSS_WRONG_SIDE'],
  ['down', yen(null, null), null],
  ['down', yen(3_479, 3_481), null],
  ['down', yen(3_480, null), 'TAKE_PROFIT_WRONG_SIDE'],
  ['down', yen(null, 3_480), 'STOP_LOSS_WRONG_SIDE'],
  ['up', yen(3_479, null), 'TAKE_PROFIT_WRONG_SIDE'],
  ['down', yen(3_481, null), 'TAKE_PROFIT_WRONG_SIDE'],
  ['up', yen(3_490, 3_481), 'STOP_LOSS_WRONG_SIDE'],
  ['down', yen(null, 3_479), 'STOP_LOSS_WRONG_SIDE'],
  ['up', yen(3_490.5, null), 'TAKE_PROFIT_OFF_TICK'],
  ['up', yen(3_490, 3_470.5), 'STOP_LOSS_OFF_TICK'],
]
test.each(cases)('%s, %j: %s', (side, exits, answer) => {
  expect(refusedByExits(side, exits, 34_800, 'topix500')?.rejection ?? null).toBe(answer)
})

type Lot = NonNullable<Parameters<typeof decideExits>[1]>
const market = { tickTable: 'topix500', lastTenths: 34_800 } as const
const lot: Lot = { code: 'S214', side: 'up', status: 'holding', triggeredBy: null, openPriceTenths: 33_000 }
const decided: [
  what: string,
  market: Parameters<typeof decideExits>[0],
  lot: Lot | null,
  exits: Exits,
  answer: string | null,
][] = [
  ['nobody’s', market, null, yen(null, null), 'LOT_NOT_FOUND'],
  ['closed', market, { ...lot, status: 'closed' }, yen(3_490, null), 'LOT_CLOSED'],
  ['closing by its member', market, { ...lot, status: 'closing' }, yen(3_490, null), null],
  ['stopped by its stop-loss', market, { ...lot, triggeredBy: 'stop-loss' }, yen(3_490, null), 'LOT_LEAVING'],
  [
    'about to take its profit at a limit',
    market,
    { ...lot, triggeredBy: 'take-profit' },
    yen(3_490, null),
    null,
  ],
  ['not listed any more', { ...market, tickTable: null }, lot, yen(3_490, null), 'UNKNOWN_ISSUE'],
  ['measured from the last price', market, lot, yen(3_400, null), 'TAKE_PROFIT_WRONG_SIDE'],
  [
    'measured, without one, from what it was opened at',
    { ...market, lastTenths: null },
    lot,
    yen(3_400, null),
    null,
  ],
  ['to trail without a stop-loss', market, lot, { ...yen(3_490, null), trailBp: 300 }, 'TRAIL_NOT_ALLOWED'],
  [
    'to trail in two ways',
    market,
    lot,
    { ...yen(null, 3_400), trailBp: 300, trailTenths: 800 },
    'TRAIL_AMBIGUOUS',
  ],
  ['to trail too close', market, lot, { ...yen(null, 3_400), trailBp: 9 }, 'TRAIL_OUTSIDE'],
  ['to trail', market, lot, { ...yen(null, 3_400), trailBp: 300 }, null],
]
test.each(decided)('a holding that is %s', (_, facts, of, exits, answer) =>
  expect(decideExits(facts, of, exits)?.rejection ?? null).toBe(answer),
)
