import type { PlantedBug } from '../simulation/planted-bugs.ts'

/**
 * A bug beside the engine, or of one single thing: `test` sees it, in the cases whose names begin with
 * `asks`.
 */
export type ModuleBug = Pick<PlantedBug, 'name' | 'file' | 'line' | 'wrong'> & {
  readonly test: string
  readonly asks?: string
}

const IDENTITY = 'src/modules/identity/'
const STAFF = 'src/modules/staff/'
const test = (kind: string): string => `test/invariants/${kind}.test.ts`

/**
 * Of each kind that nothing used to see: good for one use is good for many, longer than it says, tries
 * without an end, an expiry that beats its event, debts that stay.
 */
export const MODULE_BUGS: readonly ModuleBug[] = [
  {
    name: 'ticket-good-for-many',
    file: `${IDENTITY}server/tickets.ts`,
    line: '      tickets.delete(ticket)\n',
    wrong: '',
    test: test('one-use'),
    asks: 'a ticket',
  },
  {
    name: 'app-code-good-for-many',
    file: `${IDENTITY}server/authenticator.ts`,
    line: "where('lastStep', '<', step)",
    wrong: "where('lastStep', '<=', step)",
    test: test('one-use'),
    asks: 'a code of the',
  },
  {
    name: 'question-good-for-many',
    file: `${IDENTITY}server/webauthn-challenges.ts`,
    line: '      found.used = { key, challenge, result }\n',
    wrong: '',
    test: test('one-use'),
    asks: 'a question',
  },
  {
    name: 'console-question-good-for-many',
    file: `${STAFF}server/sign-in.ts`,
    line: '    questions.delete(id)\n    return question',
    wrong: '    return question',
    test: test('one-use'),
    asks: 'a question',
  },
  {
    name: 'invitation-good-for-many',
    file: `${IDENTITY}server/register.ts`,
    line: "row('usesLeft', '-', 1)",
    wrong: "row('usesLeft', '-', 0)",
    test: test('one-use'),
    asks: 'an invitation',
  },
  {
    name: 'console-invitation-stays',
    file: `${STAFF}server/operator-effects.ts`,
    line: '    tables.of(operators).update(operator, { invite: null, inviteUntil: null, invitedBy: null })\n',
    wrong: '',
    test: test('one-use'),
    asks: 'an invitation to',
  },
  {
    name: 'picture-looked-at-twice',
    file: `${STAFF}server/pictures.ts`,
    line: '      links.delete(id)\n',
    wrong: '',
    test: test('one-use'),
    asks: 'a picture',
  },
  {
    name: 'recovery-code-stays',
    file: `${IDENTITY}server/recovery.ts`,
    line: '    if (!(await codes.use(of))) return',
    wrong: '    if (of.mobile === null) return',
    test: test('one-use'),
    asks: 'the code of a recovery',
  },
  {
    name: 'mail-code-good-for-all-at-once',
    file: `${IDENTITY}server/contact-details.ts`,
    line: "    if (used === undefined) return no('VERIFICATION_INVALID')\n",
    wrong: '',
    test: test('one-use'),
    asks: 'the code of a mail',
  },
  {
    name: 'unlock-idles-twice-as-long',
    file: `${IDENTITY}server/sessions.ts`,
    line: 'seenAt + limits.unlockIdleMs)',
    wrong: 'seenAt + 2 * limits.unlockIdleMs)',
    test: test('lifetimes'),
    asks: 'the trading unlock',
  },
  {
    name: 'session-without-an-end',
    file: `${IDENTITY}server/sessions.ts`,
    line: 'now - session.startedAt >= limits.absoluteMs || now - session.seenAt >= limits.idleMs',
    wrong: 'now - session.seenAt >= limits.idleMs',
    test: test('lifetimes'),
    asks: 'a session',
  },
  {
    name: 'console-idles-for-ever',
    file: `${STAFF}server/operator-sessions.ts`,
    line: 'clock.machine() - startedAt >= limits.absoluteMs || clock.machine() - seenAt >= limits.idleMs',
    wrong: 'clock.machine() - startedAt >= limits.absoluteMs || seenAt < 0',
    test: test('lifetimes'),
    asks: 'a session of the console',
  },
  {
    name: 'approval-good-at-its-end',
    file: `${STAFF}model/approval.ts`,
    line: 'now >= askedAt + APPROVAL_LIFE',
    wrong: 'now > askedAt + APPROVAL_LIFE',
    test: test('lifetimes'),
    asks: 'a request of operators',
  },
  {
    name: 'invitation-past-its-time',
    file: `${IDENTITY}server/register.ts`,
    line: '(found.expiresAt ?? Infinity) > now()',
    wrong: '(found.expiresAt ?? Infinity) > 0',
    test: test('lifetimes'),
    asks: 'an invitation',
  },
  {
    name: 'sms-code-past-its-time',
    file: `${IDENTITY}server/sms.ts`,
    line: ".where('expiresAt', '>', now())",
    wrong: '',
    test: test('lifetimes'),
    asks: 'the code of',
  },
  {
    name: 'lock-one-try-late',
    file: `${IDENTITY}model/lockout.ts`,
    line: 'if (failures < rule.failures)',
    wrong: 'if (failures <= rule.failures)',
    test: test('guesses'),
    asks: 'a login password',
  },
  {
    name: 'sms-tries-without-an-end',
    file: `${IDENTITY}server/sms.ts`,
    line: ".where('tries', '<', limits.tries)",
    wrong: '',
    test: test('guesses'),
    asks: 'the code of',
  },
  {
    name: 'tries-at-once-count-as-one',
    file: `${IDENTITY}server/failures.ts`,
    line: '      lines.set(subject, turn)\n',
    wrong: '',
    test: test('guesses'),
    asks: 'a transaction password',
  },
  {
    name: 'console-tries-without-an-end',
    file: `${STAFF}server/sign-in.ts`,
    line: "    if (!isRight) return no('CODE_WRONG')\n    wrong.giveBack(who)\n",
    wrong: "    wrong.giveBack(who)\n    if (!isRight) return no('CODE_WRONG')\n",
    test: test('guesses'),
    asks: 'a code of the console',
  },
  {
    name: 'login-code-stays',
    file: `${IDENTITY}server/login.ts`,
    line: "    if (phone !== null && !(await codes.use(phone))) return no('VERIFICATION_INVALID')\n",
    wrong: '',
    test: test('one-use'),
    asks: 'the code of a login',
  },
  {
    name: 'phone-has-tries-without-an-end',
    file: `${IDENTITY}model/guess-count.ts`,
    line: '`${memberId} phone`',
    wrong: '`${memberId} phone ${Math.random()}`',
    test: test('lockouts'),
    asks: 'gets no more tries',
  },
  {
    name: 'thief-ends-proven-sessions',
    file: `${IDENTITY}server/sessions.ts`,
    line: "      .orderBy((row) => row('factor', '=', 'password'))\n",
    wrong: '',
    test: test('lockouts'),
    asks: 'ends no session',
  },
  {
    name: 'end-beats-the-money',
    file: 'src/modules/funding/server/deposits.ts',
    line: " || openLine(tables, row.reference, 'in')) continue",
    wrong: ') continue',
    test: test('races'),
    asks: 'money that',
  },
  {
    name: 'approved-by-time-whatever-was-said',
    file: 'src/modules/funding/server/withdrawals.ts',
    line: 'row.dueAt > inputs.wall || after',
    wrong: 'row.dueAt - 60_000 > inputs.wall || after',
    test: test('races'),
    asks: 'a withdrawal',
  },
  {
    name: 'deposit-leaves-the-debt',
    file: 'src/modules/funding/server/deposits.ts',
    line: '    repayShortfall(draft)\n',
    wrong: '',
    test: test('debts'),
    asks: 'a deposit',
  },
  {
    name: 'return-leaves-the-debt',
    file: 'src/modules/funding/server/withdrawals.ts',
    line: '  repayShortfall(draft)\n',
    wrong: '',
    test: test('debts'),
    asks: 'a withdrawal',
  },
  {
    name: 'freed-money-leaves-the-debt',
    file: 'src/modules/portfolio/server/bookkeeping.ts',
    line: '  repayShortfall(draft)\n',
    wrong: '',
    test: test('debts'),
    asks: 'money that',
  },
  {
    name: 'announcement-ends-early',
    file: 'src/modules/funding/server/deposits.ts',
    line: 'lapsesAt! > inputs.wall',
    wrong: 'lapsesAt! - 60_000 > inputs.wall',
    test: test('lifetimes'),
    asks: 'an announcement',
  },
]
