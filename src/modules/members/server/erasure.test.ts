import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { dateJst, DAY, MINUTE, type Ms } from '#kernel/time.ts'
import { businessTime, enterBankAccount, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal, yenIn } from '#server/journal-replay.fixture.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { verify } from '#server/verified.fixture.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { csvStatement } from '#modules/funding/server/statement.fixture.ts'
import { erasedFrom } from '#modules/identity/model/erasure.ts'

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
const erasures = async (type = 'identity.erase'): Promise<string[]> =>
  (
    await app.context.db.pool.query<{ record: Buffer }>(
      `select record from journal where type = $1 order by seq`,
      [type],
    )
  ).rows.map(({ record }) => record.toString())

/** The nightly job, at a time that the clock of effects by time stands at. */
async function nightAt(at: Ms, named = 'members.erasure'): Promise<void> {
  const { clock } = app.context
  const { confirmed } = clock
  clock.confirmed = () => at
  const job = app.modules.all.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === named)!
  await job.run(at)
  clock.confirmed = confirmed
}

beforeAll(async () => {
  app = await startTestApp()
  leaver = await app.enrol('090-6656-0001')
  stays = await app.enrol('090-6656-0002')
  await app.call('POST', '/api/auth/email', { token: leaver.token, body: { email: 'leaver@example.jp' } })
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

/** Number, masked too, address, holder and account of whoever leaves. */
const NAMED = /819066560001|090-\*{4}-0001|leaver@|サトウ|ｻﾄｳ/

describe('telephone, mail and accounts at banks', () => {
  const contacts = async ({ userId }: { userId: string }) => {
    const { rows } = await app.context.db.pool.query<{ mobile: string; mails: number; banks: number }>(
      `select mobile, (select count(*)::int4 from email_addresses e where e.member_id = c.member_id) as mails,
        (select count(*)::int4 from bank_account_details d where d.member_id = c.member_id) as banks
        from credentials c where member_id = $1`,
      [userId],
    )
    return rows[0]!
  }

  it('stay for ten years, and are erased by a record that names nobody', async () => {
    const [left, others] = [await contacts(leaver), await contacts(stays)]
    expect(left).toMatchObject({ mobile: '+819066560001', mails: 1, banks: 1 })
    await nightAt(erasedFrom(endedAt) - 1, 'funding.erasure')
    expect([await contacts(leaver), await erasures('account.erase')]).toEqual([left, []])
    await nightAt(endedAt + 11 * 366 * DAY, 'funding.erasure')
    await nightAt(endedAt + 11 * 366 * DAY, 'funding.erasure')
    expect(await contacts(leaver)).toEqual({ mobile: `erased ${leaver.userId}.`, mails: 0, banks: 0 })
    expect(await contacts(stays)).toEqual(others)
    const records = await erasures('account.erase')
    expect(records).toHaveLength(1)
    expect(records[0]).not.toMatch(NAMED)
  })

  it('are gone from every page and file, and the payment still stands in them', async () => {
    const { rows } = await app.context.db.pool.query<{ id: string }>(
      'select id from withdrawals where member_id = $1',
      [leaver.userId],
    )
    const administrator = await atConsole(app, 'demo-administrator-1')
    const shown = [
      await administrator.get(`/members/${leaver.userId}`),
      await get(leaver, 'records/own-data'),
      await get(leaver, 'withdrawals'),
      await get(leaver, `withdrawals/${rows[0]!.id}`),
      await get(leaver, 'bank-accounts'),
      await get(leaver, 'auth/security'),
      await get(leaver, 'records/statements'),
    ]
    for (const each of shown) expect(JSON.stringify(each)).not.toMatch(NAMED)
    expect(JSON.stringify(shown[2])).toContain(rows[0]!.id)
  })
})

it('a file of the bank, with its payers, goes ten years after it came; its lines stay, without names', async () => {
  const treasurer = await atConsole(app, 'demo-treasurer-1')
  const day = dateJst(app.context.clock.wall())
  const bytes = csvStatement([{ id: 'B-erased', day, kind: 'in', yen: 7, payer: 'スズキ' }])
  const { data } = await app.call('POST', '/api/console/statements/check', {
    token: treasurer.token,
    body: { packed: gzipSync(bytes).toString('base64') },
  })
  const broughtAt = app.context.clock.wall()
  expect((await treasurer.act('statement.import', data.id)).data).toMatchObject({ status: 'carried-out' })
  const auditor = await atConsole(app, 'demo-auditor-1')
  const payer = async () =>
    (await app.call('GET', '/api/console/statement-payers/B-erased', { token: auditor.token })).data
  expect(await payer()).toEqual({ payer: 'スズキ' })
  const originals = async () =>
    (await app.context.db.pool.query('select id from statement_originals where id = $1', [data.id])).rowCount
  await nightAt(erasedFrom(broughtAt) - 1, 'funding.erasure')
  expect([await originals(), await erasures('statement.erase')]).toEqual([1, []])
  await nightAt(broughtAt + 11 * 366 * DAY, 'funding.erasure')
  expect([await originals(), (await erasures('statement.erase')).length]).toEqual([0, 1])
  expect(await payer()).not.toEqual({ payer: 'スズキ' })
  const { rows } = await treasurer.get('/statement-lines?view=all')
  expect(JSON.stringify(rows)).toMatch(/"B-erased"/)
  expect(JSON.stringify(rows)).not.toContain('スズキ')
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
  for (const type of ['identity.erase', 'account.erase', 'statement.erase']) expect(types).toContain(type)
  expect(again).toEqual(held)
  expect(yenIn(held)).toBe(0)
}, 120_000)
