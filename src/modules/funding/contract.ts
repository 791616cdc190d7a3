import * as z from 'zod/mini'
import { TEXT_MAX } from '#kernel/specification.ts'
import { STEP_UP_REJECTIONS, stepUpFields } from '#modules/identity/contract.ts'
import { FACTOR_CHANGE_NAMES } from '#modules/identity/model/factor-change.ts'
import { OperatorActView } from '#modules/staff/contract.ts'
import { route } from '#wire/route.ts'
import { Id, Instant, YenAmount, YenTotal, BasisPointsFigure, MsFigure, YenFigure } from '#wire/values.ts'
import { ACCOUNT_APPEAL_REJECTIONS } from './model/appeal.ts'
import { ACCOUNT_FORM_REJECTIONS, ACCOUNT_TYPES } from './model/bank-account.ts'
import { CLOSING_REJECTIONS } from './model/closing.ts'
import { DEPOSIT_METHODS, DEPOSIT_REJECTIONS, MOST_TRANSFER_YEN } from './model/deposit.ts'
import { LOG_STATUSES } from './model/states.ts'
import { WITHDRAWAL_REJECTIONS } from './model/withdrawal.ts'
import { STOPS } from './model/withdrawal-timer.ts'

const OwnId = z.strictObject({ user_id: Id })
const IdPath = z.strictObject({ id: Id })
/** Yen to be moved: 1 to 1,000,000,000,000. Smaller and larger ones are no form of an amount. */
const Amount = z.int().check(z.gte(1), z.lte(MOST_TRANSFER_YEN))
const Text = z.string().check(z.maxLength(TEXT_MAX))
const BankCode = z.string().check(z.regex(/^\d{4}$/))
const BranchCode = z.string().check(z.regex(/^\d{3}$/))
const Query = z.optional(z.string().check(z.maxLength(40)))
/** Of a log: the three words of the specification; `before` is the id of the last row that was shown. */
const LogQuery = z.strictObject({
  status: z.optional(z.enum(LOG_STATUSES)),
  before: z.optional(Id),
  limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
})

/**
 * A member's account at a bank. `number`: all but its last four digits hidden. `usableFrom`: the first
 * withdrawal to it may be asked for.
 */
export const BankAccountView = z.object({
  id: Id,
  status: z.enum(LOG_STATUSES),
  holder: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  branchCode: z.string(),
  branchName: z.string(),
  type: z.enum(ACCOUNT_TYPES),
  number: z.string(),
  addedAt: Instant,
  usableFrom: Instant,
  usable: z.boolean(),
  reason: z.nullable(z.string()),
  /** Against its rejection, decided by somebody else; overturned, the account counts as accepted. */
  appeal: z.nullable(
    z.object({
      id: Id,
      state: z.enum(['open', 'overturned', 'upheld', 'withdrawn']),
      filedAt: Instant,
      answerBy: Instant,
      decidedAt: z.nullable(Instant),
      text: z.string(),
      answer: z.nullable(z.string()),
    }),
  ),
  simulated: z.boolean(),
})
export type BankAccountView = z.output<typeof BankAccountView>

/**
 * `holder`: the verified name as banks write it, which a new account must carry; null before the identity is
 * verified. `most`: accounts at a time.
 */
export const listBankAccounts = route({
  name: 'listBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
  access: 'member',
  output: z.object({
    accounts: z.array(BankAccountView),
    holder: z.nullable(z.string()),
    most: z.int(),
    restHours: z.int(),
  }),
})
export const addBankAccount = route({
  name: 'addBankAccount',
  method: 'POST',
  path: '/bank-accounts',
  access: 'member',
  keyed: true,
  signed: 'always',
  input: z.strictObject({
    holder: Text,
    bankCode: BankCode,
    branchCode: BranchCode,
    type: z.enum(ACCOUNT_TYPES),
    number: z.string().check(z.maxLength(16)),
    imageId: z.optional(Id),
    ...stepUpFields,
  }),
  output: BankAccountView,
  rejections: [
    ...ACCOUNT_FORM_REJECTIONS,
    ...STEP_UP_REJECTIONS,
    'BANK_ACCOUNTS_FULL',
    'BANK_ACCOUNT_KNOWN',
    'ACCOUNT_CLOSING',
    'ACCOUNT_FROZEN',
  ],
})
export const removeBankAccount = route({
  name: 'removeBankAccount',
  method: 'POST',
  path: '/bank-accounts/{id}/remove',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  input: z.strictObject({ ...stepUpFields }),
  output: z.object({ id: Id, status: z.literal('removed') }),
  rejections: ['BANK_ACCOUNT_NOT_FOUND', ...STEP_UP_REJECTIONS, 'BANK_ACCOUNT_IN_USE'],
})

/**
 * Against a rejection: another reviewer decides, by the end of the next business day. The text has 20 to 500
 * characters.
 */
export const appealBankAccount = route({
  name: 'appealBankAccount',
  method: 'POST',
  path: '/bank-accounts/{id}/appeal',
  access: 'member',
  keyed: true,
  params: IdPath,
  input: z.strictObject({ text: z.string().check(z.maxLength(500)) }),
  output: BankAccountView,
  rejections: ACCOUNT_APPEAL_REJECTIONS,
})

const Named = z.object({ code: z.string(), name: z.string(), kana: z.string() })
/** Banks by name, kana, Latin letters or code; without a query the largest. At most 30. */
export const findBanks = route({
  name: 'findBanks',
  method: 'GET',
  path: '/banks',
  access: 'public',
  query: z.strictObject({ query: Query }),
  output: z.array(Named),
})
export const findBranches = route({
  name: 'findBranches',
  method: 'GET',
  path: '/banks/{bank}/branches',
  access: 'public',
  params: z.strictObject({ bank: BankCode }),
  query: z.strictObject({ query: Query }),
  output: z.array(Named),
})

/**
 * `credited`: what came in, which counts, whatever was announced. `line`: the bank's line that paid it, and
 * whose words it is.
 */
export const DepositView = z.object({
  id: Id,
  status: z.enum(LOG_STATUSES),
  amount: YenAmount,
  method: z.enum(DEPOSIT_METHODS),
  reference: z.string(),
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  credited: z.nullable(YenAmount),
  reason: z.nullable(z.string()),
  text: z.nullable(z.string()),
  line: z.nullable(
    z.object({ id: z.string(), amount: YenAmount, bookedAt: Instant, source: z.enum(['demo-bank', 'file']) }),
  ),
  simulated: z.boolean(),
})
export type DepositView = z.output<typeof DepositView>

export const listDeposits = route({
  name: 'listDeposits',
  method: 'GET',
  path: '/deposits',
  access: 'member',
  query: LogQuery,
  output: z.array(DepositView),
})
export const requestDeposit = route({
  name: 'requestDeposit',
  method: 'POST',
  path: '/deposits',
  access: 'member',
  keyed: true,
  input: z.strictObject({ amount: Amount, method: z.enum(DEPOSIT_METHODS) }),
  output: DepositView,
  rejections: ['DEPOSITS_CLOSED', ...DEPOSIT_REJECTIONS],
})
/**
 * `signature`: Ed25519 by the context over `instructionsText(instructions)`, base64url. Null once there is
 * nothing left to pay, or no account to pay into.
 */
export const getDeposit = route({
  name: 'getDeposit',
  method: 'GET',
  path: '/deposits/{id}',
  access: 'member',
  params: IdPath,
  output: z.object({
    deposit: DepositView,
    instructions: z.nullable(
      z.object({
        depositId: Id,
        yen: YenAmount,
        method: z.enum(DEPOSIT_METHODS),
        reference: z.string(),
        bankCode: z.string(),
        bankName: z.string(),
        branchCode: z.string(),
        branchName: z.string(),
        accountType: z.enum(ACCOUNT_TYPES),
        accountNumber: z.string(),
        holder: z.string(),
        requestedAt: z.int(),
      }),
    ),
    signature: z.nullable(z.string()),
  }),
})
export const cancelDeposit = route({
  name: 'cancelDeposit',
  method: 'POST',
  path: '/deposits/{id}/cancel',
  access: 'member',
  keyed: true,
  params: IdPath,
  output: DepositView,
  rejections: ['DEPOSIT_NOT_FOUND', 'DEPOSIT_DECIDED', 'DEPOSIT_PAID'],
})
/** The key with which the firm signs, base64url. */
export const getHouseKey = route({
  name: 'getHouseKey',
  method: 'GET',
  path: '/house-key',
  access: 'public',
  output: z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string() }),
})

/** A withdrawal's own states, finer than those of the log. */
export const WITHDRAWAL_STATES = ['requested', 'approved', 'paid', 'denied', 'cancelled', 'returned'] as const
export const AppealView = z.object({
  id: Id,
  state: z.enum(['open', 'granted', 'upheld']),
  filedAt: Instant,
  answerBy: Instant,
  decidedAt: z.nullable(Instant),
  text: z.string(),
  answer: z.nullable(z.string()),
  payoutId: z.nullable(Id),
})
/**
 * `status`: the three words of the specification's logs, in which nothing is paid out of what is `denied`.
 * `state`: what became of it, so that one that its member took back (`cancelled`), or the bank sent back
 * (`returned`), is told from one that two people denied.
 */
export const WithdrawalView = z.object({
  id: Id,
  status: z.enum(LOG_STATUSES),
  state: z.enum(WITHDRAWAL_STATES),
  amount: YenAmount,
  fee: YenAmount,
  accountId: Id,
  account: z.string(),
  decider: z.enum(['rule', 'two', 'wait']),
  approvedBy: z.nullable(z.enum(['rule', 'two', 'time', 'appeal'])),
  requestedAt: Instant,
  dueAt: Instant,
  /** Counted in business hours as `dueAt` is; null: the time for a decision stands. */
  arrivesBy: z.nullable(Instant),
  /**
   * The stop for which the time for a decision stands still (`model/withdrawal-timer.ts`), and since when;
   * null: it runs, or is over.
   */
  stopped: z.nullable(z.object({ for: z.enum([...STOPS, 'clock']), since: Instant })),
  approvedAt: z.nullable(Instant),
  paidAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Of the closed list, with the operators' text; null where nobody denied it. */
  reason: z.nullable(z.string()),
  text: z.nullable(z.string()),
  appeal: z.nullable(AppealView),
  isClosing: z.boolean(),
  /** Sum that the bank sent where it sent another; the member owes none of it. */
  paid: z.nullable(YenAmount),
  /** The member may take it back: no bank has it. */
  cancellable: z.boolean(),
  simulated: z.boolean(),
})
export type WithdrawalView = z.output<typeof WithdrawalView>

/** Data of the withdrawal page. Yen; hours are wall clock in Japan, weekdays outside the holiday table. */
export const getWithdrawal = route({
  name: 'getWithdrawal',
  method: 'GET',
  path: '/index/withdrawal',
  access: 'member',
  query: OwnId,
  output: z.object({
    available: YenTotal,
    withdrawable: YenTotal,
    /**
     * The three terms: settled cash, what the margin rules leave, what the loan rule leaves (null: no such
     * limit now).
     */
    settled: YenTotal,
    marginRoom: z.nullable(YenFigure),
    loanRoom: z.nullable(YenFigure),
    minimum: YenAmount,
    fee: YenAmount,
    hours: z.object({ from: z.string(), to: z.string(), open: z.boolean() }),
    accounts: z.array(z.object({ id: Id, label: z.string(), usable: z.boolean(), usableFrom: Instant })),
    /** Up to `byRule` a day no person is asked; `requestsLeft` today. */
    byRule: YenAmount,
    askedToday: YenAmount,
    requestsLeft: z.int(),
    arrivesBy: Instant,
    now: Instant,
    /**
     * After a change of what protects the account, or a recovery: until when nothing leaves, and which it
     * was.
     */
    closedUntil: z.nullable(Instant),
    closedBecause: z.nullable(z.enum(FACTOR_CHANGE_NAMES)),
    /**
     * The account is frozen, by its member or by the firm: nothing leaves. `until`: of the firm's, which ends
     * by itself.
     */
    frozen: z.nullable(
      z.object({ by: z.enum(['member', 'firm']), since: z.nullable(Instant), until: z.nullable(Instant) }),
    ),
    simulated: z.boolean(),
  }),
})
export const listWithdrawals = route({
  name: 'listWithdrawals',
  method: 'GET',
  path: '/withdrawals',
  access: 'member',
  query: LogQuery,
  output: z.array(WithdrawalView),
})
export const requestWithdrawal = route({
  name: 'requestWithdrawal',
  method: 'POST',
  path: '/withdrawals',
  access: 'member',
  urgent: true,
  keyed: true,
  signed: 'always',
  input: z.strictObject({ amount: Amount, accountId: Id, ...stepUpFields }),
  output: WithdrawalView,
  rejections: [...STEP_UP_REJECTIONS, ...WITHDRAWAL_REJECTIONS],
})
/** `acts`: what operators did about it, oldest first. */
export const getOneWithdrawal = route({
  name: 'getOneWithdrawal',
  method: 'GET',
  path: '/withdrawals/{id}',
  access: 'member',
  params: IdPath,
  output: z.object({ withdrawal: WithdrawalView, acts: z.array(OperatorActView) }),
})
export const cancelWithdrawal = route({
  name: 'cancelWithdrawal',
  method: 'POST',
  path: '/withdrawals/{id}/cancel',
  access: 'member',
  urgent: true,
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  output: WithdrawalView,
  rejections: ['WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_DECIDED', 'WITHDRAWAL_WITH_BANK'],
})
/** Another person decides, by the end of the next business day. The text has 20 to 500 characters. */
export const appealWithdrawal = route({
  name: 'appealWithdrawal',
  method: 'POST',
  path: '/withdrawals/{id}/appeal',
  access: 'member',
  keyed: true,
  params: IdPath,
  input: z.strictObject({ text: z.string().check(z.maxLength(500)) }),
  output: WithdrawalView,
  rejections: ['WITHDRAWAL_NOT_FOUND', 'NOT_DENIED', 'APPEALED_ALREADY', 'APPEAL_TEXT'],
})

/**
 * Measured, of the last 90 days: times in milliseconds from the request to the bank's own line. The rules
 * that hold stand beside it.
 */
export const getWithdrawalClock = route({
  name: 'getWithdrawalClock',
  method: 'GET',
  path: '/withdrawal-clock',
  access: 'public',
  output: z.object({
    days: z.int(),
    requested: z.int(),
    paid: z.int(),
    denied: z.int(),
    denialBp: z.nullable(BasisPointsFigure),
    medianMs: z.nullable(MsFigure),
    slowestMs: z.nullable(MsFigure),
    openAppeals: z.int(),
    /** Entries that were wrong and were reversed by a new one. */
    corrections: z.int(),
    minimum: YenAmount,
    fee: YenAmount,
    byRule: YenAmount,
    decidedWithinMs: MsFigure,
    arrivesWithinMs: MsFigure,
    hours: z.object({ from: z.string(), to: z.string(), open: z.boolean() }),
    simulated: z.boolean(),
  }),
})

/**
 * Closing the account: what stands against it (a refusal's name with its figures), or what would be paid out.
 */
export const getAccountClosing = route({
  name: 'getAccountClosing',
  method: 'GET',
  path: '/account-closing',
  access: 'member',
  output: z.object({
    status: z.enum(['open', 'closing', 'closed']),
    payout: YenTotal,
    withdrawalId: z.nullable(Id),
    obstacle: z.nullable(z.object({ rejection: z.enum(CLOSING_REJECTIONS), msg: z.string() })),
    hours: z.object({ from: z.string(), to: z.string(), open: z.boolean() }),
    accounts: z.array(z.object({ id: Id, label: z.string(), usable: z.boolean(), usableFrom: Instant })),
    simulated: z.boolean(),
  }),
})
/** `accountId` null: there is nothing to pay out. */
export const closeAccount = route({
  name: 'closeAccount',
  method: 'POST',
  path: '/account-closing',
  access: 'member',
  keyed: true,
  signed: 'always',
  input: z.strictObject({ accountId: z.nullable(Id), ...stepUpFields }),
  output: z.object({ status: z.enum(['closing', 'closed']), withdrawalId: z.nullable(Id) }),
  rejections: [
    ...STEP_UP_REJECTIONS,
    ...CLOSING_REJECTIONS,
    ...WITHDRAWAL_REJECTIONS.filter(
      (code): code is Exclude<(typeof WITHDRAWAL_REJECTIONS)[number], 'ACCOUNT_CLOSING'> =>
        code !== 'ACCOUNT_CLOSING',
    ),
  ],
})

/**
 * Start of a deposit: the conversation with the designated representative. The specification's call carries
 * nothing; an id that comes all the same must be the caller's.
 */
export const getRechargeUrl = route({
  name: 'getRechargeUrl',
  method: 'GET',
  path: '/index/getCzhiurl',
  access: 'member',
  query: z.strictObject({ user_id: z.optional(Id) }),
  output: z.object({ url: z.string(), external: z.boolean(), simulated: z.boolean() }),
})
