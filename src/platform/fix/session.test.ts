import { describe, expect, it } from 'vitest'
import { SECOND } from '#kernel/time.ts'
import type { Field, Received } from '#wire/fix/message.ts'
import { fixTime } from '#wire/fix/time.ts'
import { FixSession, type Effect } from './session.ts'

const START = Date.UTC(2026, 10, 30)
const PROFILE = {
  role: 'acceptor',
  beginString: 'FIX.4.4',
  sender: 'us',
  target: 'them',
  heartbeat: 30,
  resetsOnLogon: false,
  takes: new Set(['D']),
} as const

const heard = (type: string, seq: number, at = START, more: readonly Field[] = []): Received => ({
  beginString: 'FIX.4.4',
  type,
  fields: [[34, String(seq)], [49, 'them'], [52, fixTime(at)], [56, 'us'], ...more],
})
const LOGON: readonly Field[] = [
  [98, '0'],
  [108, '10'],
]
const order = (seq: number, more: readonly Field[] = []) =>
  heard('D', seq, START, [...more, [11, 'a'], [54, '1'], [40, '1'], [60, fixTime(START)]])
const on = (nextIn = 1) => {
  const session = new FixSession(PROFILE, { nextIn, nextOut: () => 9 }, START)
  session.receive(heard('A', nextIn, START, LOGON), START)
  return session
}
const said = (effects: readonly Effect[]) =>
  effects.map((effect) => (effect.do === 'send' ? `${effect.do} ${effect.type}` : effect.do))

describe('time', () => {
  it.each([
    [0, []],
    [9, []],
    [10, ['send 0']],
    [12, ['send 1']],
    [24, ['close']],
  ])('after %i s without a word: %j', (seconds, expected) =>
    expect(said(on().tick(START + seconds * SECOND))).toEqual(expected),
  )

  it.each([
    [9, []],
    [10, ['close']],
  ])('%i s without a logon: %j', (seconds, expected) => {
    const session = new FixSession(PROFILE, { nextIn: 1, nextOut: () => 1 }, START)
    expect(said(session.tick(START + seconds * SECOND))).toEqual(expected)
  })

  it.each([
    [1, []],
    [2, ['close']],
  ])('%i s without an answer to a logout: %j', (seconds, expected) => {
    const session = on()
    expect(said(session.logout('the server stops', START))).toEqual(['send 5'])
    expect(said(session.tick(START + seconds * SECOND))).toEqual(expected)
  })

  it.each([
    [120, ['deliver']],
    [121, ['send 3', 'advance', 'send 5']],
    [-121, ['send 3', 'advance', 'send 5']],
  ])('a message that was sent %i s ago: %j', (seconds, expected) =>
    expect(said(on().receive(order(2), START + seconds * SECOND))).toEqual(expected),
  )
})

describe('numbers', () => {
  it('a message before its turn waits, the gap is asked for once, and all come in their order', () => {
    const session = on()
    expect(said(session.receive(order(4), START))).toEqual(['send 2'])
    expect(said(session.receive(order(3), START))).toEqual([])
    expect(
      session.receive(
        order(2, [
          [43, 'Y'],
          [122, fixTime(START)],
        ]),
        START,
      ),
    ).toMatchObject([
      { do: 'deliver', seq: 2 },
      { do: 'deliver', seq: 3 },
      { do: 'deliver', seq: 4 },
    ])
  })

  it('a number that was taken is passed over if it may be a repeat, and ends the session if not', () => {
    const session = on(5)
    expect(
      said(
        session.receive(
          order(3, [
            [43, 'Y'],
            [122, fixTime(START)],
          ]),
          START,
        ),
      ),
    ).toEqual([])
    expect(said(session.receive(order(3), START))).toEqual(['send 5', 'close'])
  })

  it('a logon of an older number is refused, and one that asks for a reset begins anew', () => {
    const session = new FixSession(PROFILE, { nextIn: 5, nextOut: () => 9 }, START)
    expect(said(session.receive(heard('A', 1, START, LOGON), START))).toContain('close')
    const anew = new FixSession(PROFILE, { nextIn: 5, nextOut: () => 9 }, START)
    expect(said(anew.receive(heard('A', 1, START, [...LOGON, [141, 'Y']]), START))).toEqual([
      'reset',
      'send A',
      'logged-on',
      'advance',
    ])
  })

  it('a gap fill moves on, and what it passes is not waited for', () => {
    const session = on()
    const fill: readonly Field[] = [
      [123, 'Y'],
      [36, '7'],
    ]
    expect(session.receive(heard('4', 2, START, fill), START)).toEqual([{ do: 'advance', nextIn: 7 }])
    expect(session.receive(order(7), START)).toMatchObject([{ do: 'deliver', seq: 7 }])
  })
})

it('what the standard has and we do not take is refused by name, and counted', () => {
  expect(on().receive(heard('E', 2), START)).toMatchObject([
    { do: 'advance', nextIn: 3 },
    { do: 'send', type: 'j' },
  ])
  expect(on().receive(heard('??', 2), START)).toMatchObject([
    { do: 'send', type: '3' },
    { do: 'advance', nextIn: 3 },
  ])
})

it('the side that logs on takes the answer to its logon alone', () => {
  const side = () => new FixSession({ ...PROFILE, role: 'initiator' }, { nextIn: 1, nextOut: () => 1 }, START)
  const session = side()
  expect(said(session.logon(START))).toEqual(['send A'])
  expect(said(session.receive(heard('A', 1, START, LOGON), START))).toEqual(['logged-on', 'advance'])
  const early = side()
  expect(said(early.receive(heard('A', 1, START, LOGON), START))).toEqual(['close'])
})
