import { expect, test } from 'vitest'
import type { Envelope } from '#wire/envelope.ts'
import { CallError, type CallErrorKind } from './call-error.ts'
import { ASK_FOR_MS, sendUntilKnown, type Outcome } from './idempotent-write.ts'

const done: Envelope = { code: 1, msg: '', data: 'placed' }
const refused: Envelope = { code: 2, msg: 'no', data: { rejection: 'LOT_SIZE', detail: {} } }
const busy: Envelope = { code: 503, msg: 'busy', data: null }

type Send = Envelope | CallErrorKind
type Ask = Outcome['state'] | Envelope | CallErrorKind

/**
 * Plays the world: what each sending and each question gets, the last one for ever. Time passes only in
 * pauses and time-outs.
 */
async function play(
  sends: Send[],
  asks: Ask[],
  offlineFrom = Infinity,
  anothersFrom = Infinity,
): Promise<{ end: string; sent: number; asked: number; checking: boolean }> {
  let [sent, asked, now, checking] = [0, 0, 0, false]
  const at = <T>(list: T[], index: number): T => list[Math.min(index, list.length - 1)]!
  const fail = (kind: CallErrorKind) => {
    if (kind === 'timeout') now += 5_000
    return new CallError(kind, 0, kind)
  }
  const end = await sendUntilKnown({
    async send() {
      const answer = at(sends, sent++)
      if (typeof answer === 'string') throw fail(answer)
      return { envelope: answer, retryAfter: null }
    },
    async ask() {
      const answer = at(asks, asked++)
      if (typeof answer === 'object') return { state: 'done', answer }
      if (answer === 'running' || answer === 'unknown') return { state: answer }
      throw fail(answer as CallErrorKind)
    },
    pause: async (ms) => void (now += ms),
    elapsed: () => now,
    wasOffline: () => now >= offlineFrom,
    isAnothers: () => now >= anothersFrom,
    onChecking: () => (checking = true),
  }).then(
    ({ envelope }) => `${envelope.code}`,
    (error: CallError) => error.kind,
  )
  expect(now).toBeLessThanOrEqual(ASK_FOR_MS + 10_000)
  return { end, sent, asked, checking }
}

const cases: [name: string, sends: Send[], asks: Ask[], end: string, sent: number, checking: boolean][] = [
  ['answered at once', [done], [], '1', 1, false],
  ['refused at once: that is an answer', [refused], [], '2', 1, false],
  ['time-out, and it had been done', ['timeout'], [done], '1', 1, true],
  ['time-out, and it had been refused', ['timeout'], [refused], '2', 1, true],
  ['time-out, still running, then done', ['timeout'], ['running', 'running', done], '1', 1, true],
  ['time-out, never arrived: the same key again', ['timeout', done], ['unknown'], '1', 2, true],
  ['a lost line is as uncertain as a time-out', ['network'], [done], '1', 1, true],
  ['a full queue: asked, then again', [busy, done], ['unknown'], '1', 2, true],
  ['under way elsewhere', [{ code: 409, msg: '', data: null }], [done], '1', 1, true],
  [
    'never arrives: known not to be there, the member decides anew',
    ['network'],
    ['unknown'],
    'network',
    6,
    true,
  ],
  ['nobody can be asked: unknown, and not sent again', ['timeout'], ['network'], 'unknown', 1, true],
  ['logged out meanwhile', ['timeout'], ['session'], 'session', 1, true],
]
test.each(cases)('%s', async (_, sends, asks, end, sent, checking) => {
  const played = await play(sends, asks)
  expect({ end: played.end, sent: played.sent, checking: played.checking }).toEqual({ end, sent, checking })
})

test('without a network nothing is sent', async () => {
  expect(await play([done], [], 0)).toMatchObject({ end: 'network', sent: 0, asked: 0 })
})

test('what the network swallowed is asked for when it is back, and not sent again', async () => {
  expect(await play(['network', done], ['network', 'unknown'], 100)).toMatchObject({
    end: 'network',
    sent: 1,
    asked: 2,
  })
  expect(await play(['network'], ['network', done], 100)).toMatchObject({ end: '1', sent: 1, asked: 2 })
})

test('where another member has come meanwhile, their session neither asks nor sends it', async () => {
  expect(await play(['timeout', done], ['unknown'], Infinity, 5_000)).toMatchObject({
    end: 'unknown',
    sent: 1,
    asked: 0,
  })
})
