import { messageKinds } from '#modules/inbox/model/groups.ts'

/** What the firm announces. */
export const MESSAGE_KINDS = messageKinds({ notice: { id: 52, group: 'notices', args: [] } })
