import { expect, test } from 'vitest'
import { realizedOfLot } from './realized.ts'

const cash = { side: 'up', leverageTenths: 10, realizedYen: -20_033 } as const

// The sale of a member's: 100 of 300 shares at 1,138, bought at 1,337 and 1,139, which cost 1,206 on average.
test.each([
  ['shares paid in full: what tax has noted', cash, [{ kind: 'cash', gainYen: -6_861 }], -6_861],
  [
    'several sales of a lot',
    cash,
    [
      { kind: 'cash', gainYen: -6_861 },
      { kind: 'cash', gainYen: 500 },
    ],
    -6_361,
  ],
  ["shares given against a short: the result is the short's", cash, [], 0],
  [
    'a lot on margin: its own price',
    { ...cash, leverageTenths: 20 },
    [{ kind: 'margin', gainYen: 9 }],
    -20_033,
  ],
  [
    'a short that shares were given against',
    { side: 'down', leverageTenths: 20, realizedYen: -577 },
    [{ kind: 'cash', gainYen: 29_423 }],
    29_423,
  ],
] as const)('%s', (_, lot, gains, yen) => expect(realizedOfLot(lot, gains)).toBe(yen))
