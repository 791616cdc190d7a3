import { listen } from '#platform/engine/event.ts'
import { post } from '#modules/ledger/server/public.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { AppContext, Module } from '#modules/module.ts'
import { LINKS } from '../model/draw.ts'
import { applyCommand, cancelCommand } from './apply.ts'
import { closeCommand, decideCommand, revealCommand, unmake, type DrawDeps } from './decide.ts'
import { applicationsChanged } from './events.ts'
import { decline, heldYen, pay, release, stepIn } from './holding.ts'
import { drawRoutes, newestFirst } from './routes.ts'
import { latenessOf } from './lateness.ts'
import { openProducts } from './products.ts'
import type { DrawsPublic } from './public.ts'
import { openRunner } from './runner.ts'
import { seedsFrom, type SeedSource, type Seeds } from './seeds.ts'
import { applications, draws, type DrawnKind } from './tables.ts'
import { signersFrom } from './views.ts'
import { timesOf } from './command-times.ts'

export type DrawsDeps = { listings: ListingsPublic; market: MarketPublic; seeds?: SeedSource }

/**
 * Applications for what is offered to many, and the draw that decides between them where all can check it
 * (security-and-trust 5.2).
 */
export function createDraws(
  context: AppContext,
  { listings, market, seeds = seedsFrom(context.config.keys) }: DrawsDeps,
): { module: Module; draws: DrawsPublic } {
  const { config, clock } = context
  const products = openProducts(listings)
  const signers = signersFrom(config.keys)
  const times = timesOf(context)
  const deps: DrawDeps = {
    products,
    seeds,
    times,
    machine: () => Math.floor(clock.machine()),
    lateBy: latenessOf(context),
  }
  const own = { apply: applyCommand(products, times), cancel: cancelCommand(products, times) }
  const steps = { close: closeCommand(deps), reveal: revealCommand(deps), decide: decideCommand(deps) }
  const runner = openRunner(context, steps)

  const drawsPublic: DrawsPublic = {
    register(product) {
      const { kind } = product
      products.add(product)
      listings.opened(
        kind,
        (tables, listing, when, facts) => {
          const { operator, auditor } = facts as Seeds
          const { opensAt, closesAt } = listing.terms as Terms<DrawnKind>
          const offered = product.units(listing.terms).offered
          tables
            .of(draws)
            .insert({
              id: listing.id,
              kind,
              state: 'open',
              units: offered,
              holdTenths: product.holdTenths(listing.terms),
              links: config.demo ? LINKS.demo : LINKS.usual,
              operatorCommitment: operator,
              auditorCommitment: auditor,
              opensAt,
              closesAt,
              tickets: 0,
              root: null,
              rootAt: null,
              rootMachineAt: null,
              listed: null,
              wanted: null,
              attestation: null,
              operatorSeed: null,
              auditorSeed: null,
              revealedAt: null,
              beacon: null,
              result: null,
              endedAt: null,
              voidReason: null,
            })
          return product.opened?.(tables, listing, when, null) ?? []
        },
        seeds.commitments,
      )
      listings.voided(kind, (tables, listing, { seq, at, tradeDate }) => {
        const step = stepIn(tables, { seq, at, tradeDate })
        const draw = tables.of(draws).get(listing.id)!
        if (draw.state !== 'decided') return unmake(products, step, draw, 'withdrawn')
        const events = product.withdrawal!.carryOut(step, listing)
        post(tables, step, step.drafts.transfers())
        return events
      })
      if (product.withdrawal) listings.withdrawable(kind, product.withdrawal.may)
    },
    draw: (tables, id) => tables.of(draws).get(id) ?? null,
    application: (tables, id) => tables.of(applications).get(id) ?? null,
    applicationsFor: (tables, drawId) =>
      tables
        .of(applications)
        .by('draw', drawId)
        .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1)),
    applicationsOf: (tables, memberId) => newestFirst(tables.of(applications).by('member', memberId)),
    heldYen,
    step: stepIn,
    release,
    pay,
    decline,
  }

  const module: Module = {
    name: 'draws',
    tables: [draws, applications],
    commands: [...Object.values(own), ...Object.values(steps)],
    jobs: [runner.job],
    scans: [runner.scan],
    routes: drawRoutes(context, own, { market, products, signers }),
    listeners: [
      listen(applicationsChanged, ({ memberId }) =>
        context.bus.publish(`member/${memberId}`, { type: 'applications' }),
      ),
    ],
    stop: runner.stop,
  }
  return { module, draws: drawsPublic }
}
