import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openLog } from '#platform/log.ts'
import { oneTimeValues } from '#platform/one-time-values.ts'
import { challengeOf, challenges, type Challenges } from './webauthn-challenges.ts'

const LIFE = 300_000
const caller = { memberId: 'haruka', sessionId: 's1' }
const config = { keys: { pepper: Buffer.alloc(32, 7) } }
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let now: number
let asked: Challenges
let checks: number

/** The challenges of a server that has just started on this database. */
const open = () =>
  challenges(oneTimeValues({ db, config, clock: { machine: () => now } }), { challengeMs: LIFE })

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, openLog('silent'))
}, 30_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => {
  now = 1_000
  checks = 0
  asked = open()
})
const right = { action: 'withdrawal', asked: caller, content: { amount: 10_000 } } as const
const check = (id: string) => (challenge: Uint8Array) => {
  checks++
  return Promise.resolve(
    Buffer.from(challenge).equals(challengeOf(id, 'withdrawal', { amount: 10_000 })) ? 'haruka' : null,
  )
}
const answer = (id: string, change: object = {}, at = asked) =>
  at.answer({ id, ...right, check: check(id), ...change })
const write = (id: string, key: string, change: object = {}, at = asked) =>
  at.isAnswered({ id, ...right, check: check(id), key, ...change })

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
  expect([await answer('q9'), await answer(`${asked.ask('withdrawal', caller).id}A`)]).toEqual([null, null])
})

it('tells the same write again what it was told, also while it is being looked at, and nobody else', async () => {
  const { id } = asked.ask('withdrawal', caller)
  const both = await Promise.all([write(id, 'k1'), write(id, 'k1')])
  expect([...both, await write(id, 'k1')]).toEqual([true, true, true])
  expect(await write(id, 'k2')).toBe(false)
  expect(await write(id, 'k1', { content: { amount: 10_001 } })).toBe(false)
  expect(checks).toBe(1)
  const wrong = asked.ask('withdrawal', caller).id
  const content = { amount: 1 }
  expect([await write(wrong, 'k3', { content }), await write(wrong, 'k3', { content })]).toEqual([
    false,
    false,
  ])
})

it('is one challenge for every server of a database, and outlives a restart', async () => {
  const other = open()
  const { id } = asked.ask('withdrawal', caller)
  expect((await Promise.all([answer(id), answer(id, {}, other)])).toSorted()).toEqual(['haruka', null])
  expect(await answer(id, {}, open())).toBe(null)

  const late = asked.ask('withdrawal', caller).id
  expect(await Promise.all([write(late, 'k4', {}, other), write(late, 'k4')])).toEqual([true, true])
  expect([await write(late, 'k4', {}, open()), await write(late, 'k5', {}, open())]).toEqual([true, false])
})

it('is nobody’s of another database’s keys, and who edits the outcome by SQL proves nothing', async () => {
  const strange = challenges(
    oneTimeValues({ db, config: { keys: { pepper: Buffer.alloc(32, 8) } }, clock: { machine: () => now } }),
    { challengeMs: LIFE },
  )
  expect(await answer(strange.ask('withdrawal', caller).id)).toBe(null)
  const right = asked.ask('withdrawal', caller).id
  expect(await write(right, 'k6')).toBe(true)
  const content = { amount: 1 }
  const wrong = asked.ask('withdrawal', caller).id
  expect(await write(wrong, 'k7', { content })).toBe(false)
  await db.pool.query(
    'update used_once set outcome = (select max(outcome) from used_once where outcome is not null)',
  )
  expect(await write(wrong, 'k7', { content })).toBe(false)
})
