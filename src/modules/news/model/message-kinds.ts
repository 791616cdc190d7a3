import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about announcements of the firm. */
export const MESSAGE_KINDS = messageKinds({ notice: { id: 52, group: 'notices', args: [] } })
