import { expect, it } from 'vitest'
import { cancelOrder, placeOrder } from '#modules/orders/contract.ts'
import * as system from '#wire/system.ts'
import { awayFor } from './mount-routes.ts'

it('with little memory left whoever wants out gets out, operators see why, and everybody else hears that it is busy', () => {
  const routes = {
    cancel: cancelOrder,
    place: placeOrder,
    measures: system.getVitals,
    health: system.health,
    op: system.op,
  }
  expect(
    Object.entries(routes).map(([name, route]) => [
      name,
      awayFor('ok', true, route),
      awayFor('ok', false, route),
    ]),
  ).toEqual([
    ['cancel', null, null],
    ['place', 'unavailable', null],
    ['measures', null, null],
    ['health', null, null],
    ['op', null, null],
  ])
})
