import { assert } from '#kernel/assert.ts'
import { no } from '#kernel/result.ts'
import { canonical } from '#kernel/hash.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import { defineCommand, done, type Call, type DomainEvent, type Outcome } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { post } from '#modules/ledger/server/public.ts'
import { heldFor } from '../model/apply.ts'
import { byTicket, commitmentOf, drawn, keyOf, resultOf, rootOf, type Entry } from '../model/draw.ts'
import { nextDraw, type DrawEvent, type VoidReason } from '../model/states.ts'
import { changed } from './apply.ts'
import { heldYen, moved, release, stepIn } from './holding.ts'
import type { Products } from './products.ts'
import type { DrawStep } from './public.ts'
import type { SeedSource, Seeds } from './seeds.ts'
import { applications, draws, type ApplicationRow, type DrawRow } from './tables.ts'
import type { Times } from './command-times.ts'

/**
 * The root is published within this time of the close, and the seeds within it of the root; else the draw is
 * void (security-and-trust 5.2).
 */
export const PUBLISHED_WITHIN: Ms = MINUTE

/** `at`: the market time that it is done for. */
export type Advance = { id: string; at: Ms }
type Answer = { state: DrawRow['state'] }

export type DrawDeps = {
  products: Products
  seeds: SeedSource
  times: (at: Ms) => Times
  machine: () => Ms
  /** The time since a moment of the market, on the machine's clock; jumps of the demo clock do not count. */
  lateBy: (at: Ms) => Ms
}

const listed = (tables: TableAccess, id: string): ApplicationRow[] =>
  byTicket(
    tables
      .of(applications)
      .by('draw', id)
      .filter(({ state }) => state === 'applied'),
  )
export const entryOf = ({ ticket, units, r }: Pick<ApplicationRow, 'ticket' | 'units' | 'r'>): Entry => ({
  ticket,
  lots: units,
  r,
})

function advanced(tables: TableAccess, row: DrawRow, event: DrawEvent, patch: Partial<DrawRow>): DrawRow {
  const state = nextDraw(row.state, event)
  assert(state !== null, `a draw that is ${row.state} cannot ${event}`)
  return tables.of(draws).update(row, { ...patch, state })
}

/** No draw: every yen goes back at once, in public (security-and-trust 5.2, step 5). */
export function unmake(products: Products, step: DrawStep, row: DrawRow, reason: VoidReason): DomainEvent[] {
  const { tables } = step
  advanced(tables, row, 'void', { voidReason: reason, endedAt: step.at })
  const returned = listed(tables, row.id).map((application) =>
    release(step, moved(step, application, 'return')),
  )
  const events = products
    .of(row.kind)
    .unmade(step, { listing: products.listingOf(tables, row.id)!, reason, returned })
  post(tables, step, step.drafts.transfers())
  return [...events, ...returned.flatMap(({ memberId }) => changed(memberId))]
}

const stepOf = (tables: TableAccess, call: Call, { at, tradeDate }: Times): DrawStep =>
  stepIn(tables, { seq: call.seq, at, tradeDate })

/** Step 2: the list is closed, and its root stands. Late, and the draw is void. */
export const closeCommand = ({ products, times, machine, lateBy }: DrawDeps) =>
  defineCommand({
    type: 'draw.close',
    captureInputs: (_world, { id, at }: Advance, _call, tables) => ({
      ...times(at),
      machineAt: machine(),
      lateMs: lateBy(tables.of(draws).get(id)?.closesAt ?? at),
    }),
    run(tables, { id }, inputs, call): Outcome<Answer> {
      const row = tables.of(draws).get(id)
      if (row === undefined || row.state !== 'open' || inputs.at < row.closesAt) return no('NOT_DUE')
      const step = stepOf(tables, call, inputs)
      const rows = listed(tables, id)
      const reason = inputs.lateMs > PUBLISHED_WITHIN ? 'root-late' : rows.length === 0 ? 'nobody' : null
      if (reason !== null) return done({ state: 'void' as const }, unmake(products, step, row, reason))
      const root = rootOf(rows.map(entryOf))
      const { state } = advanced(tables, row, 'close', {
        root,
        rootAt: inputs.at,
        rootMachineAt: inputs.machineAt,
        listed: rows.length,
        wanted: rows.reduce((sum, { units }) => sum + units, 0),
        attestation: attested(tables, row, rows, root),
      })
      return done({ state })
    },
  })

/**
 * The auditor's finding about the list: each ticket is a verified member of its own with all of its money set
 * aside. It is signed where it is read.
 */
function attested(tables: TableAccess, row: DrawRow, rows: readonly ApplicationRow[], root: string): string {
  const members = new Set(rows.map(({ memberId }) => memberId)).size
  const verified = rows.filter(
    ({ memberId }) => (memberOf(tables, memberId)?.level ?? 'experience') !== 'experience',
  ).length
  const reserved = rows.filter((each) => heldYen(each) === heldFor(each.units, row.holdTenths)).length
  assert(
    members === rows.length && verified === rows.length && reserved === rows.length,
    `the list of ${row.id} is not one of verified members with their money set aside`,
  )
  return canonical({
    id: row.id,
    root,
    tickets: rows.length,
    members,
    verified,
    reserved,
    heldYen: rows.reduce((sum, each) => sum + heldYen(each), 0),
  })
}

/**
 * Step 3: both seeds, before anybody can know the last link. Missing ones are waited for until they are late.
 */
export const revealCommand = ({ products, seeds, times, machine }: DrawDeps) =>
  defineCommand({
    type: 'draw.reveal',
    captureInputs(_world, { id, at }: Advance, _call, tables) {
      const rootMachineAt = tables.of(draws).get(id)?.rootMachineAt ?? null
      const isLate = rootMachineAt !== null && machine() - rootMachineAt > PUBLISHED_WITHIN
      return { ...times(at), isLate, seeds: isLate ? null : seeds.reveal(id) }
    },
    run(tables, { id }, inputs, call): Outcome<Answer> {
      const row = tables.of(draws).get(id)
      if (row?.state !== 'closed') return no('NOT_DUE')
      const step = stepOf(tables, call, inputs)
      if (inputs.isLate) return done({ state: 'void' as const }, unmake(products, step, row, 'seed-late'))
      if (inputs.seeds === null) return no('SEED_MISSING')
      if (!isCommitted(row, inputs.seeds))
        return done({ state: 'void' as const }, unmake(products, step, row, 'seed-wrong'))
      const { state } = advanced(tables, row, 'reveal', {
        operatorSeed: inputs.seeds.operator,
        auditorSeed: inputs.seeds.auditor,
        revealedAt: inputs.at,
      })
      return done({ state })
    },
  })

const isCommitted = (
  { id, operatorCommitment, auditorCommitment }: DrawRow,
  { operator, auditor }: Seeds,
): boolean =>
  commitmentOf(id, 'operator', operator) === operatorCommitment &&
  commitmentOf(id, 'auditor', auditor) === auditorCommitment

/**
 * Step 4: the last link is known. Lots are given, the money of those without any goes back at once, and the
 * product does its part.
 */
export const decideCommand = ({ products, times }: DrawDeps) =>
  defineCommand({
    type: 'draw.decide',
    captureInputs: (_world, { at }: Advance & { beacon: string }) => times(at),
    run(tables, { id, beacon }, inputs, call): Outcome<Answer> {
      const row = tables.of(draws).get(id)
      if (row?.state !== 'revealed') return no('NOT_DUE')
      const step = stepOf(tables, call, inputs)
      const listing = products.listingOf(tables, id)!
      if (products.of(row.kind).isTooLate(listing.terms, inputs))
        return done({ state: 'void' as const }, unmake(products, step, row, 'decided-late'))
      const rows = listed(tables, id)
      const entries = rows.map(entryOf)
      if (rows.length !== row.listed || rootOf(entries) !== row.root)
        return done({ state: 'void' as const }, unmake(products, step, row, 'list-changed'))

      const key = keyOf({
        id,
        tickets: rows.length,
        root: row.root,
        beacon,
        operatorSeed: row.operatorSeed!,
        auditorSeed: row.auditorSeed!,
      })
      const allotments = drawn(entries, key, row.units)
      const byNumber = new Map(rows.map((each) => [each.ticket, each]))
      const decided = allotments.map(({ ticket, place, lots }) => {
        const application = moved(step, byNumber.get(ticket)!, lots > 0 ? 'win' : 'lose', {
          place,
          drawnUnits: lots,
          wonUnits: lots,
        })
        // Units that were asked for and not given cost nothing: what they held goes back with the money of
        // those who got none.
        return release(step, application, heldYen(application) - heldFor(lots, row.holdTenths))
      })
      const draw = advanced(tables, row, 'decide', {
        beacon,
        result: resultOf(allotments),
        endedAt: inputs.at,
      })
      const events = products
        .of(row.kind)
        .decided(step, {
          listing,
          draw,
          allotted: decided.filter(({ wonUnits }) => wonUnits > 0),
          waiting: decided.filter(({ wonUnits }) => wonUnits === 0),
        })
      post(tables, step, step.drafts.transfers())
      return done({ state: draw.state }, [...events, ...rows.flatMap(({ memberId }) => changed(memberId))])
    },
  })
