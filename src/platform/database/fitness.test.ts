import { describe, expect, it } from 'vitest'
import { Misconfigured } from '../misconfigured.ts'
import {
  DatabaseUnreachable,
  refuseUnfitDatabase,
  unfitness,
  whyUnreachable,
  type DatabaseFacts,
} from './fitness.ts'
import { administer, EMPTY, testDatabase } from './test-database.ts'

const FIT: DatabaseFacts = {
  version: 180_004,
  user: 'akari',
  database: 'mine',
  encoding: 'UTF8',
  fsync: 'on',
  isReadOnly: false,
  schema: 'public',
  mayCreate: true,
  otherOwner: null,
}

describe('a database', () => {
  it('is fit from PostgreSQL 15 on', () =>
    expect([150_000, 160_013, 170_009, 180_004].map((version) => unfitness({ ...FIT, version }))).toEqual([
      null,
      null,
      null,
      null,
    ]))

  it.each<[why: string, change: Partial<DatabaseFacts>, said: RegExp]>([
    ['too old', { version: 140_022 }, /^PostgreSQL of DATABASE_URL is 14\.22; 15 or later is needed\./],
    ['far too old', { version: 90_624 }, /is 9\.6\.24; 15 or later/],
    ['not durable', { fsync: 'off' }, /fsync=off.+fsync = on/],
    ['a standby', { isReadOnly: true }, /only be read.+primary/],
    ['in another encoding', { encoding: 'SQL_ASCII' }, /SQL_ASCII.+UTF8.+create database/],
    ['without a schema', { schema: null, mayCreate: null }, /no schema.+create schema public/],
    [
      'of another',
      { mayCreate: false },
      /"akari" of DATABASE_URL may not make tables in the schema public.+grant create on schema public to "akari"/,
    ],
    [
      'filled by another',
      { otherOwner: { table: 'lease', owner: 'postgres' } },
      /table lease belongs to "postgres".+alter table/,
    ],
  ])('is refused in a sentence where it is %s', (_, change, said) =>
    expect(unfitness({ ...FIT, ...change })).toMatch(said),
  )

  it('of this run is taken, and tables of another user are not', async () => {
    const { config, drop } = await testDatabase(EMPTY)
    await refuseUnfitDatabase(config)
    await administer(
      config,
      "create role not_ours; create table lease (n int8); alter table lease owner to not_ours; create role plain login password 'x'",
    )
    const plain = { ...config, user: 'plain', password: 'x' }
    await expect(refuseUnfitDatabase(plain)).rejects.toThrow(Misconfigured)
    await expect(refuseUnfitDatabase(plain)).rejects.toThrow(/may not make tables in the schema public/)
    await administer(config, 'grant create on schema public to plain')
    await expect(refuseUnfitDatabase(plain)).rejects.toThrow(/table lease belongs to "not_ours"/)
    await administer(
      config,
      'drop table lease; revoke create on schema public from plain; drop role plain; drop role not_ours',
    )
    await drop()
  })

  it('that cannot be reached is said in a sentence, without its password', async () => {
    const { config, drop } = await testDatabase(EMPTY)
    for (const [change, said] of [
      [{ password: 'secret-of-mine' }, /does not take the user "akari" with this password/],
      [{ password: undefined }, /no password/],
      [{ database: 'none' }, /no database "none".+create database "none" owner "akari"/],
      [{ host: '127.0.0.1', port: 1 }, /nobody answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)/],
    ] as const) {
      const refusal = await refuseUnfitDatabase({ ...config, ...change }).catch((error: Error) => error)
      expect(refusal).toBeInstanceOf(DatabaseUnreachable)
      expect((refusal as Error).message).toMatch(said)
      expect((refusal as Error).message).not.toContain('secret-of-mine')
    }
    await drop()
  })

  it.each<[error: Error & { code?: string }, said: RegExp]>([
    [
      Object.assign(new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]), {
        code: 'ECONNREFUSED',
      }),
      /nobody answers at db:5432 \(ECONNREFUSED\)/,
    ],
    [Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND' }), /db:5432 \(ENOTFOUND\)/],
    [new Error('timeout expired'), /db:5432 \(no answer within 10 s\)/],
    [new Error('The server does not support SSL connections'), /without TLS.+sslmode/],
    [
      Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      /certificate.+sslrootcert/,
    ],
    [
      Object.assign(new Error('sorry, too many clients already'), { code: '53300' }),
      /lets nobody in now: sorry, too many/,
    ],
    [Object.assign(new Error('no pg_hba.conf entry for host "x"'), { code: '28000' }), /pg_hba\.conf/],
  ])('that cannot be reached: %s', (error, said) =>
    expect(whyUnreachable(error, { user: 'akari', host: 'db', port: 5432, database: 'mine' })).toMatch(said),
  )
})
