import { beforeAll, expect, it } from 'vitest'
import { DAY, MINUTE, type Ms } from '#kernel/time.ts'
import { businessTime, enterBankAccount, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { verify } from '#server/verified.fixture.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { erasedFrom } from '../model/erasure.ts'

let app: TestApp
let leaver: { token: string; userId: string }
let stays: { token: string; userId: string }
let endedAt: Ms

const get = async ({ token }: { token: string }, path: string) =>
  (await app.call('GET', `/api/${path}?lang=en`, { token })).data
const jump = (at: Ms) => app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
const rowsOf = async (table: string, { userId }: { userId: string }): Promise<number> =>
  (
    await app.context.db.pool.query<{ n: number }>(
      `select count(*)::int4 as n from ${table} where member_id = $1`,
      [userId],
    )
  ).rows[0]!.n
const erasures = async (): Promise<string[]> =>
  (
    await app.context.db.pool.query<{ record: Buffer }>(
      `select record from journal where type = 'identity.erase' order by seq`,
    )
  ).rows.map(({ record }) => record.toString())

/** The nightly job, at a time that the clock of effects by time stands at. */
async function nightAt(at: Ms): Promise<void> {
  const { clock } = app.context
  const { confirmed } = clock
  clock.confirmed = () => at
  const job = app.modules.all.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'members.erasure')!
  await job.run(at)
  clock.confirmed = confirmed
}

beforeAll(async () => {
  app = await startTestApp()
  leaver = await app.enrol('090-6656-0001')
  stays = await app.enrol('090-6656-0002')
  const accountId = await enterBankAccount(app, leaver.token, { idNumber: '301234567811' })
  await verify(app, stays.token, { idNumber: '301234567812' })
  await jump(businessTime(app.context.clock.wall() + 3 * DAY, 10))
  const { data } = await app.call('POST', '/api/account-closing?lang=en', {
    token: leaver.token,
    body: { accountId, transactionPassword: TRANSACTION_PASSWORD },
  })
  expect(data).toMatchObject({ status: 'closing' })
  await waitFor(
    async () => (await get(leaver, `withdrawals`)).items ?? (await get(leaver, `withdrawals`)),
    (all) => JSON.stringify(all).includes('"approved"'),
  )
  await jump(app.context.clock.wall() + 11 * MINUTE)
  await waitFor(
    () => get(leaver, 'account-closing'),
    ({ status }) => status === 'closed',
  )
  const { rows } = await app.context.db.pool.query<{ at: string }>(
    'select ended_at as at from account_closings where member_id = $1',
    [leaver.userId],
  )
  endedAt = Number(rows[0]!.at)
}, 120_000)

it('stays for ten years after the account has ended', async () => {
  await nightAt(erasedFrom(endedAt) - 1)
  expect([await rowsOf('identity_details', leaver), await erasures()]).toEqual([1, []])
  expect(await get(leaver, 'identity')).toMatchObject({ status: 'passed', name: '佐藤 遥' })
})

it('is erased after eleven, by a record of the journal; nobody else’s is', async () => {
  const before = await rowsOf('identity_details', stays)
  await nightAt(endedAt + 11 * 366 * DAY)
  expect([await rowsOf('identity_details', leaver), await rowsOf('identity_details', stays)]).toEqual([
    0,
    before,
  ])
  const records = await erasures()
  expect(records).toHaveLength(1)
  expect(records[0]).toContain(leaver.userId)
  expect(records[0]).not.toMatch(/佐藤|サトウ|301234567811/)
  await nightAt(endedAt + 11 * 366 * DAY)
  expect(await erasures()).toHaveLength(1)
})

it('is gone from the member’s page, the console and the file of own data, and the auditor finds it', async () => {
  expect(await get(leaver, 'identity')).toMatchObject({ status: 'none', name: '', facts: null })
  const reviewer = await atConsole(app, 'demo-reviewer-1')
  const page = await reviewer.get(`/members/${leaver.userId}`)
  const file = await get(leaver, 'records/own-data')
  for (const text of [JSON.stringify(page), JSON.stringify(file.tables['identity_details'] ?? [])])
    expect(text).not.toMatch(/佐藤|301234567811|千代田/)
  expect(page).toMatchObject({ facts: null, factsOnRecord: false })
  expect(await get(stays, 'identity')).toMatchObject({ status: 'passed' })
})

it('can be handed in anew, and no command brings an erasure forward', async () => {
  const erase = app.modules.all
    .flatMap(({ commands = [] }) => commands)
    .find(({ type }) => type === 'identity.erase')!
  const { result } = await app.context.engine.submit(
    erase,
    { memberId: stays.userId },
    { actor: 'system', memberId: null, device: '', key: '' },
  )
  expect(result).toEqual({ ok: true, answer: { erased: false } })
  expect(
    (await app.call('POST', '/api/identity/submit', { token: leaver.token, body: {}, key: newKey() })).status,
  ).toBe(400)
  // Pictures of then are none: others are asked for.
  expect([await rowsOf('identity_pictures', leaver), await rowsOf('identity_pictures', stays)]).toEqual([
    0, 2,
  ])
  await verify(app, leaver.token, { idNumber: '301234567813' })
  expect(await get(leaver, 'identity')).toMatchObject({ status: 'passed' })
}, 40_000)

it('leaves a journal that verifies: every record, every row, every commitment that is left', async () => {
  const { again, held, types } = await replayJournal(app)
  expect(types).toContain('identity.erase')
  expect(again).toEqual(held)
}, 120_000)
