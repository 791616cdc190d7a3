import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#kernel/time.ts'
import {
  armed,
  deviceOf,
  locked,
  locksAt,
  MOST_ONE_TAP_DEVICES,
  refusedByOneTap,
  switchedOff,
  used,
  type OneTapDevice,
  type OneTapOrder,
} from './one-tap.ts'

const AT = 1_800_000_000_000
const LIMITS = {
  mostYen: 500_000,
  mostShares: 300,
  perMinute: 2,
  idleMinutes: 5,
  takesLimit: true,
  takesMarket: false,
} as const
const PHONE: OneTapDevice = { ...LIMITS, device: 'phone', session: 's:1', usedAt: AT, version: 3, sentAt: [] }
const ORDER: OneTapOrder = { type: 'limit', quantity: 100, valueYen: 340_000, farYen: null, version: 3 }

describe('the first rule that says no', () => {
  const cases: [
    what: string,
    kept: Partial<OneTapDevice> | null,
    order: Partial<OneTapOrder>,
    rejection: string | null,
    later?: number,
    session?: string,
  ][] = [
    ['nothing', {}, {}, null],
    ['switched off here', null, {}, 'ONE_TAP_OFF'],
    ['locked', { session: null }, {}, 'ONE_TAP_LOCKED'],
    ['another session of the device', {}, {}, 'ONE_TAP_LOCKED', 0, 's:2'],
    ['a moment before it locks', {}, {}, null, 5 * MINUTE - 1],
    ['not used for so long', {}, {}, 'ONE_TAP_LOCKED', 5 * MINUTE],
    ['limits of another page', {}, { version: 2 }, 'ONE_TAP_CHANGED'],
    ['a kind that was not chosen', {}, { type: 'market' }, 'ONE_TAP_KIND'],
    ['a stop, which nobody can choose', { takesMarket: true }, { type: 'stop' }, 'ONE_TAP_KIND'],
    ['the most shares', {}, { quantity: 300 }, null],
    ['more shares', {}, { quantity: 301 }, 'ONE_TAP_SHARES'],
    ['the most yen', {}, { valueYen: 500_000 }, null],
    ['more yen', {}, { valueYen: 500_001 }, 'ONE_TAP_VALUE'],
    ['far through the board', {}, { farYen: 0 }, 'ONE_TAP_FAR'],
    ['no price, which the ticket refuses', {}, { valueYen: null }, null],
    ['one order less than its minute takes', { sentAt: [AT] }, {}, null, 1],
    ['as many as its minute takes', { sentAt: [AT - 30 * SECOND, AT] }, {}, 'ONE_TAP_TOO_FAST', 1],
    ['a minute later', { sentAt: [AT - MINUTE, AT] }, {}, null],
  ]
  it.each(cases)('%s', (_what, kept, order, rejection, later = 0, session = 's:1') => {
    const answer = refusedByOneTap(
      kept === null ? undefined : { ...PHONE, ...kept },
      session,
      { ...ORDER, ...order },
      AT + later,
    )
    expect(answer?.rejection ?? null).toBe(rejection)
  })
  it('is the earliest of the list where several hold', () => {
    const wrong = { type: 'market', quantity: 400, valueYen: 900_000, farYen: 9_000, version: 9 } as const
    const full = { ...PHONE, sentAt: [AT, AT] }
    const first = (kept: OneTapDevice, order: Partial<OneTapOrder>, session = 's:1') =>
      refusedByOneTap(kept, session, { ...ORDER, ...order }, AT)?.rejection
    expect([
      first(full, wrong, 's:2'),
      first(full, wrong),
      first(full, { ...wrong, version: 3 }),
      first(full, { ...wrong, version: 3, type: 'limit' }),
      first(full, { valueYen: 900_000, farYen: 9_000 }),
      first(full, { farYen: 9_000 }),
      first(full, {}),
    ]).toEqual([
      'ONE_TAP_LOCKED',
      'ONE_TAP_CHANGED',
      'ONE_TAP_KIND',
      'ONE_TAP_SHARES',
      'ONE_TAP_VALUE',
      'ONE_TAP_FAR',
      'ONE_TAP_TOO_FAST',
    ])
  })
})

describe('the devices of a member', () => {
  const arm = (devices: readonly OneTapDevice[], device: string, session = 's:1', limits: object = LIMITS) =>
    armed(devices, { device, session, limits: { ...LIMITS, ...limits } }, AT)
  it('are armed one by one; each arming is another version, and what was sent counts on', () => {
    const once = arm([], 'phone')
    expect(once.ok && once.value).toEqual([{ ...PHONE, version: 1 }])
    const sent = used(once.ok ? once.value : [], { ...PHONE, version: 1 }, AT)
    const again = arm(sent, 'phone', 's:2', { mostYen: 900_000 })
    expect(again.ok && again.value).toEqual([
      { ...PHONE, version: 2, session: 's:2', mostYen: 900_000, sentAt: [AT] },
    ])
    const other = arm(sent, 'desk')
    expect(other.ok && other.value.map(({ device }) => device)).toEqual(['desk', 'phone'])
  })
  it('do not grow without end: the one that was used least recently is forgotten', () => {
    let devices: readonly OneTapDevice[] = []
    for (let n = 0; n <= MOST_ONE_TAP_DEVICES; n++) {
      const more = arm(devices, `d${n}`)
      devices = more.ok ? more.value : []
    }
    expect([devices.length, deviceOf(devices, 'd0')]).toEqual([MOST_ONE_TAP_DEVICES, undefined])
  })
  it('need a kind of order', () => {
    expect(arm([], 'phone', 's:1', { takesLimit: false })).toMatchObject({ rejection: 'ONE_TAP_NOTHING' })
  })
  it('are locked one by one or all at once, and keep their limits; off, nothing stays', () => {
    const both = [PHONE, { ...PHONE, device: 'desk' }]
    expect(locked(both, 'desk').map(({ session }) => session)).toEqual(['s:1', null])
    expect(locked(both, null).map(({ session, mostYen }) => [session, mostYen])).toEqual([
      [null, 500_000],
      [null, 500_000],
    ])
    expect(switchedOff(both, 'phone').map(({ device }) => device)).toEqual(['desk'])
  })
  it('lock so long after the last order', () => {
    const [after] = used([PHONE], PHONE, AT + MINUTE)
    expect(after).toMatchObject({ usedAt: AT + MINUTE, sentAt: [AT + MINUTE] })
    expect(locksAt(after, 's:1', AT + 5 * MINUTE)).toBe(AT + 6 * MINUTE)
    expect(used([after!], after!, AT + 3 * MINUTE)[0]!.sentAt).toEqual([AT + 3 * MINUTE])
  })
})
