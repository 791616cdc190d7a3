import type { MessageKind } from './kinds.ts'

/** What messages are about: a member chooses by these which of them a device is told. */
export const MESSAGE_GROUPS = [
  'orders',
  'margin',
  'actions',
  'money',
  'products',
  'alerts',
  'notices',
  'account',
] as const
export type MessageGroup = (typeof MESSAGE_GROUPS)[number]

/** Security and identity: whoever allows notifications at all is told of these. */
export const ALWAYS_TOLD: MessageGroup = 'account'

/** Kinds that stand nowhere here are of the account. */
const KINDS: Readonly<Record<Exclude<MessageGroup, 'account'>, readonly MessageKind[]>> = {
  orders: [
    'orderFilled',
    'orderPartlyFilled',
    'orderCancelled',
    'orderExpired',
    'orderRejected',
    'orderUnsent',
    'orderAmended',
    'amendTooLate',
    'stopReleased',
    'lotClosed',
    'takeProfit',
    'stopLoss',
  ],
  margin: [
    'marginWarning',
    'marginCall',
    'lossCut',
    'shortfall',
    'callMet',
    'forcedClosing',
    'dayWarning',
    'dayLeft',
  ],
  actions: ['dividendComing', 'dividendPaid', 'shareSplit', 'reverseSplit', 'shareFraction', 'oddLot'],
  money: [
    'bankAccountAdded',
    'bankAccountRemoved',
    'bankAccountAccepted',
    'bankAccountRejected',
    'depositCredited',
    'depositRefused',
    'withdrawalRequested',
    'withdrawalApproved',
    'withdrawalDenied',
    'withdrawalPaid',
    'withdrawalReturned',
    'withdrawalCancelled',
    'appealDecided',
    'bankAccountAppealDecided',
    'entryCorrected',
    'loanApproved',
    'loanRefused',
    'loanInterest',
    'loanRepaid',
    'loanAppealDecided',
  ],
  products: [
    'copyFollowing',
    'copyPaid',
    'copyRefused',
    'ipoWon',
    'ipoPassedOn',
    'ipoNotWon',
    'ipoBought',
    'ipoDeclined',
    'ipoLapsed',
    'ipoVoid',
    'ipoListed',
    'blockWon',
    'blockNotWon',
    'blockVoid',
    'ipoWithdrawn',
    'copyTraded',
    'copyUnfilled',
    'aiApplied',
    'aiBought',
    'aiFailed',
    'aiSold',
    'copyPartlyTraded',
    'copyRestOver',
  ],
  alerts: ['priceAlert'],
  notices: ['notice'],
}
const groups = new Map(
  Object.entries(KINDS).flatMap(([group, kinds]) =>
    kinds.map((kind) => [kind, group as MessageGroup] as const),
  ),
)

export const groupOf = (kind: MessageKind): MessageGroup => groups.get(kind) ?? ALWAYS_TOLD
/** The kinds of a group; null for the account's, which are those of no other. */
export const kindsOf = (group: MessageGroup): readonly MessageKind[] | null =>
  group === 'account' ? null : KINDS[group]
/** Every kind that is of a group other than the account. */
export const GROUPED_KINDS: readonly MessageKind[] = [...groups.keys()]
