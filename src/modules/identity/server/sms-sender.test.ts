import { standIn } from '#kernel/stand-in.fixture.ts'
import { expect, it } from 'vitest'
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
const open = (config: object) =>
  smsSender(
    standIn<AppContext>({
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

it('sends no more codes for guests than the firm pays for, and then as many for members', () => {
  now = 0
  const sender = open({})
  for (let n = 0; n < 3; n++) expect(sender.take({ ...GUEST, mobile: number(n) })).toBe(null)
  expect(sender.take({ ...GUEST, mobile: number(4) })).toMatchObject({
    rejection: 'TOO_MANY_SMS',
    detail: { minutes: 1 },
  })
  expect(sender.take({ ...MEMBER, mobile: number(5) })).toBe(null)
  now = 60_000
  expect(sender.take({ ...GUEST, mobile: number(4) })).toBe(null)
})

it('sends none outside the demo setting without a service, and says so by name', () => {
  const sender = open({ sms: null })
  for (const asked of [GUEST, MEMBER])
    expect(sender.take({ ...asked, mobile: number(1) })).toMatchObject({ rejection: 'SENDING_MISSING' })
})

it('counts nothing for the server where nothing is spent', () => {
  const sender = open({ sms: null, demo: true })
  for (let n = 0; n < 9; n++) expect(sender.take({ ...GUEST, mobile: number(n) })).toBe(null)
})

it('sends to one number what all guests together may ask for, and to its member what they ask for besides', () => {
  now = 0
  const sender = open({ sms: null, demo: true })
  const [most] = limits.smsCode.toMobile
  const asked = (n: number) => sender.take({ ownBudget: null, address: `203.0.113.${n}`, mobile: number(1) })
  for (let n = 0; n < most!.max; n++) expect(asked(n)).toBe(null)
  expect(asked(most!.max)).toMatchObject({ rejection: 'TOO_MANY_CODES' })
  expect(sender.take({ ...MEMBER, mobile: number(1) })).toBe(null)
})

it('goes abroad where the server says so, and to a member’s own number anywhere', () => {
  const abroad = { ...MEMBER, mobile: '+14155550123' }
  expect(open({}).take(abroad)).toMatchObject({ rejection: 'SMS_COUNTRY', detail: { countries: '+81' } })
  expect(open({}).take({ ...abroad, isOwn: true })).toBe(null)
  expect(open({ smsCountries: ['+81', '+1'] }).take(abroad)).toBe(null)
})
