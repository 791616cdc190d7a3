const NAMED = [
  'available',
  'unsettled',
  'orderHold',
  'lotMargin',
  'withdrawalHold',
  'subscriptionHold',
  'dividendHold',
  'paidShares',
  'loan',
  'shortfall',
  'tax',
] as const

/**
 * The word for a sub-account, and for what is withheld for the tax office; every other account is the firm's
 * or the market's.
 */
export const accountKey = (account: string): (typeof NAMED)[number] | 'firm' =>
  NAMED.find((known) => known === account) ?? 'firm'
