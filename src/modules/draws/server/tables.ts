import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, TradingUnits } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { ApplicationState, DrawState, VoidReason } from '../model/states.ts'

/** Kinds of listings whose applicants may be more than the units. */
export type DrawnKind = 'ipo' | 'block-sale'

/**
 * The draw of one offering, from its publication on; its id is the listing's. All hashes and seeds are
 * hexadecimal. Times are market time, but those of the machine, which no jump of the demo clock makes late.
 */
export type DrawRow = {
  id: string
  kind: DrawnKind
  state: DrawState
  /** Units on offer. */
  units: TradingUnits
  /** The price at which money is held for a share, in tenths of a yen. */
  holdTenths: PriceTenths
  /** Links of the delay chain, announced before anybody applies. */
  links: number
  operatorCommitment: string
  auditorCommitment: string
  opensAt: Ms
  closesAt: Ms
  /** Tickets given so far, cancelled ones too. */
  tickets: number
  root: string | null
  rootAt: Ms | null
  rootMachineAt: Ms | null
  /**
   * Applications in the list, the units that they ask for, and what the auditor found of them when it was
   * closed.
   */
  listed: number | null
  wanted: number | null
  attestation: string | null
  operatorSeed: string | null
  auditorSeed: string | null
  revealedAt: Ms | null
  /** The last link. */
  beacon: string | null
  /** Of all lots given to all tickets, in order: `place ticket lots`, hashed. */
  result: string | null
  endedAt: Ms | null
  voidReason: VoidReason | null
}
export const draws = defineTable<DrawRow>()({
  name: 'draws',
  columns: {
    id: 'text',
    kind: 'text',
    state: 'text',
    units: 'int8',
    holdTenths: 'int8',
    links: 'int4',
    operatorCommitment: 'text',
    auditorCommitment: 'text',
    opensAt: 'int8',
    closesAt: 'int8',
    tickets: 'int4',
    root: 'text?',
    rootAt: 'int8?',
    rootMachineAt: 'int8?',
    listed: 'int4?',
    wanted: 'int8?',
    attestation: 'text?',
    operatorSeed: 'text?',
    auditorSeed: 'text?',
    revealedAt: 'int8?',
    beacon: 'text?',
    result: 'text?',
    endedAt: 'int8?',
    voidReason: 'text?',
  },
  key: 'id',
  fixed: [
    'kind',
    'units',
    'holdTenths',
    'links',
    'operatorCommitment',
    'auditorCommitment',
    'opensAt',
    'closesAt',
  ],
  ordered: {
    closing: { group: (row) => (row.state === 'open' ? 'all' : null), value: (row) => row.closesAt },
  },
  indexes: { running: (row) => (row.state === 'closed' || row.state === 'revealed' ? 'all' : null) },
})

/**
 * One member's application for one offering. `units` are asked for, `drawnUnits` were given by the draw,
 * `wonUnits` are the member's now: a win may be declined, and passes on. The held yen stand in
 * `subscriptionHold` and go back to where they came from. `place`: in the order of the draw, from 1.
 * `endedAt`: when its state was last decided.
 */
export type ApplicationRow = {
  id: string
  drawId: string
  memberId: MemberId
  ticket: string
  units: TradingUnits
  /** 16 random bytes from the member's own browser, hexadecimal. */
  r: string
  state: ApplicationState
  place: number | null
  drawnUnits: TradingUnits
  wonUnits: TradingUnits
  heldAvailableYen: Yen
  heldUnsettledYen: Yen
  appliedAt: Ms
  endedAt: Ms | null
}
export const applications = defineTable<ApplicationRow>()({
  name: 'applications',
  columns: {
    id: 'text',
    drawId: 'text',
    memberId: 'text',
    ticket: 'text',
    units: 'int8',
    r: 'text',
    state: 'text',
    place: 'int4?',
    drawnUnits: 'int8',
    wonUnits: 'int8',
    heldAvailableYen: 'int8',
    heldUnsettledYen: 'int8',
    appliedAt: 'int8',
    endedAt: 'int8?',
  },
  key: 'id',
  fixed: ['drawId', 'memberId', 'ticket', 'units', 'r', 'appliedAt'],
  indexes: { draw: (row) => row.drawId, member: (row) => row.memberId },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    draws: DrawRow
    applications: ApplicationRow
    /**
     * The delay chain as far as it has come: link `n` of `drawId`, 1 to the announced number. A function of
     * the root alone, so outside the journal.
     */
    drawLinks: { drawId: string; n: number; link: string }
  }
}
