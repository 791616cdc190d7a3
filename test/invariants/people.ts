import { readFileSync } from 'node:fs'
import { waitFor } from '#server/wait-for.fixture.ts'
import { handedOver } from '#modules/staff/server/handed-over.ts'
import { currentSet } from '#modules/staff/server/recovery.ts'
import { recoverySets } from '#modules/staff/server/tables.ts'
import { standIn } from '#kernel/stand-in.fixture.ts'
import { TOTP, Secret } from 'otpauth'
import { addDays, DAY, dateJst, timeJst } from '#kernel/time.ts'
import type { Caller } from '#platform/http/route-handler.ts'
import { LIMITS } from '#platform/limits.ts'
import { usableFrom } from '#modules/funding/model/bank-account.ts'
import { takesRequests } from '#modules/funding/model/withdrawal.ts'
import { bankAccounts } from '#modules/funding/server/tables.ts'
import { softDevice, type SoftDevice } from '#modules/identity/server/passkey.fixture.ts'
import { findWork } from '#modules/identity/model/work.ts'
import { lastNavBy } from '#modules/copy/server/nav-job.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { sampleTerms } from '#modules/ipo/server/sample.ts'
import { openSecrets } from '#modules/identity/server/secrets.ts'
import { strangers } from '#modules/identity/server/strangers.ts'
import { phoneCodes } from '#modules/identity/server/sms.ts'
import { nextName } from '#server/desk.fixture.ts'
import { demoOperatorId } from '#modules/staff/server/open-operator.ts'
import type { Asked } from '#modules/staff/server/public.ts'
import { poolTerms } from '../simulation/listings.ts'
import type { AppContext, Outcome } from './app.ts'
import { invite } from '#modules/identity/server/as-written.fixture.ts'

export const PASSWORD = 'lamp-7Kq'
export const TRANSACTION_PASSWORD = 'river-9Tx'
export const WRONG = 'wrong-1Zz'

/** Of a code, another one that is as long. */
export const another = (code: string): string => code.replace(/.$/, (last) => (last === '1' ? '2' : '1'))

/** A mobile number that nobody has. */
export const newMobile = ({ next }: AppContext): string => `090${String(10_000_000 + next())}`

/** An invitation that is good for so many; null: for any number. */
export async function newInvitation(
  { context: { config }, db, next }: AppContext,
  usesLeft: number | null = null,
  times: { beginsAt?: number; expiresAt?: number } = {},
): Promise<string> {
  const code = `AB${String(next()).padStart(8, '0')}`
  await invite({ config, db }, { code, usesLeft, usesAtFirst: usesLeft, ...times })
  return code
}

/** The code that was sent last to this number, or this address. */
export async function codeSentTo(
  { call }: AppContext,
  query: { mobile: string } | { email: string },
): Promise<string> {
  const { data } = await call('devInbox', { query })
  return (data as { code: string | null }[]).find(({ code }) => code !== null)!.code!
}

/** Address of somebody with this number: a code is good at the address that asked for it. */
const homeOf = (mobile: string): string => `home of ${mobile}`

/** Has a code sent to a number, for whoever is at home there or for a session; answers it. */
export async function smsCodeTo(app: AppContext, mobile: string, as: Caller | null = null): Promise<string> {
  await expectGood(app.call('smsCode', { as, input: { mobile }, address: homeOf(mobile) }))
  return codeSentTo(app, { mobile })
}

export const registers = (
  app: AppContext,
  form: { mobile: string; invitationCode: string; verificationCode: string; address?: string },
): Promise<Outcome> => {
  const { address = homeOf(form.mobile), ...input } = form
  return app.call('register', { address, input: { password: PASSWORD, confirmPassword: PASSWORD, ...input } })
}

/** A member who has just registered, with a session. */
export async function newMember(
  app: AppContext,
): Promise<{ id: string; mobile: string; token: string; caller: Caller }> {
  const mobile = newMobile(app)
  const answer = await registers(app, {
    mobile,
    invitationCode: await newInvitation(app),
    verificationCode: await smsCodeTo(app, mobile),
  })
  const { token, userId } = (await expectGood(Promise.resolve(answer))) as { token: string; userId: string }
  return { id: userId, mobile, token, caller: (await app.context.modules.identity.find(token))! }
}

/** From anywhere else each time, where no `address` is given; `more`: the name of the device, codes. */
export const logsIn = (
  app: AppContext,
  mobile: string,
  password = PASSWORD,
  address = `home-${app.next()}`,
  more: object = {},
): Promise<Outcome> => app.call('login', { input: { account: mobile, password, ...more }, address })

/** A member with an authenticator app; `code` answers the one of now. */
export async function withApp(
  app: AppContext,
): Promise<{ id: string; mobile: string; caller: Caller; code: () => string }> {
  const { id, mobile, caller } = await newMember(app)
  const { secret } = (await expectGood(app.call('beginTotp', { as: caller }))) as { secret: string }
  const authenticator = new TOTP({
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  })
  const code = () => authenticator.generate({ timestamp: app.clock.machine() })
  const { token } = (await expectGood(
    app.call('confirmTotp', { as: caller, input: { firstCode: code() } }),
  )) as { token: string }
  app.clock.pass(60_000)
  return { id, mobile, caller: (await app.context.modules.identity.find(token))!, code }
}

/** The act that an operator signs, by the key that the server holds of demo operators. */
export async function signs(
  { context: app }: AppContext,
  role: Parameters<typeof demoOperatorId>[0],
  number: number,
  asked: Asked,
  askedAt?: number,
): Promise<Outcome> {
  const result = await app.modules.staff.act(demoOperatorId(role, number), asked, {
    desk: true,
    ...(askedAt === undefined ? {} : { askedAt }),
  })
  return result.ok
    ? { said: 'good', data: result.answer as never }
    : { said: result.rejection, data: null as never }
}

/** A member with a passkey on a device, and a way to answer challenges with it. */
export async function withPasskey(
  app: AppContext,
): Promise<{ caller: NonNullable<Awaited<ReturnType<typeof newMember>>['caller']>; device: SoftDevice }> {
  const { caller } = await newMember(app)
  const device = softDevice()
  const challenge = (await expectGood(app.call('askNewPasskey', { as: caller }))) as Parameters<
    SoftDevice['create']
  >[0]
  const { token } = (await expectGood(
    app.call('addPasskey', { as: caller, input: { name: 'key', created: device.create(challenge) } }),
  )) as { token: string }
  return { caller: (await app.context.modules.identity.find(token))!, device }
}

export const withPassword = async (app: AppContext) => {
  const member = await newMember(app)
  await expectGood(
    app.call('setTransactionPassword', {
      as: member.caller,
      input: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
    }),
  )
  return member
}

/** A verified member with money, and where it may go. */
export async function richMember({ run, next }: AppContext): Promise<{ id: string; accountId: string }> {
  const [id, accountId] = [`rich-${next()}`, `account-${next()}`]
  await expectGood(run('member.open', { memberId: id, level: 'core' }))
  await expectGood(run('bank-account.add', { accountId, detailsHash: 'cd'.repeat(32) }, id))
  return { id, accountId }
}

export async function accepted(app: AppContext): Promise<{ id: string; accountId: string }> {
  const rich = await richMember(app)
  await expectGood(
    signs(app, 'reviewer', 1, { power: 'bank-account.accept', subject: rich.accountId, body: {} }),
  )
  return rich
}

/** To the next ten in the morning from which it is three days to a time at which the bank takes requests. */
export async function threeDaysBefore({ clock }: AppContext): Promise<void> {
  const isOpen = (at: number) => takesRequests(at, (date) => tseCalendar.next(addDays(date, -1)) === date)
  let at = timeJst(dateJst(clock.wall()), 10)
  while (at < clock.wall() || !isOpen(at + 3 * DAY)) at += DAY
  clock.pass(at - clock.wall())
}

/** A member who has asked for a withdrawal just now. */
export async function withdrawing(
  app: AppContext,
): Promise<{ id: string; accountId: string; withdrawalId: string }> {
  await threeDaysBefore(app)
  const rich = await accepted(app)
  app.clock.pass(
    usableFrom(app.context.engine.read.of(bankAccounts).get(rich.accountId)!.addedAt) - app.clock.wall(),
  )
  const { id: withdrawalId } = (await expectGood(
    app.run('withdrawal.request', { accountId: rich.accountId, by: 'demo', yen: 4_000_000 }, rich.id),
  )) as { id: string }
  return { ...rich, withdrawalId }
}

/** An offering that members may apply for from now on, published by two operators. */
export async function offering(app: AppContext): Promise<{ id: string; drawId: string }> {
  const { id } = await richMember(app)
  const number = app.disk.rows('draws').length
  const terms = sampleTerms(everyDayCalendar, app.clock.wall(), number)
  const drawId = `IPO-2026-${String(number + 1).padStart(4, '0')}`
  const askedAt = Math.floor(app.clock.wall())
  for (const role of ['listing', 'auditor'] as const)
    await expectGood(signs(app, role, 1, { power: 'ipo.publish', subject: drawId, body: { terms } }, askedAt))
  app.clock.pass(terms.opensAt - app.clock.wall())
  return { id, drawId }
}

export const applies = ({ run }: AppContext, memberId: string, drawId: string): Promise<Outcome> =>
  run('draw.apply', { drawId, units: 1, r: 'ab'.repeat(16) }, memberId)

/** A member whose application was drawn, when they may pay for it. */
export async function winning(
  app: AppContext,
): Promise<{ id: string; drawId: string; applicationId: string }> {
  const { id, drawId } = await offering(app)
  const { id: applicationId } = (await expectGood(applies(app, id, drawId))) as { id: string }
  const { closesAt } = app.disk.row('draws', drawId)!
  app.clock.pass(closesAt - app.clock.wall())
  for (const [step, more] of [
    ['draw.close', {}],
    ['draw.reveal', {}],
    ['draw.decide', { beacon: '7b'.repeat(32) }],
  ] as const)
    await expectGood(app.run(step, { id: drawId, at: closesAt, ...more }))
  return { id, drawId, applicationId }
}

/**
 * A pool of copy trading that has opened, published by two operators and led by a member of its own; or one
 * whose stake is still to be paid.
 */
export async function pool(
  app: AppContext,
  state: 'announced' | 'open' = 'open',
): Promise<{ poolId: string; leadId: string; opensAt: number; closesAt: number }> {
  const { id: leadId } = await richMember(app)
  const poolId = `CPY-2026-${String(app.disk.rows('copy_pools').length + 1).padStart(4, '0')}`
  const askedAt = Math.floor(app.clock.wall())
  const { terms, opensAt } = poolTerms(leadId, askedAt)
  for (const role of ['listing', 'auditor'] as const)
    await expectGood(
      signs(app, role, 1, { power: 'copy-product.publish', subject: poolId, body: { terms } }, askedAt),
    )
  const made = { poolId, leadId, opensAt, closesAt: terms.closesAt }
  if (state === 'announced') return made
  await expectGood(app.run('copy.stake', { poolId }, leadId))
  app.clock.pass(opensAt - app.clock.wall())
  return made
}

/** A subscription that waits for the first NAV of a pool, and that NAV. */
export async function subscribing(
  app: AppContext,
): Promise<{ id: string; poolId: string; followId: string; navDueAt: number; nav: () => Promise<Outcome> }> {
  const { poolId } = await pool(app)
  const { id } = await richMember(app)
  const { id: followId } = (await expectGood(app.run('copy.subscribe', { poolId, yen: 100_000 }, id))) as {
    id: string
  }
  const job = app.context.modules.all
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ name }) => name === 'copy.nav')!
  const navDueAt = job.next(app.clock.market())
  const date = lastNavBy({ schedule: schedules['always-open'], calendar: everyDayCalendar }, navDueAt).date
  const settlementDate = everyDayCalendar.settlementDate(date)
  const nav = () => app.run('copy.nav', { poolId, date, at: navDueAt, prices: {}, settlementDate })
  return { id, poolId, followId, navDueAt, nav }
}

/** A price alert, and the trade that reaches it. */
export async function watching(
  app: AppContext,
): Promise<{ id: string; alertId: string; hit: () => Promise<string> }> {
  const { id } = await richMember(app)
  const { code } = app.context.modules.instruments.all()[0]!
  const priceTenths = 9_990_000
  const { id: alertId } = (await expectGood(
    app.run(
      'alert.create',
      { code, watches: 'rise', priceTenths: null, changeBp: 3_000, repeats: 'once' },
      id,
    ),
  )) as { id: string }
  const at = Math.floor(app.clock.market())
  return {
    id,
    alertId,
    hit: () => said(app.run('alert.hit', { id: alertId, priceTenths, at, tradeDate: dateJst(at) })),
  }
}

/** Recovers a forgotten transaction password; `recoveryCode` has had a code sent for it. */
export const recovers = (
  app: AppContext,
  mobile: string,
  form: { verificationCode: string; password?: string },
): Promise<Outcome> =>
  app.call('recover', {
    address: homeOf(mobile),
    input: {
      what: 'transaction-password',
      mobile,
      password: PASSWORD,
      nameKana: '',
      documentNumber: '',
      ...form,
    },
  })

export async function recoveryCode(app: AppContext, mobile: string): Promise<string> {
  await expectGood(
    app.call('askRecovery', { input: { what: 'transaction-password', mobile }, address: homeOf(mobile) }),
  )
  // It goes out beside the answer.
  for (;;) {
    const { data } = await app.call('devInbox', { query: { mobile } })
    const sent = data as { at: string; code: string | null }[]
    if (sent.filter(({ code }) => code !== null).length > 1) return sent[0]!.code!
    await new Promise((resolve) => void setImmediate(resolve))
  }
}

/** A code for changing a factor: the demo setting asks for none, so it is tried where the routes try it. */
export async function factorCode({
  db,
  clock,
  next,
}: AppContext): Promise<{
  sent: string
  tries: (code: string) => Promise<string>
  use: () => Promise<string>
}> {
  let sent = ''
  const app = standIn<Parameters<typeof phoneCodes>[0]>({
    db,
    clock,
    ids: { bytes: (n: number) => Uint8Array.from({ length: n }, () => next() % 256), uuid: () => '' },
    text: () => '',
  })
  const codes = phoneCodes(
    app,
    openSecrets(Buffer.alloc(32, 1)),
    {
      send: async ({ code }) => {
        sent = code!
      },
    },
    LIMITS.smsCode,
  )
  const of = { mobile: `+8190${next()}`, purpose: 'factor', asker: 'session:one' } as const
  await codes.send(of, 'en')
  const tries = async (code: string) =>
    (await codes.isRight(of, code)) && (await codes.use(of)) ? 'good' : 'VERIFICATION_INVALID'
  return { sent, tries, use: () => tries(sent) }
}

/**
 * The work that a device pays for one more guess at an account that strangers guess at; `use` hands it in, or
 * does without.
 */
export async function strangersWork(app: AppContext): Promise<() => Promise<string>> {
  const { failures } = LIMITS.login.ofStrangers
  const account = newMobile(app)
  const parts = standIn<Parameters<typeof strangers>[0]>({
    db: app.db,
    config: app.context.config,
    clock: app.clock,
  })
  const guessers = strangers(parts, { ...LIMITS.login.ofStrangers, bits: 4 })
  for (let n = 0; n < failures; n++) await guessers.failed(account)
  const { challenge, bits } = (await guessers.workFor(account, undefined))!
  const work = { challenge, nonce: findWork(challenge, bits, 0, 10_000)! }
  return async () => ((await guessers.workFor(account, work)) === null ? 'good' : 'WORK_NEEDED')
}

/** Somebody who may enrol at the console, with the code that both who signed hold. */
export async function invited(app: AppContext): Promise<{ operatorId: string; code: string }> {
  const operatorId = `op-newcomer-${app.next()}`
  const asked = {
    power: 'operator.add',
    subject: operatorId,
    body: { role: 'support', name: nextName() },
  } as const
  const askedAt = app.clock.wall()
  const [one, two] = [
    await signs(app, 'administrator', 1, asked, askedAt),
    await signs(app, 'auditor', 1, asked, askedAt),
  ]
  await expectGood(Promise.resolve(one))
  await expectGood(Promise.resolve(two))
  const halfOf = async (id: string) => {
    const { data } = await app.call('listOperators', {
      operator: { operatorId: id, role: '', roles: [], sessionId: '' },
    })
    return (data as { operatorId: string; invite: { half: string } | null }[]).find(
      (each) => each.operatorId === operatorId,
    )!.invite!.half
  }
  return {
    operatorId,
    code: (await halfOf(demoOperatorId('administrator', 1))) + (await halfOf(demoOperatorId('auditor', 1))),
  }
}

/** Recovery codes of the console, as an administrator and an auditor have them made. */
export async function recoveryCodes(app: AppContext): Promise<[string, string]> {
  const asked = { power: 'recovery.make', subject: 'console', body: {} } as const
  const askedAt = app.clock.wall()
  await expectGood(signs(app, 'administrator', 1, asked, askedAt))
  await expectGood(signs(app, 'auditor', 1, asked, askedAt))
  const made = currentSet(app.context.engine.read)!
  const files = handedOver(app.context.config)
  await waitFor(
    () => Promise.resolve(app.context.engine.read.of(recoverySets).get(made.id)!.madeAt),
    (at) => at !== null,
  )
  const codes = [1, 2, 3].map((number) => {
    const name = `recovery-${number}`
    const text = readFileSync(files.pathOf(name), 'utf8')
    files.remove(name)
    return /^ +Code +(\S+)$/m.exec(text)![1]!
  })
  return [codes[0]!, codes[2]!]
}

export async function openPicture(
  app: AppContext,
  { accountId }: { accountId: string },
): Promise<() => Promise<string>> {
  const { id } = await expectGood(
    signs(app, 'reviewer', 1, { power: 'bank-account.view', subject: accountId, body: {} }),
  ).then((data) => ({ id: (data as { approvalId: string }).approvalId }))
  const operator = {
    operatorId: demoOperatorId('reviewer', 1),
    role: 'reviewer',
    roles: ['reviewer'],
    sessionId: '',
  }
  return async () => {
    try {
      return await said(app.call('openPicture', { operator, params: { id } }))
    } catch (error) {
      // No picture stands behind it here; whoever comes so far may see it.
      if ((error as Error).name === 'NotFound') return 'good'
      throw error
    }
  }
}

export async function expectGood(outcome: Promise<Outcome>): Promise<unknown> {
  const { said, data } = await outcome
  if (said !== 'good') throw new Error(`this was to be good, and was ${said}`)
  return data
}

/** The word of an outcome. */
export const said = async (outcome: Promise<Outcome>): Promise<string> => (await outcome).said

export const { session: SESSION, console: CONSOLE } = LIMITS
