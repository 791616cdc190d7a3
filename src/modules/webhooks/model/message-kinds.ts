import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages to a member about webhooks. */
export const MESSAGE_KINDS = messageKinds({
  webhookMade: { id: 150, group: 'account', args: [] },
  webhookDisabled: { id: 151, group: 'account', args: [] },
})
