import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about bank accounts, and about money that comes and goes. */
export const MESSAGE_KINDS = messageKinds({
  bankAccountAdded: { id: 22, group: 'money', args: [] },
  bankAccountRemoved: { id: 23, group: 'money', args: [] },
  bankAccountAccepted: { id: 24, group: 'money', args: ['from'] },
  bankAccountRejected: { id: 25, group: 'money', args: ['reason'] },
  depositCredited: { id: 26, group: 'money', args: ['amount'] },
  depositRefused: { id: 27, group: 'money', args: ['amount', 'reason'] },
  withdrawalRequested: { id: 28, group: 'money', args: ['amount', 'by'] },
  withdrawalApproved: { id: 29, group: 'money', args: ['amount', 'by'] },
  withdrawalDenied: { id: 30, group: 'money', args: ['amount', 'reason'] },
  withdrawalPaid: { id: 31, group: 'money', args: ['amount'] },
  withdrawalReturned: { id: 32, group: 'money', args: ['amount'] },
  withdrawalCancelled: { id: 33, group: 'money', args: ['amount'] },
  withdrawalDiffered: { id: 185, group: 'money', args: ['amount', 'paid', 'way'] },
  appealDecided: { id: 34, group: 'money', args: ['amount', 'verdict'] },
  entryCorrected: { id: 53, group: 'money', args: ['amount', 'way'] },
  bankAccountAppealDecided: { id: 54, group: 'money', args: ['result'] },
})
