import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about the result of an application for a pick. */
export const MESSAGE_KINDS = messageKinds({
  aiApplied: { id: 79, group: 'products', args: ['code', 'quantity', 'entryOn'] },
  aiBought: { id: 80, group: 'products', args: ['code', 'quantity', 'amount', 'exitOn'] },
  aiFailed: { id: 81, group: 'products', args: ['code', 'quantity'] },
  aiSold: { id: 82, group: 'products', args: ['code'] },
})
