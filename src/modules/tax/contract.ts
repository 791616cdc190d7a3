import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, IssueCode, IdOfLot, IdOfOrder, QuantityFigure, YenFigure } from '#wire/values.ts'
import { ACCOUNT_KINDS } from './model/year.ts'

const AccountKind = z.enum(ACCOUNT_KINDS)
const Year = z.string().check(z.regex(/^\d{4}$/))

/** The result of a closing, for tax; whole yen. Of a 1× lot: sold for, less fee, less moving-average cost. */
export const TaxResult = z.object({
  code: IssueCode,
  name: z.string(),
  kind: z.enum(['cash', 'margin']),
  proceeds: YenFigure,
  gain: YenFigure,
  lotId: IdOfLot,
  orderId: IdOfOrder,
})
export type TaxResult = z.output<typeof TaxResult>

/** The running year by settlement date, and the settlement days that come. */
export const TaxView = z.object({
  account: AccountKind,
  /** Nothing of this year has been realized yet: the kind may still be chosen. */
  mayChoose: z.boolean(),
  year: Year,
  /** Settled so far; withheld now, never below 0. */
  total: YenFigure,
  incomeTax: YenFigure,
  localTax: YenFigure,
  /** `incomeTax` and `localTax`: withheld that day (+) or given back (−), as the results stand. */
  coming: z.array(
    z.object({
      date: DateText,
      gain: YenFigure,
      incomeTax: YenFigure,
      localTax: YenFigure,
      results: z.array(TaxResult),
    }),
  ),
  /**
   * Shares at 1× and what each has cost on the average by now, whole yen: a sale is taxed against it, and
   * what the same day buys still changes it.
   */
  costs: z.array(z.object({ code: IssueCode, quantity: QuantityFigure, unitCost: z.int() })),
  simulated: z.boolean(),
})
export type TaxView = z.output<typeof TaxView>
export const getTax = route({
  name: 'getTax',
  method: 'GET',
  path: '/tax',
  access: 'member',
  output: TaxView,
})

/**
 * For the running year and those that follow; refused once the year has a result, settled or on its way
 * (facts: margin and tax, section 6).
 */
export const chooseTaxAccount = route({
  name: 'chooseTaxAccount',
  method: 'POST',
  path: '/tax/account',
  access: 'member',
  keyed: true,
  input: z.strictObject({ account: AccountKind }),
  output: z.object({ account: AccountKind }),
  rejections: ['TAX_ACCOUNT_IN_USE'],
})

const Column = z.object({ proceeds: YenFigure, cost: YenFigure, gain: YenFigure })
/** 年間取引報告書 of one calendar year by settlement date; `final` when the year is over. */
export const TaxReport = z.object({
  year: Year,
  account: AccountKind,
  final: z.boolean(),
  cash: Column,
  margin: Column,
  total: YenFigure,
  incomeTax: YenFigure,
  localTax: YenFigure,
  /** Withheld at each payment, and what the year's end gave back of it for a loss. */
  dividends: z.object({
    amount: YenFigure,
    incomeTax: YenFigure,
    localTax: YenFigure,
    refundedIncomeTax: YenFigure,
    refundedLocalTax: YenFigure,
  }),
  simulated: z.boolean(),
})
export type TaxReport = z.output<typeof TaxReport>
/** Newest year first; only years in which something was settled. */
export const listTaxReports = route({
  name: 'listTaxReports',
  method: 'GET',
  path: '/tax/reports',
  access: 'member',
  output: z.array(TaxReport),
})
