import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#kernel/hash.ts'
import type { Answer } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { FACTOR_CHANGE_NAMES, ruleOf, type FactorChange } from '../model/factor-change.ts'
import { members } from './tables.ts'
import { outsideDemo, PASSWORD, type OutsideDemo } from './outside-demo.fixture.ts'
import { softDevice, type SoftDevice } from './passkey.fixture.ts'
import { asWritten } from './as-written.fixture.ts'

let at: OutsideDemo
beforeAll(async () => {
  at = await outsideDemo()
}, 60_000)
afterAll(() => at.close())

const OLD = 'river-55'
const NEW = 'stone-31'
type Member = {
  mobile: string
  next: string
  memberId: string
  token: string
  device: SoftDevice
  app: TOTP | null
}
type Code = { verificationCode?: string }
type Row = {
  /** The factors that the member has before. */
  has: ('passkey' | 'app' | 'transaction-password')[]
  /** The change with its proof, and with what else is given. */
  change: (member: Member, code: Code) => Promise<Answer>
  /** The answer to one who knows number and password alone, with the code too. */
  unproven: ((member: Member, view: string, code: Code) => Promise<Answer>) | null
  refused?: string
}

const both = (password: string) => ({ newPassword: password, confirmPassword: password })
const created = async (token: string, device = softDevice()) =>
  device.create(await at.must(at.post('/auth/passkey/new/question', {}, token)))
const change = ({ token, device }: Member, content: Json) => at.proof(token, device, 'factor.change', content)
const oneTime = (app: TOTP, steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 })
async function newApp(token: string): Promise<TOTP> {
  const { secret } = await at.must(at.post('/auth/totp/new', {}, token))
  return new TOTP({
    issuer: 'Akari',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  })
}
const recovery = (what: string, more: (member: Member) => object = () => ({ password: PASSWORD })): Row => ({
  has: ['passkey'],
  unproven: null,
  change: async (member, { verificationCode = '' }) =>
    at.post('/auth/recovery', {
      what,
      mobile: member.mobile,
      nameKana: '',
      documentNumber: '',
      verificationCode,
      ...more(member),
    }),
})

const ROWS: Record<FactorChange, Row> = {
  firstPasskey: {
    has: [],
    unproven: null,
    change: async ({ token }, code) =>
      at.post('/auth/passkey/new', { name: '', created: await created(token), ...code }, token),
  },
  anotherPasskey: {
    has: ['passkey'],
    refused: 'PROOF_NEEDED',
    change: async (member, code) =>
      at.post(
        '/auth/passkey/new',
        {
          name: '',
          created: await created(member.token),
          proof: await change(member, { change: 'add-passkey' }),
          ...code,
        },
        member.token,
      ),
    unproven: async (_, view, code) =>
      at.post(
        '/auth/passkey/new',
        { name: '', created: await created(view), password: PASSWORD, ...code },
        view,
      ),
  },
  passkeyRemoved: {
    has: ['passkey'],
    refused: 'PROOF_NEEDED',
    change: async (member, code) =>
      at.post(
        '/auth/passkey/remove',
        {
          passkeyId: member.device.id,
          proof: await change(member, { change: 'remove-passkey', passkeyId: member.device.id }),
          ...code,
        },
        member.token,
      ),
    unproven: (member, view, code) =>
      at.post('/auth/passkey/remove', { passkeyId: member.device.id, password: PASSWORD, ...code }, view),
  },
  firstApp: {
    has: [],
    unproven: null,
    change: async ({ token }, code) =>
      at.post('/auth/totp/confirm', { firstCode: oneTime(await newApp(token), 0), ...code }, token),
  },
  appBesidePasskey: {
    has: ['passkey'],
    refused: 'PROOF_NEEDED',
    change: async (member, code) => {
      const firstCode = oneTime(await newApp(member.token), 0)
      return at.post(
        '/auth/totp/confirm',
        { firstCode, proof: await change(member, { change: 'totp-on' }), ...code },
        member.token,
      )
    },
    unproven: async (_, view, code) =>
      at.post(
        '/auth/totp/confirm',
        { firstCode: oneTime(await newApp(view), 0), password: PASSWORD, ...code },
        view,
      ),
  },
  appRemoved: {
    has: ['app', 'passkey'],
    refused: 'PROOF_NEEDED',
    change: async (member, code) =>
      at.post(
        '/auth/totp/remove',
        { proof: await change(member, { change: 'totp-off' }), ...code },
        member.token,
      ),
    unproven: (_, view, code) => at.post('/auth/totp/remove', { password: PASSWORD, ...code }, view),
  },
  firstTransactionPassword: {
    has: [],
    unproven: null,
    change: ({ token }, code) => at.post('/auth/transaction-password', { ...both(NEW), ...code }, token),
  },
  transactionPasswordChanged: {
    has: ['transaction-password'],
    refused: 'OLD_PASSWORD_WRONG',
    change: ({ token }, code) =>
      at.post('/auth/transaction-password', { oldPassword: OLD, ...both(NEW), ...code }, token),
    unproven: (_, view, code) => at.post('/auth/transaction-password', { ...both(NEW), ...code }, view),
  },
  transactionPasswordReset: {
    has: ['transaction-password', 'passkey'],
    refused: 'PROOF_INVALID',
    change: async ({ token, device }, code) =>
      at.post(
        '/auth/transaction-password',
        {
          ...both(NEW),
          proof: await at.proof(token, device, 'transaction-password.reset', { newPassword: NEW }),
          ...code,
        },
        token,
      ),
    unproven: async (_, view, code) =>
      at.post(
        '/auth/transaction-password',
        {
          ...both(NEW),
          proof: await at.proof(view, softDevice(), 'transaction-password.reset', { newPassword: NEW }),
          ...code,
        },
        view,
      ),
  },
  loginPasswordChanged: {
    has: ['passkey'],
    refused: 'PROOF_NEEDED',
    change: async ({ token, device }) =>
      at.post(
        '/auth/password',
        {
          oldPassword: PASSWORD,
          ...both(NEW),
          proof: await at.proof(token, device, 'password.change', { newPassword: NEW }),
        },
        token,
      ),
    unproven: (_, view) => at.post('/auth/password', { oldPassword: PASSWORD, ...both(NEW) }, view),
  },
  phoneChanged: {
    has: ['passkey'],
    refused: 'PROOF_NEEDED',
    change: async ({ token, device, next }, { verificationCode = '' }) =>
      at.post(
        '/auth/phone',
        {
          mobile: next,
          verificationCode,
          proof: await at.proof(token, device, 'phone.change', { mobile: next }),
        },
        token,
      ),
    unproven: async ({ next }, view) => {
      await at.must(at.post('/auth/sms-code', { mobile: next }, view))
      return at.post('/auth/phone', { mobile: next, verificationCode: at.codeTo(next) }, view)
    },
  },
  passwordRecovered: recovery('password', () => both(NEW)),
  passkeyRecovered: recovery('passkey'),
  transactionPasswordRecovered: recovery('transaction-password'),
  phoneRecovered: recovery('phone', ({ next }) => ({ newMobile: next, password: PASSWORD })),
}

/** The code of a change, asked for at the route that the change has. */
async function codeFor(name: FactorChange, { mobile, next, token }: Member): Promise<string> {
  const { code, proof } = ruleOf(name)
  const [to, what] = [code === 'new' ? next : mobile, name.replace('Recovered', '')]
  const before = at.sent.length
  if (proof === 'identity') {
    await at.must(
      at.post('/auth/recovery/code', {
        what: what === 'transactionPassword' ? 'transaction-password' : what,
        mobile,
        ...(code === 'new' ? { newMobile: next } : {}),
      }),
    )
    await waitFor(
      async () => at.sent.length,
      (sent) => sent > before,
    )
  } else
    await at.must(
      code === 'new'
        ? at.post('/auth/sms-code', { mobile: next }, token)
        : at.post('/auth/factor-code', {}, token),
    )
  return at.codeTo(to)
}
const restOf = (memberId: string) => {
  const { withdrawalsClosedUntil, tradingLimitedUntil, restsBecause } = at.context.context.engine.read
    .of(members)
    .get(memberId)!
  return { withdrawalsClosedUntil, tradingLimitedUntil, restsBecause }
}
const alive = async (token: string) => (await at.get('/auth/security', token)).status === 200
/** Nothing rests, nothing ever did. */
const NONE = { withdrawalsClosedUntil: null, tradingLimitedUntil: null, restsBecause: null }

let count = 0
/** With an e-mail address too, so that every channel is there. */
async function memberWith(has: Row['has']): Promise<Member> {
  const mobile = `0906222${String(++count).padStart(4, '0')}`
  const { token, userId: memberId } = await at.register(mobile)
  const { kysely } = at.context.context.db
  await kysely
    .insertInto('emailAddresses')
    .values({
      memberId,
      address: `m${count}@example.jp`,
      verifiedAt: 1,
      codeHash: null,
      codeExpiresAt: null,
      codeTries: 0,
      verifiedBefore: null,
    })
    .execute()
  await asWritten(at.context.context)
  const member: Member = {
    mobile,
    next: `0906333${String(count).padStart(4, '0')}`,
    memberId,
    token,
    device: softDevice(),
    app: null,
  }
  if (has.includes('transaction-password'))
    await at.must(
      at.post(
        '/auth/transaction-password',
        { ...both(OLD), verificationCode: await at.factorCode(member.token, mobile) },
        member.token,
      ),
    )
  if (has.includes('app')) {
    member.app = await newApp(member.token)
    member.token = (
      await at.must(
        at.post(
          '/auth/totp/confirm',
          { firstCode: oneTime(member.app, -1), verificationCode: await at.factorCode(member.token, mobile) },
          member.token,
        ),
      )
    ).token
  }
  if (has.includes('passkey')) {
    const byApp = member.app === null ? {} : { oneTimeCode: oneTime(member.app, 0) }
    const verificationCode = await at.factorCode(member.token, mobile)
    member.token = (
      await at.must(
        at.post(
          '/auth/passkey/new',
          { name: '', created: await created(member.token, member.device), verificationCode, ...byApp },
          member.token,
        ),
      )
    ).token
  }
  return member
}

describe.each(FACTOR_CHANGE_NAMES.filter((name) => name !== 'phoneRecovered'))('%s', (name) => {
  const rule = ruleOf(name)
  const row = ROWS[name]

  it('needs its proof and its code, ends what it ends, is told on every channel, and lets rest what rests', async () => {
    const member = await memberWith(row.has)
    const before = restOf(member.memberId)
    const view = await at.login(member.mobile)
    const unchanged = () => expect(restOf(member.memberId)).toEqual(before)

    if (row.unproven !== null) {
      const byCode =
        rule.code === 'registered' ? { verificationCode: await at.factorCode(view, member.mobile) } : {}
      expect((await row.unproven(member, view, byCode)).data.rejection).toBe(row.refused)
      unchanged()
    }
    if (rule.code !== 'none') {
      const missing =
        rule.proof === 'identity'
          ? 'RECOVERY_FAILED'
          : rule.code === 'new'
            ? 'VERIFICATION_INVALID'
            : 'SMS_CODE_NEEDED'
      expect((await row.change(member, {})).data.rejection).toBe(missing)
      const right = await codeFor(name, member)
      expect(
        (await row.change(member, { verificationCode: right === '111111' ? '222222' : '111111' })).data
          .rejection,
      ).toBe(rule.proof === 'identity' ? 'RECOVERY_FAILED' : 'VERIFICATION_INVALID')
      unchanged()
    }
    // A code of another session of the same member is none here.
    if (rule.code === 'registered' && rule.proof !== 'identity') {
      const other = await at.factorCode(view, member.mobile)
      const own = await codeFor(name, member)
      if (other !== own)
        expect((await row.change(member, { verificationCode: other })).data.rejection).toBe(
          'VERIFICATION_INVALID',
        )
    }
    const verificationCode = rule.code === 'none' ? undefined : await codeFor(name, member)
    const [smsBefore, mailsBefore] = [at.sent.length, at.mails().length]
    const changed = await row.change(member, verificationCode === undefined ? {} : { verificationCode })
    expect(changed.msg).toBe('成功しました')

    const after = changed.data.token ?? member.token
    if (rule.session === 'ends') expect(await alive(member.token)).toBe(false)
    else
      expect((await at.get('/auth/security', after)).data.session.full).toBe(
        rule.session === 'full' || row.has.includes('passkey'),
      )
    expect(await alive(view)).toBe(false)

    const message = await at.context.context.db.kysely
      .selectFrom('messages')
      .select('kind')
      .where('memberId', '=', member.memberId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(message.kind).toBe(rule.told)
    await at.smsTo(member.mobile, /^【明かり・模擬取引】[^\d]*凍結/)
    expect(at.sent.slice(smsBefore).map(({ to }) => to)).toEqual([`+81${member.mobile.slice(1)}`])
    expect(at.mails().length).toBe(mailsBefore + 1)

    const rest = restOf(member.memberId)
    if (rule.restMs === 0) return expect(rest).toEqual(before)
    const now = at.context.context.clock.wall()
    expect(rest.restsBecause).toBe(name)
    expect(rest.withdrawalsClosedUntil).toBe(rest.tradingLimitedUntil)
    expect(rest.withdrawalsClosedUntil! - now).toBeGreaterThan(rule.restMs - 60_000)
    expect(rest.withdrawalsClosedUntil! - now).toBeLessThanOrEqual(rule.restMs)
    // The code is used up.
    if (verificationCode !== undefined && name === 'anotherPasskey')
      expect((await row.change({ ...member, token: after }, { verificationCode })).data.rejection).toBe(
        'VERIFICATION_INVALID',
      )
  })
})

describe('who knows number and password alone', () => {
  it('moves the codes to no other phone by a recovery', async () => {
    const member = await memberWith([])
    expect(
      (
        await ROWS.phoneRecovered.change(member, {
          verificationCode: await codeFor('phoneRecovered', member),
        })
      ).data.rejection,
    ).toBe('RECOVERY_FAILED')
    expect(restOf(member.memberId)).toEqual(NONE)
    expect(await alive(member.token)).toBe(true)
  })

  it('gets no factor, trades nothing, and the member’s phone hears of the codes asked for', async () => {
    const { mobile } = await memberWith([])
    const thief = await at.login(mobile)
    const code = '000000'
    const acts: [path: string, body: object][] = [
      ['/auth/passkey/new', { name: '', created: await created(thief) }],
      [
        '/auth/passkey/new',
        { name: '', created: await created(thief), password: PASSWORD, verificationCode: code },
      ],
      ['/auth/totp/confirm', { firstCode: oneTime(await newApp(thief), 0) }],
      ['/auth/transaction-password', both(NEW)],
      ['/auth/password', { oldPassword: PASSWORD, ...both(NEW) }],
      ['/auth/email', { email: 'thief@example.jp' }],
      ['/auth/phone', { mobile: '09069999999', verificationCode: code }],
      ['/auth/unlock', { transactionPassword: NEW }],
      ['/orders', { code: 'S801', side: 'up', type: 'market', quantity: 100, leverage: 1 }],
    ]
    for (const [path, body] of acts)
      expect([path, (await at.post(path, body, thief)).code]).not.toEqual([path, 1])
    await at.must(at.post('/auth/factor-code', {}, thief))
    expect((await at.smsTo(mobile, /認証方法を変更/))!.text).toContain('誰にも教えず')
  })
})
