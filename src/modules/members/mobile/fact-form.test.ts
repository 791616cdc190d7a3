import { expect, it } from 'vitest'
import { eraYear } from './fact-form.ts'

it.each([
  ['2019-05-01', '令和元年'],
  ['2019-04-30', '平成31年'],
  ['1990-04-01', '平成2年'],
  ['1989-01-08', '平成元年'],
  ['1989-01-07', '昭和64年'],
  ['1926-12-25', '昭和元年'],
  ['1926-12-24', '大正15年'],
  ['', undefined],
  ['1990-13-01', undefined],
])('%s is %s', (birthDate, era) => expect(eraYear(birthDate)).toBe(era))
