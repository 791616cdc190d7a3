import { hash } from 'node:crypto'
import { Bug } from '#kernel/assert.ts'
import type { Json } from '#kernel/hash.ts'
import { no } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Effect, When } from '#modules/staff/server/public.ts'
import type { Facts } from '../model/facts.ts'
import { datesIn, nextStatus, statusAt, termsProblems, termsText } from '../model/check.ts'
import { isIdOf, powerFor, type Terms } from '../model/kinds.ts'
import { KINDS, LISTING_KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import { listingPublished } from './events.ts'
import type { CarryOut, Listing, ListingsPublic, MayWithdraw, Outcome, OutcomeOf } from './public.ts'
import { listings, type ListingRow } from './tables.ts'

export type Hooks = {
  readonly opened: Map<ListingKind, CarryOut<ListingKind>>
  readonly voided: Map<ListingKind, CarryOut<ListingKind>>
  readonly openedInputs: Map<ListingKind, (id: string) => Json>
  readonly withdrawable: Map<ListingKind, MayWithdraw<ListingKind>>
  readonly outcomes: Map<ListingKind, OutcomeOf<ListingKind>>
}
/** Market time and trade date of a command. */
export type Times = { readonly at: Ms; readonly tradeDate: DateJst }
/** Of the world, and what the module of the kind asked for. */
type Inputs = { facts: Facts; opened: Json }

export const listingOf = <K extends ListingKind>({
  id,
  kind,
  terms,
  hash: sha256,
  publishedAt,
  voidedAt,
  voidReason,
}: ListingRow): Listing<K> => ({
  id,
  kind: kind as K,
  terms: terms as Terms<K>,
  hash: sha256,
  publishedAt,
  isVoid: voidedAt !== null,
  voidReason,
})

/** The modules that hear of publications, and the reads of listings. */
export function openListings(): {
  listingsPublic: Omit<ListingsPublic, 'sample' | 'measured' | 'offerSamplesOf'>
  hooks: Hooks
} {
  const hooks: Hooks = {
    opened: new Map(),
    voided: new Map(),
    openedInputs: new Map(),
    withdrawable: new Map(),
    outcomes: new Map(),
  }
  /** Found again by the kind whose listings it takes. */
  const add = <K extends ListingKind>(map: Hooks['opened'], kind: K, carryOut: CarryOut<K>) => {
    if (map.has(kind)) throw new Bug(`two modules carry out listings of ${kind}`)
    map.set(kind, carryOut as CarryOut<ListingKind>)
  }
  return {
    hooks,
    listingsPublic: {
      published: (tables, kind) =>
        tables
          .of(listings)
          .by('kind', kind)
          .toSorted((a, b) => a.opensAt - b.opensAt)
          .map((row) => listingOf(row)),
      dates: (tables) =>
        tables
          .of(listings)
          .all()
          .filter(({ voidedAt }) => voidedAt === null)
          .flatMap(({ kind, terms }) => datesIn(kind, terms as Terms).map(([, date]) => date)),
      terms(tables, kind, id) {
        const row = tables.of(listings).get(id)
        return row?.kind === kind ? listingOf(row) : null
      },
      statusAt: ({ isVoid, terms: { opensAt, closesAt } }, now) =>
        statusAt({ voidedAt: isVoid ? 0 : null, opensAt, closesAt }, now),
      opened(kind, carryOut, inputs) {
        add(hooks.opened, kind, carryOut)
        if (inputs !== undefined) hooks.openedInputs.set(kind, inputs)
      },
      voided: (kind, carryOut) => add(hooks.voided, kind, carryOut),
      outcome: (kind, of) => void hooks.outcomes.set(kind, of as OutcomeOf<ListingKind>),
      withdrawable: (kind, may) => void hooks.withdrawable.set(kind, may as MayWithdraw<ListingKind>),
    },
  }
}

/**
 * One kind is offered once at a time: an issue is offered to the public once, and a day has one inventory.
 */
function isDouble(tables: TableReader, kind: ListingKind, terms: Terms): boolean {
  const same = (row: ListingRow) =>
    ('tradeOn' in terms && row.terms['tradeOn'] === terms.tradeOn) ||
    (kind === 'ipo' && 'code' in terms && row.terms['code'] === terms.code)
  return tables
    .of(listings)
    .by('kind', kind)
    .some((row) => row.voidedAt === null && same(row))
}

/** The world that terms are checked against, as of now. */
export type FactsOf = (tables: TableReader, kind: ListingKind, terms: unknown) => Facts

/**
 * True if two operators may make it void now: before it opens, or where its product says so after it closed.
 */
export function mayVoid(
  hooks: Hooks,
  tables: TableReader,
  row: ListingRow,
  { at, tradeDate }: Times,
): boolean {
  const status = statusAt(row, at)
  if (nextStatus(status, 'void') !== null) return true
  return (
    nextStatus(status, 'withdraw') !== null &&
    (hooks.withdrawable.get(row.kind)?.(tables, listingOf(row), tradeDate) ?? false)
  )
}

/** The product's own word on a listing; null: its kind has none. */
export const outcomeOf = (hooks: Hooks, tables: TableReader, row: ListingRow, now: Ms): Outcome | null =>
  hooks.outcomes.get(row.kind)?.(tables, listingOf(row), now) ?? null

/**
 * The acts that publish each kind (a listing manager prepares, an auditor signs), and those that make a
 * listing void before it opens.
 */
export function listingEffects(hooks: Hooks, factsOf: FactsOf, times: () => Times): Effect[] {
  const run = (
    hook: CarryOut<ListingKind> | undefined,
    tables: TableAccess,
    row: ListingRow,
    when: When,
    inputs: Json = null,
  ): readonly DomainEvent[] => hook?.(tables, listingOf(row), when, inputs) ?? []
  const publishing = (kind: ListingKind): Effect<{ terms: Json }, Inputs> => ({
    power: powerFor(kind),
    takes: ['terms'],
    memberOf: () => null,
    captureInputs: (tables, id, { terms }) => ({
      facts: factsOf(tables, kind, terms),
      opened: (isIdOf(kind, id) ? hooks.openedInputs.get(kind)?.(id) : null) ?? null,
    }),
    refuse(tables, id, { terms, ...more }, { facts }) {
      if (!isIdOf(kind, id)) return no('LISTING_ID', { example: `${KINDS[kind].prefix}-2026-0001` })
      if (tables.of(listings).get(id) !== undefined) return no('LISTING_KNOWN')
      const [field] = Object.keys(more).toSorted()
      if (field !== undefined) return no('FIELD_UNKNOWN', { field })
      const [first] = termsProblems(kind, terms, facts)
      if (first !== undefined) return no(first.rejection, { ...first.detail, field: first.field })
      return isDouble(tables, kind, terms as Terms) ? no('LISTING_DOUBLE') : null
    },
    carryOut(tables, { subject: id, body, signers }, when, inputs) {
      const terms = body.terms as ListingRow['terms']
      const { opensAt, closesAt } = terms as Terms
      const row = tables
        .of(listings)
        .insert({
          id,
          kind,
          terms,
          hash: hash('sha256', termsText(id, kind, terms as Terms)),
          opensAt,
          closesAt,
          publishedAt: when.at,
          signers,
          voidedAt: null,
          voidReason: null,
        })
      return done({ hash: row.hash }, [
        listingPublished(id, kind),
        ...run(hooks.opened.get(kind), tables, row, when, inputs.opened),
      ])
    },
  })
  const voiding: Effect<{}, Times> = {
    power: 'listing.void',
    memberOf: () => null,
    captureInputs: times,
    refuse(tables, id, _body, inputs) {
      const row = tables.of(listings).get(id)
      if (row === undefined) return no('LISTING_UNKNOWN')
      if (row.voidedAt !== null) return no('LISTING_VOID')
      return mayVoid(hooks, tables, row, inputs) ? null : no('LISTING_OPENED')
    },
    carryOut(tables, { subject: id, reason }, when) {
      const table = tables.of(listings)
      const row = table.update(table.get(id)!, { voidedAt: when.at, voidReason: reason!.code })
      return done(null, [...run(hooks.voided.get(row.kind), tables, row, when)])
    },
  }
  return [...LISTING_KINDS.map(publishing), voiding]
}
