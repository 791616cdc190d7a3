import { expect, test } from 'vitest'
import type { Route } from '#wire/route.ts'
import { documentProblems } from './document.ts'

const handler = (name: string, method: 'GET' | 'POST', path: string) => ({ name, method, path }) as Route
const A = handler('listOrders', 'GET', '/orders')

const cases: [name: string, routes: Route[], document: object, problems: string[]][] = [
  ['in order', [A, handler('placeOrder', 'POST', '/orders')], {}, []],
  ['one name for two', [A, handler('listOrders', 'GET', '/lots')], {}, ['two routes are called listOrders']],
  ['one address for two', [A, handler('orders', 'GET', '/orders')], {}, ['two routes answer GET /orders']],
  [
    'one address but for the name of its place',
    [handler('a', 'GET', '/lots/{id}'), handler('b', 'GET', '/lots/{code}')],
    {},
    ['two routes answer GET /lots/{}'],
  ],
  ['a reference', [], { a: [{ $ref: '#/b/c' }], b: { c: {} } }, []],
  [
    'a reference that leads nowhere',
    [],
    { a: [{ $ref: '#/b/d' }], b: { c: {} } },
    ['#/b/d is not in the OpenAPI document'],
  ],
]

test.each(cases)('%s', (_, routes, document, problems) => {
  expect(documentProblems(routes, document)).toEqual(problems)
})
