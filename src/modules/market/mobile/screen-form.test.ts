import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ScreenAddress } from '#modules/watchlists/contract.ts'
import { BOUNDS } from '../model/screen.ts'
import { addressOf, askedBound, EXAMPLES, FIGURES, screenOf, shownBound } from './screen-form.ts'

test.each([
  ['es', '12.5', '1250'],
  ['en', '0.07', '7'],
  ['ja', '12.5', '12.5'],
  ['zh-Hant', '500', '500'],
] as const)('capitalisation as %s counts it: %s 億 are %s', (lang, asked, shown) => {
  expect([
    shownBound(lang, 'capFrom', asked),
    askedBound(lang, 'capFrom', shown),
    shownBound(lang, 'priceFrom', asked),
  ]).toEqual([shown, asked, asked])
})

test('an address says all of a screen, and may be kept', () => {
  for (const screen of [
    ...Object.values(EXAMPLES),
    { sectors: 'banks,real-estate', changeFrom: '-3.5' },
    {},
  ]) {
    expect(screenOf(addressOf(screen))).toEqual(screen)
    expect(z.safeParse(ScreenAddress, addressOf(screen)).success).toBe(true)
  }
  expect(screenOf('perTo=15&kind=fund&who=me&priceFrom=x&lotTo=1e3&capTo=1.234')).toEqual({ perTo: '15' })
})

test('every bound has its field', () =>
  expect(
    FIGURES.flatMap(([, from, to]) => [from, to])
      .filter((bound) => bound !== null)
      .toSorted(),
  ).toEqual([...BOUNDS].toSorted()))
