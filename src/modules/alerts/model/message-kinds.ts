import { messageKinds } from '#modules/inbox/model/groups.ts'

/** What a price did that was watched. */
export const MESSAGE_KINDS = messageKinds({
  priceAlert: { id: 51, group: 'alerts', args: ['code', 'watches', 'value', 'price'] },
})
