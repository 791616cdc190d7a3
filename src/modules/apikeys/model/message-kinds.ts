import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages to a member about keys of programs. */
export const MESSAGE_KINDS = messageKinds({ apiKeyMade: { id: 145, group: 'account', args: ['scope'] } })
