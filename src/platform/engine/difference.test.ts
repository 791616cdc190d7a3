import { expect, test } from 'vitest'
import { differenceText, jsonDifference } from './difference.ts'

const at = { table: 'orders', key: 'o1', column: 'quantity', held: '200', said: '100' }

test.each([
  ['a value', at, 'orders o1: quantity is 200, the journal says 100'],
  [
    'a value within a column',
    { ...at, column: 'body', path: '.terms.units' },
    'orders o1: body.terms.units is 200, the journal says 100',
  ],
  ['nothing', { ...at, held: null }, 'orders o1: quantity is nothing, the journal says 100'],
  [
    'a long value by its beginning',
    { ...at, held: 'x'.repeat(500) },
    `orders o1: quantity is ${'x'.repeat(80)}… (500 letters), the journal says 100`,
  ],
  ['a row that is gone', { ...at, column: null, held: null, said: 'a b c' }, 'orders o1: the row is missing'],
  [
    'a row too many, without its values',
    { ...at, column: null, held: 'Haruka Sato 1234567', said: null },
    'orders o1: the journal knows no such row',
  ],
])('%s', (_name, difference, text) => {
  expect(differenceText(difference)).toBe(text)
})

test.each([
  ['the same', { a: [1, { b: null }] }, { a: [1, { b: null }] }, null, null],
  ['a leaf', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, ['.a.1.b', '2', '3'], ['.a.1.b', '2', '3']],
  ['a field more', { a: 1, b: 2 }, { a: 1 }, ['.b', '2', null], null],
  ['a field less', { a: 1 }, { a: 1, b: {} }, ['.b', null, 'an object'], null],
  ['a shorter list', { a: [1] }, { a: [1, 2] }, ['.a.1', null, '2'], ['.a.1', null, '2']],
  [
    'another kind',
    { a: {} },
    { a: [] },
    ['.a', 'an object', 'a list of 0'],
    ['.a', 'an object', 'a list of 0'],
  ],
  ['null is no absence', { a: null }, {}, ['.a', 'null', null], null],
  ['an inherited name', {}, { toString: 1 }, ['.toString', null, '1'], null],
] as const)('%s', (_name, held, said, all, shared) => {
  const found = (only?: 'shared') => {
    const difference = jsonDifference(held, said, only)
    return difference && [difference.path, difference.held, difference.said]
  }
  expect([found(), found('shared')]).toEqual([all, shared])
})
