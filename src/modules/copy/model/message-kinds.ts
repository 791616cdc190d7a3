import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about money that was paid into a pool. */
export const MESSAGE_KINDS = messageKinds({
  copyFollowing: { id: 73, group: 'products', args: ['pool', 'amount', 'units'] },
  copyPaid: { id: 74, group: 'products', args: ['pool', 'amount', 'profit'] },
  copyRefused: { id: 75, group: 'products', args: ['pool', 'amount', 'reason'] },
  copyStake: { id: 186, group: 'products', args: ['pool', 'amount', 'until', 'state'] },
  copyTraded: { id: 77, group: 'products', args: ['pool', 'code', 'side', 'quantity', 'price', 'share'] },
  copyUnfilled: { id: 78, group: 'products', args: ['pool', 'code', 'side', 'quantity'] },
  copyPartlyTraded: {
    id: 83,
    group: 'products',
    args: ['pool', 'code', 'side', 'quantity', 'ordered', 'price', 'share'],
  },
  copyRestOver: {
    id: 84,
    group: 'products',
    args: ['pool', 'code', 'side', 'quantity', 'ordered', 'price', 'share'],
  },
})
