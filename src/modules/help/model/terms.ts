import type { ArticleId } from './articles.ts'

/**
 * Terms that pages explain at a long press (`help.term.<name>` in the catalogues), and the article that says
 * more of each.
 */
export const TERMS = {
  marketOrder: 'market-order',
  limitOrder: 'limit-order',
  trigger: 'stop-order',
  execution: 'auction-orders',
  validity: 'validity',
  takeProfit: 'exits',
  stopLoss: 'exits',
  exits: 'exits',
  notional: 'ticket',
  settlementAmount: 'ticket',
  margin: 'leverage',
  leverage: 'leverage',
  commission: 'commission',
  interest: 'margin-interest',
  lending: 'margin-interest',
  hold: 'buying-power',
  buyingPower: 'buying-power',
  marginRatio: 'margin-ratio',
  marginCall: 'margin-call',
  lossCut: 'loss-cut',
  marketValue: 'holding',
  floating: 'holding',
  realized: 'holding',
  accrued: 'margin-interest',
  openPrice: 'holding',
  charges: 'margin-interest',
  settlementDate: 'holding',
  withdrawable: 'withdrawals',
  settledCash: 'withdrawals',
  band: 'ipo',
  offerPrice: 'ipo',
  ipoHold: 'ipo',
  bookTimes: 'ipo',
  waitingList: 'ipo-payment',
  annualRate: 'loan-interest',
  principal: 'loan-interest',
  means: 'loans',
  secured: 'loans',
} as const satisfies Record<string, ArticleId>
export type TermName = keyof typeof TERMS
