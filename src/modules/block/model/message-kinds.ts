import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about the result of an application for a block sale. */
export const MESSAGE_KINDS = messageKinds({
  blockWon: { id: 70, group: 'products', args: ['code', 'quantity', 'price'] },
  blockNotWon: { id: 71, group: 'products', args: ['code', 'amount'] },
  blockVoid: { id: 72, group: 'products', args: ['code', 'amount'] },
})
