import { statSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config.ts'
import {
  actByPasskey,
  enrolFounder,
  handedOverTo,
  operatorDevice,
  type Founder,
} from '#server/desk.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { openTestApp, startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { handedOver } from './handed-over.ts'
import { currentSet } from './recovery.ts'
import { breakGlasses, operatorPasskeys } from './tables.ts'

const ORIGIN = 'https://akari.example'

let app: TestApp
let founders: { administrator: Founder; auditor: Founder }
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO: 'off' } })
  founders = {
    administrator: await enrolFounder(app, 'op-first-administrator'),
    auditor: await enrolFounder(app, 'op-first-auditor'),
  }
}, 60_000)

const me = async ({ token }: Founder): Promise<AnyJson> =>
  (await app.call('GET', '/api/console/me', { token })).data
const codes = () => [1, 2, 3].map((number) => handedOverTo(app, `recovery-${number}`))
const begin = async (firstCode: string, secondCode: string): Promise<AnyJson> => {
  const { data, code } = await app.call('POST', '/api/console/auth/break-glass', {
    body: { firstCode, secondCode },
  })
  return code === 1 ? data : data.rejection
}
const publicActs = async (): Promise<AnyJson[]> =>
  (await app.call('GET', '/api/operator-acts/public?lang=en')).data.acts

describe('spare passkeys', () => {
  const spare = operatorDevice()
  const readSpare = async ({ token }: Founder, device = spare) => {
    const { data: asked } = await app.call('POST', '/api/console/auth/spare/ask', { token, body: {} })
    expect(asked.present).toHaveLength(2)
    const made = device.create(asked.challenge)
    return (
      await app.call('POST', '/api/console/auth/spare', { token, body: { id: asked.id, passkey: made } })
    ).data
  }
  it('everybody is warned of until each operator has two', async () => {
    expect((await me(founders.auditor)).warnings.singlePasskeys).toMatchObject([
      { role: 'administrator', number: 1 },
      { role: 'auditor', number: 1 },
    ])
  })
  it('are added by a signature of a passkey that is there, and by nobody else', async () => {
    const { administrator, auditor } = founders
    const body = await readSpare(administrator)
    const add = (who: Pick<Founder, 'token' | 'device'>) =>
      actByPasskey(app, who, 'passkey.add', administrator.operatorId, body)
    expect((await add(auditor)).data.rejection).toBe('PASSKEY_OTHERS')
    expect((await add({ token: administrator.token, device: spare })).data.rejection).toBe('SIGNATURE_WRONG')
    for (const wrong of [
      { ...body, publicKey: '{}' },
      { ...body, id: administrator.device.id },
    ])
      expect(
        (await actByPasskey(app, administrator, 'passkey.add', administrator.operatorId, wrong)).data
          .rejection,
      ).toBe('PASSKEY_WRONG')
    expect((await add(administrator)).data.status).toBe('carried-out')
    expect((await me(administrator)).warnings.singlePasskeys).toMatchObject([{ role: 'auditor', number: 1 }])
    expect((await publicActs())[0]).toMatchObject({
      power: 'passkey.add',
      approvals: [{ role: 'administrator', number: 1 }],
    })
  })
  it('sign, and end another one of the same operator, but never the last', async () => {
    const { administrator, auditor } = founders
    const end = (who: Pick<Founder, 'token' | 'device'>, id: string) =>
      actByPasskey(app, who, 'passkey.end', administrator.operatorId, { id })
    expect((await end(auditor, spare.id)).data.rejection).toBe('PASSKEY_OTHERS')
    expect((await end(administrator, auditor.device.id)).data.rejection).toBe('PASSKEY_WRONG')
    const bySpare = { token: administrator.token, device: spare }
    expect((await end(bySpare, administrator.device.id)).data.status).toBe('carried-out')
    expect((await end(bySpare, spare.id)).data.rejection).toBe('PASSKEY_LAST')
    expect((await end(administrator, spare.id)).data.rejection).toBe('SIGNATURE_WRONG')
    administrator.device = spare
  })
})

describe('recovery codes', () => {
  it('are three, each in a file of its own, and in no table and no record', async () => {
    const { config, db } = app.context
    const files = handedOver(config)
    for (const number of [1, 2, 3])
      expect(statSync(files.pathOf(`recovery-${number}`)).mode & 0o777).toBe(0o600)
    expect(new Set(codes()).size).toBe(3)
    for (const code of codes()) {
      const plain = code.replaceAll('-', '')
      const { rows } = await db.pool.query(
        `select 1 from journal where convert_from(record, 'UTF8') like $1
         union all select 1 from recovery_sets where codes::text like $1`,
        [`%${plain}%`],
      )
      expect(rows).toEqual([])
    }
  })
  it('everybody is warned of as long as they lie on the server', async () => {
    expect((await me(founders.auditor)).warnings.recovery).toBe('lying')
    const known = codes()
    for (const number of [1, 2, 3]) handedOver(app.context.config).remove(`recovery-${number}`)
    expect((await me(founders.auditor)).warnings.recovery).toBeNull()
    expect(await begin(known[0]!, 'AAAA-BBBB-CCCC-DDDD')).toBe('CODE_WRONG')
  })
  it('are made anew by an administrator and an auditor, and those before are worth nothing', async () => {
    const { administrator, auditor } = founders
    const asked = await actByPasskey(app, administrator, 'recovery.make', 'console')
    expect(asked.data).toMatchObject({ status: 'open', missing: 1 })
    expect((await actByPasskey(app, auditor, 'recovery.make', 'console')).data.status).toBe('carried-out')
    await waitFor(
      () => Promise.resolve(currentSet(app.context.engine.read)!.madeAt),
      (at) => at !== null,
    )
    expect(codes()).toHaveLength(3)
  })
})

describe('a break-glass', () => {
  it('one person with one code begins none', async () => {
    const [one] = codes()
    expect(await begin(one!, one!)).toBe('CODES_SAME')
    expect(await begin(one!, one!.toLowerCase().replaceAll('-', ''))).toBe('CODES_SAME')
    expect(await begin(one!, '0000-0000-0000-0000')).toBe('CODE_WRONG')
    expect(app.context.engine.read.of(breakGlasses).all()).toEqual([])
  })
  it('is told to every operator and every member at once, and stopped by one signature of who can sign', async () => {
    const [one, , three] = codes()
    const { opensAt } = await begin(one!, three!)
    expect(await begin(one!, three!)).toBe('BREAK_GLASS_WAITING')
    const { breakGlass } = (await me(founders.auditor)).warnings
    expect(breakGlass).toMatchObject({ opensAt })
    expect((await publicActs())[0]).toMatchObject({
      power: 'break-glass.begin',
      subject: breakGlass.id,
      approvals: [],
      serverKeys: false,
    })
    const stopped = await actByPasskey(app, founders.auditor, 'break-glass.stop', breakGlass.id)
    expect(stopped.data.status).toBe('carried-out')
    expect(
      (await actByPasskey(app, founders.auditor, 'break-glass.stop', breakGlass.id)).data.rejection,
    ).toBe('BREAK_GLASS_OVER')
    expect((await me(founders.auditor)).warnings.breakGlass).toBeNull()
  })
  it('the journal with all of this, run again, says the same and leaves the same rows', async () => {
    const { held, again } = await replayJournal(app)
    expect(again).toEqual(held)
  })
})

it('another name ends all passkeys in the open where that is accepted, and recovery codes alone lead in', async () => {
  const { config } = app.context
  const moved = (env: object) =>
    openTestApp({
      config: readConfig({ DATA_DIR: config.dataDir, PORT: '0', LOG: 'fatal', DEMO: 'off', ORIGIN, ...env }),
      database: app.context.db.config,
      log: app.context.log,
    })
  await app.stop()
  await expect(moved({})).rejects.toThrow('2 passkeys of operators answer at localhost alone')
  let open = await moved({ PASSKEYS: 'end' })
  const keys = open.context.engine.read.of(operatorPasskeys).all()
  expect(keys.filter(({ endedAt }) => endedAt === null)).toEqual([])
  expect(open.modules.staff.invitations()).toEqual([])
  const { rows } = await open.context.db.pool.query(
    'select power, subject from operator_acts order by id desc limit 1',
  )
  expect(rows).toEqual([{ power: 'passkey.end-all', subject: 'akari.example' }])
  await open.stop()
  open = await moved({})
  await open.stop()
})
