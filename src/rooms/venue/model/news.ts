import { seeded } from '#kernel/random.ts'
import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { tradingSpans, type Schedule } from '#rooms/instruments/model/schedule.ts'
import { STEP_MS } from './entry-tag.ts'

/** An issue is halted while a disclosure in the middle of the session is read (market rules 11). */
export type NewsHalt = { readonly code: string; readonly from: Ms; readonly until: Ms }

/** Trading goes on about this long after the disclosure (market rules 11). */
const HALT_MS = 15 * MINUTE
/** Issues that are halted a day, as a share of all. */
const HALTED_SHARE = 0.002
/** Disclosures keep this far from both ends of a session, so that the issue reopens before its close. */
const CLEAR_MS = 20 * MINUTE

/** The halts of a simulated day, drawn from its seed. */
export function newsHalts(seed: string, codes: readonly string[], schedule: Schedule, tradeDate: DateJst): NewsHalt[] {
  const spans = tradingSpans(schedule, tradeDate).map(({ from, to }) => ({ from: from + CLEAR_MS, length: to - from - 2 * CLEAR_MS - HALT_MS }))
  const length = spans.reduce((sum, span) => sum + span.length, 0)
  return codes.flatMap((code) => {
    const random = seeded(seed, 'news', code)
    if (random.next() >= HALTED_SHARE) return []
    let into = random.next() * length
    const span = spans.find((one) => (into -= one.length) < 0)!
    const from = Math.floor((span.from + span.length + into) / STEP_MS) * STEP_MS
    return [{ code, from, until: from + HALT_MS }]
  })
}
