import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about an operator's acts that concern the member. */
export const MESSAGE_KINDS = messageKinds({ operatorActed: { id: 21, group: 'account', args: [] } })
