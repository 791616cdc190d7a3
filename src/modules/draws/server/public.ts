import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Drafts } from '#modules/ledger/server/public.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import type { CarryOut, Listing } from '#modules/listings/server/public.ts'
import type { VoidReason } from '../model/states.ts'
import type { ApplicationRow, DrawnKind, DrawRow } from './tables.ts'

export type { SeedSource } from './seeds.ts'
export type { ApplicationRow, DrawnKind, DrawRow } from './tables.ts'

/**
 * A command that moves the money of applications: whoever makes it drafts everything in `drafts` and posts
 * once, at its end (`post(tables, step, drafts.transfers())`). `at` and `tradeDate`: market time.
 */
export type DrawStep = {
  readonly tables: TableAccess
  readonly drafts: Drafts
  readonly seq: number
  readonly at: Ms
  readonly tradeDate: DateJst
}

/**
 * A draw that is over. `allotted` and `waiting` in the order of the draw; the money of those who wait has
 * gone back already.
 */
export type Drawn<K extends DrawnKind = DrawnKind> = {
  readonly listing: Listing<K>
  readonly draw: DrawRow
  readonly allotted: readonly ApplicationRow[]
  readonly waiting: readonly ApplicationRow[]
}

/**
 * Facts that a product gives about its kind, once, when modules are made. Hooks run inside commands:
 * rows alone, no clock, no chance.
 */
export type DrawnProduct<K extends DrawnKind = DrawnKind> = {
  kind: K
  /** Units on offer, and the most that one member may ask for. */
  units: (terms: Terms<K>) => { offered: number; perMember: number }
  /** Tenths of a yen that a share is held at: the most that it may cost. */
  holdTenths: (terms: Terms<K>) => PriceTenths
  /**
   * True if lots that are given now, in market time, are of no use any more: everything goes back, and the
   * draw is void.
   */
  isTooLate: (terms: Terms<K>, now: { at: Ms; tradeDate: DateJst }) => boolean
  /** Inside the command that publishes (or withdraws) a listing, beside what the draw itself does. */
  opened?: CarryOut<K>
  /**
   * Inside the command that decides the draw. Winners' money is still held: `pay` and `release` of
   * `DrawsPublic` move it. Money and messages are the product's; the step is posted by the draw.
   */
  decided: (step: DrawStep, drawn: Drawn<K>) => readonly DomainEvent[]
  /**
   * The same where there is no draw: every application has ended as `returned`, every yen gone back. Nothing
   * here for `nobody`: no one applied.
   */
  unmade: (
    step: DrawStep,
    ended: { listing: Listing<K>; reason: VoidReason; returned: readonly ApplicationRow[] },
  ) => readonly DomainEvent[]
  /**
   * A listing that may be withdrawn after its draw is decided (decision 0065): the test for this trade date,
   * and the effects. The draw stays as it was; the step is posted by the draw.
   */
  withdrawal?: {
    may: (tables: TableReader, listing: Listing<K>, tradeDate: DateJst) => boolean
    carryOut: (step: DrawStep, listing: Listing<K>) => readonly DomainEvent[]
  }
}

export type DrawsPublic = {
  register<K extends DrawnKind>(product: DrawnProduct<K>): void
  /** Null: no such offering is drawn. */
  draw(tables: TableReader, id: string): DrawRow | null
  application(tables: TableReader, id: string): ApplicationRow | null
  /** By ticket; cancelled ones too. */
  applicationsFor(tables: TableReader, drawId: string): ApplicationRow[]
  /** Newest first. */
  applicationsOf(tables: TableReader, memberId: MemberId): ApplicationRow[]
  /** Money held for an application now, in yen. */
  heldYen(application: ApplicationRow): Yen
  /** A step for a command of the product's own. */
  step(tables: TableAccess, when: { seq: number; at: Ms; tradeDate: DateJst }): DrawStep
  /**
   * Gives back part of what is held (all of it where `yen` is left out), to where it came from. Asking for
   * more than is held is a bug.
   */
  release(step: DrawStep, application: ApplicationRow, yen?: Yen): ApplicationRow
  /** Pays out of what is held: `subscriptionHold` → `paidShares`. */
  pay(step: DrawStep, application: ApplicationRow, yen: Yen): ApplicationRow
  /**
   * A win that is not taken: its money goes back and its units pass on, in the order of the draw and round
   * after round as in the draw itself, to those who got none and can have `holdTenths` a share held anew.
   * Returns who they are, now `won` with their units held; fewer than the units where the list ends.
   */
  decline(
    step: DrawStep,
    application: ApplicationRow,
    holdTenths: PriceTenths,
  ): { declined: ApplicationRow; next: ApplicationRow[] }
}
