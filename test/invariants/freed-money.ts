/**
 * Every place at which a member's money becomes free, as `file account it comes from`, with the planted bugs
 * (`planted-bugs.ts` here and of the simulation) that leave a debt beside it: each is seen. Or why nobody who
 * owes comes there.
 */
export const FREED: Readonly<Record<string, readonly string[] | string>> = {
  'corporate-actions/model/fraction.ts clearing': ['fraction-leaves-the-debt'],
  'corporate-actions/model/fraction.ts lotMargin': ['fraction-leaves-the-debt'],
  'corporate-actions/server/ex-date.ts clearing': ['rounding-leaves-the-debt'],
  'corporate-actions/server/pay.ts dividends': ['dividend-leaves-the-debt'],
  'copy/server/open-pool.ts pools': ['pool-pays-past-the-debt', 'fee-leaves-the-debt-of-the-lead'],
  'copy/server/run-nav.ts pools': ['pool-joined-past-its-debt'],
  'copy/server/run-nav.ts subscriptionHold': ['refusal-of-the-rule-leaves-the-debt'],
  'copy/server/subscriptions.ts subscriptionHold': ['subscription-leaves-the-debt'],
  'draws/server/holding.ts subscriptionHold': ['application-leaves-the-debt'],
  'funding/server/corrections.ts bank': ['correction-leaves-the-debt'],
  'funding/server/deposits.ts bank': ['deposit-leaves-the-debt'],
  'funding/server/withdrawals.ts bank': ['return-leaves-the-debt'],
  'funding/server/withdrawals.ts withdrawalHold': ['return-leaves-the-debt'],
  'ipo/server/withdraw.ts paidShares': ['withdrawn-issue-leaves-the-debt'],
  'ledger/model/drafting.ts shortfall': 'the debt itself, which is spent at once',
  'ledger/server/public.ts bank': 'the opening deposit: a new member owes nothing yet',
  'loans/server/effects.ts loan': ['loan-leaves-the-debt'],
  'orders/model/holds.ts orderHold': [
    'ended-order-leaves-the-debt',
    'sent-order-leaves-the-debt',
    'amendment-leaves-the-debt',
    'report-leaves-the-debt',
  ],
  'portfolio/model/close-part.ts clearing': ['closing-leaves-the-debt'],
  'portfolio/model/close-part.ts lotMargin': ['closing-leaves-the-debt'],
  'portfolio/server/bookkeeping.ts unsettled': ['freed-money-leaves-the-debt'],
  'portfolio/server/settle.ts unsettled': ['settlement-leaves-the-debt'],
  'tax/server/results.ts tax': ['settlement-leaves-the-debt', 'year-leaves-the-debt'],
}
