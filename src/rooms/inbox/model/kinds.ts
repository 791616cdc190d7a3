/** Figures and short words that fill a message's sentence. Prices in yen, money in whole yen. `code` also brings the issue's `name`. */
export type Args = { readonly [name: string]: string | number }

/**
 * What members are told, and the arguments of each sentence (`kind.<kind>.title` and `.text` in the catalogues). The place in this
 * list is part of a message's id: new kinds go at the end.
 */
export const MESSAGE_ARGS = {
  orderFilled: ['code', 'side', 'quantity', 'price'],
  orderPartlyFilled: ['code', 'side', 'quantity', 'filled', 'price'],
  orderCancelled: ['code', 'side', 'quantity', 'filled'],
  orderExpired: ['code', 'side', 'quantity', 'filled'],
  orderRejected: ['code', 'side', 'quantity', 'reason'],
  lotClosed: ['code', 'side', 'quantity', 'price', 'profit'],
  takeProfit: ['code', 'price'],
  stopLoss: ['code', 'price'],
  marginWarning: ['ratioBp'],
  marginCall: ['amount', 'deadline'],
  lossCut: ['code', 'quantity'],
  shortfall: ['amount'],
  callMet: ['amount'],
  forcedClosing: ['amount'],
  orderUnsent: ['code', 'side', 'quantity', 'price'],
  stopReleased: ['code', 'side', 'quantity', 'price'],
  orderAmended: ['code', 'side', 'quantity', 'price'],
  amendTooLate: ['code', 'side', 'quantity', 'price'],
  dividendComing: ['code', 'side', 'quantity', 'amount', 'payDate'],
  dividendPaid: ['code', 'side', 'quantity', 'amount', 'tax'],
  shareSplit: ['code', 'newShares', 'oldShares', 'before', 'after', 'odd'],
  operatorActed: [],
  bankAccountAdded: [],
  bankAccountRemoved: [],
  bankAccountAccepted: ['from'],
  bankAccountRejected: ['reason'],
  depositCredited: ['amount'],
  depositRefused: ['amount', 'reason'],
  withdrawalRequested: ['amount', 'by'],
  withdrawalApproved: ['amount', 'by'],
  withdrawalDenied: ['amount', 'reason'],
  withdrawalPaid: ['amount'],
  withdrawalReturned: ['amount'],
  withdrawalCancelled: ['amount'],
  appealDecided: ['amount', 'verdict'],
  identityPassed: [],
  identityRejected: ['side', 'reason'],
  identityAppealDecided: ['result'],
  levelRaised: ['level'],
  newDevice: ['device'],
  passkeyAdded: [],
  passkeyRemoved: [],
  authenticatorOn: [],
  authenticatorOff: [],
  passwordChanged: [],
  transactionPasswordChanged: [],
  phoneChanged: [],
  emailChanged: [],
  accountFrozen: [],
  accountUnfrozen: [],
  recovered: ['what', 'until'],
  priceAlert: ['code', 'watches', 'value', 'price'],
  notice: [],
  entryCorrected: ['amount', 'way'],
  bankAccountAppealDecided: ['result'],
} as const satisfies Record<string, readonly string[]>

export type MessageKind = keyof typeof MESSAGE_ARGS
export const MESSAGE_KINDS = Object.keys(MESSAGE_ARGS) as readonly MessageKind[]
export type ArgsOf<K extends MessageKind> = { readonly [Name in (typeof MESSAGE_ARGS)[K][number]]: string | number }
