import { describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/connect.ts'
import { envelopes } from '#platform/http/envelope.ts'
import { faultAnswer } from '#platform/http/fault.ts'
import { silent } from '#platform/engine/fixture.ts'
import { loginProbe } from './login-probe.ts'

const sqlError = (code: string) =>
  Object.assign(new Error('invalid page in block 3 of relation "sessions"'), { code })

/** A pool whose statements fail as told. */
function pool(fails: (sql: string) => Error | null) {
  const said: string[] = []
  const query = (sql: string) => {
    said.push(sql.split(' ').slice(0, 3).join(' '))
    const error = fails(sql)
    return error === null ? Promise.resolve({ rows: [] }) : Promise.reject(error)
  }
  return { said, db: { pool: { connect: () => Promise.resolve({ query, release: () => {} }) } } as Database }
}
const probed = (db: Database) =>
  loginProbe({
    db,
    log: silent,
    ids: { uuid: () => 'id', bytes: (n) => new Uint8Array(n) },
    clock: { machine: () => 0 } as never,
  })

describe('the probe of the login', () => {
  it('writes a session and takes it back', async () => {
    const { said, db } = pool(() => null)
    const probe = probed(db)
    await probe.look()
    expect([said[0], said[1], said.at(-1), probe.failed()]).toEqual([
      'begin',
      'insert into sessions',
      'rollback',
      false,
    ])
  })
  it.each(['XX000', 'XX001', 'XX002', '58030'])(
    'a page that gives %s is a fault until it can be read again',
    async (code) => {
      let isBad = true
      const { db } = pool((sql) =>
        isBad && sql.startsWith('select * from sessions') ? sqlError(code) : null,
      )
      const probe = probed(db)
      await probe.look()
      expect(probe.failed()).toBe(true)
      isBad = false
      await probe.look()
      expect(probe.failed()).toBe(false)
    },
  )
  it.each(['57P01', '53300', '08006'])('a database that is away (%s) is for others to say', async (code) => {
    const probe = probed(pool(() => sqlError(code)).db)
    await probe.look()
    expect(probe.failed()).toBe(false)
  })
})

it('a request that meets a damaged page is answered by name, and tells the server', () => {
  let seen = 0
  const answer = faultAnswer(
    {
      envelopes: envelopes((_lang, key) => key),
      log: silent,
      sawDamage: () => {
        seen += 1
      },
    },
    sqlError('XX001'),
    { where: 'login', requestId: 'r' },
    'en',
  )
  expect([answer.status, (JSON.parse(answer.body) as { data: { fault: string } }).data.fault, seen]).toEqual([
    503,
    'storage-damaged',
    1,
  ])
})
