import { expect, test } from 'vitest'
import type { LotView } from '#modules/portfolio/contract.ts'
import { assetsPath } from './assets-path.ts'

const lot = (more: Partial<LotView>): LotView =>
  ({
    code: 'A',
    side: 'up',
    openQuantity: 100,
    marketPrice: 120,
    openPrice: 90,
    openedAt: '2026-11-19T00:00:00.000Z',
    ...more,
  }) as LotView
const opened = Date.parse('2026-11-20T00:00:00.000Z')
const now = opened + 4 * 3_600_000
const prices = new Map([
  ['A', [100, 110, 105, 120]],
  ['B', [50, 40]],
])
const path = (lots: LotView[]) => assetsPath({ totalAssets: 10_000 }, lots, prices, opened, now)

test.each<[name: string, lots: LotView[], path: number[]]>([
  ['a long lot rises and falls with its price', [lot({})], [8_000, 9_000, 8_500, 10_000, 10_000]],
  ['a short lot the other way', [lot({ side: 'down' })], [12_000, 11_000, 11_500, 10_000, 10_000]],
  [
    'a lot opened at the second of four steps counts from its own price',
    [lot({ openedAt: '2026-11-20T02:30:00.000Z', openPrice: 108 })],
    [8_800, 8_800, 8_500, 10_000, 10_000],
  ],
  [
    'an issue that traded later stood at its first price before',
    [lot({}), lot({ code: 'B', marketPrice: 40 })],
    [9_000, 10_000, 9_500, 10_000, 10_000],
  ],
  ['without lots there is no path', [], []],
  ['an issue without prices does not move it', [lot({ code: 'C' })], []],
])('%s', (_, lots, expected) => expect(path(lots)).toEqual(expected))
