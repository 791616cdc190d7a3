import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { openingAt, tradingSpans, type Schedule } from '#modules/instruments/model/schedule.ts'
import { ownPart, type DrawnDay } from './drawn-day.ts'
import { STEP_MS } from './entry-tag.ts'
import { sealedRandom } from './sealed-random.ts'

/** An issue is halted while a disclosure in the middle of the session is read (market rules 11). */
export type NewsHalt = { readonly code: string; readonly from: Ms; readonly until: Ms }

/**
 * The news of a company of the simulated market on one day, and its effect on the price. `item`: of no event
 * of the day, an item of business in which a part of the day's own return comes at once.
 */
export type Disclosure = {
  readonly code: string
  readonly kind: 'results' | 'news' | 'takeover' | 'item'
  /**
   * The moment of its publication: at the opening auction, or in the middle of continuous trading. The
   * exchange knows it in this very step.
   */
  readonly at: Ms
  readonly isAtOpening: boolean
  /**
   * The log return that it adds to the price: at the opening in the auction's price already, later at once.
   */
  readonly logReturn: number
}

/** Trading goes on about this long after the disclosure (market rules 11). */
const HALT_MS = 15 * MINUTE
/**
 * News that moves the price by this much in the middle of the session halts it: about one issue in five
 * hundred a day.
 */
const HALTING_RETURN = 0.05
/** Disclosures keep this far from both ends of a session, so that a halted issue reopens before its close. */
const CLEAR_MS = 20 * MINUTE
/** Results and bids are published at the opening auction; of other events so many. */
const AT_OPENING_SHARE = 0.4
/** Of the other days of an issue, so many have an item. */
const ITEM_CHANCE = 0.03
/** The part of the variance of an issue's own day that an item takes. */
const ITEM_SHARE = 0.7
/**
 * Of an event's return, the part that the world's model puts into the night before (the rest into the
 * session).
 */
const OVERNIGHT_SHARE = 0.6
/** Of an event's return, what the world's model counts to the volatility of its session. */
const VOLATILE_SHARE = 0.5

/**
 * The disclosure of this issue on this day; null on most days, and always of a fund. A function of the day's
 * seed and of the drawn day: nobody can add one or know it before. An event's return is the drawn day's; an
 * item's is drawn so that what is left of the day is independent of it: nothing can be earned by knowing the
 * item after the market does, and the day ends where it was drawn to end.
 */
export function disclosureOf(
  seed: string,
  instrument: Instrument,
  drawn: DrawnDay,
  schedule: Schedule,
  tradeDate: DateJst,
): Disclosure | null {
  if (instrument.kind !== 'stock') return null
  const { code } = instrument
  const random = sealedRandom(seed, 'disclosure', code)
  const [chance, moment, z] = [random.next(), random.next(), random.normal()]
  const { event } = drawn
  if (event !== null) {
    const isAtOpening = event.kind !== 'news' || chance < AT_OPENING_SHARE
    const at = isAtOpening ? openingAt(schedule, tradeDate) : momentOf(schedule, tradeDate, moment)
    return { code, kind: event.kind, at, isAtOpening, logReturn: event.logReturn }
  }
  if (chance >= ITEM_CHANCE) return null
  const { end, sd } = ownPart(instrument, drawn)
  const logReturn = ITEM_SHARE * end + Math.sqrt(ITEM_SHARE * (1 - ITEM_SHARE)) * sd * z
  return { code, kind: 'item', at: momentOf(schedule, tradeDate, moment), isAtOpening: false, logReturn }
}

/**
 * The path of an issue's own part beside what is disclosed: where it ends, how far it strays, what the
 * opening already has, and the jump.
 */
export function ownPath(instrument: Instrument, drawn: DrawnDay, disclosure: Disclosure | null) {
  const { end, sd } = ownPart(instrument, drawn)
  const eventReturn = drawn.event?.logReturn ?? 0
  const quiet = Math.sqrt(Math.max(sd ** 2 - (VOLATILE_SHARE * eventReturn) ** 2, (sd / 2) ** 2))
  if (disclosure === null) return { end, sd, atOpening: 0, jump: null }
  const { at, isAtOpening, logReturn } = disclosure
  const rest = end - (1 - OVERNIGHT_SHARE) * eventReturn
  if (isAtOpening) return { end: rest, sd: quiet, atOpening: (1 - OVERNIGHT_SHARE) * eventReturn, jump: null }
  if (disclosure.kind !== 'item')
    return { end: rest, sd: quiet, atOpening: -OVERNIGHT_SHARE * eventReturn, jump: { at, logReturn } }
  return { end: end - logReturn, sd: sd * Math.sqrt(1 - ITEM_SHARE), atOpening: 0, jump: { at, logReturn } }
}

/** The halts that these disclosures bring. */
export const newsHalts = (disclosures: readonly Disclosure[]): NewsHalt[] =>
  disclosures
    .filter(({ isAtOpening, logReturn }) => !isAtOpening && Math.abs(logReturn) >= HALTING_RETURN)
    .map(({ code, at }) => ({ code, from: at, until: at + HALT_MS }))

/** The step of continuous trading that lies at this share of a day's sessions, clear of their ends. */
function momentOf(schedule: Schedule, tradeDate: DateJst, share: number): Ms {
  const spans = tradingSpans(schedule, tradeDate).map(({ from, to }) => ({
    from: from + CLEAR_MS,
    length: to - from - 2 * CLEAR_MS - HALT_MS,
  }))
  let into = share * spans.reduce((sum, span) => sum + span.length, 0)
  const span = spans.find((one) => (into -= one.length) < 0)!
  return Math.floor((span.from + span.length + into) / STEP_MS) * STEP_MS
}
