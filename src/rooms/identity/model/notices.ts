/**
 * What a member is told about the protection of their account, and the arguments of each sentence. They are worded by the inbox
 * (`inbox.kind.<kind>`), and go out as mail and push too. `device`, `name`: words of the member's own device; times are ISO 8601.
 */
export const NOTICE_ARGS = {
  newDevice: ['device'],
  passkeyAdded: ['name'],
  passkeyRemoved: ['name'],
  authenticatorOn: [],
  authenticatorOff: [],
  passwordChanged: [],
  transactionPasswordChanged: [],
  phoneChanged: ['mobile'],
  emailChanged: ['address'],
  accountFrozen: [],
  accountUnfrozen: [],
  recovered: ['what', 'until'],
} as const satisfies Record<string, readonly string[]>

export type NoticeKind = keyof typeof NOTICE_ARGS
export type NoticeArgs<K extends NoticeKind> = { readonly [Name in (typeof NOTICE_ARGS)[K][number]]: string | number }
