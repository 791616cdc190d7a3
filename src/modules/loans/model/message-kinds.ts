import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about the outcome of a loan. */
export const MESSAGE_KINDS = messageKinds({
  loanApproved: { id: 65, group: 'money', args: ['amount'] },
  loanRefused: { id: 66, group: 'money', args: ['amount', 'reason'] },
  loanInterest: { id: 67, group: 'money', args: ['amount'] },
  loanRepaid: { id: 68, group: 'money', args: ['amount'] },
  loanAppealDecided: { id: 69, group: 'money', args: ['amount', 'verdict'] },
})
