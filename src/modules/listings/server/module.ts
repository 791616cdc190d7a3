import { type DateJst, iso } from '#kernel/time.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../contract.ts'
import { getTermsFacts, listOutcomes } from '../operator-contract.ts'
import { statusAt, termsText } from '../model/check.ts'
import type { Terms } from '../model/kinds.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'
import type { CardFigures } from '../model/facts.ts'
import { listingEffects, mayVoid, openListings, outcomeOf, type Times } from './effects.ts'
import { factsFrom } from './facts.ts'
import { inWords, listingCases } from './listing-cases.ts'
import type { ListingsPublic, Sample } from './public.ts'
import { sampleQueue } from './samples.ts'
import { listings, type ListingRow } from './tables.ts'

export type ListingsDeps = {
  staff: StaffPublic
  market: MarketPublic
  instruments: Pick<InstrumentsPublic, 'actions'>
}

/** The offers of the firm: terms that one operator prepares and another publishes, frozen from then on. */
export function createListings(
  context: AppContext,
  { staff, market, instruments: { actions } }: ListingsDeps,
): { module: Module; listings: ListingsPublic } {
  const { clock } = context
  const times = (): Times => {
    const at = Math.floor(clock.market())
    return { at, tradeDate: tradeDateAt(context.schedule, context.calendar, at) }
  }
  const { listingsPublic, hooks } = openListings()
  const samples = new Map<ListingKind, Sample<ListingKind>>()
  let offered: readonly ListingKind[] | null = null
  staff.queue(sampleQueue(context, samples, (kind) => offered === null || offered.includes(kind)))
  let cardOf: (testTo: DateJst) => CardFigures | null = () => null
  const facts = factsFrom(context, { market, actions }, (testTo) => cardOf(testTo))
  for (const effect of listingEffects(hooks, facts.of, times)) staff.register('listings', effect)

  const outcome = (row: ListingRow) => outcomeOf(hooks, context.engine.read, row, Math.floor(clock.market()))
  for (const reader of listingCases(context, outcome)) staff.cases(reader)

  const view = (row: ListingRow, lang: string): contract.ListingView => ({
    id: row.id,
    kind: row.kind,
    status: statusAt(row, clock.market()),
    terms: row.terms,
    hash: row.hash,
    canonical: termsText(row.id, row.kind, row.terms as Terms),
    opensAt: iso(row.opensAt),
    closesAt: iso(row.closesAt),
    publishedAt: iso(row.publishedAt),
    voided:
      row.voidedAt === null
        ? null
        : {
            at: iso(row.voidedAt),
            reason: row.voidReason!,
            words: context.text(lang, `staff.reason.${row.voidReason!}`),
          },
    mayVoid: mayVoid(hooks, context.engine.read, row, times()),
    signers: row.signers.map(({ operatorId, role, at, desk }) => ({
      role,
      number: staff.numberOf(operatorId),
      at: iso(at),
      desk,
    })),
    simulated: true,
  })
  const sorted = (rows: readonly ListingRow[]) =>
    rows.toSorted((a, b) => a.opensAt - b.opensAt || (a.id < b.id ? -1 : 1))
  const module: Module = {
    name: 'listings',
    tables: [listings],
    routes: [
      on(contract.listListings, ({ query: { kind }, lang }) => {
        const table = context.engine.read.of(listings)
        return sorted(kind === undefined ? table.all() : table.by('kind', kind)).map((row) => view(row, lang))
      }),
      on(contract.getListing, ({ params, lang }) => {
        const row = context.engine.read.of(listings).get(params.id)
        if (row === undefined) throw new NotFound()
        return view(row, lang)
      }),
      on(listOutcomes, ({ lang }) =>
        context.engine.read
          .of(listings)
          .all()
          .flatMap((row) => {
            const found = outcome(row)
            return found === null ? [] : { id: row.id, ...inWords(found, (key) => context.text(lang, key)) }
          }),
      ),
      on(getTermsFacts, ({ query: { codes, dates, day = null, lead = null, testTo = null } }) => {
        const found = facts.about(context.engine.read, {
          codes: codes?.split(',') ?? [],
          dates: dates?.split(',') ?? [],
          day,
          lead,
          testTo,
        })
        return { ...found, closedDates: [...found.closedDates] }
      }),
    ],
  }
  return {
    module,
    listings: {
      ...listingsPublic,
      sample: (kind, sample) => void samples.set(kind, sample),
      offerSamplesOf: (kinds) => {
        offered = kinds
      },
      measured: (of) => {
        cardOf = of
      },
    },
  }
}
