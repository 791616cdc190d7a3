import { paths } from '#client/paths.ts'
import type { MessageView } from '../contract.ts'

type Told = Pick<MessageView, 'kind' | 'group' | 'orderId' | 'lotId' | 'about' | 'code'>
const aboutId = ({ about }: Told) => (about === null ? {} : { id: about })
/** A lead reads of the pool, a follower of the own record in it. */
const poolOrRecord = (told: Told): string =>
  told.about?.startsWith('CPY-') ? paths.copy(aboutId(told)) : paths.copyRecord(aboutId(told))

/** Kinds whose place is not that of their group. */
const PLACES: Readonly<Record<string, (told: Told) => string>> = {
  bankAccountAdded: (told) => paths.bankAccount(aboutId(told)),
  bankAccountRemoved: () => paths.bankAccount(),
  bankAccountAccepted: (told) => paths.bankAccount(aboutId(told)),
  bankAccountRejected: (told) => paths.bankAccount(aboutId(told)),
  bankAccountAppealDecided: (told) => paths.bankAccount(aboutId(told)),
  depositCredited: (told) => paths.recharge(aboutId(told)),
  depositRefused: (told) => paths.recharge(aboutId(told)),
  identityPassed: () => paths.realName(),
  identityRejected: () => paths.realName(),
  identityAppealDecided: () => paths.realName(),
  levelRaised: () => paths.user(),
  operatorActed: () => paths.operatorActs(),
  entryCorrected: () => paths.operatorActs(),
  loanApproved: (told) => paths.financing(aboutId(told)),
  loanRefused: (told) => paths.financing(aboutId(told)),
  loanInterest: (told) => paths.financing(aboutId(told)),
  loanRepaid: (told) => paths.financing(aboutId(told)),
  loanAppealDecided: (told) => paths.financing(aboutId(told)),
  newDevice: () => paths.devices(),
  webhookMade: () => paths.webhooks(),
  webhookDisabled: () => paths.webhooks(),
  copyStake: (told) => paths.copy(aboutId(told)),
  copyTraded: poolOrRecord,
  copyPartlyTraded: poolOrRecord,
  copyRestOver: poolOrRecord,
  copyUnfilled: (told) => paths.copy(aboutId(told)),
  aiApplied: () => paths.ai({ view: 'applications' }),
  aiBought: () => paths.ai({ view: 'applications' }),
  aiFailed: () => paths.ai({ view: 'applications' }),
  aiSold: () => paths.ai({ view: 'applications' }),
  copyFollowing: (told) => paths.copyRecord(aboutId(told)),
  copyPaid: (told) => paths.copyRecord(aboutId(told)),
  copyRefused: (told) => paths.copyRecord(aboutId(told)),
  blockWon: () => paths.blockTrade({ view: 'applications' }),
  blockNotWon: () => paths.blockTrade({ view: 'applications' }),
  blockVoid: () => paths.blockTrade({ view: 'applications' }),
}

/**
 * Page that a message leads to: the lot or order itself, else what its kind is about, else the page of its
 * group.
 */
export function placeOf(told: Told): string {
  if (told.lotId !== null) return paths.tradeDetail({ lot: told.lotId })
  if (told.orderId !== null) return paths.tradeDetail({ order: told.orderId })
  const place = PLACES[told.kind]
  if (place !== undefined) return place(told)
  switch (told.group) {
    case 'orders':
      return paths.orders()
    case 'margin':
      return paths.margin()
    case 'actions':
      return paths.dividends({ view: 'mine' })
    case 'money':
      return paths.withdrawal(aboutId(told))
    case 'products':
      return paths.ipo(aboutId(told))
    case 'alerts':
      return told.code === null ? paths.alerts() : paths.stock({ code: told.code })
    case 'notices':
      return paths.newsItem(aboutId(told))
    case 'account':
      return paths.security()
  }
}
