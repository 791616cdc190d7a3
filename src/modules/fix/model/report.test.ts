import { expect, it } from 'vitest'
import { valueOf, type FixMessage } from '#wire/fix/message.ts'
import { follow, numbersOf, type FixOrder, type PartChange } from './report.ts'

const ORDER: FixOrder = {
  id: 'o1',
  keyId: 'k',
  memberId: 'm',
  clOrdId: 'one',
  asked: null,
  terms: {
    code: '7203',
    side: '2',
    cash: '1',
    ordType: '2',
    inForce: '0',
    priceTenths: 20_000,
    triggerTenths: null,
  },
  quantity: 300,
  filled: 0,
  filledTenths: 0,
  parts: { o1: { quantity: 100, filled: 0, end: null }, o2: { quantity: 200, filled: 0, end: null } },
  status: '0',
  updatedAt: 0,
}
const change = (orderId: string, more: Partial<PartChange> = {}): PartChange => ({
  orderId,
  ordStatus: 'NEW',
  filledQuantity: 0,
  quantity: orderId === 'o1' ? 100 : 200,
  priceTenths: 20_000,
  triggerTenths: null,
  isAmending: false,
  cancelAsked: false,
  reason: null,
  ...more,
})
const numbers = () => numbersOf(7, 0)
const shown = (messages: readonly FixMessage[]) =>
  messages.map((message) =>
    [8, 150, 39, 11, 41, 14, 151, 6].map((tag) => (tag === 8 ? message.type : valueOf(message, tag))),
  )

it('the trades of two lots add up to one order', () => {
  const first = follow(
    ORDER,
    change('o1', { ordStatus: 'FILLED' }),
    [{ priceTenths: 20_010, quantity: 100 }],
    numbers(),
  )
  expect(shown(first.messages)).toEqual([['8', 'F', '1', 'one', undefined, '100', '200', '2001']])
  const second = follow(
    first.order,
    change('o2', { ordStatus: 'FILLED' }),
    [
      { priceTenths: 20_000, quantity: 50 },
      { priceTenths: 20_001, quantity: 150 },
    ],
    numbers(),
  )
  expect(shown(second.messages)).toEqual([
    ['8', 'F', '1', 'one', undefined, '150', '150', '2000.6667'],
    ['8', 'F', '2', 'one', undefined, '300', '0', '2000.3833'],
  ])
})

it('a cancel ends the order under its own name, once all lots are cancelled', () => {
  const asked: FixOrder = { ...ORDER, asked: { clOrdId: 'two', does: 'cancel' } }
  const first = follow(asked, change('o1', { ordStatus: 'CANCELED' }), [], numbers())
  expect(first.messages).toEqual([])
  const second = follow(first.order, change('o2', { ordStatus: 'CANCELED' }), [], numbers())
  expect(shown(second.messages)).toEqual([['8', '4', '4', 'two', 'one', '0', '0', '0']])
})

it('a cancel that meets the last trade is answered as too late', () => {
  const whole: FixOrder = {
    ...ORDER,
    quantity: 100,
    parts: { o1: ORDER.parts['o1']! },
    asked: { clOrdId: 'two', does: 'cancel' },
  }
  const { messages } = follow(
    whole,
    change('o1', { ordStatus: 'FILLED' }),
    [{ priceTenths: 20_000, quantity: 100 }],
    numbers(),
  )
  expect(shown(messages).map(([type, , status, name]) => [type, status, name])).toEqual([
    ['8', '2', 'one'],
    ['9', '2', 'two'],
  ])
})

it('an order of which its venue says nothing is told as a status', () => {
  const unknown = change('o1', { ordStatus: 'UNKNOWN', reason: 'VENUE_UNKNOWN' })
  const { order, messages } = follow(ORDER, unknown, [], numbers())
  expect(order).toEqual(ORDER)
  expect(shown(messages)).toEqual([['8', 'I', '0', 'one', undefined, '0', '300', '0']])
  expect(valueOf(messages[0]!, 58)).toBe('VENUE_UNKNOWN')
})

it('a replacement takes its name over, and an amendment in the app is told as restated', () => {
  const one: FixOrder = { ...ORDER, quantity: 100, parts: { o1: ORDER.parts['o1']! } }
  const asked: FixOrder = { ...one, asked: { clOrdId: 'two', does: 'replace' } }
  const replaced = follow(asked, change('o1', { priceTenths: 19_990 }), [], numbers())
  expect(shown(replaced.messages)).toEqual([['8', '5', '0', 'two', 'one', '0', '100', '0']])
  expect(replaced.order.terms.priceTenths).toBe(19_990)
  const restated = follow(one, change('o1', { priceTenths: 19_990 }), [], numbers())
  expect(shown(restated.messages)).toEqual([['8', 'D', '0', 'one', undefined, '0', '100', '0']])
  const nothing = follow(asked, change('o1'), [], numbers())
  expect(shown(nothing.messages).map(([type, , , name]) => [type, name])).toEqual([['9', 'two']])
  const refused = { ...one, asked: { clOrdId: 'two', does: 'cancel' } } as const
  expect(shown(follow(refused, change('o1'), [], numbers()).messages).map(([type]) => type)).toEqual(['9'])
  expect(follow(refused, change('o1', { cancelAsked: true }), [], numbers()).messages).toEqual([])
  const waiting = follow(asked, change('o1', { isAmending: true }), [], numbers())
  expect(waiting.messages).toEqual([])
})
