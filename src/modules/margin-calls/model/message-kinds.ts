import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about margin warnings and calls, and about lots closed for lack of margin. */
export const MESSAGE_KINDS = messageKinds({
  marginWarning: { id: 8, group: 'margin', args: ['ratioBp'] },
  marginCall: { id: 9, group: 'margin', args: ['amount', 'deadline'] },
  lossCut: { id: 10, group: 'margin', args: ['code', 'quantity'] },
  callMet: { id: 12, group: 'margin', args: ['amount'] },
  forcedClosing: { id: 13, group: 'margin', args: ['amount'] },
})
