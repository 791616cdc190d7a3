import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { addDays, DAY } from '#kernel/time.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import { fillRowMacs } from '#platform/database/row-mac.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { bytesOf } from '../model/bytes.ts'
import { isCovered, liabilityLeaf, placesFor, rootBySums, statementText } from '../model/liabilities.ts'
import { openLiabilities } from './liabilities.ts'
import { liabilityThread, type LiabilityThread } from './liability-thread.ts'
import { dayList, headList } from './row-lists.ts'
import { openSigners } from './signers.ts'
import { leavesCheck } from './stored-checks.ts'
import { Inconsistent } from './witness.ts'

let app: TestApp
let thread: LiabilityThread
let members: Awaited<ReturnType<TestApp['enrol']>>[]
beforeAll(async () => {
  app = await startTestApp({ stays: true })
  members = []
  for (const number of [1, 2, 3]) members.push(await app.enrol(`090-5454-002${number}`))
  thread = liabilityThread(app.context.db.config, app.context.config.keys.salts)
}, 60_000)
afterAll(() => thread.stop())
const days = async () => (await app.call('GET', '/api/trust/liabilities')).data
const mine = (token: string) => app.call('GET', '/api/trust/liabilities/mine', { token })
const rows = async (table: 'liabilities' | 'liability_leaves') =>
  (await app.context.db.pool.query(`select * from ${table} order by day, 1`)).rows
const jumpTo = (at: number) =>
  app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })

it('before the first close nothing is published, and the page is told when', async () => {
  const { days: none, nextAt } = await days()
  expect([none, Date.parse(nextAt) > app.context.clock.market()]).toEqual([[], true])
  expect((await mine(members[0]!.token)).data).toMatchObject({ rejection: 'NO_STATEMENT_YET' })
})

describe('after closes', () => {
  let first: string
  let jumpedTo: number
  beforeAll(async () => {
    const { nextAt } = await days()
    jumpedTo = Date.parse(nextAt) + 2 * DAY + 1_000
    // Three closes at once, by the demo clock.
    await jumpTo(jumpedTo)
    first = (await days()).days.at(-1).day
  }, 120_000)

  it('each day is published once, in order, however far the clock jumps', async () => {
    const { days: published } = await days()
    expect(published.map(({ day }: { day: string }) => day)).toEqual([
      addDays(first, 2),
      addDays(first, 1),
      first,
    ])
    expect(Date.parse((await days()).nextAt)).toBeGreaterThan(
      closingAt(app.context.schedule, addDays(first, 3)),
    )
  })

  it('a day that was passed over says when it was reckoned, and not that it was at its close', async () => {
    for (const statement of (await days()).days) {
      expect(Date.parse(statement.at)).toBeGreaterThanOrEqual(jumpedTo)
      expect(statementText(statement).trimEnd().split('\n').at(-1)).toBe(statement.at)
    }
  })

  it('the root is what the ledger owes, signed by both, and within the account of members’ money', async () => {
    const {
      keys,
      days: [newest],
    } = await days()
    const {
      rows: [ledger],
    } = await app.context.db.pool.query(
      'select sum(balance_yen)::bigint as owed, count(distinct member_id)::int as members from accounts where member_id is not null',
    )
    expect([newest.total, newest.members]).toEqual([ledger.owed, ledger.members])
    expect(newest.members).toBeGreaterThanOrEqual(members.length)
    expect(newest.bank + newest.market).toBeGreaterThanOrEqual(30_000_000)
    expect(isCovered(newest)).toBe(true)
    for (const by of ['house', 'auditor'] as const) {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: keys[by] }, format: 'jwk' })
      expect(
        verify(null, Buffer.from(statementText(newest)), key, Buffer.from(newest[by], 'base64url')),
      ).toBe(true)
      expect(
        verify(
          null,
          Buffer.from(statementText({ ...newest, total: newest.total + 1 })),
          key,
          Buffer.from(newest[by], 'base64url'),
        ),
      ).toBe(false)
    }
  })

  it('every member’s leaf leads to the root and the sum, at a place of its own, and is what the accounts held', async () => {
    const places = new Set<number>()
    for (const { token, userId } of members) {
      const {
        data: { statement, leaf },
      } = await mine(token)
      expect([leaf.pseudonym, leaf.yen, 2 ** leaf.path.length]).toEqual([
        userId,
        10_000_000,
        placesFor(statement.members),
      ])
      const root = rootBySums(
        liabilityLeaf(leaf.pseudonym, bytesOf(leaf.salt, 16), BigInt(leaf.yen)),
        leaf.place,
        leaf.path.map(({ hash, yen }: { hash: string; yen: number }) => ({
          hash: bytesOf(hash, 32),
          yen: BigInt(yen),
        })),
      )!
      expect([hexOf(root.hash), root.yen]).toEqual([statement.root, BigInt(statement.total)])
      expect(leaf.parts).toEqual([{ account: 'available', yen: 10_000_000 }])
      places.add(leaf.place)
    }
    expect(places.size).toBe(3)
  })

  it('a second run of a day, and one after a stop before it was signed, change nothing', async () => {
    const liabilities = openLiabilities(app.context, openSigners(app.context.config), thread)
    const [before, leaves] = [await rows('liabilities'), await rows('liability_leaves')]
    const last = before.at(-1)!.day as string
    for (const { day } of before) await liabilities.publish(day)
    await app.context.db.pool.query('update liabilities set house = null, auditor = null where day = $1', [
      last,
    ])
    expect((await days()).days).toHaveLength(2)
    await fillRowMacs(app.context.db.config, [dayList(app.context.config)])
    await liabilities.publish(last)
    expect([await rows('liabilities'), await rows('liability_leaves')]).toEqual([before, leaves])
  })

  it('a row that is edited or taken away, by SQL, is named: of days, of what members were owed, of heads', async () => {
    const { config, db } = app.context
    const heads = async () =>
      (await db.pool.query<{ size: number }>('select size from public_heads order by size')).rows
    const [head] = await waitFor(heads, (found) => found.length > 0)
    const checks = [headList(config).stored, dayList(config).stored, leavesCheck(config.keys.salts)]
    const sql = await db.pool.connect()
    const seen = async (edit: string): Promise<string[]> => {
      await sql.query(`begin; ${edit}`)
      const { differences } = await runStored(sql, checks)
      await sql.query('rollback')
      return differences.map(({ table, key }) => `${table} ${key}`)
    }
    expect(await seen('select 1')).toEqual([])
    for (const [table, key, where, set] of [
      ['liabilities', first, `day = '${first}'`, 'bank = bank + 1'],
      ['liabilities', first, `day = '${first}'`, "root = 'x'"],
      ['liability_leaves', `${first} 1`, `day = '${first}' and place = 1`, 'yen = yen - 1'],
      ['public_heads', head!.size, `size = ${head!.size}`, 'root = house'],
      ['public_heads', head!.size, `size = ${head!.size}`, 'at = at + 1'],
    ]) {
      expect(await seen(`update ${table} set ${set} where ${where}`), `${set}`).toContain(`${table} ${key}`)
      expect(await seen(`delete from ${table} where ${where}`)).toEqual([`${table} ${key}`])
    }
    sql.release()
  })

  it('a figure that SQL has changed stands beside no signature', async () => {
    const { token, userId } = members[0]!
    const { day } = (await mine(token)).data.statement
    const { pool } = app.context.db
    const ASKED = {
      mine: '/api/trust/liabilities/mine',
      all: '/api/trust/liabilities',
      heads: '/api/trust/heads',
    }
    const { size } = await waitFor(
      async () => (await app.call('GET', ASKED.heads)).data.newest,
      (newest) => newest !== null,
    )
    for (const [edit, back, ask] of [
      [
        `liability_leaves set yen = yen + 1 where day = '${day}' and member_id = '${userId}'`,
        'yen = yen - 1',
        'mine',
      ],
      [
        `member_balances set available = available + 1 where member_id = '${userId}'`,
        'available = available - 1',
        'mine',
      ],
      [`liabilities set bank = bank + 1 where day = '${day}'`, 'bank = bank - 1', 'mine'],
      [`liabilities set bank = bank + 1 where day = '${first}'`, 'bank = bank - 1', 'all'],
      [`liabilities set house = auditor where day = '${first}'`, null, 'all'],
      [`public_heads set at = at + 1 where size = ${size}`, 'at = at - 1', 'heads'],
    ] as const) {
      const kept = (await rows('liabilities'))[0]['house']
      await pool.query(`update ${edit}`)
      const answer = await app.call('GET', ASKED[ask], { token })
      expect([answer.status, answer.data], edit).toMatchObject([503, { fault: 'storage-damaged' }])
      await (back === null
        ? pool.query('update liabilities set house = $2 where day = $1', [first, kept])
        : pool.query(`update ${edit.replace(/set .* where/, `set ${back} where`)}`))
    }
    expect((await mine(token)).status).toBe(200)
  })

  it('the auditor’s process signs no other text for a day, and none for a day that is past', async () => {
    const { auditor } = openSigners(app.context.config)
    const last = (await rows('liabilities')).at(-1)!.day as string
    expect(() => auditor.signDay(last, 'another', false)).toThrow(Inconsistent)
    expect(() => auditor.signDay(first, 'another', false)).toThrow(Inconsistent)
  })

  it('who owes more than they own is owed nothing, and what was lent out of members’ money is missing in the account', async () => {
    const { pool } = app.context.db
    const [debtor] = members
    const {
      days: [now],
    } = await days()
    const day = addDays(now.day, 1)
    // The ledger after a loan of 11 million that was paid out with everything else.
    await pool.query(
      `begin; update member_balances set available = 0, loan = -11000000 where member_id = '${debtor!.userId}'; update house_balances set balance_yen = balance_yen + 21000000 where kind = 'bank'; commit`,
    )
    await thread.reckon(day, 1)
    const {
      rows: [found],
    } = await pool.query('select total, bank, market from liabilities where day = $1', [day])
    expect(found).toEqual({ total: now.total - 10_000_000, bank: now.bank - 21_000_000, market: now.market })
    expect(isCovered(found)).toBe(false)
    expect((await thread.proof(day, debtor!.userId))!.yen).toBe(0)
    expect(await thread.proof(day, 'nobody')).toBeNull()
  })
})

it('holds over tiles: 697 more members, each with a path to the root', async () => {
  const { pool } = app.context.db
  await pool.query(
    "insert into member_balances (member_id, available) select 't' || n, n from generate_series(1, 697) as n",
  )
  await thread.reckon('2030-01-01', 1)
  const {
    rows: [day],
  } = await pool.query("select members, root, total, tiles from liabilities where day = '2030-01-01'")
  expect([day.members >= 700, day.tiles.length]).toEqual([true, 3 * 40])
  const { rows: leaves } = await pool.query<{ place: number; member_id: string }>(
    "select place, member_id from liability_leaves where day = '2030-01-01' and place in (0, 255, 256, 511, 512, 699) order by place",
  )
  for (const { member_id: id, place } of leaves) {
    const proof = (await thread.proof('2030-01-01', id))!
    const root = rootBySums(
      liabilityLeaf(id, bytesOf(proof.salt, 16), BigInt(proof.yen)),
      place,
      proof.path.map(({ hash, yen }) => ({ hash: bytesOf(hash, 32), yen: BigInt(yen) })),
    )!
    expect([hexOf(root.hash), root.yen, proof.path.length]).toEqual([day.root, BigInt(day.total), 10])
  }
  expect(leaves).toHaveLength(6)
}, 30_000)
