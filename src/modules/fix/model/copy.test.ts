import { describe, expect, it } from 'vitest'
import { termsOf } from './copy.ts'

const ORDER = {
  code: '7203',
  side: 'up',
  purpose: 'open',
  type: 'limit',
  condition: 'none',
  timeInForce: 'day',
  validUntil: '2026-11-30',
  tradeDate: '2026-11-30',
  priceTenths: 10_000,
  triggerTenths: null,
  leverageTenths: 10,
} as const

describe('terms of an order in FIX’s words: Side, CashMargin, OrdType, TimeInForce', () => {
  it.each<[string, Partial<Parameters<typeof termsOf>[0]>, string]>([
    ['bought for cash', {}, '1120'],
    ['sold what was bought for cash', { purpose: 'close', side: 'down' }, '2120'],
    ['bought on margin', { leverageTenths: 25 }, '1220'],
    ['sold what was bought on margin', { purpose: 'close', side: 'down', leverageTenths: 25 }, '2320'],
    ['sold short', { side: 'down' }, '5220'],
    ['bought back', { purpose: 'close', side: 'up' }, '1320'],
    ['at market', { type: 'market', priceTenths: null }, '1110'],
    ['at a stop', { type: 'stop', priceTenths: null, triggerTenths: 11_000 }, '1130'],
    ['at a stop with a limit', { type: 'stop-limit', triggerTenths: 9_000 }, '1140'],
    ['at once or not at all', { timeInForce: 'ioc' }, '1123'],
    ['in the opening auction', { condition: 'at-open' }, '1122'],
    ['in the closing auction', { condition: 'at-close' }, '1127'],
    ['until a date', { validUntil: '2026-12-04' }, '1126'],
  ])('%s', (_, more, expected) => {
    const { side, cash, ordType, inForce } = termsOf({ ...ORDER, ...more })
    expect(`${side}${cash}${ordType}${inForce}`).toBe(expected)
  })
})
