import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import {
  accountsOfOneDevice,
  membersOfOneDocument,
  passedThrough,
  payersOfOtherNames,
  smallCapsFromNewDevice,
  washTrades,
  withdrawalsFromNewDevice,
} from './find.ts'
import { RULE_NAMES, RULES, thresholdsOf } from './rules.ts'
import type { DeviceUse, Payment, Signal, Trade, Transfer } from './signal.ts'

const NOW = Date.parse('2026-11-26T03:00:00Z')
const device = (memberId: string, name: string, at = NOW): DeviceUse => ({ memberId, device: name, at })
const payment = (id: string, memberId: string, yen: number, at = NOW): Payment => ({ id, memberId, yen, at })
const trade = (orderId: string, memberId: string, isBuy: boolean, more: Partial<Trade> = {}): Trade => ({
  orderId,
  memberId,
  code: 'S100',
  isBuy,
  priceTenths: 10_000,
  quantity: 100,
  yen: 100_000,
  at: NOW,
  ...more,
})
const said = (signals: readonly Signal[]) =>
  signals.map(({ rule, memberId, key }) => `${rule} ${memberId} ${key}`)

describe('one document of several members', () => {
  const use = (memberId: string, document: string) => ({ memberId, document, id: `d-${memberId}`, at: NOW })
  it('is a signal for each of them, and none where it is one member’s alone', () => {
    const found = membersOfOneDocument([use('haruka', 'x'), use('sora', 'x'), use('ren', 'y')])
    expect(said(found)).toEqual(['same-document haruka x', 'same-document sora x'])
    expect(found[0]).toMatchObject({
      others: ['sora'],
      evidence: [{ what: 'document', id: 'd-haruka', yen: null, at: NOW }],
    })
  })
})

describe('a withdrawal after the first sign-in from a new device', () => {
  it.each<[string, number, number, boolean]>([
    ['at once', 0, 100_000, true],
    ['after 72 hours less a millisecond', 72 * HOUR - 1, 100_000, true],
    ['after 72 hours', 72 * HOUR, 100_000, false],
    ['before it', -1, 100_000, false],
    ['of one yen less', 0, 99_999, false],
  ])('%s', (_, after, yen, isFound) => {
    const found = withdrawalsFromNewDevice(
      [payment('w', 'haruka', yen, NOW + after)],
      [device('haruka', 'd')],
    )
    expect(said(found)).toEqual(isFound ? ['withdrawal-new-device haruka w'] : [])
  })
  it('is none where the device is another member’s', () => {
    expect(withdrawalsFromNewDevice([payment('w', 'haruka', 500_000)], [device('sora', 'd')])).toEqual([])
  })
  it('names the newest device, with its time, and the withdrawal, with its yen', () => {
    const [found] = withdrawalsFromNewDevice(
      [payment('w', 'haruka', 500_000, NOW + HOUR)],
      [device('haruka', 'new'), device('haruka', 'older', NOW - HOUR)],
    )
    expect(found!.evidence).toEqual([
      { what: 'device', id: 'new', yen: null, at: NOW },
      { what: 'withdrawal', id: 'w', yen: 500_000, at: NOW + HOUR },
    ])
  })
})

describe('accounts at one device', () => {
  it('are a signal for each from the third on', () => {
    expect(accountsOfOneDevice([device('a', 'd'), device('b', 'd')])).toEqual([])
    const three = accountsOfOneDevice([device('a', 'd'), device('b', 'd'), device('c', 'd')])
    expect(said(three)).toEqual(['shared-device a d', 'shared-device b d', 'shared-device c d'])
    expect(three[0]!.others).toEqual(['b', 'c'])
  })
  it('are none at three devices, nor when they came 90 days apart', () => {
    expect(accountsOfOneDevice([device('a', 'd'), device('b', 'e'), device('c', 'f')])).toEqual([])
    const apart = [device('a', 'd'), device('b', 'd', NOW + 90 * DAY), device('c', 'd', NOW + 180 * DAY)]
    expect(accountsOfOneDevice(apart)).toEqual([])
  })
})

describe('a transfer from another name', () => {
  const transfer = (payer: string | null): Transfer => ({
    ...payment('line', 'haruka', 300_000),
    depositId: 'deposit',
    payer,
    holder: 'h1',
  })
  it.each<[string | null, boolean]>([
    ['h1', false],
    ['h2', true],
    [null, false],
  ])('%s: %s', (payer, isFound) => {
    expect(said(payersOfOtherNames([transfer(payer)]))).toEqual(isFound ? ['payer-differs haruka line'] : [])
  })
})

describe('money that passes through', () => {
  it.each<[string, { came: number; asked: number; traded?: number; after?: number }, boolean]>([
    ['all of it', { came: 300_000, asked: 300_000 }, true],
    ['four fifths', { came: 1_000_000, asked: 800_000 }, true],
    ['less than four fifths', { came: 1_000_000, asked: 799_999 }, false],
    ['little money', { came: 299_999, asked: 299_999 }, false],
    ['a tenth traded with', { came: 1_000_000, asked: 1_000_000, traded: 100_000 }, true],
    ['more than a tenth traded with', { came: 1_000_000, asked: 1_000_000, traded: 100_001 }, false],
    ['within seven days', { came: 300_000, asked: 300_000, after: 7 * DAY - 1 }, true],
    ['after seven days', { came: 300_000, asked: 300_000, after: 7 * DAY }, false],
  ])('%s', (_, { came, asked, traded = 0, after = HOUR }, isFound) => {
    const found = passedThrough(
      [payment('in', 'haruka', came)],
      [payment('out', 'haruka', asked, NOW + after)],
      traded === 0 ? [] : [trade('o', 'haruka', true, { yen: traded })],
    )
    expect(said(found)).toEqual(isFound ? ['pass-through haruka in'] : [])
  })
  it('is found once, however many withdrawals it is asked for by', () => {
    const outs = [1, 2, 3].map((n) => payment(`out${n}`, 'haruka', 300_000, NOW + n * HOUR))
    const found = passedThrough([payment('in', 'haruka', 300_000)], outs, [])
    expect(said(found)).toEqual(['pass-through haruka in'])
  })
})

describe('trades of related accounts with each other', () => {
  const shared = [device('a', 'd'), device('b', 'd'), device('c', 'e')]
  const pair = (n: number, more: Partial<Trade> = {}, apart = 0) => [
    trade(`buy${n}`, 'a', true, { at: NOW + n * HOUR, ...more }),
    trade(`sell${n}`, 'b', false, { at: NOW + n * HOUR + apart, ...more }),
  ]
  it('are a signal for both from the second pair on', () => {
    expect(washTrades(pair(1), shared)).toEqual([])
    const found = washTrades([...pair(1), ...pair(2)], shared)
    expect(said(found)).toEqual(['wash-trades a buy2 sell2', 'wash-trades b buy2 sell2'])
    expect(found[0]!.others).toEqual(['b'])
    expect(found[0]!.evidence.map(({ id }) => id)).toEqual(['d', 'buy1', 'sell1', 'buy2', 'sell2'])
  })
  it.each<[string, Trade[]]>([
    ['another price', [...pair(1), pair(2)[0]!, { ...pair(2)[1]!, priceTenths: 10_010 }]],
    ['another issue', [...pair(1), pair(2)[0]!, { ...pair(2)[1]!, code: 'S101' }]],
    ['more than a minute apart', [...pair(1), ...pair(2, {}, MINUTE + 1)]],
    ['five days apart', [...pair(0), ...pair(120)]],
    ['two purchases', [...pair(1), pair(2)[0]!, { ...pair(2)[1]!, isBuy: true }]],
    ['an account of another device', [...pair(1), pair(2)[0]!, { ...pair(2)[1]!, memberId: 'c' }]],
  ])('are none: %s', (_, trades) => {
    expect(washTrades(trades, shared)).toEqual([])
  })
  it('count each trade in one pair', () => {
    expect(washTrades([...pair(1), trade('sell2', 'b', false, { at: NOW + HOUR })], shared)).toEqual([])
  })
})

describe('purchases of a small issue after the first sign-in from a new device', () => {
  const small = () => 29_999_999_999
  const buy = (yen: number, after = HOUR) => trade('o', 'haruka', true, { yen, at: NOW + after })
  const fresh = [device('haruka', 'd')]
  it.each<[string, Trade[], (() => number | null) | undefined, boolean]>([
    ['of a million', [buy(1_000_000)], undefined, true],
    ['of less', [buy(999_999)], undefined, false],
    ['in two orders', [buy(500_000), { ...buy(500_000), orderId: 'p' }], undefined, true],
    ['of two issues', [buy(500_000), { ...buy(500_000), code: 'S101' }], undefined, false],
    ['a day later', [buy(1_000_000, DAY)], undefined, false],
    ['before it', [buy(1_000_000, -1)], undefined, false],
    ['of a large issue', [buy(1_000_000)], () => 30_000_000_000, false],
    ['of an issue of unknown size', [buy(1_000_000)], () => null, false],
    ['that sell', [{ ...buy(1_000_000), isBuy: false }], undefined, false],
    [
      'of five times the usual',
      [buy(1_000_000), trade('u', 'haruka', true, { yen: 6_000_000, at: NOW - DAY })],
      undefined,
      true,
    ],
    [
      'of less than that',
      [buy(1_000_000), trade('u', 'haruka', true, { yen: 6_000_030, at: NOW - DAY })],
      undefined,
      false,
    ],
  ])('%s', (_, trades, cap = small, isFound) => {
    const found = smallCapsFromNewDevice(trades, fresh, cap)
    expect(said(found)).toEqual(isFound ? ['small-cap-new-device haruka d S100'] : [])
  })
})

describe('whatever the facts', () => {
  const who = fc.constantFrom('a', 'b', 'c')
  const when = fc.integer({ min: 0, max: 20 }).map((n) => NOW + n * 6 * HOUR)
  const devices = fc.array(fc.record({ memberId: who, device: fc.constantFrom('d', 'e'), at: when }), {
    maxLength: 8,
  })
  const trades = fc
    .array(
      fc.record({
        memberId: who,
        isBuy: fc.boolean(),
        code: fc.constantFrom('S100', 'S101'),
        yen: fc.integer({ min: 1, max: 3_000_000 }),
        at: when.chain((at) => fc.integer({ min: 0, max: 90 }).map((n) => at + n * SECOND)),
      }),
      { maxLength: 16 },
    )
    .map((rows) => rows.map(({ memberId, isBuy, ...more }, n) => trade(`o${n}`, memberId, isBuy, more)))
  const payments = fc
    .array(fc.record({ memberId: who, yen: fc.integer({ min: 1, max: 2_000_000 }), at: when }), {
      maxLength: 8,
    })
    .map((rows) => rows.map((row, n) => ({ id: `p${n}`, ...row })))
  const facts = fc.record({ devices, trades, ins: payments, outs: payments })
  type Facts = { devices: DeviceUse[]; trades: Trade[]; ins: Payment[]; outs: Payment[] }
  const all = (found: Facts): Signal[] => [
    ...withdrawalsFromNewDevice(found.outs, found.devices),
    ...accountsOfOneDevice(found.devices),
    ...passedThrough(found.ins, found.outs, found.trades),
    ...washTrades(found.trades, found.devices),
    ...smallCapsFromNewDevice(found.trades, found.devices, () => 1),
  ]

  it('a signal has evidence of its own member’s facts, a time of theirs, and never its member among the others', () => {
    fc.assert(
      fc.property(facts, (found) => {
        const times = new Set([...found.devices, ...found.trades, ...found.outs].map(({ at }) => at))
        for (const { memberId, at, evidence, others } of all(found)) {
          expect(times.has(at)).toBe(true)
          expect(evidence.length).toBeGreaterThan(0)
          expect(others).not.toContain(memberId)
        }
      }),
    )
  })
  it('without a device nobody is linked to anybody', () => {
    fc.assert(
      fc.property(facts, (found) => {
        const without = all({ ...found, devices: [] })
        expect(without.every(({ rule }) => rule === 'pass-through')).toBe(true)
      }),
    )
  })
  it('facts of other members change nothing of what is found of one alone', () => {
    fc.assert(
      fc.property(facts, (found) => {
        const of = <Row extends { memberId: string }>(rows: Row[]) =>
          rows.filter((row) => row.memberId === 'a')
        const alone = {
          devices: of(found.devices),
          trades: of(found.trades),
          ins: of(found.ins),
          outs: of(found.outs),
        }
        const single = (signals: Signal[]) =>
          said(
            signals.filter(({ rule, memberId }) => memberId === 'a' && !/shared|wash/.test(rule)),
          ).toSorted()
        expect(single(all(found))).toEqual(single(all(alone)))
      }),
    )
  })
})

it('thresholds are published as numbers, times in hours or minutes', () => {
  expect(thresholdsOf('withdrawal-new-device')).toEqual({ withinHours: 72, fromYen: 100_000 })
  expect(thresholdsOf('wash-trades')).toEqual({ apartMinutes: 1, pairs: 2, withinHours: 120 })
  for (const rule of RULE_NAMES)
    expect(Object.keys(thresholdsOf(rule)).length).toBe(Object.keys(RULES[rule]).length)
})
