import type { MemberId } from '#kernel/id.ts'
import { yenOf } from '#kernel/price.ts'
import { iso } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { preOpenAt } from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { DrawsPublic } from '#modules/draws/server/public.ts'
import type { Listing, ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { NotFound, on, type AppContext, type Job, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { deliverCommand } from './deliver.ts'
import { blockProduct } from './product.ts'
import { blockSample } from './sample.ts'
import { deliveries } from './tables.ts'

export type BlockDeps = {
  listings: ListingsPublic
  draws: DrawsPublic
  market: MarketPublic
  instruments: InstrumentsPublic
}

/** Every exchange there is yet is simulated, also the one of a replay. */
const SIMULATED = true
const DELIVERED_AT_ONCE = 200

/** Block sales (立会外分売): what is sold, who applies, and shares that become lots on the day of the sale. */
export function createBlock(
  context: AppContext,
  { listings, draws, market, instruments }: BlockDeps,
): Module {
  const { clock, schedule } = context
  draws.register(blockProduct(context, draws))
  listings.sample('block-sale', blockSample({ context, market, instruments, listings }))
  const deliver = deliverCommand(context)
  const job: Job = {
    name: 'block.deliver',
    moves: true,
    next: () => context.engine.read.of(deliveries).range('due', 'all', { limit: 1 })[0]?.dueAt ?? Infinity,
    async run(dueAt) {
      const due = context.engine.read
        .of(deliveries)
        .range('due', 'all', { to: dueAt, limit: DELIVERED_AT_ONCE })
      // Shares come after they are paid: a draw may be decided when its day takes orders already.
      const at = Math.max(
        dueAt,
        ...due.map(({ drawId }) => draws.draw(context.engine.read, drawId)?.endedAt ?? 0),
      )
      await context.engine.submit(
        deliver,
        { applicationIds: due.map(({ applicationId }) => applicationId), at },
        SYSTEM_CALLER,
      )
    },
  }
  const viewOf = (
    listing: Listing<'block-sale'>,
    memberId: MemberId | null,
    lang: string,
  ): contract.BlockSaleView => {
    const { id, terms } = listing
    const { read } = context.engine
    const applications = draws.applicationsFor(read, id)
    const draw = draws.draw(read, id)!
    const wanted = applications.reduce(
      (sum, { state, units }) => (state === 'cancelled' ? sum : sum + units),
      0,
    )
    const quote = market.quote(terms.code)
    const last = quote?.lastTenths ?? quote?.baseTenths ?? null
    return {
      id,
      status:
        draw.state === 'void'
          ? 'void'
          : draw.state === 'decided'
            ? 'drawn'
            : listings.statusAt(listing, clock.market()),
      voidWords: draw.voidReason === null ? null : context.text(lang, `draws.void.${draw.voidReason}`),
      code: terms.code,
      name: market.nameOf(terms.code, lang),
      price: last === null ? null : yenOf(last),
      previousClose: yenOf(terms.previousCloseTenths),
      hedgingPrice: yenOf(terms.priceTenths),
      units: terms.units,
      wanted,
      remaining: Math.max(terms.units - wanted, 0),
      perMember: terms.perMemberUnits,
      opensAt: iso(terms.opensAt),
      closesAt: iso(terms.closesAt),
      saleOn: terms.saleOn,
      deliversAt: iso(preOpenAt(schedule, terms.saleOn)),
      isDelivered: draw.state === 'decided' && clock.market() >= preOpenAt(schedule, terms.saleOn),
      mine: applications.find((each) => each.memberId === memberId && each.state !== 'cancelled')?.id ?? null,
      simulated: SIMULATED,
    }
  }
  const isAhead = ({ status }: contract.BlockSaleView): boolean => status === 'open' || status === 'published'
  return {
    name: 'block',
    tables: [deliveries],
    commands: [deliver],
    jobs: [job],
    routes: [
      on(contract.listBlockSales, ({ caller, lang }) => {
        const all = listings
          .published(context.engine.read, 'block-sale')
          .map((listing) => viewOf(listing, caller?.memberId ?? null, lang))
        const ahead = all.filter(isAhead).toSorted((a, b) => (a.closesAt < b.closesAt ? -1 : 1))
        return [
          ...ahead,
          ...all.filter((each) => !isAhead(each)).toSorted((a, b) => (a.closesAt < b.closesAt ? 1 : -1)),
        ]
      }),
      on(contract.getBlockSale, ({ params, caller, lang }) => {
        const listing = listings.terms(context.engine.read, 'block-sale', params.id)
        if (listing === null) throw new NotFound('block sale')
        return viewOf(listing, caller?.memberId ?? null, lang)
      }),
    ],
  }
}
