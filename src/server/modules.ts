import { PPM } from '#kernel/money.ts'
import type { Limits } from '#platform/limits.ts'
import { createCorporateActions } from '#modules/corporate-actions/server/module.ts'
import type { CorporateActionsPublic } from '#modules/corporate-actions/server/public.ts'
import { createAi } from '#modules/ai/server/module.ts'
import type { AiPublic } from '#modules/ai/server/public.ts'
import { createAlerts } from '#modules/alerts/server/module.ts'
import { createAudit } from '#modules/audit/server/module.ts'
import { createBlock } from '#modules/block/server/module.ts'
import { createMarginCalls } from '#modules/margin-calls/server/module.ts'
import { createDuty } from '#modules/duty/server/module.ts'
import { createDisputes } from '#modules/disputes/server/module.ts'
import { createDraws } from '#modules/draws/server/module.ts'
import type { DrawsPublic, SeedSource } from '#modules/draws/server/public.ts'
import { createDaytrade } from '#modules/daytrade/server/module.ts'
import { createCopy } from '#modules/copy/server/module.ts'
import { createFunding } from '#modules/funding/server/module.ts'
import { endedAt } from '#modules/funding/server/public.ts'
import { FEE_YEN, HOURS, MINIMUM_YEN } from '#modules/funding/model/withdrawal.ts'
import { createHome } from '#modules/home/server/module.ts'
import { createIdentity } from '#modules/identity/server/module.ts'
import { LEVEL_LIMITS } from '#modules/identity/model/levels.ts'
import { OPENING_DEPOSIT_YEN, type IdentityPublic } from '#modules/identity/server/public.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import { instrumentsModule } from '#modules/instruments/server/module.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { InboxPublic } from '#modules/inbox/server/public.ts'
import { createInbox } from '#modules/inbox/server/module.ts'
import { createLedger } from '#modules/ledger/server/module.ts'
import { createIpo } from '#modules/ipo/server/module.ts'
import { createListings } from '#modules/listings/server/module.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { createLegal } from '#modules/legal/server/module.ts'
import { createLoans } from '#modules/loans/server/module.ts'
import { createMargin } from '#modules/margin/server/module.ts'
import { createMembers } from '#modules/members/server/module.ts'
import type { MembersPublic } from '#modules/members/server/public.ts'
import { createMarket } from '#modules/market/server/module.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { asTraded } from '#modules/orders/server/public.ts'
import { createOrders } from '#modules/orders/server/module.ts'
import { createPortfolio } from '#modules/portfolio/server/module.ts'
import { createNews } from '#modules/news/server/module.ts'
import type { NewsPublic } from '#modules/news/server/public.ts'
import type { AppContext, Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { feesOn, limitsOn } from '#modules/schedules/server/public.ts'
import { createSchedules } from '#modules/schedules/server/module.ts'
import { createStaff } from '#modules/staff/server/module.ts'
import type { SupportPublic } from '#modules/support/server/public.ts'
import { createSupport } from '#modules/support/server/module.ts'
import { createRecords } from '#modules/records/server/module.ts'
import { createTax } from '#modules/tax/server/module.ts'
import type { TrustPublic } from '#modules/trust/server/public.ts'
import { createTrust } from '#modules/trust/server/module.ts'
import { createVenue, type DaysPublic, type VenueCapabilities } from '#modules/venue/server/public.ts'
import { createWatchlists } from '#modules/watchlists/server/module.ts'
import { createBackoffice } from '#modules/backoffice/server/module.ts'
import { createApikeys } from '#modules/apikeys/server/module.ts'
import { createCalendars } from '#modules/calendars/server/module.ts'
import type { ApiKeys, OperatorKeys } from '#platform/http/api-key.ts'
import { createClosings } from '#modules/closings/server/module.ts'
import { createSignals } from '#modules/signals/server/module.ts'
import type { FixGateway } from '#modules/fix/server/public.ts'
import { createFix } from '#modules/fix/server/module.ts'
import { createWebhooks } from '#modules/webhooks/server/module.ts'
import type { MarketWorld } from './market-world.ts'
import { isClockUnconfirmed } from './wall-clock.ts'

export type Modules = {
  /** In the order of the plan: the ground first. */
  all: readonly Module[]
  identity: IdentityPublic
  apiKeys: ApiKeys
  operatorKeys: OperatorKeys
  /** The venue cannot be reached: every page says so. */
  isVenueAway: () => boolean
  /** Things that the venue has, and whether its prices are made up. */
  venueHas: VenueCapabilities
  /** null: nothing listens for FIX. */
  fix: FixGateway | null
  market: MarketPublic
  instruments: InstrumentsPublic
  members: MembersPublic
  staff: StaffPublic
  support: SupportPublic
  news: NewsPublic
  inbox: InboxPublic
  actions: CorporateActionsPublic
  listings: ListingsPublic
  ai: AiPublic
  draws: DrawsPublic
  days: DaysPublic
  trust: TrustPublic
}

/** Every module with what it needs of the modules below it. */
export function createModules(
  context: AppContext,
  {
    instruments,
    changeDays,
    bring,
    drop,
    newIssues,
    exchange: { venue, feed, isLogDamaged },
    venueParts,
    past,
    disclosuresOn,
    replayed,
  }: MarketWorld,
  limits: Limits,
  seeds?: SeedSource,
): Modules {
  const ledger = createLedger()
  const { module: inboxModule, inbox } = createInbox(context, {
    nameOf: instruments.nameOf,
    asTraded: (messages) => asTraded(context.db, messages),
  })
  const { module: identityModule, identity } = createIdentity(context, limits)
  identity.onSessionEnd(inbox.forgetSession)
  const { module: trustModule, trust } = createTrust(context)
  const { module: staffModule, staff } = createStaff(context, limits)
  const { module: supportModule, support } = createSupport(context, {
    staff,
    figures: () => {
      const date = tradeDateAt(context.schedule, context.calendar, context.clock.market())
      const fee = feesOn(context.engine.read, date)
      return {
        feeRate: (fee.ratePpm * 100) / PPM,
        feeMin: fee.minYen,
        feeMax: fee.maxYen,
        withdrawFrom: HOURS.from.replace(/^0/, ''),
        withdrawTo: HOURS.to,
        withdrawByRule: limitsOn(context.engine.read, date).byRuleYen,
      }
    },
  })
  const { module: watchlistsModule, watchlists } = createWatchlists(context, { instruments })
  // Opened by the orders module, with the orders at work; closed before the market's recorder puts its last
  // minutes away.
  const { module: marketModule, market } = createMarket(context, {
    instruments,
    feed,
    past,
    replayed,
    staff,
    venue,
  })
  const { module: newsModule, news } = createNews(context, {
    instruments,
    market,
    staff,
    watchlists,
    feed,
    disclosuresOn,
  })
  const { module: venueModule, days } = createVenue(context, { venue, isLogDamaged })
  const tax = createTax(context, { market })
  const legal = createLegal(context, {
    staff,
    modules: {
      openingYen: OPENING_DEPOSIT_YEN,
      maxLeverage: LEVEL_LIMITS.core.maxLeverage,
      unitShares: UNIT,
      withdrawal: { minimumYen: MINIMUM_YEN, feeYen: FEE_YEN, ...HOURS },
    },
  })
  const { module: portfolioModule, portfolio } = createPortfolio(context, { market })
  const { module: membersModule, members } = createMembers(context, {
    staff,
    identity,
    instruments,
    portfolio,
    endedAt,
  })
  const { module: ordersModule, orders } = createOrders(context, { identity, market, portfolio, venue, feed })
  const alerts = createAlerts(context, { market, instruments, feed })
  const calls = createMarginCalls(context, { market, feed })
  const { module: actionsModule, actions } = createCorporateActions(context, { instruments, market, orders })
  const funding = createFunding(context, { identity, staff, support, market, members, portfolio })
  const { module: listingsModule, listings } = createListings(context, { staff, market, instruments })
  const records = createRecords(context, { instruments, market, members, listings }, limits)
  const { module: drawsModule, draws } = createDraws(context, {
    listings,
    market,
    ...(seeds === undefined ? {} : { seeds }),
  })
  const ipo = createIpo(context, { listings, draws, market, newIssues })
  const block = createBlock(context, { listings, draws, market, instruments })
  const loans = createLoans(context, { identity, members, staff, market, portfolio })
  const daytrade = createDaytrade(context, { market, instruments, listings, orders })
  const { module: aiModule, ai } = createAi(context, { market, instruments, listings, orders })
  const copy = createCopy(context, { staff, market, listings, orders, portfolio })
  const { module: auditModule, audit } = createAudit(context, { staff, identity })
  const home = createHome(context, { market })
  const { module: apikeysModule, apiKeys } = createApikeys(context, { identity }, limits)
  const { module: fixModule, gateway: fix } = createFix(context, {
    apiKeys,
    orders,
    market,
    instruments,
    feed,
    limits,
    venueParts,
  })
  const calendars = createCalendars(context, { identity, instruments, listings, watchlists })
  const { module: backofficeModule, operatorKeys } = createBackoffice(context, { staff, audit })
  const closings = createClosings(context, { staff, audit }, limits)
  const disputes = createDisputes(context, { orders, staff })
  const signals = createSignals(context, { staff, market })
  const duty = createDuty(context, {
    staff,
    support,
    audit,
    identity,
    faults: () => [
      ...(isClockUnconfirmed(context.clock) ? ['clock-unconfirmed' as const] : []),
      ...(context.clock.isBehind() ? ['clock-behind' as const] : []),
      ...modules.all.flatMap((module) => module.faults?.() ?? []),
    ],
  })
  const modules: Modules = {
    all: [
      instrumentsModule(context, bring, drop),
      ledger,
      inboxModule,
      identityModule,
      trustModule,
      staffModule,
      supportModule,
      watchlistsModule,
      marketModule,
      newsModule,
      venueModule,
      tax,
      legal,
      createMargin(),
      createSchedules(context, {
        staff,
        identity,
        announce: news.say,
        changeDays,
        named: listings.dates,
        hasResults: (date) => instruments.earnings.between(date, date).length > 0,
      }),
      portfolioModule,
      membersModule,
      ordersModule,
      alerts,
      calls,
      actionsModule,
      funding,
      records,
      loans,
      auditModule,
      listingsModule,
      copy,
      drawsModule,
      ipo,
      block,
      daytrade,
      aiModule,
      home,
      apikeysModule,
      createWebhooks(context),
      fixModule,
      backofficeModule,
      calendars,
      closings,
      signals,
      disputes,
      duty,
    ],
    identity,
    apiKeys,
    operatorKeys,
    isVenueAway: venue.isAway,
    venueHas: venue.has,
    fix,
    market,
    instruments,
    inbox,
    members,
    staff,
    support,
    news,
    actions,
    listings,
    draws,
    ai,
    days,
    trust,
  }
  return modules
}
