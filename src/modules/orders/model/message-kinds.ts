import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about the outcome of an order or a lot. */
export const MESSAGE_KINDS = messageKinds({
  orderFilled: { id: 0, group: 'orders', args: ['code', 'side', 'quantity', 'price'] },
  orderPartlyFilled: { id: 1, group: 'orders', args: ['code', 'side', 'quantity', 'filled', 'price'] },
  orderCancelled: { id: 2, group: 'orders', args: ['code', 'side', 'quantity', 'filled'] },
  orderTakenBack: { id: 88, group: 'orders', args: ['code', 'side', 'quantity', 'filled', 'reason'] },
  orderExpired: { id: 3, group: 'orders', args: ['code', 'side', 'quantity', 'filled'] },
  orderRejected: { id: 4, group: 'orders', args: ['code', 'side', 'quantity', 'reason'] },
  lotClosed: { id: 5, group: 'orders', args: ['code', 'side', 'quantity', 'price', 'profit'] },
  takeProfit: { id: 6, group: 'orders', args: ['code', 'price'] },
  stopLoss: { id: 7, group: 'orders', args: ['code', 'price'] },
  shortfall: { id: 11, group: 'margin', args: ['amount'] },
  orderUnsent: { id: 14, group: 'orders', args: ['code', 'side', 'quantity', 'price'] },
  stopReleased: { id: 15, group: 'orders', args: ['code', 'side', 'quantity', 'price'] },
  orderAmended: { id: 16, group: 'orders', args: ['code', 'side', 'quantity', 'price'] },
  orderDisputed: { id: 146, group: 'orders', args: ['code', 'side', 'quantity'] },
  cancelRejected: { id: 182, group: 'orders', args: ['code', 'side', 'quantity', 'reason'] },
  amendRejected: { id: 183, group: 'orders', args: ['code', 'side', 'quantity', 'price', 'reason'] },
  orderRestated: { id: 184, group: 'orders', args: ['code', 'side', 'quantity', 'price', 'reason'] },
  amendTooLate: { id: 17, group: 'orders', args: ['code', 'side', 'quantity', 'price'] },
})
