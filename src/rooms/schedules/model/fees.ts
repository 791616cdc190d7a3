import { no, type Refusal } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import type { FeeRule } from '#rooms/margin/model/rates.ts'

/** What an administrator asks for: the commission from a business day on. Consumption tax is the law's and not in it. */
export type FeeSchedule = { readonly from: DateJst; readonly ratePpm: number; readonly minYen: number; readonly maxYen: number }

/** The highest commission that can be set: 1 % and 100,000 yen (decided here). */
const RATE_MOST_PPM = 10_000
const YEN_MOST = 100_000

/** Refusals of a fee schedule, in the order in which they are checked. */
export const FEES_REJECTIONS = ['SCHEDULE_FORM', 'SCHEDULE_ID', 'FROM_CLOSED', 'FROM_TOO_EARLY', 'SCHEDULE_KNOWN', 'RATE_TOO_HIGH', 'FEES_REVERSED'] as const

const FIELDS = ['from', 'maxYen', 'minYen', 'ratePpm']
const whole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** `today`: the trade date that is on, or the next one while the market is closed; `isOpen`: whether `from` is a business day. */
export type FeesFacts = { readonly today: DateJst; readonly isOpen: boolean }

/** The id of the schedule that begins on a day. */
export const feesId = (from: DateJst): string => `fees-${from}`

/** Why these fees cannot be set: strict fields, no value for one member, from the next business day on at the earliest (security-and-trust 1). */
export function feesProblem(id: string, body: Readonly<Record<string, unknown>>, facts: FeesFacts, isKnown: boolean): Refusal<(typeof FEES_REJECTIONS)[number]> | null {
  const { from, ratePpm, minYen, maxYen } = body
  const isFormed = Object.keys(body).toSorted().join() === FIELDS.join() && typeof from === 'string' && /^20\d\d-\d\d-\d\d$/.test(from)
  if (!isFormed || !whole(ratePpm) || !whole(minYen) || !whole(maxYen)) return no('SCHEDULE_FORM')
  if (id !== feesId(from)) return no('SCHEDULE_ID')
  if (!facts.isOpen) return no('FROM_CLOSED', { date: from })
  if (from <= facts.today) return no('FROM_TOO_EARLY', { today: facts.today })
  if (isKnown) return no('SCHEDULE_KNOWN', { date: from })
  if (ratePpm > RATE_MOST_PPM || maxYen > YEN_MOST) return no('RATE_TOO_HIGH', { percent: RATE_MOST_PPM / 10_000, yen: YEN_MOST })
  return minYen > maxYen ? no('FEES_REVERSED') : null
}

/** The rule in force on a day: of the newest schedule that has begun, else the one that the house began with. */
export function feesOnDay(schedules: readonly FeeSchedule[], date: DateJst, first: FeeRule): FeeRule {
  const begun = schedules.filter(({ from }) => from <= date)
  const newest = begun.reduce<FeeSchedule | null>((best, one) => (best === null || one.from > best.from ? one : best), null)
  return newest === null ? first : { ratePpm: newest.ratePpm, minYen: newest.minYen, maxYen: newest.maxYen }
}
