import { beforeAll, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { enrolFounder, handedOverTo, signIn } from '#server/desk.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { openBreakGlass } from './break-glass.ts'
import { currentSet } from './recovery.ts'
import { breakGlasses, operators } from './tables.ts'

/** The demo setting alone has a clock that can be moved, and confirms what it was moved by. */
let app: TestApp
let codes: string[]
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' }, stays: true })
  const [administrator, auditor] = [
    await signIn(app, 'demo-administrator-1'),
    await signIn(app, 'demo-auditor-1'),
  ]
  const request = { power: 'recovery.make', subject: 'console', body: {} }
  const asked = await app.call('POST', '/api/console/act', { token: administrator, body: request })
  await app.call('POST', `/api/console/approvals/${asked.data.approvalId}/sign`, { token: auditor, body: {} })
  codes = await waitFor(readCodes, (all) => all.length === 3)
}, 60_000)

/** The codes that count now; none while they are being made. */
async function readCodes(): Promise<string[]> {
  const set = currentSet(app.context.engine.read)
  return set === undefined || set.madeAt === null
    ? []
    : [1, 2, 3].map((number) => handedOverTo(app, `recovery-${number}`))
}
const begin = async (firstCode: string, secondCode: string): Promise<AnyJson> =>
  (await app.call('POST', '/api/console/auth/break-glass', { body: { firstCode, secondCode } })).data
const glass = () => app.context.engine.read.of(breakGlasses).all()[0]!
const passes = (ms: number) =>
  app.call('POST', '/api/dev/clock', { body: { at: new Date(app.context.clock.wall() + ms).toISOString() } })

it('invites nobody early, also where the wall clock is days ahead of what has passed', async () => {
  await begin(codes[0]!, codes[2]!)
  const { clock, engine } = app.context
  const wrong = { ...clock, wall: () => glass().opensAt + 3 * DAY, confirmed: () => glass().opensAt - 1 }
  const command = openBreakGlass({ clock: wrong })
  const call = { ...SYSTEM_CALLER, seq: 0, at: wrong.wall() }
  const tables = engine.read as TableAccess
  const inputs = command.captureInputs({ id: () => 'x' }, null, call, tables)
  expect(command.run(tables, null, inputs, call)).toMatchObject({ ok: false, rejection: 'BREAK_GLASS_EARLY' })
  await passes(23 * HOUR)
  expect(glass().status).toBe('waiting')
  expect(app.modules.staff.invitations()).toEqual([])
})

it('invites an administrator and an auditor after 24 hours, each in a file of their own', async () => {
  await passes(HOUR + 2 * MINUTE)
  await waitFor(
    () => Promise.resolve(app.modules.staff.invitations().map((path) => path.split('/').at(-1))),
    (names) => names.join() === 'op-again-1-administrator.txt,op-again-1-auditor.txt',
    60_000,
  )
  expect(glass().status).toBe('opened')
  const publicActs = async () => (await app.call('GET', '/api/operator-acts/public?lang=en')).data.acts
  const acts = await waitFor(publicActs, ([newest]) => newest.power === 'break-glass.open')
  expect(acts[0]).toMatchObject({ power: 'break-glass.open', subject: glass().id, approvals: [] })
  const entered = await enrolFounder(app, 'op-again-1-administrator')
  const { data: me } = await app.call('GET', '/api/console/me', { token: entered.token })
  expect(me).toMatchObject({ role: 'administrator', number: 3, signsBy: 'passkey' })
  expect(app.modules.staff.invitations()).toHaveLength(1)
}, 90_000)

it('spends its codes, makes three others, and takes nobody out', async () => {
  const fresh = await waitFor(readCodes, (all) => all.length === 3 && all[0] !== codes[0])
  expect(await begin(codes[0]!, codes[1]!)).toMatchObject({ rejection: 'CODE_WRONG' })
  expect(await begin(fresh[0]!, fresh[1]!)).toMatchObject({ opensAt: expect.any(String) })
  const present = app.context.engine.read.of(operators).all()
  expect(present.filter(({ endedAt }) => endedAt !== null)).toEqual([])
})

it('the journal with all of this, run again, says the same and leaves the same rows', async () => {
  const { held, again } = await replayJournal(app)
  expect(again).toEqual(held)
})
