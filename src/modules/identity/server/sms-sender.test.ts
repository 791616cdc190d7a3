import { standIn } from '#kernel/stand-in.fixture.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { openLog } from '#platform/log.ts'
import { LIMITS } from '#platform/limits.ts'
import type { AppContext } from '#modules/module.ts'
import { smsSender } from './sms-sender.ts'

const [GUEST, MEMBER] = [
  { address: '203.0.113.1', ownBudget: null },
  { address: '203.0.113.1', ownBudget: 'haruka' },
]
const limits = {
  ...LIMITS,
  smsCode: {
    ...LIMITS.smsCode,
    perAddress: [{ max: 1_000, withinMs: 60_000 }],
    ofServer: [{ max: 3, withinMs: 60_000 }],
  },
}
let now = 0
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, openLog('silent'))
}, 30_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => db.pool.query('delete from tries'))
const open = (config: object) =>
  smsSender(
    standIn<AppContext>({
      db,
      clock: { machine: () => now },
      config: {
        demo: false,
        sms: { url: 'https://sms.example', token: null },
        smsCountries: ['+81'],
        ...config,
      },
    }),
    limits,
  )
const number = (n: number) => `+8190${String(n).padStart(8, '0')}`

it('sends no more codes for guests than the firm pays for, and then as many for members', async () => {
  now = 0
  const sender = open({})
  for (let n = 0; n < 3; n++) expect(await sender.take({ ...GUEST, mobile: number(n) })).toBe(null)
  expect(await sender.take({ ...GUEST, mobile: number(4) })).toMatchObject({
    rejection: 'TOO_MANY_SMS',
    detail: { minutes: 1 },
  })
  expect(await sender.take({ ...MEMBER, mobile: number(5) })).toBe(null)
  now = 60_000
  expect(await sender.take({ ...GUEST, mobile: number(4) })).toBe(null)
})

it('sends none outside the demo setting without a service, and says so by name', async () => {
  const sender = open({ sms: null })
  for (const asked of [GUEST, MEMBER])
    expect(await sender.take({ ...asked, mobile: number(1) })).toMatchObject({ rejection: 'SENDING_MISSING' })
})

it('counts nothing for the server where nothing is spent', async () => {
  const sender = open({ sms: null, demo: true })
  for (let n = 0; n < 9; n++) expect(await sender.take({ ...GUEST, mobile: number(n) })).toBe(null)
})

it('sends to one number what all guests together may ask for, and to its member what they ask for besides', async () => {
  now = 0
  const sender = open({ sms: null, demo: true })
  const [most] = limits.smsCode.toMobile
  const asked = (n: number) => sender.take({ ownBudget: null, address: `203.0.113.${n}`, mobile: number(1) })
  for (let n = 0; n < most!.max; n++) expect(await asked(n)).toBe(null)
  expect(await asked(most!.max)).toMatchObject({ rejection: 'TOO_MANY_CODES' })
  expect(await sender.take({ ...MEMBER, mobile: number(1) })).toBe(null)
})

it('goes abroad where the server says so, and to a member’s own number anywhere', async () => {
  const abroad = { ...MEMBER, mobile: '+14155550123' }
  expect(await open({}).take(abroad)).toMatchObject({
    rejection: 'SMS_COUNTRY',
    detail: { countries: '+81' },
  })
  expect(await open({}).take({ ...abroad, isOwn: true })).toBe(null)
  expect(await open({ smsCountries: ['+81', '+1'] }).take(abroad)).toBe(null)
})
