import { expect, it } from 'vitest'
import { deskSearch, isFound } from './desk-list.ts'

const row = { reference: 'W7K2M9', number: 12, yen: 1_200_000 }

it.each([
  ['w7k2', true],
  ['Ｗ７Ｋ２Ｍ９', true],
  ['#12', true],
  ['12', true],
  ['１２００,０００円', true],
  ['¥1,200,000', true],
  ['1200', false],
  ['#120', false],
  ['W7K3', false],
])('%s finds the row: %s', (typed, found) => {
  expect(isFound(deskSearch(typed)!, row)).toBe(found)
})

it.each([undefined, '', '  '])('%j looks for nothing', (typed) => {
  expect(deskSearch(typed)).toBeNull()
})
