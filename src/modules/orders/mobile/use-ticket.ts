import type { CallError } from '#client/call-error.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useLatest } from '#client/topics.ts'
import { tenthsOf } from '#kernel/price.ts'
import { getUserInfo, type UserInfo } from '#modules/identity/contract.ts'
import { useComingUserInfo } from '#modules/identity/mobile/public.ts'
import {
  getStock,
  quoteTopic,
  type DepthView,
  type QuoteView,
  type StockView,
} from '#modules/market/contract.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { maybeTenths } from '#modules/orders/model/order.ts'
import type { AccountView, LotView } from '#modules/portfolio/contract.ts'
import { heldLot, useAccount } from '#modules/portfolio/mobile/public.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import type { TicketAccount, TicketMarket } from './order-ticket.ts'
import { boardOf, useDepth } from './use-board.ts'

/**
 * All that a ticket thinks with, live: the issue, its quote, the member's account and level. Parts not there
 * yet are null.
 */
export type Ticket = {
  stock: StockView | null
  quote: QuoteView | null
  market: TicketMarket | null
  account: AccountView | null
  funds: TicketAccount | null
  info: UserInfo | null
  /** The lots that the member holds of this issue. */
  lots: readonly LotView[]
  /** The newest orders, by which a ticket begins; null until they have come, empty where they do not. */
  traded: readonly OrderView[] | null
  error: CallError | null
  retry: () => void
}

/** So many orders say how a member trades. */
const NEWEST = '20'

export function useTicket(code: string): Ticket {
  const read = useRead(getStock, { params: { code } }, { enabled: code !== '' })
  const latest = useLatest(quoteTopic, code === '' ? null : { code })
  const depth = useDepth(code === '' ? null : code)
  const held = useAccount()
  const { account, lots } = held
  const { info, error } = useComingUserInfo()
  const fee = useFee()
  const { isLogin } = useSession()
  const traded = useRead(
    listOrders,
    { query: { limit: NEWEST } },
    { enabled: isLogin && code !== '', quiet: true },
  )
  const stock = read.data ?? null
  const quote = latest ?? stock?.quote ?? null
  return {
    stock,
    quote,
    account,
    info,
    lots: lots.filter((lot) => lot.code === code),
    traded: traded.data ?? (traded.isError ? [] : null),
    market: stock && quote && marketOf(stock, quote, depth),
    funds: account &&
      fee && {
        fee,
        buyingPowerYen: account.buyingPower,
        cashYen: account.available + account.unsettled + account.orderHold,
        lots: lots.map(heldLot),
        loanYen: account.loan,
        priceOf: (other) => {
          const price = lots.find((lot) => lot.code === other)?.marketPrice
          return maybeTenths(price ?? undefined) ?? undefined
        },
      },
    error: held.error ?? read.error ?? error,
    retry: () => {
      void read.refetch()
      void held.refetch()
      refresh(getUserInfo)
    },
  }
}

/** The issue, its quote and its board in the model's units. */
export const marketOf = (stock: StockView, quote: QuoteView, depth?: DepthView): TicketMarket => ({
  tickTable: stock.tickTable,
  unit: stock.unit,
  sharesOutstanding: stock.sharesOutstanding,
  quote: {
    lastTenths: maybeTenths(quote.last ?? undefined),
    previousCloseTenths: tenthsOf(quote.previousClose),
    bidTenths: maybeTenths(quote.bid ?? undefined),
    askTenths: maybeTenths(quote.ask ?? undefined),
    upperLimitTenths: tenthsOf(quote.upperLimit),
    lowerLimitTenths: tenthsOf(quote.lowerLimit),
    firstDay: quote.firstDay,
    ...boardOf(quote, depth),
  },
})
