import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import {
  DateText,
  Id,
  Instant,
  PAGE_CUT,
  PAGE_QUERY,
  YenAmount,
  YenTotal,
  BasisPointsFigure,
  MsFigure,
} from '#wire/values.ts'
import { OperatorActView } from '#modules/staff/contract.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { BankAccountView, DepositView, WithdrawalView } from './contract.ts'
import { DEPOSIT_METHODS } from './model/deposit.ts'
import { LINE_MATCHES } from './model/line-match.ts'
import { ACCOUNT_TYPES } from './model/bank-account.ts'
import { REFUND_REJECTIONS, SENDER_REJECTIONS } from './model/refund.ts'
import { STATEMENT_FORMS, STATEMENT_REJECTIONS } from './model/statement-file.ts'
import { STOPS } from './model/withdrawal-timer.ts'

/** Roles that work at money, and roles that look over their shoulder. */
const DESK = ['treasurer', 'reviewer', 'auditor', 'administrator'] as const
const IdPath = z.strictObject({ id: Id })
const Count = z.int()
/** The operator who did it: by role and number, never by name. */
const Who = z.object({ role: z.enum(ROLES), number: z.int() })
/** A member as lists show them: by number. Names stand where one case is opened, which the member sees. */
const MemberRef = z.object({ id: Id, number: z.int(), level: z.string(), days: z.int(), frozen: z.boolean() })
/** One of the published checks. `value`: what it was decided by, as a short word, figure or time. */
export const Check = z.object({
  name: z.enum(['name', 'account', 'rested', 'device', 'changed', 'recovery', 'frozen', 'once']),
  passed: z.boolean(),
  value: z.nullable(z.string()),
})
export type Check = z.output<typeof Check>

/** Steps of a refund: in no file yet, in a file for the bank, gone by its statement, come back. */
const REFUND_STEPS = ['to-send', 'in-file', 'paid', 'bounced'] as const
export type RefundStep = (typeof REFUND_STEPS)[number]

/**
 * A line of the bank, what it says and how it stands to what members asked for. `payer`: as the bank's file
 * names them; in lists the first character alone.
 */
export const LineView = z.object({
  id: z.string(),
  kind: z.enum(['in', 'out', 'returned']),
  amount: YenAmount,
  reference: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  bookedAt: Instant,
  source: z.enum(['demo-bank', 'file']),
  fileId: z.nullable(z.string()),
  number: z.nullable(z.int()),
  match: z.enum(LINE_MATCHES),
  about: z.nullable(z.object({ kind: z.enum(['deposit', 'withdrawal']), id: Id })),
  /** Its way back to its sender: of which it is the money, or a payment. `since`: the start of this step. */
  refund: z.nullable(
    z.object({ id: z.string(), lineId: z.string(), state: z.enum(REFUND_STEPS), since: Instant }),
  ),
})
export type LineView = z.output<typeof LineView>

// —— Statements ——

/**
 * Reads a file of the bank and shows what it says. `packed`: the file, gzip, base64. Nothing is brought in
 * before a treasurer asks for `statement.import` with the answer's `id` as its subject.
 */
export const checkStatement = route({
  name: 'checkStatement',
  method: 'POST',
  path: '/console/statements/check',
  access: 'operator',
  power: 'statement.import',
  keyed: true,
  input: z.strictObject({
    packed: z.string().check(z.minLength(1), z.maxLength(60_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  output: z.object({
    id: z.string(),
    form: z.enum(STATEMENT_FORMS),
    inYen: YenTotal,
    outYen: YenTotal,
    /** Lines of more than a year ago. */
    old: Count,
    lines: z.array(LineView),
    /** Reason why it cannot be brought in, in words; null: it can. */
    hindrance: z.nullable(z.string()),
  }),
  rejections: ['STATEMENT_PACK', 'STATEMENT_SIZE', ...STATEMENT_REJECTIONS],
})
export const listStatementFiles = route({
  name: 'listStatementFiles',
  method: 'GET',
  path: '/console/statements',
  access: 'operator',
  roles: DESK,
  operatorKey: 'money',
  query: z.strictObject(PAGE_QUERY),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        form: z.enum(STATEMENT_FORMS),
        lines: Count,
        inYen: YenTotal,
        outYen: YenTotal,
        importedBy: Who,
        importedAt: Instant,
      }),
    ),
    ...PAGE_CUT,
  }),
})
/** `view`: what waits for a treasurer, what belongs to nothing, everything. Newest first. */
export const listStatementLines = route({
  name: 'listStatementLines',
  method: 'GET',
  path: '/console/statement-lines',
  access: 'operator',
  roles: DESK,
  query: z.strictObject({
    view: z.optional(z.enum(['open', 'unmatched', 'all'])),
    file: z.optional(Id),
    ...PAGE_QUERY,
  }),
  output: z.object({
    counts: z.object({ open: Count, unmatched: Count, refunds: Count, all: Count }),
    rows: z.array(LineView),
    ...PAGE_CUT,
  }),
})

/**
 * The payer, as the bank's file says it. Opening the name is noted for the member whose deposit or withdrawal
 * the line belongs to.
 */
export const getLinePayer = route({
  name: 'getLinePayer',
  method: 'GET',
  path: '/console/statement-payers/{id}',
  access: 'operator',
  roles: DESK,
  params: z.strictObject({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
  output: z.object({ payer: z.nullable(z.string()) }),
})

// —— Money on its way back to its sender ——

const LineText = z.string().check(z.regex(/^[\w-]{1,100}$/))
/**
 * Puts the account of a sender away, as operators typed it, for `refund.decide`: whose signers answer for the
 * answer's `account`. Moves nothing. The holder is the payer whom the bank named.
 */
export const checkSender = route({
  name: 'checkSender',
  method: 'POST',
  path: '/console/refunds/check',
  access: 'operator',
  power: 'refund.decide',
  signatures: 2,
  keyed: true,
  input: z.strictObject({
    line: LineText,
    bankCode: z.string().check(z.regex(/^\d{4}$/)),
    branchCode: z.string().check(z.regex(/^\d{3}$/)),
    type: z.enum(ACCOUNT_TYPES),
    number: z.string().check(z.maxLength(20)),
    holder: z.string().check(z.maxLength(100)),
  }),
  output: z.object({
    account: z.string(),
    bank: z.string(),
    branch: z.string(),
    holder: z.string(),
    /** It is an accepted account of the member whose reference the line bears; null: nobody's, or none. */
    registered: z.nullable(z.boolean()),
  }),
  rejections: [...REFUND_REJECTIONS, ...SENDER_REJECTIONS],
})
const RefundView = z.object({
  id: z.string(),
  lineId: z.string(),
  amount: YenAmount,
  reference: z.string(),
  reason: z.string(),
  state: z.enum(REFUND_STEPS),
  since: Instant,
  member: z.nullable(MemberRef),
  account: z.string(),
})
export type RefundView = z.output<typeof RefundView>
/** Refunds, the newest first. `open`: those that have not gone, and their sum. */
export const listRefunds = route({
  name: 'listRefunds',
  method: 'GET',
  path: '/console/refunds',
  access: 'operator',
  roles: DESK,
  query: z.strictObject(PAGE_QUERY),
  output: z.object({
    rows: z.array(RefundView),
    ...PAGE_CUT,
    open: z.object({ count: Count, yen: YenTotal }),
  }),
})
/** One line, its way back (null: it has none), and the open lines of the bank that show it. */
export const getRefund = route({
  name: 'getRefund',
  method: 'GET',
  path: '/console/refunds/{line}',
  access: 'operator',
  roles: DESK,
  params: z.strictObject({ line: LineText }),
  output: z.object({ line: LineView, refund: z.nullable(RefundView), payments: z.array(LineView) }),
})

// —— Deposits ——

export const DEPOSIT_VIEWS = ['ready', 'check', 'waiting', 'decided'] as const
export const DeskDeposit = z.object({
  id: Id,
  member: MemberRef,
  amount: YenAmount,
  method: z.enum(DEPOSIT_METHODS),
  reference: z.string(),
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  status: z.enum(['pending', 'approved', 'denied']),
  credited: z.nullable(YenAmount),
  reason: z.nullable(z.string()),
  line: z.nullable(
    z.object({ id: z.string(), amount: YenAmount, match: z.enum(LINE_MATCHES), bookedAt: Instant }),
  ),
})
export type DeskDeposit = z.output<typeof DeskDeposit>
/**
 * `ready`: a line of the bank can be credited; `check`: one carries its reference, and cannot; `waiting`:
 * none does yet; oldest first. `decided`: newest first. `byRule`: those that one list would take.
 */
export const listDeskDeposits = route({
  name: 'listDeskDeposits',
  method: 'GET',
  path: '/console/deposits',
  access: 'operator',
  roles: DESK,
  operatorKey: 'money',
  query: z.strictObject({ view: z.optional(z.enum(DEPOSIT_VIEWS)), ...PAGE_QUERY }),
  output: z.object({
    counts: z.object({ ready: Count, check: Count, waiting: Count, byRule: Count }),
    rows: z.array(DeskDeposit),
    ...PAGE_CUT,
  }),
})
/**
 * `name`: verified, in kana. `lines`: those with its reference first, then open ones of the same sum. Opening
 * it is noted for the member.
 */
export const getDeskDeposit = route({
  name: 'getDeskDeposit',
  method: 'GET',
  path: '/console/deposits/{id}',
  access: 'operator',
  roles: DESK,
  params: IdPath,
  output: z.object({
    row: DeskDeposit,
    deposit: DepositView,
    member: MemberRef,
    name: z.nullable(z.string()),
    lines: z.array(LineView),
    acts: z.array(OperatorActView),
  }),
})

// —— Withdrawals ——

export const WITHDRAWAL_VIEWS = ['review', 'bank', 'rule', 'decided', 'denied'] as const
export const DeskWithdrawal = z.object({
  id: Id,
  member: MemberRef,
  amount: YenAmount,
  reference: z.string(),
  account: z.string(),
  state: WithdrawalView.shape.state,
  decider: WithdrawalView.shape.decider,
  approvedBy: WithdrawalView.shape.approvedBy,
  stopped: WithdrawalView.shape.stopped,
  /** Approved and not on its way to the bank: two people may deny it. */
  stuck: z.boolean(),
  requestedAt: Instant,
  dueAt: Instant,
  approvedAt: z.nullable(Instant),
  paidAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  transferId: z.nullable(z.string()),
  appealed: z.boolean(),
  /** Sum that the bank sent where it sent another, and what of too much it has not sent back. */
  paid: z.nullable(YenAmount),
  claim: z.nullable(YenAmount),
  /**
   * Days since the account was accepted; whether the account is the one that the journal knows, in the
   * member's verified name.
   */
  accountDays: z.int(),
  sound: z.boolean(),
  line: z.nullable(
    z.object({
      id: z.string(),
      kind: z.enum(['in', 'out', 'returned']),
      match: z.enum(LINE_MATCHES),
      several: z.boolean(),
    }),
  ),
})
export type DeskWithdrawal = z.output<typeof DeskWithdrawal>
/**
 * `review`: two people are asked, the first to be due first. `bank`: approved and on its way. `rule`:
 * approved by the rule in the last day.
 */
export const listDeskWithdrawals = route({
  name: 'listDeskWithdrawals',
  method: 'GET',
  path: '/console/withdrawals',
  access: 'operator',
  roles: DESK,
  operatorKey: 'money',
  query: z.strictObject({ view: z.optional(z.enum(WITHDRAWAL_VIEWS)), ...PAGE_QUERY }),
  output: z.object({
    counts: z.object({ review: Count, bank: Count, byRule: Count, rule: Count, denied: Count }),
    rows: z.array(DeskWithdrawal),
    ...PAGE_CUT,
    figures: z.object({
      reviewYen: YenTotal,
      paidTodayYen: YenTotal,
      medianMs: z.nullable(MsFigure),
      denialBp: z.nullable(BasisPointsFigure),
      firstDueAt: z.nullable(Instant),
      openAppeals: Count,
    }),
    now: Instant,
  }),
})
/** Opening it is noted for the member. */
export const getDeskWithdrawal = route({
  name: 'getDeskWithdrawal',
  method: 'GET',
  path: '/console/withdrawals/{id}',
  access: 'operator',
  roles: DESK,
  params: IdPath,
  output: z.object({
    row: DeskWithdrawal,
    withdrawal: WithdrawalView,
    member: MemberRef,
    name: z.nullable(z.string()),
    holder: z.string(),
    reference: z.string(),
    provenBy: z.enum(['passkey', 'totp', 'demo']),
    transferId: z.nullable(z.string()),
    money: z.object({
      available: YenTotal,
      withdrawable: YenTotal,
      held: YenTotal,
      todayYen: YenTotal,
      today: Count,
    }),
    checks: z.array(Check),
    lines: z.array(LineView),
    /** Open lines without a number of ours by which an open claim, or a part of it, can have come back. */
    credits: z.array(LineView),
    acts: z.array(OperatorActView),
  }),
})

// —— Files for the bank ——

/**
 * A payment of a file, its payee by number as in lists; the case that it leads to has the name. `refundOf`:
 * the line whose money goes back to its sender, of no member perhaps; null: a withdrawal.
 */
const Payment = z.object({
  id: z.string(),
  member: z.nullable(MemberRef),
  amount: YenAmount,
  reference: z.string(),
  account: z.string(),
  state: z.enum([...WithdrawalView.shape.state.options, 'bounced']),
  refundOf: z.nullable(z.string()),
})
export type Payment = z.output<typeof Payment>
/**
 * Payments that would stand in the next file, and those that cannot. A treasurer makes the file by asking for
 * `transfer.make` with `id` as its subject: the hash of the file's bytes. Null where there is nothing to
 * send.
 */
export const getNextTransfers = route({
  name: 'getNextTransfers',
  method: 'GET',
  path: '/console/transfer-files/next',
  access: 'operator',
  roles: DESK,
  output: z.object({
    id: z.nullable(z.string()),
    day: z.nullable(DateText),
    count: Count,
    yen: YenTotal,
    payments: z.array(Payment),
    unwritable: z.array(
      z.object({
        id: z.string(),
        refundOf: z.nullable(z.string()),
        problem: z.enum(['stopped', 'account-differs', 'branch-unknown', 'firm-missing', 'field']),
        /** The stop that a stopped payment waits for. */
        stop: z.nullable(z.enum(STOPS)),
      }),
    ),
  }),
})
const TransferView = z.object({
  id: z.string(),
  name: z.string(),
  day: DateText,
  count: Count,
  yen: YenTotal,
  paid: Count,
  returned: Count,
  madeBy: Who,
  madeAt: Instant,
})
export const listTransferFiles = route({
  name: 'listTransferFiles',
  method: 'GET',
  path: '/console/transfer-files',
  access: 'operator',
  roles: DESK,
  query: z.strictObject(PAGE_QUERY),
  output: z.object({ rows: z.array(TransferView), ...PAGE_CUT }),
})
/** The payments of a file that was made, in its order, each as it stands now. */
export const getTransferPayments = route({
  name: 'getTransferPayments',
  method: 'GET',
  path: '/console/transfer-files/{id}/payments',
  access: 'operator',
  roles: DESK,
  params: IdPath,
  output: z.object({ payments: z.array(Payment), yen: YenTotal }),
})
/**
 * The file again, byte for byte, in base64: JIS X 0201, which Shift_JIS contains. Refused where it could not
 * be written as it was.
 */
export const getTransferFile = route({
  name: 'getTransferFile',
  method: 'GET',
  path: '/console/transfer-files/{id}',
  access: 'operator',
  roles: ['treasurer', 'auditor'],
  params: IdPath,
  output: z.object({ id: z.string(), name: z.string(), type: z.string(), content: z.string() }),
  rejections: ['TRANSFER_DIFFERS'],
})

// —— Corrections ——

/** An entry that operators brought about, and what became of it. `id`: the ledger's. */
export const CashEntryView = z.object({
  id: Id,
  member: MemberRef,
  way: z.enum(['in', 'out']),
  kind: z.enum(['deposit', 'withdrawal', 'withdrawal-returned', 'correction']),
  amount: YenAmount,
  about: Id,
  at: Instant,
  reverses: z.nullable(Id),
  reversedBy: z.nullable(Id),
  /** Reason why it cannot be reversed now, in words; null: it can. */
  hindrance: z.nullable(z.string()),
})
export type CashEntryView = z.output<typeof CashEntryView>
export const listCashEntries = route({
  name: 'listCashEntries',
  method: 'GET',
  path: '/console/corrections',
  access: 'operator',
  roles: DESK,
  query: z.strictObject({
    view: z.optional(z.enum(['all', 'corrected'])),
    member: z.optional(Id),
    ...PAGE_QUERY,
  }),
  output: z.object({ corrected: Count, rows: z.array(CashEntryView), ...PAGE_CUT }),
})

// —— Bank accounts ——

export const DeskAccount = z.object({
  id: Id,
  member: MemberRef,
  status: BankAccountView.shape.status,
  bankName: z.string(),
  branchName: z.string(),
  addedAt: Instant,
  usableFrom: Instant,
  /** True if the holder is the verified name, compared as banks compare. */
  sameName: z.boolean(),
})
export type DeskAccount = z.output<typeof DeskAccount>
/** Accounts that wait for a review, oldest first; the figures are of today (Japan). */
export const listDeskAccounts = route({
  name: 'listDeskAccounts',
  method: 'GET',
  path: '/console/bank-accounts',
  access: 'operator',
  roles: ['reviewer', 'auditor'],
  output: z.object({
    rows: z.array(DeskAccount),
    today: z.object({ decided: Count, rejected: Count, medianMs: z.nullable(MsFigure) }),
    now: Instant,
  }),
})
/**
 * The whole account, with the published checks: `check` is what they find wrong first. The picture is looked
 * at by an act (`bank-account.view`). Opening it is noted for the member.
 */
export const getDeskAccount = route({
  name: 'getDeskAccount',
  method: 'GET',
  path: '/console/bank-accounts/{id}',
  access: 'operator',
  roles: ['reviewer', 'auditor'],
  params: IdPath,
  output: z.object({
    ...DeskAccount.shape,
    holder: z.string(),
    verifiedName: z.nullable(z.string()),
    bankCode: z.string(),
    branchCode: z.string(),
    type: BankAccountView.shape.type,
    number: z.string(),
    decidedAt: z.nullable(Instant),
    reason: z.nullable(z.string()),
    check: z.nullable(z.enum(['name-differs', 'image-unreadable', 'number-differs', 'account-unknown'])),
    /**
     * `placeKnown`: bank and branch stand in the Zengin list; `sameRecord`: the record is the one that the
     * journal knows; `elsewhere`: other members' accounts with this number.
     */
    placeKnown: z.boolean(),
    sameRecord: z.boolean(),
    elsewhere: Count,
    acts: z.array(OperatorActView),
  }),
})
export type DeskAccountView = z.output<(typeof getDeskAccount)['output']>
