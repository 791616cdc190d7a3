import { beforeEach, expect, it } from 'vitest'
import { challengeOf, challenges, type Challenges } from './webauthn-challenges.ts'

const LIFE = 300_000
const caller = { memberId: 'haruka', sessionId: 's1' }
let now: number
let asked: Challenges
let checks: number
beforeEach(() => {
  let ids = 0
  now = 1_000
  checks = 0
  asked = challenges(
    () => now,
    () => `q${++ids}`,
    { challengeMs: LIFE, challenges: 50_000 },
  )
})
const right = { action: 'withdrawal', asked: caller, content: { amount: 10_000 } } as const
const answer = (id: string, change: object = {}) =>
  asked.answer({
    id,
    ...right,
    check: (challenge) => {
      checks++
      return Promise.resolve(
        Buffer.from(challenge).equals(challengeOf(id, 'withdrawal', { amount: 10_000 })) ? 'haruka' : null,
      )
    },
    ...change,
  })

it.each<[name: string, change: object, wait: number, heard: string | null]>([
  ['the answer', {}, 0, 'haruka'],
  ['the answer at the last moment', {}, LIFE - 1, 'haruka'],
  ['too late', {}, LIFE, null],
  ['for another act', { action: 'account.close' }, 0, null],
  ['in another session', { asked: { ...caller, sessionId: 's2' } }, 0, null],
  ['without a session', { asked: null }, 0, null],
  ['for another content', { content: { amount: 10_001 } }, 0, null],
])('%s', async (_, change, wait, heard) => {
  const { id, until } = asked.ask('withdrawal', caller)
  expect(until).toBe(now + LIFE)
  now += wait
  expect(await answer(id, change)).toBe(heard)
})

it('is used up by its first answer, right or wrong', async () => {
  const [one, two] = [asked.ask('withdrawal', caller).id, asked.ask('withdrawal', caller).id]
  expect([await answer(one), await answer(one)]).toEqual(['haruka', null])
  expect([await answer(two, { content: { amount: 1 } }), await answer(two)]).toEqual([null, null])
  expect(await answer('q9')).toBe(null)
})

it('tells the same write again what it was told, also while it is being looked at, and nobody else', async () => {
  const { id } = asked.ask('withdrawal', caller)
  const both = await Promise.all([answer(id, { key: 'k1' }), answer(id, { key: 'k1' })])
  expect([...both, await answer(id, { key: 'k1' })]).toEqual(['haruka', 'haruka', 'haruka'])
  expect(await answer(id, { key: 'k2' })).toBe(null)
  expect(await answer(id, { key: 'k1', content: { amount: 10_001 } })).toBe(null)
  expect(checks).toBe(1)
})
