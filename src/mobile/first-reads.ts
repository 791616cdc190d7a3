import type { AnyRoute } from '#client/call.ts'
import type { Params } from '#client/address.ts'
import type { PageName } from '#registry/pages.ts'
import { getHome } from '#modules/home/contract.ts'
import { getUserInfo } from '#modules/identity/contract.ts'
import { getLevel } from '#modules/members/contract.ts'
import { getBars, getDepth, getMarket, getStock, listStocks } from '#modules/market/contract.ts'
import { FIRST_BARS } from '#modules/market/model/first-bars.ts'
import { listOrders } from '#modules/orders/contract.ts'
import { getAccount, listLots } from '#modules/portfolio/contract.ts'
import { getChart, getWatchlists } from '#modules/watchlists/contract.ts'
import { health } from '#wire/system.ts'
import { OWN_ID, type PreloadRead } from './preload-table.ts'

const read = ({ path, access }: AnyRoute & { access: string }, query?: Params): PreloadRead => ({
  path,
  ...(query === undefined ? {} : { query }),
  own: access === 'member',
})
/**
 * The kind of server it is, for the badge of every page. Of members alone: by a guest's own question the
 * device learns the server's time, and a guest may have no other.
 */
const context: PreloadRead = { ...read(health), own: true }
const userInfo = read(getUserInfo, { user_id: OWN_ID })
const account = [read(getAccount), read(listLots, { status: 'open' }), context]

/**
 * Reads that the pages that people come to first wait for before they can show anything, in the very words in
 * which they ask: they are sent while the code of these pages is on its way.
 */
export const FIRST_READS: Partial<Record<PageName, readonly PreloadRead[]>> = {
  home: [...account, userInfo, read(getHome)],
  market: [read(getMarket), read(listStocks, { sort: 'gainers', limit: '30' }), context],
  stock: [
    read(getStock),
    { ...read(getBars, { interval: '1d', limit: String(FIRST_BARS) }), unlessStored: 'chartView' },
    read(getDepth),
    ...account,
    read(getWatchlists),
    read(getChart),
  ],
  trade: [...account, read(listOrders, { status: 'pending' })],
  user: [...account, userInfo, read(getLevel)],
}
