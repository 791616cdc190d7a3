import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Movements of money for lots, holdings and subscriptions to them. */
export const TRANSFER_KINDS = transferKinds({
  'lot-margin': 'inside',
  'margin-return': 'inside',
  profit: 'trades',
  loss: 'trades',
  sale: 'inside',
  interest: 'interest',
  'stock-lending': 'interest',
  settlement: 'inside',
  delivery: 'inside',
  'subscription-hold': 'inside',
  'subscription-release': 'inside',
  allotment: 'inside',
  'day-penalty': 'fees',
})
