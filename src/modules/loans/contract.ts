import * as z from 'zod/mini'
import { MAX_AMOUNT_YEN } from '#kernel/money.ts'
import { OperatorActView } from '#modules/staff/contract.ts'
import { route } from '#wire/route.ts'
import { DateText, Id, Instant, YenAmount, YenTotal, BasisPointsFigure } from '#wire/values.ts'
import {
  APPLY_REJECTIONS,
  FIELD_MAX,
  FORM_REJECTIONS,
  IDENTITY_REJECTIONS,
  REPAY_REJECTIONS,
} from './model/application.ts'
import { CREDIT_ITEMS } from './model/credit-score.ts'
import { STATUSES } from './model/states.ts'

const IdPath = z.strictObject({ id: Id })
/** Yen to be lent or repaid: 1 to 1,000,000,000,000. What the rules allow of it, they say by name. */
const Amount = z.int().check(z.gte(1), z.lte(MAX_AMOUNT_YEN))
const Text = (most: number) => z.string().check(z.maxLength(most))

/**
 * A loan from its application on. `status` is the specification's word. `rateBp`: interest a year.
 * `interest`: due today and not charged yet; `owed`: what would end it today.
 */
export const LoanView = z.object({
  id: Id,
  number: z.int(),
  status: z.enum(STATUSES),
  state: z.enum(['pending', 'open', 'repaid', 'refused', 'cancelled']),
  amount: YenAmount,
  rateBp: BasisPointsFigure,
  appliedAt: Instant,
  decidedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Market time. */
  lentAt: z.nullable(Instant),
  /** Of the list of refusals. */
  reason: z.nullable(z.string()),
  principal: YenAmount,
  interest: YenAmount,
  owed: YenAmount,
  paidInterest: YenAmount,
  appeal: z.nullable(
    z.object({
      id: Id,
      state: z.enum(['open', 'upheld', 'overturned', 'withdrawn']),
      filedAt: Instant,
      answerBy: Instant,
    }),
  ),
  simulated: z.boolean(),
})
export type LoanView = z.output<typeof LoanView>

/**
 * The amount that can be afforded, with everything that it adds up from (whole yen). `income`: the least that
 * the profile's answer says; `incomeAnswer` null: no profile.
 */
export const MeansView = z.object({
  incomeAnswer: z.nullable(z.string()),
  income: YenAmount,
  third: YenAmount,
  shares: YenTotal,
  secured: YenTotal,
  limit: YenAmount,
  owed: YenAmount,
  room: YenAmount,
})
export type MeansView = z.output<typeof MeansView>

/** The financing page: loans, what may be applied for now, and the year's figures. */
export const getFinancing = route({
  name: 'getFinancing',
  method: 'GET',
  path: '/loans',
  access: 'member',
  output: z.object({
    loans: z.array(LoanView),
    means: MeansView,
    least: YenAmount,
    most: YenAmount,
    together: YenAmount,
    rates: z.array(z.object({ below: z.nullable(YenAmount), rateBp: BasisPointsFigure })),
    /**
     * Reason why nothing can be applied for now, whatever the amount: a refusal's name; null: there is none.
     */
    obstacle: z.nullable(z.enum(APPLY_REJECTIONS)),
    /**
     * The fields that need not be typed again; `name` is the verified one. `idNumber`: that of a sample
     * document, which nobody has in hand; '' for one of the member's own.
     */
    prefill: z.object({
      name: z.string(),
      idNumber: z.string(),
      address: z.string(),
      contact: z.string(),
      email: z.string(),
    }),
    owed: YenAmount,
    nextCharge: z.nullable(z.object({ day: DateText, amount: YenAmount })),
    years: z.array(z.object({ year: z.int(), lent: YenTotal, repaid: YenTotal, interest: YenAmount })),
    simulated: z.boolean(),
  }),
})

/**
 * One loan: what was typed (the document's number hidden but for its end), its statement (newest first), and
 * what will be charged if nothing is repaid.
 */
export const getLoan = route({
  name: 'getLoan',
  method: 'GET',
  path: '/loans/{id}',
  access: 'member',
  params: IdPath,
  output: z.object({
    loan: LoanView,
    form: z.object({
      name: z.string(),
      idNumber: z.string(),
      address: z.string(),
      contact: z.string(),
      email: z.string(),
    }),
    /** Money that a repayment may use now. */
    free: YenTotal,
    schedule: z.array(z.object({ day: DateText, days: z.int(), interest: YenAmount })),
    statement: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['lent', 'interest', 'repaid']),
        day: DateText,
        amount: YenAmount,
        principal: YenAmount,
      }),
    ),
    acts: z.array(OperatorActView),
    simulated: z.boolean(),
  }),
})

export const applyForLoan = route({
  name: 'applyForLoan',
  method: 'POST',
  path: '/loans',
  access: 'member',
  keyed: true,
  input: z.strictObject({
    amount: Amount,
    name: Text(FIELD_MAX.name),
    idNumber: Text(FIELD_MAX.idNumber),
    address: Text(FIELD_MAX.address),
    contact: Text(FIELD_MAX.contact),
    email: Text(FIELD_MAX.email),
  }),
  output: LoanView,
  rejections: [
    ...FORM_REJECTIONS,
    ...IDENTITY_REJECTIONS,
    ...APPLY_REJECTIONS.filter(
      (code): code is Exclude<(typeof APPLY_REJECTIONS)[number], 'LOAN_IDENTITY_NEEDED'> =>
        code !== 'LOAN_IDENTITY_NEEDED',
    ),
  ],
})
/** Before it is decided. */
export const cancelLoan = route({
  name: 'cancelLoan',
  method: 'POST',
  path: '/loans/{id}/cancel',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  output: LoanView,
  rejections: ['LOAN_NOT_FOUND', 'LOAN_DECIDED'],
})
/** Interest first, then principal. `amount` null: all that is owed at that moment. */
export const repayLoan = route({
  name: 'repayLoan',
  method: 'POST',
  path: '/loans/{id}/repay',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  input: z.strictObject({ amount: z.nullable(Amount) }),
  output: LoanView,
  rejections: REPAY_REJECTIONS,
})
/** Another person decides, by the end of the next business day. The text has 20 to 500 characters. */
export const appealLoan = route({
  name: 'appealLoan',
  method: 'POST',
  path: '/loans/{id}/appeal',
  access: 'member',
  keyed: true,
  params: IdPath,
  input: z.strictObject({ text: Text(500) }),
  output: LoanView,
  rejections: ['LOAN_NOT_FOUND', 'LOAN_NOT_REFUSED', 'LOAN_PENDING', 'APPEALED_ALREADY', 'APPEAL_TEXT'],
})

/**
 * The credit score (product decision 9): points of each item, and everything that they are reckoned from. It
 * decides nothing.
 */
export const getCreditScore = route({
  name: 'getCreditScore',
  method: 'GET',
  path: '/credit-score',
  access: 'member',
  output: z.object({
    score: z.int(),
    most: z.int(),
    items: z.array(z.object({ item: z.enum(CREDIT_ITEMS), points: z.int(), most: z.int() })),
    facts: z.object({
      isVerified: z.boolean(),
      days: z.int(),
      onTime: z.int(),
      late: z.int(),
      unmetCalls: z.int(),
      hasOpenCall: z.boolean(),
      shortfallDays: z.int(),
      hasShortfall: z.boolean(),
    }),
    simulated: z.boolean(),
  }),
})
export type CreditView = z.output<(typeof getCreditScore)['output']>
