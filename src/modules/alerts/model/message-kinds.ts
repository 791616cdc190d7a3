import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about a watched price. */
export const MESSAGE_KINDS = messageKinds({
  priceAlert: { id: 51, group: 'alerts', args: ['code', 'watches', 'value', 'price'] },
})
