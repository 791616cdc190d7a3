import type { Terms } from '#rooms/listings/model/kinds.ts'
import type { ListingsPublic } from '#rooms/listings/server/public.ts'
import type { MarketPublic } from '#rooms/market/server/public.ts'
import { NotFound, on, type Caller, type House, type Room } from '#rooms/room.ts'
import * as contract from '../contract.ts'
import { LINKS } from '../model/draw.ts'
import { applyCommand, cancelCommand } from './apply.ts'
import { closeCommand, decideCommand, revealCommand, unmake, type DrawSources } from './decide.ts'
import { decline, heldYen, pay, release, stepIn } from './holding.ts'
import { latenessOf } from './lateness.ts'
import { openProducts } from './products.ts'
import type { DrawsPublic } from './public.ts'
import { linksDone, linksOf } from './queries.ts'
import { openRunner } from './runner.ts'
import { seedsFrom, type SeedSource, type Seeds } from './seeds.ts'
import { applications, draws, type ApplicationRow, type DrawnKind, type DrawRow } from './tables.ts'
import { applicationView, drawFile, drawView, signersFrom } from './views.ts'
import { timesOf } from './when.ts'

export type DrawsGiven = { listings: ListingsPublic; market: MarketPublic; seeds?: SeedSource }

/** Applications for what is offered to many, and the draw that decides between them where all can check it (security-and-trust 5.2). */
export function createDraws(house: House, { listings, market, seeds = seedsFrom(house.config.keys) }: DrawsGiven): { room: Room; draws: DrawsPublic } {
  const { clock, config, db } = house
  const products = openProducts(listings)
  const signers = signersFrom(config.keys)
  const times = timesOf(house)
  const sources: DrawSources = { products, seeds, times, machine: () => Math.floor(clock.machine()), lateBy: latenessOf(house) }
  const own = { apply: applyCommand(products, times), cancel: cancelCommand(products, times) }
  const steps = { close: closeCommand(sources), reveal: revealCommand(sources), decide: decideCommand(sources) }
  const runner = openRunner(house, steps)

  const drawsPublic: DrawsPublic = {
    register(product) {
      const { kind } = product
      products.add(product)
      listings.opened(kind, (tables, listing, when, given) => {
        const { operator, auditor } = given as Seeds
        const { opensAt, closesAt } = listing.terms as Terms<DrawnKind>
        const offered = product.units(listing.terms).offered
        tables.of(draws).insert({
          id: listing.id, kind, state: 'open', units: offered, holdTenths: product.holdTenths(listing.terms), links: config.demo ? LINKS.demo : LINKS.usual,
          operatorCommitment: operator, auditorCommitment: auditor, opensAt, closesAt, tickets: 0, root: null, rootAt: null, rootMachineAt: null, listed: null, wanted: null,
          attestation: null, operatorSeed: null, auditorSeed: null, revealedAt: null, beacon: null, result: null, endedAt: null, voidReason: null,
        })
        return product.opened?.(tables, listing, when, null) ?? []
      }, seeds.commitments)
      listings.voided(kind, (tables, listing, { seq, at, tradeDate }) => unmake(products, stepIn(tables, { seq, at, tradeDate }), tables.of(draws).get(listing.id)!, 'withdrawn'))
    },
    draw: (tables, id) => tables.of(draws).get(id) ?? null,
    application: (tables, id) => tables.of(applications).get(id) ?? null,
    applicationsFor: (tables, drawId) => tables.of(applications).by('draw', drawId).toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1)),
    applicationsOf: (tables, memberId) => newestFirst(tables.of(applications).by('member', memberId)),
    heldYen, step: stepIn, release, pay, decline,
  }

  const done = async ({ id, state, links }: DrawRow): Promise<number> => (state === 'decided' ? links : state === 'revealed' || state === 'void' ? linksDone(db, id) : 0)
  const found = (id: string): DrawRow => {
    const draw = house.engine.read.of(draws).get(id)
    if (draw === undefined) throw new NotFound('draw')
    return draw
  }
  const viewOf = async (row: ApplicationRow, lang: string): Promise<contract.ApplicationView> => {
    const draw = found(row.drawId)
    return applicationView(row, draw, await done(draw), { market, products, tables: house.engine.read, lang, signers })
  }
  const ownOne = (id: string, caller: Caller): ApplicationRow => {
    const row = house.engine.read.of(applications).get(id)
    if (row?.memberId !== caller.memberId) throw new NotFound('application')
    return row
  }
  const as = ({ caller, key }: { caller: Caller | null; key: string }) => ({ actor: `m:${caller!.memberId}`, memberId: caller!.memberId, device: `s:${caller!.sessionId}`, key })
  const room: Room = {
    name: 'draws',
    tables: [draws, applications],
    commands: [...Object.values(own), ...Object.values(steps)],
    jobs: [runner.job],
    doors: [
      on(contract.listDraws, async () => {
        const all = house.engine.read.of(draws).all().toSorted((a, b) => b.closesAt - a.closesAt || (a.id < b.id ? 1 : -1))
        const ended = (state: DrawRow['state']) => all.filter((draw) => draw.state === state).length
        return { decided: ended('decided'), void: ended('void'), draws: await Promise.all(all.slice(0, MOST_DRAWS).map(async (draw) => drawView(draw, await done(draw), signers))) }
      }),
      on(contract.getDraw, async ({ params }) => {
        const draw = found(params.id)
        return drawView(draw, await done(draw), signers)
      }),
      on(contract.getDrawFile, async ({ params }) => {
        const links = await linksOf(db, params.id)
        return drawFile(house.engine.read, found(params.id), links, signers)
      }),
      on(contract.listApplications, ({ caller, query, lang }) => Promise.all(
        newestFirst(house.engine.read.of(applications).by('member', caller!.memberId)).filter(({ drawId }) => query.kind === undefined || found(drawId).kind === query.kind).map((row) => viewOf(row, lang)),
      )),
      on(contract.getApplication, ({ caller, params, lang }) => viewOf(ownOne(params.id, caller!), lang)),
      on(contract.apply, async (request) => {
        const { result } = await house.engine.submit(own.apply, request.input, as(request))
        return result.ok ? viewOf(ownOne(result.answer.id, request.caller!), request.lang) : result
      }),
      on(contract.cancelApplication, async (request) => {
        const { result } = await house.engine.submit(own.cancel, { applicationId: request.params.id }, as(request))
        return result.ok ? viewOf(ownOne(result.answer.id, request.caller!), request.lang) : result
      }),
    ],
    listeners: [{ on: 'applications.changed', hear: ({ memberId }) => house.bus.publish(`member/${memberId as string}`, { type: 'applications' }) }],
    start: async () => runner.resume(),
    stop: runner.stop,
  }
  return { room, draws: drawsPublic }
}

const MOST_DRAWS = 100
const newestFirst = (rows: readonly ApplicationRow[]): ApplicationRow[] => rows.toSorted((a, b) => b.appliedAt - a.appliedAt || (a.id < b.id ? 1 : -1))
