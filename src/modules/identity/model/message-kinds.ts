import { messageKinds } from '#modules/inbox/model/groups.ts'

/** Messages about changes in how a member logs in. */
export const MESSAGE_KINDS = messageKinds({
  newDevice: { id: 39, group: 'account', args: ['device'] },
  passkeyAdded: { id: 40, group: 'account', args: [] },
  passkeyRemoved: { id: 41, group: 'account', args: [] },
  authenticatorOn: { id: 42, group: 'account', args: [] },
  authenticatorOff: { id: 43, group: 'account', args: [] },
  passwordChanged: { id: 44, group: 'account', args: [] },
  transactionPasswordChanged: { id: 45, group: 'account', args: [] },
  phoneChanged: { id: 46, group: 'account', args: [] },
  emailChanged: { id: 47, group: 'account', args: [] },
  accountFrozen: { id: 48, group: 'account', args: [] },
  accountUnfrozen: { id: 49, group: 'account', args: [] },
  recovered: { id: 50, group: 'account', args: ['what', 'until'] },
})
