/** Files to mutate, with their tests, and the share of mutants that these have to notice. */
export type MutationModule = {
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** Percent of the mutants. */
  readonly goal: number
}

/** Goals in percent: files that calculate money must notice more mutants than other rules. */
const MONEY = 90
const RULES = 75

const model = (module: string, ...names: readonly string[]) =>
  names.map((name) => `src/modules/${module}/model/${name}.ts`)
const testsOf = (...modules: readonly string[]) =>
  modules.map((module) => `src/modules/${module}/model/*.test.ts`)
/**
 * Whole lives of orders and lots over hot tables: no disk, no server. Without `money.test.ts`, which asks for
 * seconds of each change what these say in a moment.
 */
const ORDER_STORIES = [
  'amend-order',
  'deliver-lot',
  'exits',
  'person-orders',
  'same-funds',
  'settled-tax',
  'short-day',
  'stories',
  'waiting',
].map((name) => `src/modules/orders/server/${name}.test.ts`)

export const MODULES: Readonly<Record<string, MutationModule>> = {
  kernel: {
    files: ['src/kernel/money.ts', 'src/kernel/price.ts'],
    tests: ['src/kernel/*.test.ts'],
    goal: MONEY,
  },
  ledger: { files: ['src/modules/ledger/model/*.ts'], tests: testsOf('ledger'), goal: MONEY },
  margin: { files: ['src/modules/margin/model/*.ts'], tests: testsOf('margin'), goal: MONEY },
  tax: { files: ['src/modules/tax/model/*.ts'], tests: testsOf('tax'), goal: MONEY },
  dividends: {
    files: ['src/modules/corporate-actions/model/*.ts'],
    tests: testsOf('corporate-actions'),
    goal: MONEY,
  },
  cost: {
    files: model('orders', 'holds', 'reserve'),
    tests: [...testsOf('orders'), ...ORDER_STORIES],
    goal: MONEY,
  },
  lots: {
    files: model('portfolio', 'account', 'close-part', 'deliver', 'lot', 'same-funds'),
    tests: [...testsOf('portfolio'), ...ORDER_STORIES],
    goal: MONEY,
  },
  loans: {
    files: model('loans', 'affordability', 'interest', 'schedule', 'terms'),
    tests: testsOf('loans'),
    goal: MONEY,
  },
  pools: {
    files: model('copy', 'fund-value', 'nav', 'share', 'subscribe'),
    tests: testsOf('copy'),
    goal: MONEY,
  },
  auction: {
    files: model('venue', 'allotment', 'itayose', 'price-range'),
    tests: ['allotment', 'issue-market', 'itayose', 'new-listing', 'quote'].map(
      (name) => `src/modules/venue/model/${name}.test.ts`,
    ),
    goal: RULES,
  },
  trading: {
    files: model('venue', 'issue-market', 'quote'),
    tests: ['carried', 'decided', 'issue-market', 'new-listing', 'priority', 'quote', 'stopped'].map(
      (name) => `src/modules/venue/model/${name}.test.ts`,
    ),
    goal: RULES,
  },
  prices: {
    files: model('instruments', 'calendar', 'first-price', 'limits', 'schedule', 'tick'),
    tests: ['calendar', 'edges', 'first-price', 'limits', 'schedule', 'tick'].map(
      (name) => `src/modules/instruments/model/${name}.test.ts`,
    ),
    goal: RULES,
  },
  orders: {
    files: model(
      'orders',
      'amend-order',
      'apply-execution',
      'choose-lots',
      'close-lot',
      'exits',
      'new-order',
      'off-tick',
      'order',
      'order-life',
      'place-order',
      'send-order',
      'terms',
      'venue-order',
    ),
    tests: [...testsOf('orders'), ...ORDER_STORIES],
    goal: RULES,
  },
  draws: { files: ['src/modules/draws/model/*.ts'], tests: testsOf('draws'), goal: RULES },
  withdrawals: {
    files: model('funding', 'bank-account', 'kana', 'states', 'withdrawal', 'zengin-transfer'),
    tests: testsOf('funding'),
    goal: RULES,
  },
}
