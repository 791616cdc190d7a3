import { expect, it } from 'vitest'
import { SRC } from '#i18n/catalogues.ts'
import { allRoutes } from './routes.ts'

const routes = (await allRoutes(SRC)).map(({ route }) => route)
const named = (wanted: (route: (typeof routes)[number]) => boolean) =>
  routes
    .filter(wanted)
    .map(({ name }) => name)
    .toSorted()

it('counts orders and cancels by themselves', () => {
  expect(named(({ lane }) => lane === 'orders')).toEqual(['amendOrder', 'closeLot', 'placeOrder', 'tapOrder'])
  expect(named(({ lane }) => lane === 'cancels')).toEqual(['cancelOrder'])
})
it('lets through who wants out, of an order or with money', () =>
  expect(named(({ urgent }) => urgent === true)).toEqual([
    'cancelOrder',
    'cancelWithdrawal',
    'health',
    'live',
    'lockOneTap',
    'op',
    'requestWithdrawal',
    'switchOffOneTap',
  ]))
