import type { MemberId } from '#kernel/id.ts'
import { yenOf } from '#kernel/price.ts'
import { iso, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { UNIT_SHARES } from '#modules/draws/model/apply.ts'
import type { ApplicationRow, DrawsPublic } from '#modules/draws/server/public.ts'
import { SECTOR_NAMES } from '#modules/instruments/model/sectors.ts'
import type { Listing } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { langOf } from '#i18n/lang.ts'
import type { IpoApplication, OfferingView } from '../contract.ts'
import { paymentWindow, stageAt } from '../model/payment.ts'
import { stateOf } from '../model/states.ts'
import { results, wins } from './tables.ts'

/** The market is simulated, and so is everything that enters it. */
const SIMULATED = true

/** `text`: a sentence of a catalogue in the reader's language. */
export type ViewDeps = {
  draws: DrawsPublic
  market: Pick<MarketPublic, 'quote'>
  text: (lang: string, key: string) => string
}
/** At this market time, for a reader of this language; `memberId` null: for nobody in particular. */
export type Reader = { read: TableReader; now: Ms; lang: string; memberId: MemberId | null }

/** Withdrawn by operators, void by its draw's rule, or not listed. */
export const isVoid = (
  { draws }: Pick<ViewDeps, 'draws'>,
  read: TableReader,
  listing: Listing<'ipo'>,
): boolean =>
  listing.isVoid ||
  draws.draw(read, listing.id)?.state === 'void' ||
  (read.of(results).get(listing.id)?.isVoid ?? false)

/**
 * The reason that was decided first: operators before it opened or after its price, the rule of the draw, the
 * market.
 */
function voidWords(
  { draws, text }: ViewDeps,
  { read, lang }: Reader,
  { id, voidReason }: Listing<'ipo'>,
): string | null {
  if (voidReason !== null) return text(lang, `staff.reason.${voidReason}`)
  const drawn = draws.draw(read, id)?.voidReason ?? null
  if (drawn !== null) return text(lang, `draws.void.${drawn}`)
  return read.of(results).get(id)?.isVoid ? text(lang, 'ipo.voidUnlisted') : null
}

/** The place on the waiting list, counted from 1; null: not on it. */
const placeOn = ({ draws }: ViewDeps, read: TableReader, { drawId, place }: ApplicationRow): number =>
  draws.applicationsFor(read, drawId).filter((each) => each.state === 'not-won' && each.place! <= place!)
    .length

export function applicationView(
  deps: ViewDeps,
  { read, now, lang }: Reader,
  listing: Listing<'ipo'>,
  application: ApplicationRow,
): IpoApplication {
  const { terms } = listing
  const result = read.of(results).get(listing.id)
  const win = read.of(wins).get(application.id)
  const window = paymentWindow(terms)
  const status = stateOf({
    drawn: application.state,
    win: win?.state ?? null,
    isVoid: isVoid(deps, read, listing),
    isOver: now >= window.endsAt,
  })
  const bought = status === 'approved' ? win!.units : 0
  const open = status === 'won' ? win! : null
  return {
    id: application.id,
    offeringId: listing.id,
    status,
    code: terms.code,
    name: terms.names[langOf(lang)],
    ticket: application.ticket,
    applicationUnits: application.units,
    applicationQuantity: application.units * UNIT_SHARES,
    winningQuantity: (win?.units ?? 0) * UNIT_SHARES,
    subscribedShares: bought * UNIT_SHARES,
    lots: bought,
    offerPrice: result === undefined ? null : yenOf(result.offerTenths),
    held: deps.draws.heldYen(application),
    amountPayable: win?.payableYen ?? 0,
    amountPaid: win?.paidYen ?? 0,
    drawPlace: application.place,
    place: status === 'waiting-list' ? placeOn(deps, read, application) : null,
    confirmFrom: open && iso(Math.max(window.from, open.wonAt)),
    confirmBy: open && iso(open.confirmBy),
    canConfirm: open !== null && now >= window.from && now < open.confirmBy,
    lotId: win?.lotId ?? null,
    appliedAt: iso(application.appliedAt),
    updatedAt: iso(win?.changedAt ?? application.endedAt ?? application.appliedAt),
    simulated: SIMULATED,
  }
}

export function offeringView(deps: ViewDeps, reader: Reader, listing: Listing<'ipo'>): OfferingView {
  const { read, now, lang, memberId } = reader
  const { id, terms } = listing
  const { draws, market } = deps
  const draw = draws.draw(read, id)
  const result = read.of(results).get(id)
  const window = paymentWindow(terms)
  const applications = draws.applicationsFor(read, id).filter(({ state }) => state !== 'cancelled')
  const mine =
    memberId === null ? undefined : draws.applicationsOf(read, memberId).find(({ drawId }) => drawId === id)
  const isListed = typeof result?.listedAt === 'number'
  const quote = isListed ? market.quote(terms.code) : null
  // Before its first trade there is a quote, which nobody has paid.
  const last = quote && (quote.lastTenths ?? (quote.firstDay ? null : quote.baseTenths))
  const quoted = last === null ? (quote?.indication?.priceTenths ?? null) : null
  return {
    id,
    status: stageAt(
      { ...terms, window, isVoid: isVoid(deps, read, listing), isDrawn: result !== undefined, isListed },
      now,
    ),
    voidWords: voidWords(deps, reader, listing),
    code: terms.code,
    name: terms.names[langOf(lang)],
    profile: terms.profile[langOf(lang)],
    sector: SECTOR_NAMES[terms.sector][langOf(lang)],
    segment: terms.segment,
    bandLow: yenOf(terms.bandLowTenths),
    bandHigh: yenOf(terms.bandHighTenths),
    offerPrice: result === undefined ? null : yenOf(result.offerTenths),
    referencePrice: yenOf(terms.referenceTenths),
    marketPrice: last === null ? null : yenOf(last),
    quotedPrice: quoted === null ? null : yenOf(quoted),
    publicUnits: terms.publicUnits,
    publicQuantity: terms.publicUnits * UNIT_SHARES,
    perMemberUnits: terms.perMemberUnits,
    sharesOutstanding: terms.sharesOutstanding,
    opensAt: iso(terms.opensAt),
    closesAt: iso(terms.closesAt),
    drawOn: terms.drawOn,
    decidedAt: draw?.state === 'decided' && draw.endedAt !== null ? iso(draw.endedAt) : null,
    passedOn: typeof result?.passedOnAt === 'number',
    payFrom: iso(window.from),
    passesOnAt: iso(window.passesOnAt),
    payTo: iso(window.endsAt),
    issueOn: terms.issueOn,
    book: {
      applications: applications.length,
      units: applications.reduce((sum, { units }) => sum + units, 0),
    },
    mine: mine === undefined ? null : applicationView(deps, reader, listing, mine),
    simulated: SIMULATED,
  }
}
