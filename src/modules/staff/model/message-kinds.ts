import { messageKinds } from '#modules/inbox/model/groups.ts'

/** What an operator did to the member. */
export const MESSAGE_KINDS = messageKinds({ operatorActed: { id: 21, group: 'account', args: [] } })
