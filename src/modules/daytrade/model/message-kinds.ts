import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about day trading at the end of the day. */
export const MESSAGE_KINDS = messageKinds({
  dayWarning: { id: 63, group: 'margin', args: ['count', 'at'] },
  dayLeft: { id: 64, group: 'margin', args: ['code', 'amount'] },
})
