import * as z from 'zod/mini'
import { OperatorActView } from '#modules/staff/contract.ts'
import { route } from '#wire/route.ts'
import { Id, Instant, PAGE_CUT, PAGE_QUERY, YenAmount, YenTotal, BasisPointsFigure } from '#wire/values.ts'
import { LoanView, MeansView } from './contract.ts'
import { CREDIT_ITEMS } from './model/credit-score.ts'

const DESK = ['reviewer', 'auditor', 'administrator'] as const
/**
 * A member as lists show them: by number. The name stands where one case is opened, which the member sees.
 */
const MemberRef = z.object({ id: Id, number: z.int(), level: z.string(), days: z.int(), frozen: z.boolean() })

export const LOAN_VIEWS = ['review', 'open', 'decided'] as const
export const DeskLoan = z.object({
  id: Id,
  number: z.int(),
  member: MemberRef,
  amount: YenAmount,
  rateBp: BasisPointsFigure,
  state: LoanView.shape.state,
  appliedAt: Instant,
  decidedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  /** Principal that is not repaid yet. */
  principal: YenAmount,
  /**
   * The amount that the member could still be lent by the rule, at the prices of now; whether name and number
   * are the verified ones, and the record the one that the journal knows.
   */
  room: YenAmount,
  sound: z.boolean(),
})
export type DeskLoan = z.output<typeof DeskLoan>

/** `review`: applications, oldest first. `open`: loans that are lent. `decided`: the newest 200. */
export const listDeskLoans = route({
  name: 'listDeskLoans',
  method: 'GET',
  path: '/console/loans',
  access: 'operator',
  roles: DESK,
  query: z.strictObject({ view: z.optional(z.enum(LOAN_VIEWS)), ...PAGE_QUERY }),
  output: z.object({
    counts: z.object({ review: z.int(), open: z.int() }),
    lent: YenTotal,
    rows: z.array(DeskLoan),
    ...PAGE_CUT,
  }),
})
export const LOAN_CHECKS = ['name', 'number', 'record', 'means', 'total', 'frozen', 'shortfall'] as const
/**
 * One application with the arithmetic, the published checks and what was done about it. Opening it is noted
 * for the member.
 */
export const getDeskLoan = route({
  name: 'getDeskLoan',
  method: 'GET',
  path: '/console/loans/{id}',
  access: 'operator',
  roles: DESK,
  params: z.strictObject({ id: Id }),
  output: z.object({
    loan: DeskLoan,
    form: z.object({
      name: z.string(),
      idNumber: z.string(),
      address: z.string(),
      contact: z.string(),
      email: z.string(),
    }),
    verifiedName: z.nullable(z.string()),
    means: MeansView,
    checks: z.array(z.object({ name: z.enum(LOAN_CHECKS), passed: z.boolean() })),
    score: z.int(),
    items: z.array(z.object({ item: z.enum(CREDIT_ITEMS), points: z.int() })),
    acts: z.array(OperatorActView),
  }),
})
