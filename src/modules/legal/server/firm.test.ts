import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { readConfig } from '#platform/config.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { firmFile } from '#platform/firm.fixture.ts'
import { openLog } from '#platform/log.ts'
import { giveMarket } from '#server/run-market.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { openTestApp, type AnyJson } from '#server/test-app.ts'

/** Starts of one server outside the demo setting, with settings of its firm that change in between. */
let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
let app: Awaited<ReturnType<typeof openTestApp>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-firm-'))
  giveMarket(folder)
  database = await testDatabase()
}, 180_000)
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(firm: object | null): Promise<void> {
  const file = join(folder, 'firm.json')
  if (firm !== null) writeFileSync(file, JSON.stringify(firm))
  const env = { DATA_DIR: folder, PORT: '0', LOG: 'fatal', DEMO: 'off' }
  app = await openTestApp({
    config: readConfig(firm === null ? env : { ...env, FIRM_FILE: file }),
    database: database.config,
    log: openLog('fatal'),
  })
}
const get = async (path: string): Promise<AnyJson> =>
  (await fetch(`http://127.0.0.1:${app.port}/api${path}`)).json()
const records = async (): Promise<AnyJson[]> =>
  (await app.context.db.pool.query('select * from firm_records order by id')).rows
const balanceOf = async (memberId: string): Promise<number> =>
  (
    await app.context.db.pool.query<{ yen: number }>(
      'select coalesce(sum(yen), 0)::int8 as yen from transfers where member_id = $1',
      [memberId],
    )
  ).rows[0]!.yen
const moved = (): object => {
  const file = firmFile()
  return {
    ...file,
    accounts: { ...file.accounts, deposits: { ...file.accounts.deposits, number: '1111111' } },
  }
}

it('without its settings the firm has no page, and health says so by name', async () => {
  await start(null)
  expect((await get('/firm')).code).toBe(404)
  expect((await get('/health')).data).toMatchObject({
    status: 'ok',
    faults: expect.arrayContaining(['firm-missing']),
  })
  expect(await records()).toEqual([])
  await app.stop()
}, 180_000)

it('is recorded at the first start with them, and at none that has the same', async () => {
  await start(firmFile())
  const { name, isFictional, text } = (await get('/firm?lang=ja')).data
  expect([name, isFictional]).toEqual(['ともしび証券株式会社', false])
  for (const word of ['第0001号', 'みずほ銀行', '7654321', '03-0000-1111', 'FINMAC', '模擬', '第1号'])
    expect(text).toContain(word)
  // The bank's code for the firm and the account that pays out are the firm's own.
  for (const word of ['0123456789', '1234567　']) expect(text).not.toContain(word)
  expect((await get('/health')).data.faults).not.toContain('firm-missing')
  await app.stop()
  await start(firmFile())
  expect((await records()).map(({ id }) => id)).toEqual([1])
  await app.stop()
}, 180_000)

it('another account for deposits is recorded in the journal, and stays on the page for everybody', async () => {
  await start(moved())
  expect((await records()).map(({ content }) => content.deposits.number)).toEqual(['7654321', '1111111'])
  const { text } = (await get('/firm?lang=en')).data
  expect(text).toContain('1111111')
  expect(text).toContain('7654321')
  expect(text.match(/\(No\. \d\)/g)).toEqual(['(No. 2)', '(No. 1)'])
  await app.stop()
  await start(null)
  expect((await records()).at(-1)!.content).toBeNull()
  const { types } = await replayJournal(app)
  expect(types).toContain('firm.declare')
}, 180_000)

it('a new member gets the gift only where the settings say so', async () => {
  const open = async (memberId: string) => {
    const command = app.modules.all
      .flatMap(({ commands = [] }) => commands)
      .find(({ type }) => type === 'member.open')!
    await app.context.engine.submit(command, { memberId, level: 'experience' }, SYSTEM_CALLER)
    return balanceOf(memberId)
  }
  await start(firmFile())
  expect(await open('without')).toBe(0)
  await app.stop()
  await start({ ...firmFile(), openingGift: true })
  expect(await open('with')).toBe(10_000_000)
  await app.stop()
}, 180_000)
