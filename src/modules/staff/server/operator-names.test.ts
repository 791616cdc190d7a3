import { beforeAll, expect, it } from 'vitest'
import { addOperator, enrolOperator, signIn } from '#server/desk.fixture.ts'
import { reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { nameOf, namesOf } from './operator-names.ts'

let app: TestApp
let tokens: { administrator: string; auditor: string; support: string }
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  tokens = {
    administrator: await signIn(app, 'demo-administrator-1'),
    auditor: await signIn(app, 'demo-auditor-1'),
    support: await signIn(app, 'demo-support-1'),
  }
}, 60_000)

const act = (by: keyof typeof tokens, subject: string, body: object, power = 'operator.name') =>
  app.call('POST', '/api/console/act', { token: tokens[by], body: { power, subject, body } })
const people = async () =>
  (await app.call('GET', '/api/console/names', { token: tokens.support })).data as {
    operatorId: string
    held: { role: string; number: number }[]
    names: { name: string; since: string }[]
  }[]
const namesNow = async (operatorId: string) =>
  (await people()).find((each) => each.operatorId === operatorId)!.names.map(({ name }) => name)

it('is everybody’s of the demo setting, from the first start on', async () => {
  const all = await people()
  expect(all.every(({ names }) => names.length === 1)).toBe(true)
  expect(new Set(all.flatMap(({ names }) => names.map(({ name }) => name))).size).toBe(all.length)
  expect(all.find(({ operatorId }) => operatorId === 'demo-auditor-2')).toMatchObject({
    held: [{ role: 'auditor', number: 2 }],
    names: [{ name: '村上 千尋' }],
  })
})

it('is changed by an administrator and an auditor, and by nobody alone', async () => {
  expect((await act('support', 'demo-support-2', { name: '小川 美穂' })).data.rejection).toBe('ROLE_MAY_NOT')
  const asked = await act('administrator', 'demo-support-2', { name: '小川 美穂' })
  expect([asked.data.status, await namesNow('demo-support-2')]).toEqual(['open', ['小川 拓也']])
  expect((await act('administrator', 'demo-support-2', { name: '小川 美穂' })).data.rejection).toBe(
    'SIGNED_ALREADY',
  )
  const signed = await act('auditor', 'demo-support-2', { name: '小川 美穂' })
  expect(signed.data.status).toBe('carried-out')
  // Acts of before keep the name that they were done under.
  expect(await namesNow('demo-support-2')).toEqual(['小川 拓也', '小川 美穂'])
})

it.each([
  ['no name', { name: 'Auditor 3' }, 'NAME_FORM'],
  ['no text', { name: 7 }, 'NAME_FORM'],
  ['nothing', {}, 'BODY_INCOMPLETE'],
  ['a colleague’s, in another width', { name: '山田直樹' }, 'NAME_TAKEN'],
])('is refused: %s', async (_what, body, rejection) => {
  expect((await act('administrator', 'demo-support-1', body)).data.rejection).toBe(rejection)
})
it('is never asked for by whom it is about', async () => {
  expect((await act('administrator', 'demo-administrator-1', { name: '西村 光' })).data.rejection).toBe(
    'OWN_CASE',
  )
  expect((await act('administrator', 'op-nobody-here', { name: '西村 光' })).data.rejection).toBe(
    'OPERATOR_UNKNOWN',
  )
})

it('comes with the invitation, and else with the passkey of whoever has none', async () => {
  const named = `op-${'a'.repeat(12)}`
  await act('administrator', named, { role: 'support', name: '渡辺 葵' }, 'operator.add')
  await act('auditor', named, { role: 'support', name: '渡辺 葵' }, 'operator.add')
  expect(nameOf(app.context.engine.read, named)).toBe('渡辺 葵')
  const again = await act(
    'administrator',
    `op-${'b'.repeat(12)}`,
    { role: 'support', name: '渡辺　葵' },
    'operator.add',
  )
  expect(again.data.rejection).toBe('NAME_FORM')
  const nameless = await addOperator(app, 'reviewer', tokens)
  expect(nameOf(app.context.engine.read, nameless.operatorId)).toBeNull()
  const { token } = await enrolOperator(app, { ...nameless, name: 'Élodie O’Connor' })
  expect(nameOf(app.context.engine.read, nameless.operatorId)).toBe('Élodie O’Connor')
  expect((await app.call('GET', '/api/console/me', { token })).data.operatorId).toBe(nameless.operatorId)
})

it('is read by nobody outside the console', async () => {
  const member = await app.enrol('090-6767-0001')
  expect((await app.call('GET', '/api/console/names', { token: member.token })).status).toBe(401)
  const shown = JSON.stringify((await app.call('GET', '/api/operator-acts/public')).data)
  expect(shown).toContain('operator.name')
  expect(shown).not.toContain('小川')
})

it('stands after a restart as it stood', async () => {
  const before = namesOf(app.context.engine.read, 'demo-support-2')
  const open = await reopen(app)
  expect(namesOf(open.context.engine.read, 'demo-support-2')).toEqual(before)
  await open.stop()
})
