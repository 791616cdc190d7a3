/** What a transfer is for: the words of the account log. */
export const TRANSFER_KINDS = [
  'opening-deposit', 'order-hold', 'order-release', 'lot-margin', 'margin-return', 'fee', 'profit', 'loss', 'sale', 'interest', 'stock-lending',
  'settlement', 'shortfall', 'shortfall-repaid',
  'income-tax-withheld', 'local-tax-withheld', 'income-tax-refund', 'local-tax-refund', 'dividend-income-tax', 'dividend-local-tax',
  'delivery', 'dividend', 'dividend-adjustment', 'dividend-hold', 'split-rounding',
  'deposit', 'withdrawal-hold', 'withdrawal-release', 'withdrawal', 'withdrawal-returned', 'correction',
  'subscription-hold', 'subscription-release', 'subscription-payment', 'allotment',
  'pool-subscription', 'pool-redemption', 'pool-fee', 'pool-profit', 'pool-loss', 'loan', 'loan-repaid', 'loan-interest', 'day-penalty',
] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]
