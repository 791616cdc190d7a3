import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about dividends and splits. */
export const MESSAGE_KINDS = messageKinds({
  dividendComing: { id: 18, group: 'actions', args: ['code', 'side', 'quantity', 'amount', 'payDate'] },
  dividendPaid: { id: 19, group: 'actions', args: ['code', 'side', 'quantity', 'amount', 'tax'] },
  shareSplit: {
    id: 20,
    group: 'actions',
    args: ['code', 'newShares', 'oldShares', 'before', 'after', 'odd'],
  },
  oddLot: { id: 85, group: 'actions', args: ['code', 'quantity'] },
  reverseSplit: {
    id: 86,
    group: 'actions',
    args: ['code', 'newShares', 'oldShares', 'before', 'after', 'odd'],
  },
  shareFraction: { id: 87, group: 'actions', args: ['code', 'amount', 'payDate'] },
})
