import { expect, test } from 'vitest'
import { readCatalogue } from '#i18n/catalogues.ts'
import { argKinds } from '#i18n/compile.ts'
import { LANGS } from '#i18n/lang.ts'
import { GROUPED_KINDS, groupOf, kindsOf, MESSAGE_KINDS, messageKey } from '#registry/message-kinds.ts'
import { MESSAGE_GROUPS } from '../model/groups.ts'
import { checkDevice } from './push-device.ts'

const p256dh = `B${'A'.repeat(86)}`
const auth = 'A'.repeat(22)
const good = 'https://fcm.googleapis.com/fcm/send/abc'
test.each<[endpoint: string, keys: { p256dh?: string; auth?: string }, answer: string]>([
  [good, {}, 'ok'],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', {}, 'ok'],
  ['https://web.push.apple.com/Q', {}, 'ok'],
  ['https://db5p.notify.windows.com/w/?token=x', {}, 'ok'],
  [good, { p256dh: `${p256dh}=`, auth: `${auth}==` }, 'ok'],
  ['http://fcm.googleapis.com/x', {}, 'PUSH_ENDPOINT'],
  ['https://fcm.googleapis.com:8443/x', {}, 'PUSH_ENDPOINT'],
  ['https://fcm.googleapis.com.evil.example/x', {}, 'PUSH_ENDPOINT'],
  ['https://evilpush.services.mozilla.com.example/', {}, 'PUSH_ENDPOINT'],
  ['https://push.services.mozilla.com/', {}, 'PUSH_ENDPOINT'],
  ['https://user:word@fcm.googleapis.com/x', {}, 'PUSH_ENDPOINT'],
  ['https://127.0.0.1/x', {}, 'PUSH_ENDPOINT'],
  ['https://169.254.169.254/latest', {}, 'PUSH_ENDPOINT'],
  ['http://127.0.0.1:9001/x', {}, 'PUSH_ENDPOINT'],
  ['file:///etc/passwd', {}, 'PUSH_ENDPOINT'],
  ['not an address', {}, 'PUSH_ENDPOINT'],
  [good, { p256dh: 'A'.repeat(87) }, 'PUSH_KEYS'],
  [good, { p256dh: p256dh.slice(0, 40) }, 'PUSH_KEYS'],
  [good, { auth: 'A'.repeat(20) }, 'PUSH_KEYS'],
])('a device at %s with %j: %s', (endpoint, keys, answer) => {
  const checked = checkDevice({ endpoint, p256dh, auth, ...keys })
  expect(checked.ok ? 'ok' : checked.rejection).toBe(answer)
})
test('a test’s own server is known where it is set, and no other', () => {
  const device = { endpoint: 'http://127.0.0.1:9000/x', p256dh, auth }
  expect(checkDevice(device, 'http://127.0.0.1:9000').ok).toBe(true)
  expect(checkDevice(device, 'http://127.0.0.1:9001').ok).toBe(false)
})

test('every kind is of one group, and the account has those that no other has', () => {
  expect(new Set(GROUPED_KINDS).size).toBe(GROUPED_KINDS.length)
  for (const group of MESSAGE_GROUPS)
    for (const kind of kindsOf(group) ?? []) expect([kind, groupOf(kind)]).toEqual([kind, group])
  expect(groupOf('newDevice')).toBe('account')
  expect(MESSAGE_KINDS.filter((kind) => groupOf(kind) === 'account').length).toBeGreaterThan(0)
})

test.each(LANGS)('titles stand on locked screens: no figure and no name is in one of them (%s)', (lang) => {
  const catalogue = readCatalogue(lang)
  for (const kind of MESSAGE_KINDS) {
    const named = Object.entries(argKinds(catalogue[messageKey(kind, 'title')]!)).filter(([name]) =>
      /amount|price|profit|tax|quantity|value|name|code|device|ratio/.test(name),
    )
    expect([kind, named]).toEqual([kind, []])
  }
})
