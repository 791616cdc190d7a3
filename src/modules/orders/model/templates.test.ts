import { describe, expect, it } from 'vitest'
import {
  exitDistances,
  MOST_TEMPLATES,
  pricesOf,
  removeTemplate,
  saveTemplate,
  type OrderTemplate,
} from './templates.ts'

const template = (part: Partial<OrderTemplate> = {}): OrderTemplate => ({
  id: 't1',
  name: 'Swing',
  side: 'up',
  type: 'limit',
  quantity: 100,
  leverage: 2,
  condition: 'none',
  timeInForce: 'day',
  validity: 'day',
  takeProfitBp: 500,
  stopLossBp: null,
  ...part,
})

describe('templates of a member', () => {
  it('one more stands last, with its name without blanks around it; said again it is there', () => {
    const first = template()
    const second = template({ id: 't2', name: ' Day ' })
    expect(saveTemplate([first], second)).toEqual({ ok: true, value: [first, { ...second, name: 'Day' }] })
    expect(saveTemplate([first], { ...first, name: 'Other' })).toEqual({ ok: true, value: [first] })
  })
  it.each([
    ['', 'NAME_INVALID'],
    ['x'.repeat(21), 'NAME_INVALID'],
    ['a\u202eb', 'NAME_INVALID'],
    ['Swing', 'NAME_TAKEN'],
  ])('the name %j is refused: %s', (name, rejection) => {
    expect(saveTemplate([template()], template({ id: 't2', name }))).toMatchObject({ ok: false, rejection })
  })
  it.each([
    { type: 'stop', condition: 'at-close' },
    { type: 'market', condition: 'limit-then-market' },
    { timeInForce: 'ioc', condition: 'at-open' },
    { timeInForce: 'ioc', validity: 'week' },
    { condition: 'at-open', validity: 'week' },
    { type: 'limit', trailBp: 100 },
    { type: 'stop', trailBp: 100, trailYen: 10 },
    { exitTrailBp: 100 },
    { stopLossBp: 300, exitTrailBp: 100, exitTrailYen: 10 },
  ] as const)('terms that no order can have are refused: %j', (part) => {
    expect(saveTemplate([], template(part))).toMatchObject({ rejection: 'TEMPLATE_INVALID' })
  })
  it.each([
    { type: 'market' },
    { type: 'stop' },
    { type: 'stop', trailYen: 10 },
    { stopLossBp: 300, exitTrailBp: 300 },
    { type: 'stop-limit', validity: 'week' },
    { condition: 'at-open' },
    { condition: 'limit-then-market' },
    { timeInForce: 'ioc' },
  ] as const)('terms of an order are kept: %j', (part) => {
    expect(saveTemplate([], template(part))).toMatchObject({ ok: true })
  })
  it('no more than the limit, and one that goes makes room', () => {
    const full = Array.from({ length: MOST_TEMPLATES }, (_, n) => template({ id: `t${n}`, name: `n${n}` }))
    const more = template({ id: 'more', name: 'more' })
    expect(saveTemplate(full, more)).toMatchObject({
      rejection: 'TOO_MANY_TEMPLATES',
      detail: { most: MOST_TEMPLATES },
    })
    const left = removeTemplate(full, 't3')
    expect(left).toMatchObject({ ok: true })
    expect(left.ok && saveTemplate(left.value, more)).toMatchObject({ ok: true })
    expect(removeTemplate(full, 'more')).toMatchObject({ rejection: 'TEMPLATE_NOT_FOUND' })
  })
})

describe('prices of a template', () => {
  it.each([
    ['up', { takeProfit: 1_050, stopLoss: 970 }],
    ['down', { takeProfit: 950, stopLoss: 1_030 }],
  ] as const)('exits stand as far away as they were kept, on the grid: %s', (side, exits) => {
    const kept = exitDistances(2_000, { takeProfit: 2_100, stopLoss: 1_940 })
    expect(kept).toEqual({ takeProfitBp: 500, stopLossBp: 300 })
    expect(pricesOf(template({ side, ...kept }), 1_000, 'other')).toEqual({
      price: 1_000,
      triggerPrice: undefined,
      ...exits,
    })
  })
  it('a stop begins beside the last price, on the side where it waits', () => {
    expect(pricesOf(template({ type: 'stop' }), 1_000, 'other').triggerPrice).toBeGreaterThan(1_000)
    expect(pricesOf(template({ type: 'stop', side: 'down' }), 1_000, 'other').triggerPrice).toBeLessThan(
      1_000,
    )
  })
  it('an exit at the price itself, or further away than it can be kept, is none', () => {
    expect(exitDistances(1_000, { takeProfit: 1_000, stopLoss: null })).toEqual({
      takeProfitBp: null,
      stopLossBp: null,
    })
    expect(exitDistances(1_000, { takeProfit: 3_000 })).toEqual({ takeProfitBp: null, stopLossBp: null })
  })
})
