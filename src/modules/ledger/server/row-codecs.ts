// Written by scripts/row-codecs.ts from the definitions of the tables: run it after a change of theirs.
import type { RowCodec } from '#platform/engine/row-codec.ts'
import { numberPart, textPart } from '#platform/engine/row-parts.ts'

type MemberBalances = {
  memberId: string | null
  available: number | null
  unsettled: number | null
  orderHold: number | null
  lotMargin: number | null
  withdrawalHold: number | null
  subscriptionHold: number | null
  dividendHold: number | null
  paidShares: number | null
  loan: number | null
  shortfall: number | null
}

export const memberBalancesCodec: RowCodec = {
  columns: [
    'memberId text',
    'available int8?',
    'unsettled int8?',
    'orderHold int8?',
    'lotMargin int8?',
    'withdrawalHold int8?',
    'subscriptionHold int8?',
    'dividendHold int8?',
    'paidShares int8?',
    'loan int8?',
    'shortfall int8?',
    'fixed memberId',
  ],
  read: (from) => ({
    memberId: from.text(),
    available: from.int8(),
    unsettled: from.int8(),
    orderHold: from.int8(),
    lotMargin: from.int8(),
    withdrawalHold: from.int8(),
    subscriptionHold: from.int8(),
    dividendHold: from.int8(),
    paidShares: from.int8(),
    loan: from.int8(),
    shortfall: from.int8(),
  }),
  text: (row: MemberBalances) =>
    textPart(row.memberId) +
    numberPart(row.available) +
    numberPart(row.unsettled) +
    numberPart(row.orderHold) +
    numberPart(row.lotMargin) +
    numberPart(row.withdrawalHold) +
    numberPart(row.subscriptionHold) +
    numberPart(row.dividendHold) +
    numberPart(row.paidShares) +
    numberPart(row.loan) +
    numberPart(row.shortfall),
  isWhole: (patch) =>
    'memberId' in patch &&
    'available' in patch &&
    'unsettled' in patch &&
    'orderHold' in patch &&
    'lotMargin' in patch &&
    'withdrawalHold' in patch &&
    'subscriptionHold' in patch &&
    'dividendHold' in patch &&
    'paidShares' in patch &&
    'loan' in patch &&
    'shortfall' in patch,
  changedFixed(before: MemberBalances, after: MemberBalances) {
    if (after.memberId !== before.memberId) return 'memberId'
    return null
  },
}
