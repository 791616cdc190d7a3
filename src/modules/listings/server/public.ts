import type { Json } from '#kernel/hash.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { When } from '#modules/staff/server/public.ts'
import type { ListingStatus } from '../model/check.ts'
import type { CardFigures } from '../model/facts.ts'
import type { Terms } from '../model/kinds.ts'
import type { OutcomeTone } from '../operator-contract.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'

/** Published terms, as product modules get them. `hash`: SHA-256 of their canonical bytes. */
export type Listing<K extends ListingKind = ListingKind> = {
  id: string
  kind: K
  terms: Terms<K>
  hash: string
  publishedAt: Ms
  /** Made void by two operators: nothing may be applied for. */
  isVoid: boolean
  /** Of the power's list, where it is void. */
  voidReason: string | null
}

/**
 * the work of a product's module in the command that publishes (or makes void) a listing of its kind:
 * commitments, inventory, a pool. `facts`: the facts that it asked for beforehand.
 */
export type CarryOut<K extends ListingKind> = (
  tables: TableAccess,
  listing: Listing<K>,
  when: When,
  facts: Json,
) => readonly DomainEvent[]

/**
 * A product's own word on one of its listings, beside its dates. `stage`, `label`: keys of texts. `back`:
 * money that a withdrawal now would give back, and to how many members.
 */
export type Outcome = {
  stage: string
  tone: OutcomeTone
  figures: { label: string; n: number | null; shares: number | null; yen: Yen | null }[]
  back: { members: number; yen: Yen } | null
  /** The draw of it, where one has been decided. */
  drawId: string | null
}
export type OutcomeOf<K extends ListingKind> = (tables: TableReader, listing: Listing<K>, now: Ms) => Outcome

export type MayWithdraw<K extends ListingKind> = (
  tables: TableReader,
  listing: Listing<K>,
  tradeDate: DateJst,
) => boolean

/**
 * The listing of a kind that the demo desk publishes, so that there is something to try (product decision 0):
 * by the real commands and signatures, labelled as the desk's.
 */
export type Sample<K extends ListingKind> = {
  /**
   * The id of the listing that ought to be there now and is not; null: all is there. Asked several times a
   * second, of what is in memory.
   */
  due: (tables: TableReader, now: Ms) => string | null
  terms: (id: string) => Promise<Terms<K>>
}

export type ListingsPublic = {
  /** The published listings of a kind, earliest opening first, void ones too. */
  published<K extends ListingKind>(tables: TableReader, kind: K): Listing<K>[]
  /** Dates on which published terms do something. */
  dates(tables: TableReader): DateJst[]
  /** Null: no such listing of this kind. */
  terms<K extends ListingKind>(tables: TableReader, kind: K, id: string): Listing<K> | null
  /** Status at this market time. */
  statusAt(listing: Listing, now: Ms): ListingStatus
  /**
   * Once for a kind, when modules are made: runs inside the command of the second signature. `facts`: what
   * rows alone do not say of the listing `id`; journalled with that command.
   */
  opened<K extends ListingKind>(kind: K, carryOut: CarryOut<K>, facts?: (id: string) => Json): void
  /** The same where a listing is made void. */
  voided<K extends ListingKind>(kind: K, carryOut: CarryOut<K>): void
  /**
   * Once for a kind whose listings may be made void after they closed too: whether this one may, on this
   * trade date (decision 0065).
   */
  withdrawable<K extends ListingKind>(kind: K, may: MayWithdraw<K>): void
  /** Once for a kind: what the desk and whoever signs a withdrawal read of its listings. */
  outcome<K extends ListingKind>(kind: K, of: OutcomeOf<K>): void
  /** Does nothing where no demo desk works. */
  sample<K extends ListingKind>(kind: K, sample: Sample<K>): void
  /** The kinds of which the demo desk publishes samples; null: of all. */
  offerSamplesOf(kinds: readonly ListingKind[] | null): void
  /**
   * Told once by the module of the model: what its evaluation up to a day says. Null where it has not
   * measured that yet; it then does, and can be asked again.
   */
  measured(of: (testTo: DateJst) => CardFigures | null): void
}
