import type { PageName } from '#registry/pages.ts'

/** Groups of articles, in the order in which the help centre lists them; each is a file a language. */
export const GROUPS = [
  'start',
  'orders',
  'holdings',
  'margin',
  'products',
  'money',
  'account',
  'trust',
] as const
export type Group = (typeof GROUPS)[number]

/** Articles of each group, in their order. */
export const ARTICLE_IDS = {
  start: ['simulated', 'home', 'market', 'stock', 'chart'],
  orders: [
    'ticket',
    'confirm',
    'market-order',
    'limit-order',
    'stop-order',
    'exits',
    'auction-orders',
    'limit-then-market',
    'validity',
    'amend-cancel',
    'one-tap',
    'order-states',
    'odd-lots',
  ],
  holdings: ['trade', 'holding', 'closing', 'dividends', 'calendar-feed'],
  margin: [
    'buying-power',
    'leverage',
    'margin-ratio',
    'margin-call',
    'loss-cut',
    'short-selling',
    'commission',
    'margin-interest',
  ],
  products: ['ipo', 'ipo-payment', 'block', 'day-trading', 'day-penalty', 'ai', 'copy', 'copy-fees'],
  money: [
    'bank-accounts',
    'deposits',
    'withdrawals',
    'withdrawal-decision',
    'loans',
    'loan-interest',
    'credit-score',
  ],
  account: ['identity', 'level', 'passkey', 'devices', 'api-keys', 'recovery', 'settings', 'tax', 'reports'],
  trust: ['check-draw', 'check-fill', 'check-day', 'check-journal', 'news', 'alerts', 'chat', 'complaints'],
} as const satisfies Record<Group, readonly string[]>
export type ArticleId = (typeof ARTICLE_IDS)[Group][number]

/** An article beside its words: pages that it is about, as links into the app, and articles to read next. */
export type Article = { readonly screens: readonly PageName[]; readonly related: readonly ArticleId[] }

export const ARTICLES: Readonly<Record<ArticleId, Article>> = {
  simulated: { screens: ['trust', 'webview'], related: ['check-day', 'home', 'complaints'] },
  home: { screens: ['home'], related: ['simulated', 'market', 'trade'] },
  market: { screens: ['market', 'search', 'screener', 'watchlists'], related: ['stock', 'alerts', 'news'] },
  stock: { screens: ['market', 'search'], related: ['chart', 'ticket', 'dividends'] },
  chart: { screens: ['market', 'settings'], related: ['stock', 'alerts', 'exits'] },

  ticket: {
    screens: ['search', 'trade'],
    related: ['confirm', 'market-order', 'limit-order', 'buying-power'],
  },
  confirm: {
    screens: ['trade', 'feeStatement'],
    related: ['ticket', 'one-tap', 'commission', 'order-states'],
  },
  'market-order': { screens: ['market'], related: ['limit-order', 'buying-power', 'order-states'] },
  'limit-order': { screens: ['market', 'orders'], related: ['market-order', 'amend-cancel', 'validity'] },
  'stop-order': { screens: ['trade'], related: ['exits', 'validity', 'order-states'] },
  exits: { screens: ['trade'], related: ['stop-order', 'closing', 'loss-cut'] },
  'auction-orders': {
    screens: ['market', 'trade'],
    related: ['limit-then-market', 'validity', 'order-states'],
  },
  'limit-then-market': { screens: ['trade'], related: ['auction-orders', 'limit-order', 'buying-power'] },
  validity: { screens: ['orders'], related: ['order-states', 'limit-order', 'amend-cancel'] },
  'amend-cancel': { screens: ['trade', 'orders'], related: ['order-states', 'limit-order', 'closing'] },
  'one-tap': {
    screens: ['oneTap', 'settings'],
    related: ['ticket', 'limit-order', 'amend-cancel', 'devices'],
  },
  'order-states': { screens: ['orders', 'trade'], related: ['amend-cancel', 'validity', 'check-fill'] },
  'odd-lots': { screens: ['trade', 'dividends'], related: ['dividends', 'closing', 'ticket'] },

  trade: { screens: ['trade', 'performance', 'orders'], related: ['holding', 'closing', 'margin-ratio'] },
  holding: { screens: ['trade', 'accountLog'], related: ['closing', 'exits', 'margin-interest'] },
  closing: { screens: ['trade'], related: ['holding', 'tax', 'odd-lots'] },
  dividends: {
    screens: ['dividends', 'bonus'],
    related: ['calendar-feed', 'tax', 'odd-lots', 'short-selling'],
  },
  'calendar-feed': { screens: ['dividends', 'calendarFeed'], related: ['dividends', 'ipo', 'alerts'] },

  'buying-power': {
    screens: ['trade', 'accountLog'],
    related: ['market-order', 'withdrawals', 'margin-ratio'],
  },
  leverage: { screens: ['level', 'margin'], related: ['margin-ratio', 'loss-cut', 'margin-interest'] },
  'margin-ratio': { screens: ['margin', 'trade'], related: ['margin-call', 'loss-cut', 'leverage'] },
  'margin-call': { screens: ['margin', 'recharge'], related: ['margin-ratio', 'loss-cut', 'deposits'] },
  'loss-cut': { screens: ['margin', 'trade'], related: ['margin-ratio', 'margin-call', 'exits'] },
  'short-selling': { screens: ['margin', 'market'], related: ['leverage', 'margin-interest', 'dividends'] },
  commission: { screens: ['feeStatement', 'webview'], related: ['margin-interest', 'tax', 'day-penalty'] },
  'margin-interest': { screens: ['margin', 'webview'], related: ['leverage', 'commission', 'loan-interest'] },

  ipo: { screens: ['ipo'], related: ['ipo-payment', 'check-draw', 'identity'] },
  'ipo-payment': { screens: ['ipo'], related: ['ipo', 'check-draw', 'commission'] },
  block: { screens: ['blockTrade'], related: ['check-draw', 'ipo', 'commission'] },
  'day-trading': { screens: ['dayTrade'], related: ['day-penalty', 'leverage', 'short-selling'] },
  'day-penalty': { screens: ['dayTrade', 'feeStatement'], related: ['day-trading', 'commission', 'closing'] },
  ai: { screens: ['ai'], related: ['level', 'auction-orders', 'simulated'] },
  copy: { screens: ['copy', 'copyRecord'], related: ['copy-fees', 'level', 'tax'] },
  'copy-fees': { screens: ['copy'], related: ['copy', 'commission', 'tax'] },

  'bank-accounts': {
    screens: ['bankAccount', 'bankAccountAdd'],
    related: ['withdrawals', 'identity', 'passkey'],
  },
  deposits: { screens: ['recharge', 'transactionLog'], related: ['identity', 'withdrawals', 'chat'] },
  withdrawals: {
    screens: ['withdrawal', 'withdrawalClock'],
    related: ['withdrawal-decision', 'bank-accounts', 'passkey', 'buying-power'],
  },
  'withdrawal-decision': {
    screens: ['withdrawal', 'withdrawalClock', 'operatorActs'],
    related: ['withdrawals', 'complaints', 'recovery'],
  },
  loans: { screens: ['financing'], related: ['loan-interest', 'credit-score', 'withdrawals'] },
  'loan-interest': {
    screens: ['financing', 'accountLog'],
    related: ['loans', 'margin-interest', 'credit-score'],
  },
  'credit-score': { screens: ['financing'], related: ['loans', 'margin-call', 'identity'] },

  identity: { screens: ['realName', 'accountOpening'], related: ['level', 'bank-accounts', 'complaints'] },
  level: { screens: ['level', 'riskQuiz'], related: ['identity', 'leverage', 'ai'] },
  passkey: { screens: ['security', 'transactionPassword'], related: ['devices', 'recovery', 'withdrawals'] },
  devices: { screens: ['devices', 'security'], related: ['passkey', 'recovery', 'api-keys'] },
  'api-keys': { screens: ['apiKeys', 'webhooks', 'security'], related: ['devices', 'one-tap', 'reports'] },
  recovery: { screens: ['recovery', 'security'], related: ['passkey', 'devices', 'chat'] },
  settings: {
    screens: ['settings', 'switchLanguage', 'notifications'],
    related: ['alerts', 'devices', 'chart'],
  },
  tax: { screens: ['tax', 'taxReport'], related: ['dividends', 'reports', 'closing'] },
  reports: {
    screens: ['reports', 'transactionLog', 'incomeLog'],
    related: ['tax', 'check-journal', 'trade'],
  },

  'check-draw': { screens: ['drawCheck', 'trust'], related: ['ipo', 'block', 'check-journal'] },
  'check-fill': { screens: ['orders', 'trust'], related: ['check-day', 'order-states', 'complaints'] },
  'check-day': { screens: ['marketDays', 'trust'], related: ['check-fill', 'simulated', 'check-journal'] },
  'check-journal': { screens: ['trust', 'operatorActs'], related: ['check-fill', 'reports', 'complaints'] },
  news: { screens: ['news', 'messages'], related: ['alerts', 'simulated', 'market'] },
  alerts: { screens: ['alerts', 'notifications'], related: ['news', 'chart', 'settings'] },
  chat: { screens: ['customerService', 'webview'], related: ['complaints', 'deposits', 'recovery'] },
  complaints: {
    screens: ['customerService', 'operatorActs', 'webview'],
    related: ['chat', 'withdrawal-decision', 'check-journal'],
  },
}

const groups = new Map(
  GROUPS.flatMap((group) => ARTICLE_IDS[group].map((id) => [id as string, group] as const)),
)
/** True if there is such an article. */
export const isArticle = (id: string): id is ArticleId => groups.has(id)
