import type { TransferKind } from './kinds.ts'

/**
 * What entries are about, for those who add them up. `inside`: between two accounts of the member (holds,
 * margin, settlement): their amounts are 0. `pools`: what pools came to when they paid, and fees for leading
 * one; `copy`: what was paid into them, and that coming back. `loans`: lent and repaid. `cash`: money that
 * came in or went out by the member's word. `debt`: what the firm lent as a shortfall and got back.
 */
export const ENTRY_GROUPS = [
  'trades',
  'dividends',
  'interest',
  'fees',
  'tax',
  'pools',
  'cash',
  'copy',
  'loans',
  'debt',
  'inside',
] as const
export type EntryGroup = (typeof ENTRY_GROUPS)[number]

const GROUP_OF: Readonly<Record<TransferKind, EntryGroup>> = {
  profit: 'trades',
  loss: 'trades',
  'split-rounding': 'trades',
  'split-fraction': 'trades',
  dividend: 'dividends',
  'dividend-adjustment': 'dividends',
  interest: 'interest',
  'stock-lending': 'interest',
  'loan-interest': 'interest',
  fee: 'fees',
  'day-penalty': 'fees',
  'income-tax-withheld': 'tax',
  'local-tax-withheld': 'tax',
  'income-tax-refund': 'tax',
  'local-tax-refund': 'tax',
  'dividend-income-tax': 'tax',
  'dividend-local-tax': 'tax',
  'opening-deposit': 'cash',
  deposit: 'cash',
  'withdrawal-hold': 'cash',
  'withdrawal-release': 'cash',
  withdrawal: 'cash',
  'withdrawal-returned': 'cash',
  correction: 'cash',
  'pool-subscription': 'copy',
  'pool-redemption': 'copy',
  'pool-profit': 'pools',
  'pool-loss': 'pools',
  'pool-fee': 'pools',
  loan: 'loans',
  'loan-repaid': 'loans',
  shortfall: 'debt',
  'shortfall-repaid': 'debt',
  'order-hold': 'inside',
  'order-release': 'inside',
  'lot-margin': 'inside',
  'margin-return': 'inside',
  sale: 'inside',
  settlement: 'inside',
  delivery: 'inside',
  'dividend-hold': 'inside',
  'subscription-hold': 'inside',
  'subscription-release': 'inside',
  'subscription-payment': 'inside',
  allotment: 'inside',
}

export const groupOf = (kind: TransferKind): EntryGroup => GROUP_OF[kind]
export const kindsOf = (group: EntryGroup): TransferKind[] =>
  (Object.keys(GROUP_OF) as TransferKind[]).filter((kind) => GROUP_OF[kind] === group)
