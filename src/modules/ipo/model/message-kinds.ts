import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about the outcome of an application for an offering. */
export const MESSAGE_KINDS = messageKinds({
  ipoWon: { id: 55, group: 'products', args: ['code', 'quantity', 'price', 'amount', 'until'] },
  ipoPassedOn: { id: 56, group: 'products', args: ['code', 'quantity', 'price', 'amount', 'until'] },
  ipoNotWon: { id: 57, group: 'products', args: ['code', 'place'] },
  ipoBought: { id: 58, group: 'products', args: ['code', 'quantity', 'amount', 'issueOn'] },
  ipoDeclined: { id: 59, group: 'products', args: ['code', 'quantity', 'amount'] },
  ipoLapsed: { id: 60, group: 'products', args: ['code', 'quantity', 'amount'] },
  ipoVoid: { id: 61, group: 'products', args: ['code', 'amount'] },
  ipoListed: { id: 62, group: 'products', args: ['code', 'quantity', 'price'] },
  ipoWithdrawn: { id: 76, group: 'products', args: ['code', 'quantity', 'amount'] },
})
