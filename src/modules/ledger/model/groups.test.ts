import { expect, test } from 'vitest'
import { ENTRY_GROUPS, type EntryGroup } from './groups.ts'
import { groupOf, kindsOf, TRANSFER_KINDS, type TransferKind } from '#registry/transfer-kinds.ts'

/** The transfers that a member finds under each word of the income log. */
const groups: [group: EntryGroup, kinds: TransferKind[]][] = [
  ['trades', ['loss', 'profit', 'split-fraction', 'split-rounding']],
  ['dividends', ['dividend', 'dividend-adjustment']],
  ['interest', ['interest', 'loan-interest', 'stock-lending']],
  ['fees', ['day-penalty', 'fee']],
  [
    'tax',
    [
      'dividend-income-tax',
      'dividend-local-tax',
      'income-tax-refund',
      'income-tax-withheld',
      'local-tax-refund',
      'local-tax-withheld',
    ],
  ],
  ['pools', ['pool-fee', 'pool-loss', 'pool-profit']],
  [
    'cash',
    [
      'bank-claim',
      'correction',
      'deposit',
      'opening-deposit',
      'unidentified',
      'withdrawal',
      'withdrawal-hold',
      'withdrawal-release',
      'withdrawal-returned',
    ],
  ],
  ['copy', ['pool-redemption', 'pool-subscription']],
  ['loans', ['loan', 'loan-repaid']],
  ['debt', ['shortfall', 'shortfall-repaid']],
  [
    'inside',
    [
      'allotment',
      'delivery',
      'dividend-hold',
      'lot-margin',
      'margin-return',
      'order-hold',
      'order-release',
      'sale',
      'settlement',
      'subscription-hold',
      'subscription-payment',
      'subscription-release',
    ],
  ],
]
test.each(groups)('%s', (group, kinds) => {
  expect(kindsOf(group).toSorted()).toEqual(kinds)
  for (const kind of kinds) expect(groupOf(kind)).toBe(group)
})
test('every kind of transfer stands in one of them', () => {
  expect(groups.map(([group]) => group)).toEqual([...ENTRY_GROUPS])
  expect(groups.flatMap(([, kinds]) => kinds).toSorted()).toEqual(TRANSFER_KINDS.toSorted())
})
