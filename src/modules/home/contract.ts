import * as z from 'zod/mini'
import { MarketView, StockRow } from '#modules/market/contract.ts'
import { route } from '#wire/route.ts'

/** Everything public on home in one answer; the member's figures come by `getAccount`. */
export const HomeView = z.object({ market: MarketView, hot: z.array(StockRow), simulated: z.boolean() })
export const getHome = route({
  name: 'getHome',
  method: 'GET',
  path: '/home',
  access: 'public',
  sameForAll: true,
  output: HomeView,
})
