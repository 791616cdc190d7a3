import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { connect } from '#platform/database/connect.ts'
import { lastBackupAt } from '#platform/backup/last-backup.ts'
import { takeBackup } from '#platform/backup/take.ts'
import type { RunningApp } from './app.ts'
import { banner } from './banner.ts'
import { handedOverTo, operatorDevice } from './desk.fixture.ts'
import { reopen, startTestApp, type AnyJson, type TestApp } from './test-app.ts'
import { unseal } from './unsealed.fixture.ts'

const [ADMINISTRATOR, AUDITOR] = ['op-first-administrator', 'op-first-auditor'] as const
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO: 'off' } })
}, 60_000)
const folder = () => join(app.context.config.dataDir, 'handed-over')
const ask = async (code: string): Promise<AnyJson> =>
  (await app.call('POST', '/api/console/auth/enrol/ask', { body: { code } })).data

it('gives each of the first two a file of their own, which no other user reads, and prints paths alone', () => {
  const paths = app.modules.staff.invitations()
  expect(paths).toEqual([ADMINISTRATOR, AUDITOR].map((id) => join(folder(), `${id}.txt`)))
  for (const path of paths) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600])
  expect(statSync(folder()).mode & 0o777).toBe(0o700)
  const codes = [ADMINISTRATOR, AUDITOR].map((id) => handedOverTo(app, id))
  const said = banner(app.context.config, app.port, null, app.modules.staff.codes(), paths)
  for (const [at, path] of paths.entries()) {
    const text = readFileSync(path, 'utf8')
    expect(said).toContain(path)
    expect(said).not.toContain(codes[at])
    expect(text).not.toContain(codes[1 - at])
  }
})

it('leaves the files out of a backup', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'akari-backup-'))
  const backup = join(parent, 'one')
  const { dataDir } = app.context.config
  const at = new Date(app.context.clock.wall())
  const { files } = await takeBackup({ dataDir, database: app.context.db.config, version: '1', at }, backup)
  rmSync(parent, { recursive: true })
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(({ path }) => /handed-over|last-backup/.test(path))).toEqual([])
  expect(lastBackupAt(dataDir)).toBe(at.getTime())
})

it('names the other one to whoever enrols, and enrols nobody who has not confirmed to be another', async () => {
  const code = handedOverTo(app, ADMINISTRATOR)
  const enrol = async (more: object) => {
    const { id, challenge, other, present } = await ask(code)
    expect([present, other]).toEqual([
      [],
      { operatorId: AUDITOR, role: 'auditor', number: 1, enrolledAt: null },
    ])
    return app.call('POST', '/api/console/auth/enrol', {
      body: { id, passkey: operatorDevice().create(challenge), ...more },
    })
  }
  expect((await enrol({})).data.rejection).toBe('OTHER_UNNAMED')
  expect((await enrol({ other: ADMINISTRATOR })).data.rejection).toBe('OTHER_UNNAMED')
  // Whoever the firm invites says how colleagues call them.
  expect((await enrol({ other: AUDITOR })).data.rejection).toBe('NAME_FORM')
  expect((await enrol({ other: AUDITOR, name: 'Administrator 1' })).data.rejection).toBe('NAME_FORM')
  expect((await enrol({ other: AUDITOR, name: ' 西村　浩二 ' })).code).toBe(1)
})

it('takes the file away once its code is used', () => {
  expect(readdirSync(folder()).filter((name) => name.startsWith('op-'))).toEqual([`${AUDITOR}.txt`])
})

it('tells the second one what passkeys there are, so that no device holds both, and takes none of them', async () => {
  const { id, challenge, other, present } = await ask(handedOverTo(app, AUDITOR))
  expect(present).toHaveLength(1)
  expect(other).toMatchObject({ operatorId: ADMINISTRATOR, enrolledAt: expect.any(String) })
  const again = operatorDevice(present[0]).create(challenge)
  const { data } = await app.call('POST', '/api/console/auth/enrol', {
    body: { id, passkey: again, other: ADMINISTRATOR, name: '藤田 和彦' },
  })
  expect(data.rejection).toBe('PASSKEY_WRONG')
})

it('invites whoever did not come in time again, and nobody else', async () => {
  const { config, log, db } = app.context
  const before = handedOverTo(app, AUDITOR)
  let open: RunningApp = await reopen(app)
  // In time the file holds what it held: whoever has it already goes on with it.
  expect(handedOverTo(open, AUDITOR)).toBe(before)
  await open.stop()
  const rows = connect(db.config, log)
  await rows.pool.query('update operators set invite_until = 1 where id = $1', [AUDITOR])
  await unseal(config.dataDir, rows.pool)
  open = await reopen(open)
  expect(open.modules.staff.invitations()).toEqual([join(folder(), `${AUDITOR}.txt`)])
  expect(handedOverTo(open, AUDITOR)).not.toBe(before)
  expect(existsSync(join(folder(), `${ADMINISTRATOR}.txt`))).toBe(false)
  const found = await rows.pool.query("select type from journal where type = 'staff.found'")
  expect(found.rowCount).toBe(2)
  await rows.close()
  await open.stop()
})
