import { describe, expect, it, test } from 'vitest'
import type { OrderId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { VenueOrder } from '#modules/venue/model/terms.ts'
import { valueOf, type Field, type FixMessage } from '#wire/fix/message.ts'
import {
  cancelRequest,
  namedBy,
  nameOf,
  newOrder,
  orderFor,
  readVenueMessage,
  replaceRequest,
  textOf,
  type VenueFixOrder,
} from './venue-messages.ts'
import { afterSaid } from './venue-order-life.ts'

const ID = '0192f0c1-0a0b-7c0d-8e0f-101112131415' as OrderId
const NAME = '0192f0c10a0b7c0d8e0f101112131415'
const NOW = Date.UTC(2026, 10, 27, 1) as Ms
const TODAY = '2026-11-27' as DateJst

/** A message as a venue writes it: `35=8|11=…`, `NAME` for the order's own. */
function message(text: string): FixMessage {
  const fields = text.split('|').map((field): Field => {
    const at = field.indexOf('=')
    return [Number(field.slice(0, at)), field.slice(at + 1).replace('NAME', NAME)]
  })
  return { type: fields[0]![1], fields: fields.slice(1) }
}
const placed = (more: Partial<VenueOrder> = {}): VenueOrder => ({
  orderId: ID,
  memberId: 'm',
  code: '7203',
  side: 'BUY',
  ordType: 'LIMIT',
  timeInForce: 'DAY',
  condition: 'NONE',
  priceTenths: 20_000,
  quantity: 300,
  leavesQty: 300,
  venueSeq: null,
  goodUntil: TODAY,
  ...more,
})
const order = (more: Partial<VenueFixOrder> = {}): VenueFixOrder => ({
  ...orderFor(placed(), TODAY, NOW),
  ...more,
})
const REPORT = '35=8|11=NAME|37=V1|17=E1|55=7203|54=1|38=300'

describe('a word of the venue', () => {
  const cancel = { n: 1, does: 'cancel' } as const
  const replace = { n: 1, does: 'replace', to: { quantity: 200 } } as const
  // The mapping of FIX 4.4: the message, the order before, the word to the orders, the order after.
  test.each<[string, string, Partial<VenueFixOrder>, object | null, Partial<VenueFixOrder>]>([
    ['A pending new is noted', '|150=A|39=A|151=300|14=0', {}, null, { isTaken: true }],
    ['6 pending cancel is noted', '|150=6|39=6|151=300|14=0', { asked: cancel }, null, { asked: cancel }],
    ['E pending replace is noted', '|150=E|39=E|151=300|14=0', { asked: replace }, null, { asked: replace }],
    ['0 new', '|150=0|39=0|151=300|14=0', {}, { kind: 'NEW' }, { isTaken: true }],
    [
      'F a part',
      '|150=F|39=1|32=100|31=1999.5|151=200|14=100',
      {},
      { kind: 'TRADE', lastQty: 100, lastPxTenths: 19_995 },
      { cumQty: 100, isOver: false },
    ],
    [
      'F the rest, left at 39=1',
      '|150=F|39=1|32=200|31=2000|151=0|14=300',
      { cumQty: 100 },
      { kind: 'TRADE', lastQty: 200 },
      { cumQty: 300, isOver: true },
    ],
    [
      'F at a price between two tenths',
      '|150=F|39=1|32=100|31=1999.95|151=200|14=100',
      {},
      { kind: 'TRADE', lastPxTenths: 0, finePx: '1999.95' },
      { cumQty: 100 },
    ],
    [
      'F after the end',
      '|150=F|39=1|32=100|31=1999|151=0|14=100',
      { isOver: true },
      { kind: 'TRADE', lastQty: 100 },
      { isOver: true },
    ],
    [
      '4 asked',
      '|41=NAME|150=4|39=4|151=0|14=0',
      { asked: cancel },
      { kind: 'CANCELED', reason: 'REQUESTED' },
      { isOver: true, asked: null },
    ],
    [
      '4 of its own',
      '|150=4|39=4|151=0|14=0|378=8',
      {},
      { kind: 'CANCELED', reason: 'OTHER' },
      { isOver: true },
    ],
    [
      '4 of an order that is immediate or cancelled',
      '|150=4|39=4|151=0|14=0',
      { inForce: '3' },
      { kind: 'CANCELED', reason: 'IOC_LAPSED' },
      { isOver: true },
    ],
    [
      '8 with its reason',
      '|150=8|39=8|103=2|151=0|14=0',
      {},
      { kind: 'REJECTED', reason: 'OTHER' },
      { isOver: true },
    ],
    [
      '8 at a price outside the limits',
      '|150=8|39=8|103=16|151=0|14=0',
      {},
      { kind: 'REJECTED', reason: 'OUTSIDE_LIMIT' },
      { isOver: true },
    ],
    ['8 with 103=6 ends nothing', '|150=8|39=8|103=6|151=0|14=0', {}, null, { isTaken: true, isOver: false }],
    ['C', '|150=C|39=C|151=0|14=0', {}, { kind: 'EXPIRED', reason: 'DAY_END' }, { isOver: true }],
    [
      'C of an order for the opening',
      '|150=C|39=C|151=0|14=0',
      { inForce: '2' },
      { kind: 'EXPIRED', reason: 'AT_OPEN_LAPSED' },
      { isOver: true },
    ],
    [
      'C of one of several days before its last',
      '|150=C|39=C|151=0|14=0',
      { inForce: '6', goodUntil: '2099-12-04' },
      { kind: 'EXPIRED', reason: 'OTHER' },
      { isOver: true },
    ],
    ['3 ends an order of the day', '|150=3|39=3|151=0|14=0', {}, { kind: 'EXPIRED' }, { isOver: true }],
    [
      '3 leaves one of several days',
      '|150=3|39=3|151=300|14=0',
      { inForce: '6', goodUntil: '2026-12-04' },
      null,
      { isOver: false },
    ],
    [
      'D restated with its reason',
      '|150=D|39=0|378=5|44=2000|151=200|14=0',
      {},
      { kind: 'RESTATED', reason: 'PARTLY_DECLINED', leavesQty: 200 },
      { quantity: 200 },
    ],
    [
      'H takes a trade back',
      '|150=H|39=1|19=E0|32=100|31=1999|151=300|14=0',
      { cumQty: 100 },
      { kind: 'TRADE_CANCEL', refExecId: 'E0' },
      { cumQty: 0 },
    ],
    [
      'G corrects a trade',
      '|150=G|39=1|19=E0|32=50|31=1998|151=250|14=50',
      { cumQty: 100 },
      { kind: 'TRADE_CORRECT', refExecId: 'E0', lastQty: 50, lastPxTenths: 19_980 },
      { cumQty: 50 },
    ],
    [
      'I of an order whose acknowledgment was lost',
      '|150=I|39=0|151=300|14=0',
      {},
      { kind: 'NEW' },
      { isTaken: true },
    ],
    [
      'I with trades that were not told books none',
      '|150=I|39=1|151=200|14=100',
      { isTaken: true },
      { kind: 'STATUS', cumQty: 100 },
      { cumQty: 0, isOver: false },
    ],
    [
      'I of an order that was cancelled meanwhile',
      '|150=I|39=4|151=0|14=100',
      { isTaken: true, cumQty: 100 },
      { kind: 'CANCELED' },
      { isOver: true },
    ],
    [
      'I of one that ended with trades that were not told ends nothing',
      '|150=I|39=4|151=0|14=100',
      { isTaken: true },
      { kind: 'STATUS', cumQty: 100 },
      { isOver: false },
    ],
    ['I unknown', '|150=I|39=8|103=5|151=0|14=0', {}, { kind: 'NOT_THERE' }, { isTaken: false }],
  ])('%s', (_name, fields, before, told, after) => {
    const said = readVenueMessage(message(REPORT + fields), NOW)!
    const { order: next, tell } = afterSaid(order(before), said, 100)
    if (told === null) expect(tell).toBeNull()
    else expect(tell).toMatchObject(told)
    expect(next).toMatchObject(after)
  })

  it('5: the request’s name stands from then on', () => {
    const said = readVenueMessage(
      message('35=8|11=NAME.1|41=NAME|37=V1|17=E2|150=5|39=5|44=1990|151=200|14=0|38=200'),
      NOW,
    )!
    const { order: next } = afterSaid(order({ requests: 1, asked: replace }), said)
    expect(next).toMatchObject({ stands: 1, asked: null, quantity: 200, priceTenths: 19_900 })
    const request = cancelRequest({ ...next, requests: 2 }, NOW)
    expect([valueOf(request, 41), valueOf(request, 11)]).toEqual([`${NAME}.1`, `${NAME}.2`])
  })

  test.each([
    ['1', '0', 'CANCEL_REJECTED', 'TOO_LATE', false],
    ['1', '1', 'CANCEL_REJECTED', 'UNKNOWN_ORDER', true],
    ['2', '3', 'AMEND_REJECTED', 'REQUEST_PENDING', false],
    ['2', '99', 'AMEND_REJECTED', 'OTHER', false],
  ])('9 of %s with 102=%s: %s, %s', (of, reason, kind, word, asks) => {
    const said = readVenueMessage(message(`35=9|37=V1|11=NAME.1|41=NAME|39=0|434=${of}|102=${reason}`), NOW)!
    expect(said).toMatchObject({ kind, reason: word })
    const after = afterSaid(order({ requests: 1, asked: cancel }), said)
    expect(after.order.asked).toBeNull()
    expect(after.asks).toBe(asks)
  })

  it('of an order that is none of ours keeps the name that the venue gives', () => {
    const said = readVenueMessage(
      message('35=8|11=their-1|37=V9|17=E1|150=F|39=2|32=100|31=5|151=0|14=100'),
      NOW,
    )
    expect(said).toMatchObject({ isOurs: false, orderId: 'their-1', kind: 'TRADE' })
  })

  it('keeps no sign that a store could not', () => {
    expect(textOf('a\u0000b\u00e9')).toBe('a%0b%e9')
    expect(textOf('x'.repeat(1_000))).toHaveLength(400)
  })

  it('with nonsense in its numbers says none', () => {
    const said = readVenueMessage(message(`${REPORT}|150=F|39=1|32=-5|31=abc|151=1e9|14=0`), NOW)
    expect(said).toMatchObject({ lastQty: 0, lastPxTenths: 0, leavesQty: 0, finePx: null })
  })
})

describe('a message to the venue', () => {
  test.each<[string, Partial<VenueOrder>, string]>([
    ['of the day', {}, '59=0'],
    ['of several days', { goodUntil: '2026-12-04' }, '59=6|432=20261204'],
    ['immediate or cancelled', { timeInForce: 'IOC' }, '59=3'],
    ['for the opening', { condition: 'AT_OPEN' }, '59=2'],
    ['for the close', { condition: 'AT_CLOSE' }, '59=7'],
  ])('%s', (_name, more, expected) => {
    const text = newOrder(orderFor(placed(more), TODAY, NOW), NOW, false)
      .fields.map(([tag, value]) => `${tag}=${value}`)
      .join('|')
    expect(text).toContain(expected)
    expect(text).not.toContain('97=')
  })

  it('that may have been there is marked, and has the same name', () => {
    const again = newOrder(order(), NOW, true)
    expect([valueOf(again, 97), valueOf(again, 11)]).toEqual(['Y', NAME])
  })

  it('of a change has the whole order’s quantity', () => {
    const change = replaceRequest(order({ requests: 1, cumQty: 100 }), { quantity: 200 }, NOW)
    expect([valueOf(change, 38), valueOf(change, 44), valueOf(change, 41)]).toEqual(['200', '2000', NAME])
  })

  it('has a name that says whose it is', () => {
    expect(namedBy(nameOf(ID, 0))).toEqual({ orderId: ID, n: 0 })
    expect(namedBy(nameOf(ID, 12))).toEqual({ orderId: ID, n: 12 })
    expect(namedBy('their-1')).toBeNull()
  })
})
