import type { Screens } from '#client/screens.ts'

export const screens = {
  trade: () => import('./TradePage.tsx'),
  orderTicket: () => import('./OrderTicketPage.tsx'),
  confirm: () => import('./ConfirmPage.tsx'),
  tradeDetail: () => import('./TradeDetailPage.tsx'),
  orders: () => import('./OrdersPage.tsx'),
  receipt: () => import('./ReceiptPage.tsx'),
  oneTap: () => import('./OneTapPage.tsx'),
  closedAll: () => import('./ClosedAllPage.tsx'),
  feeStatement: () => import('./FeeStatementPage.tsx'),
} satisfies Screens
