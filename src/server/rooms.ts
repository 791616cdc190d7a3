import { PPM } from '#kernel/money.ts'
import type { Limits } from '#platform/limits.ts'
import { createActions } from '#rooms/actions/server/room.ts'
import type { ActionsPublic } from '#rooms/actions/server/public.ts'
import { createAi } from '#rooms/ai/server/room.ts'
import type { AiPublic } from '#rooms/ai/server/public.ts'
import { createAlerts } from '#rooms/alerts/server/room.ts'
import { createAudit } from '#rooms/audit/server/room.ts'
import { createBlock } from '#rooms/block/server/room.ts'
import { createCalls } from '#rooms/calls/server/room.ts'
import { createDraws } from '#rooms/draws/server/room.ts'
import type { DrawsPublic, SeedSource } from '#rooms/draws/server/public.ts'
import { createDaytrade } from '#rooms/daytrade/server/room.ts'
import { createCopy } from '#rooms/copy/server/room.ts'
import { createFunding } from '#rooms/funding/server/room.ts'
import { FEE_YEN, HOURS, MINIMUM_YEN } from '#rooms/funding/model/withdrawal.ts'
import { createHome } from '#rooms/home/server/room.ts'
import { createIdentity } from '#rooms/identity/server/room.ts'
import { LEVEL_LIMITS } from '#rooms/identity/model/levels.ts'
import { OPENING_DEPOSIT_YEN, type IdentityPublic } from '#rooms/identity/server/public.ts'
import { UNIT } from '#rooms/instruments/model/universe.ts'
import { instrumentsRoom } from '#rooms/instruments/server/room.ts'
import type { InstrumentsPublic } from '#rooms/instruments/server/public.ts'
import type { InboxPublic } from '#rooms/inbox/server/public.ts'
import { createInbox } from '#rooms/inbox/server/room.ts'
import { createLedger } from '#rooms/ledger/server/room.ts'
import { createIpo } from '#rooms/ipo/server/room.ts'
import { createListings } from '#rooms/listings/server/room.ts'
import type { ListingsPublic } from '#rooms/listings/server/public.ts'
import { tradeDateAt } from '#rooms/instruments/model/schedule.ts'
import { createLegal } from '#rooms/legal/server/room.ts'
import { createLoans } from '#rooms/loans/server/room.ts'
import { createMargin } from '#rooms/margin/server/room.ts'
import { createMembers } from '#rooms/members/server/room.ts'
import { createMarket } from '#rooms/market/server/room.ts'
import type { MarketPublic } from '#rooms/market/server/public.ts'
import { createOrders } from '#rooms/orders/server/room.ts'
import { createPortfolio } from '#rooms/portfolio/server/room.ts'
import { createNews } from '#rooms/news/server/room.ts'
import type { NewsPublic } from '#rooms/news/server/public.ts'
import type { House, Room } from '#rooms/room.ts'
import type { StaffPublic } from '#rooms/staff/server/public.ts'
import { feesOn, limitsOn } from '#rooms/schedules/server/public.ts'
import { createSchedules } from '#rooms/schedules/server/room.ts'
import { createStaff } from '#rooms/staff/server/room.ts'
import type { SupportPublic } from '#rooms/support/server/public.ts'
import { createSupport } from '#rooms/support/server/room.ts'
import { createRecords } from '#rooms/records/server/room.ts'
import { createTax } from '#rooms/tax/server/room.ts'
import type { TrustPublic } from '#rooms/trust/server/public.ts'
import { createTrust } from '#rooms/trust/server/room.ts'
import { createVenue, type DaysPublic } from '#rooms/venue/server/public.ts'
import { createWatchlists } from '#rooms/watchlists/server/room.ts'
import type { MarketWorld } from './market-world.ts'

export type Rooms = {
  /** In the order of the plan: the ground first. */
  all: readonly Room[]
  identity: IdentityPublic
  market: MarketPublic
  instruments: InstrumentsPublic
  staff: StaffPublic
  support: SupportPublic
  news: NewsPublic
  inbox: InboxPublic
  actions: ActionsPublic
  listings: ListingsPublic
  ai: AiPublic
  draws: DrawsPublic
  days: DaysPublic
  trust: TrustPublic
}

/** Every room with what it needs of the rooms below it. */
export function makeRooms(house: House, { instruments, changeDays, bring, drop, newIssues, exchange: { venue, feed, isLogDamaged }, past, disclosuresOn, replayed }: MarketWorld, limits: Limits, seeds?: SeedSource): Rooms {
  const ledger = createLedger()
  // `inbox.tellMember` for every room above: what happens outside of commands.
  const { room: inboxRoom, inbox } = createInbox(house, { nameOf: instruments.nameOf })
  const { room: identityRoom, identity } = createIdentity(house, { inbox }, limits)
  identity.onSessionEnd(inbox.forgetSession)
  const { room: trustRoom, trust } = createTrust(house)
  const { room: staffRoom, staff } = createStaff(house, limits)
  const { room: supportRoom, support } = createSupport(house, {
    staff, figures: () => {
      const date = tradeDateAt(house.schedule, house.calendar, house.clock.market())
      const fee = feesOn(house.engine.read, date)
      return { feeRate: (fee.ratePpm * 100) / PPM, feeMin: fee.minYen, feeMax: fee.maxYen, withdrawFrom: HOURS.from.replace(/^0/, ''), withdrawTo: HOURS.to, withdrawByRule: limitsOn(house.engine.read, date).byRuleYen }
    },
  })
  const { room: watchlistsRoom, watchlists } = createWatchlists(house, { instruments })
  // Opened by the orders room, with the orders at work; closed before the market's recorder puts its last minutes away.
  const { room: marketRoom, market } = createMarket(house, { instruments, feed, past, replayed, staff, venue })
  const { room: newsRoom, news } = createNews(house, { instruments, market, staff, watchlists, feed, disclosuresOn })
  const { room: venueRoom, days } = createVenue(house, { venue, isLogDamaged })
  const tax = createTax(house, { market })
  const legal = createLegal(house, {
    staff, rooms: {
      openingYen: OPENING_DEPOSIT_YEN, maxLeverage: LEVEL_LIMITS.core.maxLeverage, unitShares: UNIT,
      withdrawal: { minimumYen: MINIMUM_YEN, feeYen: FEE_YEN, ...HOURS },
    },
  })
  const { room: portfolioRoom, portfolio } = createPortfolio(house, { market })
  const { room: membersRoom, members } = createMembers(house, { staff, identity, instruments, portfolio })
  const { room: ordersRoom, orders } = createOrders(house, { market, portfolio, venue, feed })
  const alerts = createAlerts(house, { market, instruments, feed })
  const calls = createCalls(house, { market, feed })
  const { room: actionsRoom, actions } = createActions(house, { instruments, market, orders })
  const funding = createFunding(house, { identity, staff, support, market, members, portfolio })
  const records = createRecords(house, { instruments, market, members }, limits)
  const { room: listingsRoom, listings } = createListings(house, { staff, market, instruments })
  const { room: drawsRoom, draws } = createDraws(house, { listings, market, ...(seeds === undefined ? {} : { seeds }) })
  const ipo = createIpo(house, { listings, draws, market, newIssues })
  const block = createBlock(house, { listings, draws, market, instruments })
  const loans = createLoans(house, { identity, members, staff, market, portfolio })
  const daytrade = createDaytrade(house, { market, instruments, listings, orders })
  const { room: aiRoom, ai } = createAi(house, { market, instruments, listings, orders })
  const copy = createCopy(house, { staff, market, listings, orders, portfolio })
  const audit = createAudit(house, { staff })
  const home = createHome(house, { market })
  return { all: [instrumentsRoom(house, bring, drop), ledger, inboxRoom, identityRoom, trustRoom, staffRoom, supportRoom, watchlistsRoom, marketRoom, newsRoom, venueRoom, tax, legal, createMargin(), createSchedules(house, { staff, identity, announce: news.say, changeDays, named: listings.dates, hasResults: (date) => instruments.earnings.between(date, date).length > 0 }), portfolioRoom, membersRoom, ordersRoom, alerts, calls, actionsRoom, funding, records, loans, audit, listingsRoom, copy, drawsRoom, ipo, block, daytrade, aiRoom, home], identity, market, instruments, inbox, staff, support, news, actions, listings, draws, ai, days, trust }
}
