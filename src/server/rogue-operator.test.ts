import { createHash, generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '#i18n/server.ts'
import { addDays, DAY, dateJst, HOUR, MINUTE } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { announce, announcing, commandOf, lineOf } from '#modules/funding/server/announced.fixture.ts'
import { csvStatement } from '#modules/funding/server/statement.fixture.ts'
import { deposits } from '#modules/funding/server/tables.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { ROLES, type Role } from '#modules/staff/model/power.ts'
import { listText, treeOf } from '#modules/staff/model/signed-list.ts'
import { demoKey, signatureOf } from '#modules/staff/server/operator-keys.ts'
import { headOf, requestIdsOf } from '#modules/staff/server/signed-lists.ts'
import { signedLists } from '#modules/staff/server/tables.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from './manual-review.fixture.ts'
import { operatorDevice } from './desk.fixture.ts'
import { TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { startTestApp, type Answer, type TestApp, type AnyJson } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'
import { sendPicture } from './verified.fixture.ts'

/**
 * Threat T15: an operator with every right of the console tries to harm a member, in more than forty ways.
 * None succeeds unseen: each is refused by name (or there is no such route), or the member reads of it; and
 * at the end the member has what they had.
 */
let app: TestApp
let member: { token: string; userId: string }
let withdrawal: string
let disputed: string
let deposit: string
let order: string
let newAccount: string
let today: string
let nextDay: string
const first = {} as Record<Role, AtConsole>
const second = {} as Record<Role, AtConsole>
let third: AtConsole
/** Acts carried out, of the member's record. */
const done = async () =>
  (await mine('/operator-acts')).acts.filter(({ status }: { status: string }) => status === 'carried-out')
let before: { account: AnyJson; orders: AnyJson; lots: AnyJson; total: number; acts: number }

const text = 'The account has been looked at with care.'
const cleared = { reason: { code: 'cleared' } }
const mine = async (path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: member.token })).data
const write = (token: string, path: string, body: unknown = {}): Promise<Answer> =>
  app.call('POST', `/api${path}`, { token, body })
const sign = (who: AtConsole, approvalId: string): Promise<Answer> =>
  write(who.token, `/console/approvals/${approvalId}/sign`)
/** Asked by one, who then tries to be the second one too. */
async function twice(
  who: AtConsole,
  power: string,
  subject: string,
  more: Parameters<AtConsole['act']>[2] = {},
): Promise<Answer> {
  const asked = await who.act(power, subject, more)
  return asked.code === 1 ? sign(who, asked.data.approvalId) : asked
}
const totalOfLedger = async (): Promise<number> =>
  Number(
    (await app.context.db.pool.query('select coalesce(sum(balance_yen), 0)::int8 as yen from accounts'))
      .rows[0].yen,
  )

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
    env: { DEMO_DESK: 'off' },
    extraModule: announcing,
  })
  member = await app.enrol('090-6868-0001')
  await verifyByHand(app, member)
  const accountId = await bankAccountByHand(app, member)
  for (const role of ROLES) {
    first[role] = await atConsole(app, `demo-${role}-1`)
    second[role] = await atConsole(app, `demo-${role}-2`)
  }
  third = await atConsole(app, 'demo-reviewer-3')
  const [code] = await app.affordable(1)
  order =
    (
      await write(member.token, '/orders', {
        code,
        side: 'up',
        type: 'limit',
        price: 1,
        quantity: 100,
        leverage: 1,
      })
    ).data.id ?? 'none'
  deposit = (await write(member.token, '/deposits', { amount: 500_000, method: 'bank' })).data.id
  withdrawal = (
    await write(member.token, '/withdrawals', {
      amount: 2_000_000,
      accountId,
      transactionPassword: TRANSACTION_PASSWORD,
    })
  ).data.id
  disputed = (
    await write(member.token, '/withdrawals', {
      amount: 1_500_000,
      accountId,
      transactionPassword: TRANSACTION_PASSWORD,
    })
  ).data.id
  expect([typeof deposit, typeof withdrawal, typeof disputed]).toEqual(['string', 'string', 'string'])
  newAccount = (
    await write(member.token, '/bank-accounts', {
      holder: 'サトウ ハルカ',
      bankCode: '0001',
      branchCode: '001',
      type: 'ordinary',
      number: '7654321',
      imageId: await sendPicture(app, member.token, 'passbook'),
      transactionPassword: TRANSACTION_PASSWORD,
    })
  ).data.id
  ;({ today, next: nextDay } = (await app.call('GET', '/api/schedules')).data)
  before = {
    account: await mine('/account'),
    orders: await mine('/orders'),
    lots: await mine('/lots'),
    total: await totalOfLedger(),
    acts: (await done()).length,
  }
}, 180_000)

const inDays = (n: number): string => addDays(today, n)
const days = (from: number, count = 1) => ({
  from: inDays(from),
  closed: Array.from({ length: count }, (_, index) => inDays(from + index)),
  opened: [],
})
const halfDay = (on: string) => ({
  from: on,
  until: on,
  sessions: [['05:56', '06:00', '12:00']],
  preClosing: '11:55',
})

/** The thing that stopped it: a refusal's name, or the status where there is no way at all. */
type Attempt = [harm: string, run: () => Promise<Answer>, stopped: string | number]
const stoppedBy = (answer: Answer): string | number =>
  answer.code === 2
    ? (answer.data.rejection as string)
    : answer.code === 1
      ? 'NOTHING STOPPED IT'
      : answer.status

const noRoute = (harm: string, path: string, body: object, status: number = 404): Attempt => [
  harm,
  () => write(first.administrator.token, path, body),
  status,
]

/** Public key of somebody's own. */
const SOFT_KEY = JSON.stringify(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
)

const ATTEMPTS: Attempt[] = [
  // Writes for which there is no route.
  noRoute('sets a balance', '/console/balances', { account: 'm', yen: 1 }),
  noRoute('sets a price', '/console/prices', { code: 'S100', price: 1 }),
  noRoute('sets a profit', '/console/lots/x/profit', { yen: 1 }),
  noRoute(
    'inserts an order for a member',
    '/console/orders',
    { code: 'S100', side: 'up', quantity: 100 },
    405,
  ),
  noRoute('cancels a member’s order at the console', '/console/orders/x/cancel', {}),
  noRoute('logs in as a member', '/console/members/x/login', {}),
  noRoute('sets a member’s password', '/console/members/x/password', { password: 'abcdef' }),
  noRoute('sets a fee for one member', '/console/members/x/fees', { bp: 100 }),
  noRoute('hides the withdrawal button of one member', '/console/members/x/flags', { withdrawals: false }),
  noRoute('runs a draw again', '/console/draws/x/run', {}),
  noRoute('edits the audit log', '/console/audit/1', { record: '{}' }, 405),
  noRoute('writes a day’s closing', '/console/closings/2026-11-27', { off: 0 }, 405),
  [
    'deletes a record',
    () => app.call('DELETE', '/api/console/audit/1', { token: first.administrator.token }),
    405,
  ],
  // An operator’s token is nobody’s among the members’ routes.
  [
    'places an order as the member',
    () =>
      write(first.administrator.token, '/orders', {
        code: 'S100',
        side: 'up',
        type: 'market',
        quantity: 100,
        leverage: 1,
      }),
    401,
  ],
  ['cancels the member’s order', () => write(first.support.token, `/orders/${order}/cancel`), 401],
  [
    'withdraws to an account of their own',
    () =>
      write(first.treasurer.token, '/withdrawals', {
        amount: 10_000,
        accountId: 'x',
        transactionPassword: TRANSACTION_PASSWORD,
      }),
    401,
  ],
  [
    'reads the member’s account by the member’s route',
    () => app.call('GET', '/api/account', { token: first.reviewer.token }),
    401,
  ],
  [
    'names the member in a query',
    () => app.call('GET', `/api/index/getUserInfo?user_id=${member.userId}`, { token: first.reviewer.token }),
    401,
  ],
  ['opens a stream as the member', () => write(first.auditor.token, '/socket-ticket'), 401],
  [
    'changes the transaction password',
    () =>
      write(first.administrator.token, '/auth/transaction-password', {
        newPassword: 'abcdef',
        confirmPassword: 'abcdef',
      }),
    401,
  ],
  [
    'comes to the console with a member’s token',
    () => write(member.token, '/console/act', { power: 'withdrawal.approve', subject: withdrawal, body: {} }),
    401,
  ],
  // Powers that nobody has.
  [
    'invents a power',
    () => first.administrator.act('balance.set', member.userId, { body: { yen: 1 } }),
    'POWER_UNKNOWN',
  ],
  ['chooses a draw', () => first.listing.act('draw.run', 'IPO-1'), 'ROLE_MAY_NOT'],
  ['decides an allotment', () => first.listing.act('allotment.decide', 'IPO-1'), 'ROLE_MAY_NOT'],
  [
    'changes a level by hand',
    () => first.administrator.act('level.change', member.userId, { body: { level: 'core' } }),
    'ROLE_MAY_NOT',
  ],
  ['changes a credit score', () => first.reviewer.act('credit-score.change', member.userId), 'ROLE_MAY_NOT'],
  // Powers of another role.
  ['credits a deposit from support', () => first.support.act('deposit.credit', deposit), 'ROLE_MAY_NOT'],
  [
    'denies a withdrawal from the administrator’s desk',
    () => first.administrator.act('withdrawal.deny', withdrawal, { reason: { code: 'duplicate', text } }),
    'ROLE_MAY_NOT',
  ],
  [
    'adds an operator as a reviewer',
    () => first.reviewer.act('operator.add', 'op-00000001', { body: { role: 'reviewer' } }),
    'ROLE_MAY_NOT',
  ],
  [
    'lets the auditor prepare what the auditor is to check',
    () => first.auditor.act('operator.add', 'op-00000002', { body: { role: 'reviewer' } }),
    'NOT_YET_PREPARED',
  ],
  // Alone, twice.
  [
    'credits a deposit that no statement shows',
    () => first.treasurer.act('deposit.credit', deposit, { body: { lineId: 'none' } }),
    'LINE_NOT_FOUND',
  ],
  [
    'denies a withdrawal alone, signing twice',
    () => twice(first.reviewer, 'withdrawal.deny', disputed, { reason: { code: 'duplicate', text } }),
    'SIGNED_ALREADY',
  ],
  [
    'opens an approval against a colleague’s denial',
    () => first.treasurer.act('withdrawal.approve', disputed),
    'REQUEST_OPEN',
  ],
  [
    'approves a withdrawal alone',
    () => twice(first.treasurer, 'withdrawal.approve', withdrawal),
    'SIGNED_ALREADY',
  ],
  [
    'lets two of one role do what two roles must',
    () => second.treasurer.act('withdrawal.approve', withdrawal),
    'ROLE_SIGNED_ALREADY',
  ],
  [
    'adds an operator alone',
    () => twice(first.administrator, 'operator.add', 'op-0000rogue', { body: { role: 'auditor' } }),
    'SIGNED_ALREADY',
  ],
  [
    'has the other administrator sign for the auditor',
    async () => {
      const asked = await first.administrator.act('operator.add', 'op-0001rogue', {
        body: { role: 'auditor' },
      })
      return sign(second.administrator, asked.data.approvalId)
    },
    'ROLE_SIGNED_ALREADY',
  ],
  [
    'makes themselves treasurer',
    () => first.administrator.act('operator.role', 'demo-administrator-1', { body: { role: 'treasurer' } }),
    'OWN_CASE',
  ],
  [
    'confirms a clock that is ahead of nothing',
    () => first.administrator.act('clock.confirm', 'clock', { body: { byMs: DAY } }),
    'CLOCK_CONFIRMED',
  ],
  [
    'confirms the clock as a reviewer',
    () => first.reviewer.act('clock.confirm', 'clock', { body: { byMs: 1 } }),
    'ROLE_MAY_NOT',
  ],
  [
    'adds a passkey for a colleague',
    () =>
      first.administrator.act('passkey.add', 'demo-administrator-2', {
        body: { id: 'one', publicKey: SOFT_KEY, transports: '', counter: 0 },
      }),
    'PASSKEY_OTHERS',
  ],
  [
    'adds a passkey by a key that the server holds',
    () =>
      first.administrator.act('passkey.add', 'demo-administrator-1', {
        body: { id: 'one', publicKey: SOFT_KEY, transports: '', counter: 0 },
      }),
    'PASSKEY_OTHERS',
  ],
  [
    'ends a passkey that is not theirs',
    () => first.administrator.act('passkey.end', 'demo-auditor-1', { body: { id: 'one' } }),
    'PASSKEY_WRONG',
  ],
  [
    'has recovery codes made alone',
    () => twice(first.administrator, 'recovery.make', 'console'),
    'SIGNED_ALREADY',
  ],
  [
    'begins a break-glass without its codes',
    () =>
      app.call('POST', '/api/console/auth/break-glass', {
        body: { firstCode: '0000-0000-0000-0000', secondCode: '1111-1111-1111-1111' },
      }),
    'CODE_WRONG',
  ],
  [
    'stops a break-glass from the desk of support',
    () => first.support.act('break-glass.stop', 'console'),
    'ROLE_MAY_NOT',
  ],
  [
    'opens a break-glass by hand',
    () => first.administrator.act('break-glass.open', 'console'),
    'ROLE_MAY_NOT',
  ],
  ['rotates their own keys', () => first.administrator.act('key.rotate', 'demo-administrator-1'), 'OWN_CASE'],
  [
    'ends a freeze alone, by the power of before',
    () => first.reviewer.act('trading.unfreeze', member.userId),
    'POWER_RETIRED',
  ],
  [
    'ends a freeze without a reason',
    () => first.reviewer.act('trading.release', member.userId),
    'REASON_REQUIRED',
  ],
  [
    'freezes a member for good, alone',
    () => twice(first.reviewer, 'trading.freeze-on', member.userId, { reason: { code: 'takeover' } }),
    'SIGNED_ALREADY',
  ],
  [
    'lets the market go on alone',
    () => twice(first.reviewer, 'market.resume', 'market', { body: { since: 1 } }),
    'NOT_HALTED',
  ],
  [
    'corrects an entry that is not there',
    () => first.treasurer.act('entry.reverse', 'x', { reason: { code: 'wrong-amount', text } }),
    'ENTRY_NOT_FOUND',
  ],
  [
    'books a report of the exchange that there is not',
    () => first.treasurer.act('report.book', 'R-20261127-000001'),
    'REPORT_NOT_FOUND',
  ],
  [
    'sets a report of the exchange aside as a listing manager',
    () => first.listing.act('report.set-aside', 'R-20261127-000001', { reason: { code: 'firm-bears' } }),
    'ROLE_MAY_NOT',
  ],
  ['lends where nobody has applied', () => first.reviewer.act('loan.approve', member.userId), 'LOAN_DECIDED'],
  [
    'lends from the treasurer’s desk',
    () => first.treasurer.act('loan.approve', member.userId),
    'ROLE_MAY_NOT',
  ],
  [
    'refuses a loan without a reason',
    () => first.reviewer.act('loan.refuse', member.userId),
    'REASON_REQUIRED',
  ],
  // Tables of the firm.
  [
    'prints codes by the hundred thousand',
    () =>
      first.administrator.act('invitations.issue', `invitations-${nextDay}-1`, {
        body: { from: nextDay, until: nextDay, codes: 100_000, usesEach: 1 },
      }),
    'BATCH_SIZE',
  ],
  [
    'issues codes alone',
    () =>
      twice(first.administrator, 'invitations.issue', `invitations-${nextDay}-1`, {
        body: { from: nextDay, until: nextDay, codes: 1, usesEach: 1 },
      }),
    'SIGNED_ALREADY',
  ],
  [
    'lays every withdrawal before people by a limit of nothing',
    () =>
      first.administrator.act('limits.set', `limits-${nextDay}`, {
        body: { from: nextDay, byRuleYen: 0, orderYen: 500_000_000, openOrders: 200 },
      }),
    'LIMIT_BOUNDS',
  ],
  [
    'keeps members from trading by a limit of one order',
    () =>
      first.administrator.act('limits.set', `limits-${nextDay}`, {
        body: { from: nextDay, byRuleYen: 1_000_000, orderYen: 500_000_000, openOrders: 1 },
      }),
    'LIMIT_BOUNDS',
  ],
  [
    'sets a limit for one member',
    () =>
      first.administrator.act('limits.set', `limits-${nextDay}`, {
        body: {
          from: nextDay,
          byRuleYen: 1_000_000,
          orderYen: 500_000_000,
          openOrders: 200,
          memberId: member.userId,
        },
      }),
    'SCHEDULE_FORM',
  ],
  [
    'changes the limits of today',
    () =>
      first.administrator.act('limits.set', `limits-${today}`, {
        body: { from: today, byRuleYen: 100_000, orderYen: 1_000_000, openOrders: 20 },
      }),
    'FROM_TOO_EARLY',
  ],
  [
    'bends the simulated market by its parameters',
    () => first.administrator.act('simulator.set', 'volatility', { body: { from: nextDay, volatility: 9 } }),
    'POWER_UNKNOWN',
  ],
  [
    'closes a day alone',
    () =>
      twice(first.administrator, 'calendar.set', `calendar-${inDays(40)}-1`, {
        body: days(40),
        reason: { code: 'exchange-closed' },
      }),
    'SIGNED_ALREADY',
  ],
  [
    'closes a day without a word why',
    () => first.administrator.act('calendar.set', `calendar-${inDays(40)}-1`, { body: days(40) }),
    'REASON_REQUIRED',
  ],
  [
    'closes the day on which a margin call is due',
    () =>
      first.administrator.act('calendar.set', `calendar-${nextDay}-1`, {
        body: { from: nextDay, closed: [nextDay], opened: [] },
        reason: { code: 'exchange-closed' },
      }),
    'DAY_TOO_EARLY',
  ],
  [
    'closes a day that is over',
    () =>
      first.administrator.act('calendar.set', `calendar-${inDays(-3)}-1`, {
        body: days(-3),
        reason: { code: 'calendar-wrong' },
      }),
    'DAY_TOO_EARLY',
  ],
  [
    'keeps withdrawals closed for a fortnight',
    () =>
      first.administrator.act('calendar.set', `calendar-${inDays(40)}-1`, {
        body: days(40, 14),
        reason: { code: 'exchange-closed' },
      }),
    'CLOSED_IN_A_ROW',
  ],
  [
    'closes every other day',
    () =>
      first.administrator.act('calendar.set', `calendar-${inDays(40)}-1`, {
        body: { ...days(40), closed: [0, 2, 4, 6, 8, 10].map((n) => inDays(40 + n)) },
        reason: { code: 'exchange-closed' },
      }),
    'CLOSED_OFTEN',
  ],
  [
    'sets hours alone',
    () =>
      twice(first.administrator, 'hours.set', `hours-${inDays(40)}-1`, {
        body: halfDay(inDays(40)),
        reason: { code: 'half-day' },
      }),
    'SIGNED_ALREADY',
  ],
  [
    'signs the hours that a colleague has prepared, edited',
    async () => {
      await first.administrator.act('hours.set', `hours-${inDays(41)}-1`, {
        body: halfDay(inDays(41)),
        reason: { code: 'half-day' },
      })
      return first.auditor.act('hours.set', `hours-${inDays(41)}-1`, {
        body: { ...halfDay(inDays(41)), preClosing: '08:55' },
        reason: { code: 'half-day' },
      })
    },
    'NOT_YET_PREPARED',
  ],
  [
    'shortens a day without a word why',
    () => first.administrator.act('hours.set', `hours-${inDays(40)}-2`, { body: halfDay(inDays(40)) }),
    'REASON_REQUIRED',
  ],
  [
    'closes the market early on the day on which a margin call is due',
    () =>
      first.administrator.act('hours.set', `hours-${nextDay}-1`, {
        body: halfDay(nextDay),
        reason: { code: 'half-day' },
      }),
    'DAY_TOO_EARLY',
  ],
  [
    'changes the hours of a day that is over',
    () =>
      first.administrator.act('hours.set', `hours-${inDays(-3)}-1`, {
        body: halfDay(inDays(-3)),
        reason: { code: 'calendar-wrong' },
      }),
    'DAY_TOO_EARLY',
  ],
  [
    'leaves members half an hour to trade in',
    () =>
      first.administrator.act('hours.set', `hours-${inDays(40)}-2`, {
        body: { ...halfDay(inDays(40)), sessions: [['05:56', '06:00', '06:35']], preClosing: '06:30' },
        reason: { code: 'half-day' },
      }),
    'SESSION_SHORT',
  ],
  [
    'lets a day run into the next',
    () =>
      first.administrator.act('hours.set', `hours-${inDays(40)}-2`, {
        body: { ...halfDay(inDays(40)), sessions: [['05:56', '06:00', '36:00']], preClosing: '29:50' },
        reason: { code: 'exchange-hours' },
      }),
    'HOURS_OUTSIDE',
  ],
  // A denial that the member could not understand, or that bargains.
  ['denies without a reason', () => first.reviewer.act('withdrawal.deny', withdrawal), 'REASON_REQUIRED'],
  [
    'denies for a reason of their own',
    () => first.reviewer.act('withdrawal.deny', withdrawal, { reason: { code: 'unpaid-fee', text } }),
    'REASON_UNLISTED',
  ],
  [
    'denies without a word',
    () => first.reviewer.act('withdrawal.deny', withdrawal, { reason: { code: 'duplicate' } }),
    'TEXT_REQUIRED',
  ],
  [
    'denies in a few letters',
    () => first.reviewer.act('withdrawal.deny', withdrawal, { reason: { code: 'duplicate', text: 'no' } }),
    'TEXT_LENGTH',
  ],
  [
    'asks for a payment before the withdrawal',
    () =>
      first.reviewer.act('withdrawal.deny', withdrawal, {
        reason: {
          code: 'duplicate',
          text: 'Pay the tax of 200,000 yen first, then we release your withdrawal.',
        },
      }),
    'TEXT_DEMANDS',
  ],
  [
    'denies an identity without a reason',
    () => first.reviewer.act('identity.reject', `${member.userId}.front`),
    'REASON_REQUIRED',
  ],
  [
    'passes an identity with a number of another member’s without a reason',
    () => first.reviewer.act('identity.accept-flagged', `${member.userId}.front`),
    'REASON_REQUIRED',
  ],
  [
    'turns an appeal about a number of another member’s down where there is none',
    () =>
      first.reviewer.act('appeal.decide-flagged', 'identity-appeal.none', {
        reason: { code: 'upheld', text },
      }),
    'CASE_UNKNOWN',
  ],
  [
    'tells a member of a sealed case alone, by the power of before',
    () => first.auditor.act('case.disclose', 'none'),
    'POWER_RETIRED',
  ],
  [
    'tells a member of a sealed case without a reason',
    () => first.auditor.act('case.reveal', 'none'),
    'REASON_REQUIRED',
  ],
  [
    'passes a bank account without looking at its passbook',
    () => second.reviewer.act('bank-account.reject', newAccount, { reason: { code: 'duplicate' } }),
    'NOT_LOOKED',
  ],
  // Signatures.
  [
    'sends a passkey’s answer that nobody’s passkey gave',
    async () => {
      const { data } = await app.call('POST', '/api/console/act/prepare', {
        token: first.reviewer.token,
        body: { power: 'trading.freeze', subject: member.userId, body: {}, reason: { code: 'takeover' } },
      })
      const { requestText, askedAt, textId } = data
      return write(first.reviewer.token, '/console/act', {
        power: 'trading.freeze',
        subject: member.userId,
        body: {},
        reason: { code: 'takeover' },
        prepared: { askedAt, textId },
        passkey: operatorDevice().sign({ requestText }),
      })
    },
    'SIGNATURE_WRONG',
  ],
  [
    'signs a request of yesterday',
    () =>
      write(first.reviewer.token, '/console/act', {
        power: 'trading.freeze',
        subject: member.userId,
        body: {},
        reason: { code: 'takeover' },
        prepared: { askedAt: Math.floor(app.context.clock.wall() - 25 * HOUR), textId: null },
      }),
    'APPROVAL_EXPIRED',
  ],
  [
    'signs a request of tomorrow, to have it for later',
    () =>
      write(first.reviewer.token, '/console/act', {
        power: 'trading.freeze',
        subject: member.userId,
        body: {},
        reason: { code: 'takeover' },
        prepared: { askedAt: Math.floor(app.context.clock.wall() + HOUR), textId: null },
      }),
    'APPROVAL_EXPIRED',
  ],
  [
    'puts another text under a signature',
    async () => {
      const request = {
        power: 'withdrawal.deny',
        subject: withdrawal,
        body: {},
        reason: { code: 'duplicate', text: 'It is asked for twice, and was paid already.' },
      }
      const { data } = await app.call('POST', '/api/console/act/prepare', {
        token: first.reviewer.token,
        body: request,
      })
      return write(third.token, '/console/act', {
        ...request,
        reason: { code: 'duplicate', text: 'Something else entirely stands here now.' },
        prepared: { askedAt: data.askedAt, textId: data.textId },
      })
    },
    'SIGNATURE_WRONG',
  ],
  ['signs a request that is not there', () => sign(first.auditor, 'ab'.repeat(32)), 'APPROVAL_NOT_OPEN'],
  // Keys and sessions.
  [
    'guesses a colleague’s code',
    () =>
      app.call('POST', '/api/console/auth/login', {
        body: { operatorId: 'demo-treasurer-2', code: '0000000000' },
      }),
    'CODE_WRONG',
  ],
  [
    'enrols a passkey for a colleague',
    () => app.call('POST', '/api/console/auth/enrol/ask', { body: { code: '0000000000' } }),
    'CODE_WRONG',
  ],
  [
    'takes a case of another desk',
    () =>
      write(first.support.token, '/console/queues/assign', {
        queue: 'withdrawals',
        subject: withdrawal,
        operatorId: 'demo-support-1',
      }),
    'ROLE_MAY_NOT',
  ],
  // Words to the member.
  [
    'sends an account number by chat',
    () =>
      write(first.support.token, `/console/conversations/${member.userId}/lines`, {
        text: 'Please transfer to account 1234567 at branch 001.',
      }),
    'LINE_BLOCKED',
  ],
  [
    'asks everybody for money by a notice',
    () =>
      write(first.support.token, '/console/notices', {
        words: Object.fromEntries(
          ['ja', 'en', 'fr', 'es', 'zh-Hans', 'zh-Hant'].map((lang) => [
            lang,
            { title: 'Notice', text: 'Transfer 100,000 yen to account 1234567 to keep your account.' },
          ]),
        ),
        issues: [],
        corrects: null,
      }),
    'NOTICE_WORDS',
  ],
]

describe('a rogue operator', () => {
  it('has more than forty ways, and is stopped in each by name', async () => {
    // The member has written, so that there is a conversation.
    await write(member.token, '/chat/lines', { text: 'Good morning.' })
    expect(ATTEMPTS.length).toBeGreaterThanOrEqual(40)
    const found: [string, string | number][] = []
    for (const [harm, run] of ATTEMPTS) found.push([harm, stoppedBy(await run())])
    expect(found).toEqual(ATTEMPTS.map(([harm, , stopped]) => [harm, stopped]))
  }, 120_000)

  it('has changed nothing of the member’s: money, orders, lots, and no act stands beside theirs', async () => {
    expect(await mine('/account')).toEqual({ ...before.account, at: expect.anything() })
    expect((await mine('/orders')).length).toBe(before.orders.length)
    expect(await mine('/lots')).toEqual(before.lots)
    expect(await totalOfLedger()).toBe(before.total)
    expect((await done()).length).toBe(before.acts)
    // Acts that one of them asked for alone, and nobody else signed, are shown to the member as that.
    const asked = (await mine('/operator-acts')).acts.filter(
      ({ status }: { status: string }) => status !== 'carried-out',
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(
      asked.map(({ status, approvals }: AnyJson) => [
        ['open', 'withdrawn'].includes(status),
        approvals.length,
      ]),
    ).toEqual(asked.map(() => [true, 1]))
    expect((await mine(`/withdrawals/${withdrawal}`)).withdrawal.state).toBe('requested')
  })

  it('leaves a trail: each refused act stands in the audit log', async () => {
    const say = loadTexts()
    const { rows } = await first.auditor.get('/audit?limit=200&lang=en')
    const refused = rows.filter((row: AnyJson) => row.refused !== null).map((row: AnyJson) => row.refused)
    for (const name of [
      'SIGNED_ALREADY',
      'ROLE_SIGNED_ALREADY',
      'OWN_CASE',
      'SIGNATURE_WRONG',
      'APPROVAL_EXPIRED',
      'REASON_REQUIRED',
      'NOT_YET_PREPARED',
    ])
      expect(refused).toContain(say('en', `staff.rejection.${name}`))
  })

  it('is seen where one is enough: a freeze, and each look at the member’s data', async () => {
    expect(
      (await first.reviewer.act('trading.freeze', member.userId, { reason: { code: 'takeover' } })).data
        .status,
    ).toBe('carried-out')
    expect((await twice(first.reviewer, 'trading.release', member.userId, cleared)).data.rejection).toBe(
      'SIGNED_ALREADY',
    )
    expect((await second.reviewer.act('trading.unfreeze', member.userId)).data.rejection).toBe(
      'POWER_RETIRED',
    )
    await first.auditor.get(`/members/${member.userId}`)
    const { acts } = await mine('/operator-acts')
    expect(acts.find(({ power }: AnyJson) => power === 'trading.freeze')).toMatchObject({
      approvals: [{ role: 'reviewer', number: 1 }],
    })
    expect((await mine('/operator-acts/reads')).reads).toEqual(
      expect.arrayContaining([expect.objectContaining({ role: 'auditor', number: 1 })]),
    )
    expect((await second.reviewer.act('trading.release', member.userId, cleared)).data.status).toBe(
      'carried-out',
    )
  })

  it('cannot use a signature a day later, nor edit what another signed', async () => {
    const about = await first.auditor.get(`/approvals?subject=${withdrawal}`)
    const { id: approvalId } = about.find(
      (each: AnyJson) => each.status === 'open' && each.power === 'withdrawal.approve',
    )
    // Another body would be another request: of what nothing uses there is none.
    const edited = await second.reviewer.act('withdrawal.approve', withdrawal, { body: { more: 1 } })
    expect(edited.data).toMatchObject({ rejection: 'BODY_UNKNOWN' })
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(app.context.clock.wall() + DAY + HOUR).toISOString() },
    })
    expect(['APPROVAL_NOT_OPEN', 'APPROVAL_EXPIRED']).toContain(
      (await sign(first.reviewer, approvalId)).data.rejection,
    )
    // The freeze by one reviewer has ended by itself, and the published rule pays: nobody’s silence holds a
    // withdrawal.
    const {
      withdrawal: { dueAt },
    } = await waitFor(
      () => mine(`/withdrawals/${withdrawal}`),
      (view) => view.withdrawal.stopped === null,
    )
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(Date.parse(dueAt) + MINUTE).toISOString() },
    })
    await waitFor(
      () => mine(`/withdrawals/${withdrawal}`),
      (view) => /^(approved|sent|paid)$/.test(view.withdrawal.state),
    )
  })

  it('is stopped at the desks of loans and copy trading: alone, by an edited text, in the own case', async () => {
    await write(member.token, '/account-opening/profile', {
      occupation: 'employee',
      income: 'over-2000',
      assets: 'under-3000',
      experience: 'under-3',
      purpose: 'learning',
      insiderTie: 'none',
      insiderCode: null,
    })
    const loan: string = (
      await write(member.token, '/loans', {
        amount: 500_000,
        name: '佐藤 遥',
        idNumber: '301234567890',
        address: '東京都千代田区千代田1-1',
        contact: '0312345678',
        email: 'a@example.jp',
      })
    ).data.id
    const terms = {
      ...GOOD['copy-product'],
      leadMemberId: member.userId,
      opensAt: Math.floor(app.context.clock.market()) + HOUR,
      closesAt: Math.floor(app.context.clock.market()) + DAY,
      endsOn: dateJst(app.context.clock.market() + 60 * DAY),
    }
    const publish = (who: AtConsole, change: object = {}) =>
      who.act('copy-product.publish', 'CPY-2026-0666', { body: { terms: { ...terms, ...change } } })
    const attempts: Attempt[] = [
      ['lends alone, signing twice', () => twice(third, 'loan.approve', loan), 'SIGNED_ALREADY'],
      ['lends with the treasurer beside', () => first.treasurer.act('loan.approve', loan), 'ROLE_MAY_NOT'],
      [
        'refuses for a reason of their own',
        () => first.reviewer.act('loan.refuse', loan, { reason: { code: 'dislike' } }),
        'REASON_UNLISTED',
      ],
      [
        'refuses alone, signing twice',
        () => twice(third, 'loan.refuse', loan, { reason: { code: 'documents' } }),
        'SIGNED_ALREADY',
      ],
      ['makes a beginner the lead of a pool', () => publish(first.listing), 'LEAD_LEVEL'],
      ['publishes a pool from the auditor’s desk alone', () => publish(first.auditor), 'NOT_YET_PREPARED'],
      [
        'refuses a follower who is not there',
        () => first.reviewer.act('copy-subscription.refuse', 'nobody', { reason: { code: 'takeover' } }),
        'REVIEW_OVER',
      ],
      [
        'refuses a follower without a reason',
        () => first.reviewer.act('copy-subscription.refuse', 'nobody'),
        'REASON_REQUIRED',
      ],
      [
        'refuses a follower from the listing desk',
        () => first.listing.act('copy-subscription.refuse', 'nobody', { reason: { code: 'takeover' } }),
        'ROLE_MAY_NOT',
      ],
      [
        'withdraws an offering that is not theirs to stop',
        () => first.reviewer.act('listing.void', 'IPO-2026-0001', { reason: { code: 'issuer-asked' } }),
        'ROLE_MAY_NOT',
      ],
    ]
    const found: [string, string | number][] = []
    for (const [harm, run] of attempts) found.push([harm, stoppedBy(await run())])
    expect(found).toEqual(attempts.map(([harm, , stopped]) => [harm, stopped]))
    // Edited it is another request, beside one that is open.
    expect(
      (await second.reviewer.act('loan.refuse', loan, { reason: { code: 'identity-differs' } })).data,
    ).toMatchObject({ rejection: 'REQUEST_OPEN' })
    expect((await mine(`/loans/${loan}`)).loan.state).toBe('pending')
    // Refused by two, appealed against: neither of the two decides about it.
    expect(
      (await second.reviewer.act('loan.refuse', loan, { reason: { code: 'documents' } })).data.status,
    ).toBe('carried-out')
    await write(member.token, `/loans/${loan}/appeal`, { text: 'The documents were all there, look again.' })
    const [{ subject }] = await first.reviewer.get('/appeals')
    for (const who of [third, second.reviewer])
      expect(
        (await who.act('appeal.decide', subject, { reason: { code: 'upheld', text } })).data.rejection,
      ).toBe('OWN_CASE')
    expect(
      (await first.reviewer.act('appeal.decide', subject, { reason: { code: 'overturned', text } })).data
        .status,
    ).toBe('carried-out')
  })

  it('is stopped at sealed cases: no ordinary act hides under a seal', async () => {
    const reason = { code: 'suspicious-report' }
    const about = async () => (await mine('/operator-acts')).acts.map(({ power }: { power: string }) => power)
    // Two who conspire seal whatever they like: the member, a withdrawal, an order, with an act in the body.
    for (const subject of [member.userId, disputed, order]) {
      const body = { power: 'trading.freeze', memberId: member.userId, sealed: true }
      const asked = await first.reviewer.act('case.seal', subject, { reason, body })
      expect((await sign(first.auditor, asked.data.approvalId)).data.status).toBe('carried-out')
    }
    expect(await about()).not.toContain('case.seal')
    const seen = (await about()).length
    expect(
      (
        await third.act('trading.freeze', member.userId, {
          reason: { code: 'takeover' },
          body: { sealed: true, caseId: member.userId },
        })
      ).data.status,
    ).toBe('carried-out')
    const appeared = await about()
    expect([appeared.length, appeared[0]]).toEqual([seen + 1, 'trading.freeze'])
    for (const [who, status] of [
      [first.reviewer, 'open'],
      [second.reviewer, 'carried-out'],
    ] as const)
      expect((await who.act('trading.release', member.userId, cleared)).data.status).toBe(status)
    // Nor does a look, and what is sealed cannot be read by those whom it is kept from.
    await first.support.get(`/members/${member.userId}`)
    const [look] = (await mine('/operator-acts/reads')).reads
    expect(look.role).toBe('support')
    const audit = JSON.stringify(await first.administrator.get('/audit?limit=200'))
    expect(audit).not.toContain('case.seal')
    // One alone, or two of one role, seal nothing.
    expect(stoppedBy(await twice(second.reviewer, 'case.seal', deposit, { reason }))).toBe('SIGNED_ALREADY')
    expect(stoppedBy(await first.administrator.act('case.seal', deposit, { reason }))).toBe('ROLE_MAY_NOT')
  })

  it('is stopped at lists: a line changed after the first signature, one person twice, a list again', async () => {
    const rows = await announce(app, [member], 4)
    const packed = gzipSync(csvStatement(rows.map((row) => lineOf(app, row)))).toString('base64')
    const { id: fileId } = (await write(first.treasurer.token, '/console/statements/check', { packed })).data
    await first.treasurer.act('statement.import', fileId)
    const prepare = (who: AtConsole, more: object = {}) =>
      write(who.token, '/console/lists/prepare', { power: 'deposit.credit', ...more })
    const signList = async (who: AtConsole, id: string): Promise<Answer> => {
      const answer = await write(who.token, `/console/lists/${id}/sign`)
      if (answer.code !== 1) return answer
      const data = await waitFor(
        () => who.get(`/lists/${id}`),
        ({ list }) => list.state !== 'running',
      )
      return { ...answer, data }
    }
    const wall = () => Math.floor(app.context.clock.wall())
    const stateOf = (id: string) => app.context.engine.read.of(deposits).get(id)!.state
    const laid = (await prepare(first.treasurer)).data
    expect(laid.size).toBe(4)
    expect((await signList(first.treasurer, laid.id)).code).toBe(1)

    // The same list as what was signed, but for one line whose money goes elsewhere: another root.
    const known = app.context.engine.read.of(signedLists).get(laid.id)!
    const [one, two] = known.requests
    const edited = known.requests.map((line) => (line === two ? { ...line, subject: one!.subject } : line))
    const swapped = known.requests.map((line) => (line === one ? { ...line, body: two!.body } : line))
    const { keys } = app.context.config
    const submitted = async (type: string, input: object, operatorId: string) =>
      (
        await app.context.engine.submit(commandOf(app, type), input, {
          actor: `o:${operatorId}`,
          memberId: null,
          device: '',
          key: '',
        })
      ).result
    const listed = (requests: typeof known.requests, operatorId: string, askedAt = wall()) => {
      const list = { operatorId, power: known.power, askedAt, requests }
      return { ...list, signature: signatureOf(demoKey(keys.demo, operatorId), listText(headOf(list))) }
    }
    const by = 'demo-reviewer-1'
    const honest = listed(known.requests, by)
    const ATTEMPTS: [harm: string, input: object, rejection: string][] = [
      ['a line changed under the signature', { ...honest, requests: swapped }, 'SIGNATURE_WRONG'],
      [
        'a line added under the signature',
        { ...honest, requests: known.requests.slice(1) },
        'SIGNATURE_WRONG',
      ],
      ['a case twice', listed(edited, by), 'LIST_TWICE'],
      ['a colleague’s signature', { ...honest, operatorId: 'demo-reviewer-2' }, 'SIGNATURE_WRONG'],
      ['a signature of an hour ago', listed(known.requests, by, wall() - HOUR), 'LIST_OVER'],
      ['a signature for later', listed(known.requests, by, wall() + HOUR), 'LIST_OVER'],
      ['no lines', { ...honest, requests: [] }, 'LIST_EMPTY'],
      ['support’s own list', listed(known.requests, 'demo-support-1'), 'ROLE_MAY_NOT'],
      ['the treasurer’s list again', listed(known.requests, known.operatorId, known.askedAt), 'LIST_KNOWN'],
    ]
    for (const [harm, input, rejection] of ATTEMPTS)
      expect([harm, await submitted('staff.sign-list', input, by)]).toEqual([
        harm,
        expect.objectContaining({ ok: false, rejection }),
      ])

    // A line that stands in no list, and one of a list that has ended, by the command of each line.
    const tree = treeOf(requestIdsOf(known))
    const line = (place: number, more: object = {}) => ({
      ...known.requests[place]!,
      power: known.power,
      operatorId: known.operatorId,
      signature: '',
      desk: false,
      list: { id: known.id, place, path: tree.pathOf(place) },
      ...more,
    })
    for (const [harm, input] of [
      ['a line of a list that has ended', line(0)],
      ['a line by a list of a colleague', line(0, { operatorId: by })],
      ['a line with another body', line(0, { body: { lineId: 'none' } })],
      ['a line by a list that nobody signed', line(0, { list: { ...line(0).list, id: 'f'.repeat(64) } })],
    ] as const)
      expect([harm, await submitted('staff.act', input, known.operatorId)]).toEqual([
        harm,
        expect.objectContaining({ ok: false, rejection: 'SIGNATURE_WRONG' }),
      ])

    // The same person is no second one, nor is another of the same role.
    for (const who of [first.treasurer, second.treasurer])
      expect((await prepare(who, { list: laid.id })).data.rejection).toBe('LIST_EMPTY')
    for (const { id } of rows) expect(stateOf(id)).toBe('pending')

    // One line is asked for otherwise meanwhile: it alone is left out, by name.
    const reason = { code: 'duplicate', text }
    expect((await first.treasurer.act('deposit.refuse', rows[3]!.id, { reason })).data.status).toBe('open')
    const second4 = (await prepare(first.reviewer, { list: laid.id })).data
    expect([second4.root, second4.fits]).toEqual([laid.root, 3])
    const done4 = (await signList(first.reviewer, second4.id)).data
    expect([done4.list.carriedOut, done4.lines.map(({ left }: AnyJson) => left === null)]).toEqual([
      3,
      known.requests.map(({ subject }) => subject !== rows[3]!.id),
    ])
    expect(rows.map(({ id }) => stateOf(id))).toEqual(['approved', 'approved', 'approved', 'pending'])
    expect((await signList(first.reviewer, second4.id)).data.rejection).toBe('LIST_KNOWN')
    const own = (await mine('/operator-acts')).acts.filter(({ power }: AnyJson) => power === 'deposit.credit')
    expect(own.filter(({ status }: AnyJson) => status === 'carried-out')).toHaveLength(3)
  })

  it('cannot rewrite a record unseen: its hash no longer follows from the one before', async () => {
    const { pool } = app.context.db
    const { rows } = await first.auditor.get('/audit?limit=1')
    const { seq } = rows[0]
    await pool.query(
      "update journal set record = convert_to(replace(convert_from(record, 'UTF8'), 'trading', 'nothing'), 'UTF8') where seq = $1",
      [seq],
    )
    await pool.query(
      "update journal set record = convert_to(convert_from(record, 'UTF8') || ' ', 'UTF8') where seq = $1",
      [seq],
    )
    const { record, before: last, hash } = await first.auditor.get(`/audit/${seq}`)
    const reckoned = createHash('sha256')
      .update('KABU-JRN-v1\0')
      .update(Buffer.from(last, 'hex'))
      .update(record)
      .digest('hex')
    expect(reckoned).not.toBe(hash)
  })
})
