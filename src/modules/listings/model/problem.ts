/** Refusals of terms, in the order in which they are checked: form, time, then what the kind asks. */
export const TERMS_REJECTIONS = [
  'FIELD_WRONG',
  'FIELD_UNKNOWN',
  'WORDS_DEMAND',
  'OPENS_IN_PAST',
  'OPENS_TOO_FAR',
  'CLOSES_BEFORE_OPENING',
  'NOT_BUSINESS_DAY',
  'DATES_ORDER',
  'MARKET_REPLAYED',
  'CODE_LISTED',
  'CODE_UNLISTED',
  'PRICE_OFF_TICK',
  'BAND_REVERSED',
  'CLOSE_DIFFERS',
  'EX_DATE_BETWEEN',
  'DISCOUNT_OUTSIDE',
  'FEW_UNITS',
  'ABOVE_ISSUE',
  'MEMBER_ABOVE_ALL',
  'MEMBER_TOO_MUCH',
  'AMOUNT_TOO_LARGE',
  'WINDOW_TOO_LATE',
  'ROW_TWICE',
  'ROW_EMPTY',
  'TEST_NOT_AFTER',
  'FEW_TRIALS',
  'RATE_OUTSIDE',
  'INTERVAL_WRONG',
  'EDGE_NOT_SHOWN',
  'EXIT_OUTSIDE',
  'CARD_UNMEASURED',
  'CARD_DIFFERS',
  'LEAD_UNKNOWN',
  'LEAD_LEVEL',
  'LEAD_STAKE',
  'MINIMUM_ABOVE_CAP',
  'FEE_TOO_HIGH',
] as const
export type TermsRejection = (typeof TERMS_REJECTIONS)[number]

/** The problem of one field of terms. */
export type Problem = {
  readonly field: string
  readonly rejection: TermsRejection
  readonly detail: Readonly<Record<string, number | string>>
}

export const problem = (
  field: string,
  rejection: TermsRejection,
  detail: Problem['detail'] = {},
): Problem => ({ field, rejection, detail })

/** Collects what is wrong, in the order in which it is asked. */
export function problems(...found: readonly (Problem | null | false | readonly Problem[])[]): Problem[] {
  return found.flatMap((one) => (one === null || one === false ? [] : one) as Problem | Problem[])
}
