import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about the check of a member's identity, and about the level. */
export const MESSAGE_KINDS = messageKinds({
  identityPassed: { id: 35, group: 'account', args: [] },
  identityRejected: { id: 36, group: 'account', args: ['side', 'reason'] },
  identityAppealDecided: { id: 37, group: 'account', args: ['result'] },
  levelRaised: { id: 38, group: 'account', args: ['level'] },
})
