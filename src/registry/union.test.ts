import { expect, it } from 'vitest'
import { unionOf } from './union.ts'

it('puts together what modules declare', () =>
  expect(unionOf('kind', { orders: { hold: 1, release: 2 }, loans: { loan: 3 } })).toEqual({
    hold: 1,
    release: 2,
    loan: 3,
  }))
it('refuses two of one name, and says whose they are', () =>
  expect(() => unionOf('kind', { orders: { hold: 1 }, loans: { loan: 2, hold: 3 } })).toThrow(
    'two modules declare the kind hold: orders and loans',
  ))

it('refuses two of one id', () =>
  expect(() => unionOf('kind', { orders: { hold: 1 }, loans: { loan: 1 } }, (id) => id)).toThrow(
    'two modules declare the kind 1: orders and loans',
  ))

it('refuses two of one address', () =>
  expect(() =>
    unionOf('page', { orders: { a: { path: '/x' } }, loans: { b: { path: '/x' } } }, ({ path }) => path),
  ).toThrow('two modules declare the page /x: orders and loans'))
