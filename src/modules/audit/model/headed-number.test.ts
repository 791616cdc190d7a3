import { expect, test } from 'vitest'
import { headedNumber } from './headed-number.ts'

const HEADINGS = [(number: number) => `会員 ${number}`, (number: number) => `Member ${number}`]

test.each([
  ['会員 2', 2],
  ['会員2', 2],
  ['会員　２', 2],
  ['会員 #2', 2],
  ['member 12', 12],
  ['2', null],
  ['会員', null],
  ['会員 2 3', null],
  ['会員 2x', null],
  ['会員 02', null],
])('%j is the number %s', (typed, number) => expect(headedNumber(typed, HEADINGS)).toBe(number))
