import type { TradingUnits } from '#kernel/price.ts'
import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { no } from '#kernel/result.ts'
import { defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen, memberOf } from '#modules/identity/server/public.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { post } from '#modules/ledger/server/public.ts'
import type { ListingStatus } from '#modules/listings/model/check.ts'
import type { Listing } from '#modules/listings/server/public.ts'
import { freeMoney } from '#modules/portfolio/server/public.ts'
import { decideApplication, type ApplyFacts } from '../model/apply.ts'
import { nextApplication } from '../model/states.ts'
import { applicationsChanged } from './events.ts'
import { moved, release, setAside, stepIn } from './holding.ts'
import type { Products } from './products.ts'
import { applications, draws, type DrawnKind } from './tables.ts'
import type { Times } from './command-times.ts'

export type ApplyInput = { drawId: string; units: TradingUnits; r: string }

/** Tickets have one length, so that their order as text is that of the journal. */
const TICKET_DIGITS = 6
const ticketOf = (number: number): string => `T${String(number).padStart(TICKET_DIGITS, '0')}`

export const changed = (memberId: MemberId): DomainEvent[] => [
  accountChanged(memberId),
  applicationsChanged(memberId),
]

/** The status of the list: once its root is published it stays closed, also by a clock that went back. */
function listStatus(
  tables: TableReader,
  products: Products,
  listing: Listing<DrawnKind>,
  at: Ms,
): ListingStatus {
  const status = products.statusAt(listing, at)
  return status === 'open' && tables.of(draws).get(listing.id)!.state !== 'open' ? 'closed' : status
}

/** Facts that the rule asks about, from rows alone. */
export function factsFor(
  tables: TableReader,
  products: Products,
  memberId: MemberId,
  drawId: string,
  when: Times & { journalAt: Ms },
): ApplyFacts {
  const listing = products.listingOf(tables, drawId)
  return {
    offering: listing && {
      status: listStatus(tables, products, listing, when.at),
      holdTenths: products.of(listing.kind).holdTenths(listing.terms),
      perMember: products.of(listing.kind).units(listing.terms).perMember,
    },
    isVerified: (memberOf(tables, memberId)?.level ?? 'experience') !== 'experience',
    isFrozen: isFrozen(tables, memberId, when.journalAt),
    hasApplied: tables
      .of(applications)
      .by('member', memberId)
      .some((row) => row.drawId === drawId && row.state === 'applied'),
    freeYen: freeMoney(tables, memberId),
  }
}

/**
 * The member's word: ticket and money in one command, so that two at once are one (security-and-trust 5.2,
 * step 1).
 */
export const applyCommand = (products: Products, times: () => Times) =>
  defineMemberCommand({
    type: 'draw.apply',
    captureInputs: (world) => ({ ...times(), id: world.id() }),
    run(tables, { drawId, units, r }: ApplyInput, inputs, call) {
      const memberId = call.memberId
      const decision = decideApplication(
        factsFor(tables, products, memberId, drawId, { ...inputs, journalAt: call.at }),
        { units },
      )
      if (!decision.ok) return decision
      const step = stepIn(tables, { seq: call.seq, at: inputs.at, tradeDate: inputs.tradeDate })
      const held = setAside(step, memberId, decision.value)
      post(tables, step, step.drafts.transfers())
      const draw = tables.of(draws).get(drawId)!
      const tickets = draw.tickets + 1
      tables.of(draws).update(draw, { tickets })
      tables
        .of(applications)
        .insert({
          id: inputs.id,
          drawId,
          memberId,
          ticket: ticketOf(tickets),
          units,
          r,
          state: 'applied',
          place: null,
          drawnUnits: 0,
          wonUnits: 0,
          ...held,
          appliedAt: inputs.at,
          endedAt: null,
        })
      return done({ id: inputs.id }, changed(memberId))
    },
  })

/** Before the close; the ticket's number is not given again. */
export const cancelCommand = (products: Products, times: () => Times) =>
  defineMemberCommand({
    type: 'draw.cancel',
    captureInputs: () => times(),
    run(tables, { applicationId }: { applicationId: string }, inputs, call) {
      const row = tables.of(applications).get(applicationId)
      if (row?.memberId !== call.memberId) return no('APPLICATION_NOT_FOUND')
      if (nextApplication(row.state, 'cancel') === null) return no('APPLICATION_ENDED')
      const listing = products.listingOf(tables, row.drawId)
      if (listing === null || listStatus(tables, products, listing, inputs.at) !== 'open')
        return no('APPLICATIONS_CLOSED')
      const step = stepIn(tables, { seq: call.seq, ...inputs })
      release(step, moved(step, row, 'cancel'))
      post(tables, step, step.drafts.transfers())
      return done({ id: row.id }, changed(row.memberId))
    },
  })
