/** Which rooms a room may use: only these, and only through their doors. `scripts/tidy.ts` reads every import against this list. */
export const plan = {
  instruments: [],
  ledger: [],
  inbox: [],
  identity: ['instruments', 'ledger', 'inbox'],
  staff: ['instruments', 'identity', 'inbox'],
  support: ['identity', 'staff'],
  venue: ['instruments'],
  watchlists: ['instruments'],
  market: ['instruments', 'staff', 'venue', 'watchlists'],
  margin: ['instruments'],
  tax: ['instruments', 'ledger', 'identity', 'market'],
  news: ['instruments', 'identity', 'inbox', 'staff', 'venue', 'watchlists', 'market'],
  legal: ['staff', 'margin', 'tax'],
  portfolio: ['instruments', 'ledger', 'identity', 'market', 'margin', 'tax'],
  members: ['instruments', 'ledger', 'identity', 'inbox', 'staff', 'legal', 'margin', 'tax', 'portfolio'],
  orders: ['instruments', 'ledger', 'identity', 'inbox', 'venue', 'market', 'portfolio', 'margin', 'tax'],
  alerts: ['instruments', 'inbox', 'venue', 'market', 'orders'],
  calls: ['instruments', 'ledger', 'identity', 'inbox', 'venue', 'market', 'margin', 'portfolio', 'orders'],
  actions: ['instruments', 'ledger', 'identity', 'inbox', 'market', 'margin', 'tax', 'portfolio', 'orders'],
  funding: ['instruments', 'ledger', 'identity', 'inbox', 'staff', 'support', 'market', 'portfolio', 'margin'],
  records: ['instruments', 'ledger', 'identity', 'market', 'margin', 'tax', 'portfolio', 'orders', 'actions', 'funding'],
  listings: ['instruments', 'identity', 'staff', 'market'],
  audit: ['ledger', 'identity', 'staff', 'venue', 'members', 'portfolio', 'orders', 'funding', 'records'],
  home: ['instruments', 'ledger', 'identity', 'market', 'portfolio', 'margin', 'orders', 'actions', 'inbox', 'watchlists', 'members', 'news', 'support'],
} as const satisfies Record<string, readonly string[]>

export type RoomName = keyof typeof plan
