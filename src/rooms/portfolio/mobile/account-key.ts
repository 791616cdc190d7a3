const MEMBER_ACCOUNTS = [
  'available', 'unsettled', 'orderHold', 'lotMargin', 'withdrawalHold', 'subscriptionHold', 'loan', 'shortfall',
] as const

/** The word for a sub-account; every account that is not the member's is the firm's or the market's. */
export const accountKey = (account: string): (typeof MEMBER_ACCOUNTS)[number] | 'firm' =>
  MEMBER_ACCOUNTS.find((known) => known === account) ?? 'firm'
