import { expect, it } from 'vitest'
import { outsideDemo } from './outside-demo.fixture.ts'

const MOBILE = '09012345678'

it('outside the demo setting, without a service for SMS, who asks for a code is told so by name, and health says it', async () => {
  const server = await outsideDemo({ env: { SMS_URL: '', SMS_TOKEN: '', MAIL_DIR: '' } })
  for (const [path, body] of [
    ['/auth/sms-code', { mobile: MOBILE }],
    ['/auth/sms-code', { mobile: MOBILE, for: 'login' }],
    ['/auth/recovery/code', { what: 'transaction-password', mobile: MOBILE }],
  ] as const) {
    const { code, data } = await server.post(path, body)
    expect([code, data.rejection], path).toEqual([2, 'SENDING_MISSING'])
  }
  const health = await server.context.call('GET', '/api/health', {})
  expect([health.data.status, health.data.faults]).toEqual([
    'ok',
    ['sms-missing', 'mail-missing', 'firm-missing'],
  ])
  await server.close()
})

it('and without a service for mails a member is told before anything is asked of them', async () => {
  const server = await outsideDemo({ env: { MAIL_DIR: '' } })
  const { token } = await server.register(MOBILE)
  const full = await server.enrol(token, MOBILE)
  expect((await server.post('/auth/email', { email: 'haruka@example.jp' }, full)).data.rejection).toBe(
    'SENDING_MISSING',
  )
  expect((await server.context.call('GET', '/api/health', {})).data.faults).toEqual([
    'mail-missing',
    'firm-missing',
  ])
  await server.close()
})
