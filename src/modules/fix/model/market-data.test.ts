import { describe, expect, it } from 'vitest'
import { increment, type Entry } from './market-data.ts'

const bid = (priceTenths: number, quantity: number, level: number): Entry => ({
  type: '0',
  priceTenths,
  quantity,
  level,
})
const last = (priceTenths: number): Entry => ({ type: '2', priceTenths, quantity: null, level: null })
const volume = (quantity: number): Entry => ({ type: 'B', priceTenths: null, quantity, level: null })
/** Entries of an increment: action, type, price, size. */
const said = (before: readonly Entry[], after: readonly Entry[]) => {
  const text = increment('q', '7203', before, after)
    ?.fields.slice(2)
    .map(([tag, value]) => `${tag}=${value}`)
    .join(' ')
  return text?.split(/ (?=279=)/) ?? null
}

describe('an increment says', () => {
  it.each<[string, Entry[], Entry[], string[] | null]>([
    ['nothing where nothing has changed', [bid(10_000, 100, 1)], [bid(10_000, 100, 1)], null],
    [
      'a size that has changed at its price',
      [bid(10_000, 100, 1)],
      [bid(10_000, 300, 1)],
      ['279=1 269=0 55=7203 270=1000 271=300'],
    ],
    [
      'a price that came before another, and not that the other has another place',
      [bid(10_000, 100, 1)],
      [bid(10_005, 200, 1), bid(10_000, 100, 2)],
      ['279=0 269=0 55=7203 270=1000.5 271=200'],
    ],
    [
      'what went first, then what came: a level that falls off the last place',
      [bid(10_000, 100, 1), bid(9_990, 100, 2)],
      [bid(10_010, 100, 1), bid(10_000, 100, 2)],
      ['279=2 269=0 55=7203 270=999', '279=0 269=0 55=7203 270=1001 271=100'],
    ],
    ['a side that is empty now', [bid(10_000, 100, 1)], [], ['279=2 269=0 55=7203 270=1000']],
    [
      'the last price and the volume by their types',
      [last(10_000), volume(100)],
      [last(10_010), volume(300)],
      ['279=1 269=2 55=7203 270=1001', '279=1 269=B 55=7203 271=300'],
    ],
    ['a first last price', [volume(0)], [last(10_010), volume(0)], ['279=0 269=2 55=7203 270=1001']],
  ])('%s', (_, before, after, expected) => expect(said(before, after)).toEqual(expected))
})
