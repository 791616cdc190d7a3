import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { openCredentials } from './credentials.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { LANGS } from '#i18n/lang.ts'
import { asWritten, invite } from './as-written.fixture.ts'

let app: TestApp
let invitationCode: string
beforeAll(async () => {
  app = await startTestApp({
    limits: {
      ...LIMITS,
      lanes: { ...LIMITS.lanes, writes: { perSecond: 1_000, burst: 1_000, perMinute: null } },
    },
  })
  invitationCode = app.modules.identity.demo!.invitationCode
})

const post = (path: string, body: unknown, token?: string) =>
  app.call('POST', path, { body, ...(token === undefined ? {} : { token }) })
const login = (account: string, password: string) => post('/api/auth/login', { account, password })
const codeFor = async (mobile: string): Promise<string> => {
  expect((await post('/api/auth/sms-code', { mobile })).code).toBe(1)
  return (await app.call('GET', `/api/dev/inbox?mobile=${mobile}`)).data[0].code
}

describe('registration', () => {
  const good = {
    mobile: '090-2222-0001',
    password: 'lamp-7Kq',
    confirmPassword: 'lamp-7Kq',
    verificationCode: '000000',
  }
  const cases: [name: string, change: Record<string, string>, rejection: string][] = [
    ['a landline', { mobile: '0312345678' }, 'MOBILE_FORMAT'],
    ['a toll-free number in full width', { mobile: '０８００２２２０００１' }, 'MOBILE_FORMAT'],
    ['five characters', { password: 'lamp7', confirmPassword: 'lamp7' }, 'PASSWORD_LENGTH'],
    [
      'a password that everyone tries',
      { password: 'password', confirmPassword: 'password' },
      'PASSWORD_COMMON',
    ],
    ['two passwords', { confirmPassword: 'lamp-7Kr' }, 'PASSWORDS_DIFFER'],
    ['no invitation', { invitationCode: ' ' }, 'INVITATION_REQUIRED'],
    ['an invitation that nobody gave', { invitationCode: '0000000000' }, 'INVITATION_INVALID'],
    ['a code that was not sent', {}, 'VERIFICATION_INVALID'],
  ]
  it.each(cases)('refuses %s', async (_, change, rejection) => {
    const answer = await post('/api/auth/register', { invitationCode, ...good, ...change })
    expect(answer.data.rejection).toBe(rejection)
    expect(answer.msg).not.toContain('rejection')
  })

  it.each<[path: string, change: object, words: string]>([
    ['register', { mobile: '0312345678' }, 'Mobile number format is wrong, please re-enter'],
    ['register', { confirmPassword: 'lamp-7Kr' }, 'The passwords entered twice are different'],
    ['login', { account: '' }, 'Account cannot be empty'],
  ])('says at %s with %o, word for word: %s; and in each language its own', async (path, change, words) => {
    const body = { ...(path === 'login' ? { password: 'lamp-7Kq' } : { invitationCode, ...good }), ...change }
    const said = await Promise.all(
      LANGS.map(async (lang) => (await post(`/api/auth/${path}?lang=${lang}`, body)).msg),
    )
    expect(said[LANGS.indexOf('en')]).toBe(words)
    expect(new Set(said).size).toBe(LANGS.length)
  })

  it('takes a code for its ten minutes, also while the demo clock goes days ahead', async () => {
    const mobile = '090-2222-0009'
    const verificationCode = await codeFor(mobile)
    await jumpClock(app, app.context.clock.wall() + 2 * DAY)
    const answer = await post('/api/auth/register', { invitationCode, ...good, mobile, verificationCode })
    expect([answer.code, answer.msg]).toEqual([1, expect.any(String)])
  })

  it('lets a code be tried five times', async () => {
    const mobile = '09022220002'
    const right = await codeFor(mobile)
    const wrong = right === '111111' ? '222222' : '111111'
    const form = { ...good, mobile, invitationCode }
    for (let n = 0; n < 5; n++)
      expect((await post('/api/auth/register', { ...form, verificationCode: wrong })).data.rejection).toBe(
        'VERIFICATION_INVALID',
      )
    expect((await post('/api/auth/register', { ...form, verificationCode: right })).data.rejection).toBe(
      'VERIFICATION_INVALID',
    )
  })

  it('opens one account with the opening deposit, however often it is sent at once', async () => {
    const mobile = '09022220003'
    const verificationCode = await codeFor(mobile)
    const form = { ...good, mobile, invitationCode, verificationCode }
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/auth/register', form)))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    const { token } = answers.find((answer) => answer.code === 1)!.data
    expect((await app.call('GET', '/api/account', { token })).data).toMatchObject({
      available: 10_000_000,
      totalAssets: 10_000_000,
    })
    expect((await app.call('GET', '/api/account/log', { token })).data).toMatchObject([
      { kind: 'opening-deposit', amount: 10_000_000 },
    ])
    expect(
      (await post('/api/auth/register', { ...form, verificationCode: await codeFor(mobile) })).data.rejection,
    ).toBe('MOBILE_TAKEN')
  })

  it('makes up at login for an account that was not opened before a crash', async () => {
    const mobile = '09022220004'
    const { userId } = await app.enrol(mobile)
    const { passwordHash } = await app.context.db.kysely
      .selectFrom('credentials')
      .select('passwordHash')
      .where('memberId', '=', userId)
      .executeTakeFirstOrThrow()
    await app.context.db.kysely
      .insertInto('credentials')
      .values({
        memberId: 'half-made',
        ...openCredentials(app.context).firstParts('half-made', '+819022220005', passwordHash),
        level: 'experience',
        invitedBy: invitationCode,
        registeredAt: 0,
        lang: 'ja',
      })
      .execute()
    await asWritten(app.context)
    const { data } = await login('090-2222-0005', 'lamp-7Kq')
    expect(data.userId).toBe('half-made')
    expect((await app.call('GET', '/api/account', { token: data.token })).data.available).toBe(10_000_000)
    await login('090-2222-0005', 'lamp-7Kq')
    expect((await app.call('GET', '/api/account/log', { token: data.token })).data).toHaveLength(1)
  })

  it('ends a member’s invitation after its uses', async () => {
    await invite(app.context, { code: 'ABCDEFGHJK', usesLeft: 1 })
    const enrol = async (mobile: string) =>
      post('/api/auth/register', {
        ...good,
        mobile,
        invitationCode: 'abcde-fghjk',
        verificationCode: await codeFor(mobile),
      })
    const answers = await Promise.all([enrol('09022220006'), enrol('09022220007')])
    expect(answers.map((answer) => answer.data.rejection ?? 'ok').toSorted()).toEqual([
      'INVITATION_INVALID',
      'ok',
    ])
  })
})

describe('login', () => {
  it('takes any spelling of the number, and says no more than yes or no', async () => {
    await app.enrol('09033330001')
    for (const account of ['09033330001', '090-3333-0001', '+819033330001', ' 09033330001 '])
      expect((await login(account, 'lamp-7Kq')).code).toBe(1)
    const wrong = await login('09033330001', 'lamp-7Kr')
    const nobody = await login('09033339999', 'lamp-7Kr')
    expect(wrong.data).toEqual(nobody.data)
    expect((await login('', 'x')).data.rejection).toBe('ACCOUNT_REQUIRED')
    expect((await login('09033330001', '')).data.rejection).toBe('PASSWORD_REQUIRED')
  })

  it('locks after five wrong passwords, a hundred at once included, and existing accounts no other than unknown ones', async () => {
    await app.enrol('09033330002')
    for (const account of ['09033330002', '09033338888']) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => login(account, 'wrong-1')))
      const said = answers.map((answer) => answer.data.rejection)
      expect(said.filter((rejection) => rejection === 'LOGIN_FAILED')).toHaveLength(4)
      expect(answers.at(-1)!.data).toEqual({ rejection: 'LOGIN_LOCKED', detail: { minutes: 15 } })
    }
    expect((await login('09033330002', 'lamp-7Kq')).data.rejection).toBe('LOGIN_LOCKED')
    expect((await login('09033330001', 'lamp-7Kq')).code).toBe(1)
  })

  it('keeps five sessions, ends the oldest, and ends one for good at logout', async () => {
    const { userId } = await app.enrol('09033330003')
    const alive = async (token: string) =>
      (await app.call('GET', `/api/index/getUserInfo?user_id=${userId}`, { token })).status
    const tokens: string[] = []
    for (let n = 0; n < 6; n++) tokens.push((await login('09033330003', 'lamp-7Kq')).data.token)
    expect(await Promise.all(tokens.map(alive))).toEqual([401, 200, 200, 200, 200, 200])
    expect(new Set(tokens).size).toBe(6)
    expect((await post('/api/auth/logout', {}, tokens[5])).data).toEqual({ status: 'ended' })
    expect(await alive(tokens[5]!)).toBe(401)
    expect(await alive(tokens[4]!)).toBe(200)
    const kept = await app.context.db.pool.query('select token_hash from sessions')
    for (const token of tokens) expect(JSON.stringify(kept.rows)).not.toContain(token)
  })
})

describe('the login password', () => {
  const mobile = '09055550101'
  let token: string
  beforeAll(async () => {
    token = (await app.enrol(mobile)).token
    await post(
      '/api/auth/transaction-password',
      { newPassword: 'river-55', confirmPassword: 'river-55' },
      token,
    )
  })
  const good = { oldPassword: 'lamp-7Kq', newPassword: 'stone-31', confirmPassword: 'stone-31' }
  const both = (password: string) => ({ newPassword: password, confirmPassword: password })
  const cases: [name: string, change: Partial<typeof good>, rejection: string, words: RegExp][] = [
    ['no old one', { oldPassword: '' }, 'OLD_PASSWORD_REQUIRED', /old password/],
    ['no new one', both(''), 'NEW_PASSWORD_REQUIRED', /new password/],
    ['five characters', both('stone'), 'PASSWORD_LENGTH', /6 to 10/],
    ['eleven characters', both('stone-31abc'), 'PASSWORD_LENGTH', /6 to 10/],
    ['one that everyone tries', both('password'), 'PASSWORD_COMMON', /guess/],
    ['a character that cannot be seen', both('stone\t31'), 'PASSWORD_CHARACTERS', /characters/],
    [
      'another confirmation',
      { confirmPassword: 'stone-32' },
      'PASSWORDS_DIFFER',
      /^The passwords entered twice are different$/,
    ],
    ['a wrong old one', { oldPassword: 'lamp-7Kr' }, 'OLD_PASSWORD_WRONG', /wrong/],
    ['the transaction password', both('river-55'), 'SAME_AS_TRANSACTION_PASSWORD', /differ/],
  ]
  it.each(cases)('is not changed with %s', async (_, change, rejection, words) => {
    const answer = await post('/api/auth/password?lang=en', { ...good, ...change }, token)
    expect([answer.data.rejection, answer.msg]).toEqual([rejection, expect.stringMatching(words)])
  })
  it.each([6, 10])('may have %d characters, and is the one from then on', async (length) => {
    const before = length === 6 ? 'lamp-7Kq' : 'stones'
    const next = 'stones-314'.slice(0, length)
    expect((await post('/api/auth/password', { oldPassword: before, ...both(next) }, token)).data).toEqual({
      status: 'changed',
    })
    expect([(await login(mobile, before)).data.rejection, (await login(mobile, next)).code]).toEqual([
      'LOGIN_FAILED',
      1,
    ])
  })
})

describe('the transaction password', () => {
  it('of a session that is ended while it is being weighed is a session that is over, and no fault', async () => {
    const { token } = await app.enrol('09044440009')
    await post(
      '/api/auth/transaction-password',
      { newPassword: 'river-55', confirmPassword: 'river-55' },
      token,
    )
    const [unlocked] = await Promise.all([
      post('/api/auth/unlock', { transactionPassword: 'river-55' }, token),
      post('/api/auth/logout', {}, token),
    ])
    expect(unlocked.status).toBe(401)
  })

  it('is set on first need, is not the login password, and closes after five wrong tries', async () => {
    const { token } = await app.enrol('09044440001')
    const set = (body: Record<string, string>) => post('/api/auth/transaction-password', body, token)
    const unlock = (transactionPassword: string) => post('/api/auth/unlock', { transactionPassword }, token)
    expect((await unlock('river-55')).data.rejection).toBe('TRANSACTION_PASSWORD_UNSET')
    expect((await set({ newPassword: 'lamp-7Kq', confirmPassword: 'lamp-7Kq' })).data.rejection).toBe(
      'SAME_AS_LOGIN_PASSWORD',
    )
    expect((await set({ newPassword: 'river-55', confirmPassword: 'river-56' })).data.rejection).toBe(
      'PASSWORDS_DIFFER',
    )
    expect((await set({ newPassword: 'river-55', confirmPassword: 'river-55' })).data).toEqual({
      status: 'changed',
    })
    expect((await set({ newPassword: 'river-77', confirmPassword: 'river-77' })).data.rejection).toBe(
      'OLD_PASSWORD_WRONG',
    )
    expect((await unlock('river-55')).data.status).toBe('unlocked')
    expect(
      (await set({ oldPassword: 'river-55', newPassword: 'river-77', confirmPassword: 'river-77' })).code,
    ).toBe(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => unlock('wrong-11')))
    expect(answers.filter((answer) => answer.data.rejection === 'TRANSACTION_PASSWORD_WRONG')).toHaveLength(4)
    expect((await unlock('river-77')).data).toMatchObject({
      rejection: 'TRANSACTION_PASSWORD_LOCKED',
      detail: { minutes: 1_440 },
    })
  })
})

it('a tour that was skipped is skipped for the member on every device, twice too, and for nobody else', async () => {
  const [own, other] = app.modules.identity.demo!.members
  const loggedIn = async ({ mobile, password }: { mobile: string; password: string }) =>
    (await login(mobile, password)).data as { token: string; userId: string }
  const isSkipped = async ({ token, userId }: { token: string; userId: string }) =>
    (await app.call('GET', `/api/index/getUserInfo?user_id=${userId}`, { token })).data.tourSkipped
  const [phone, desk, stranger] = [await loggedIn(own!), await loggedIn(own!), await loggedIn(other!)]
  expect(await isSkipped(desk)).toBe(false)
  const skip = (token?: string) => post('/api/index/skipTour', {}, token)
  const both = await Promise.all([skip(phone.token), skip(phone.token)])
  expect(both.map(({ data }) => data)).toEqual([{ tourSkipped: true }, { tourSkipped: true }])
  expect([await isSkipped(phone), await isSkipped(desk), await isSkipped(stranger)]).toEqual([
    true,
    true,
    false,
  ])
  expect((await skip()).status).toBe(401)
})

it('keeps passwords, codes and numbers out of the journal', async () => {
  const { rows } = await app.context.db.pool.query<{ text: string }>(
    "select string_agg(convert_from(record, 'utf8'), '') as text from journal",
  )
  for (const secret of ['lamp-7Kq', 'river-55', '9022220003', '09033330001', '+8190'])
    expect(rows[0]!.text).not.toContain(secret)
  expect(rows[0]!.text).toContain('member.open')
})
