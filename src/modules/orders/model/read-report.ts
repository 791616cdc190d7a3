import { addDays, isDate, type DateJst } from '#kernel/time.ts'
import { execIdOf, readExecNo } from '#modules/venue/model/exec-no.ts'
import type { VenueAnswerReason, VenueReason } from '#modules/venue/model/terms.ts'
import type { ExecType } from './order-status.ts'
import { EXEC_TYPES, type Report } from './apply-execution.ts'

/** The reasons that a venue may give; members read each in their language. */
const VENUE_REASONS: readonly VenueReason[] = [
  'NO_LIQUIDITY',
  'DAY_END',
  'REQUESTED',
  'AT_OPEN_LAPSED',
  'AT_CLOSE_LAPSED',
  'IOC_LAPSED',
  'UNKNOWN_ISSUE',
  'MARKET_CLOSED',
  'MARKET_BANNED',
  'OUTSIDE_LIMIT',
  'OFF_TICK',
  'SELF_CROSS',
]
/** The reasons of answers that end nothing. */
const ANSWER_REASONS: readonly VenueAnswerReason[] = [
  'TOO_LATE',
  'UNKNOWN_ORDER',
  'REQUEST_PENDING',
  'REPRICED',
  'PARTLY_DECLINED',
  'CORPORATE_ACTION',
]
const isAnswer = (execType: ExecType) =>
  execType === 'CANCEL_REJECTED' || execType === 'AMEND_REJECTED' || execType === 'RESTATED'
/** Said of an end whose reason is none of these. */
const UNNAMED = 'VENUE_REASON'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < 8_640_000_000_000_000
const fieldsOf = (said: unknown): Readonly<Record<string, unknown>> =>
  typeof said === 'object' && said !== null ? { ...said } : {}
const typeIn = (value: unknown) => EXEC_TYPES.find((each) => each === value)

/** No market trades for longer ahead of its day. */
const AHEAD_DAYS = 40
const FIRST_DAY: DateJst = '2000-01-01'
/** True of a day that a report can be of: not before there were numbers, nor far in the future. */
export const isTradeDay = (date: DateJst, today: DateJst): boolean =>
  isDate(date) && date >= FIRST_DAY && date <= addDays(today, AHEAD_DAYS)

/** `inOrder`: it numbers its executions (`execNo`); the names of any other are opaque. */
export type ReportingVenue = { readonly name: string; readonly inOrder?: true }
/** Any name of a protocol: printable, of one byte a character, no longer than the rows hold. */
const NAME = /^[\u0021-\u007e][\u0020-\u007e]{0,63}$/

function executionOf(
  execId: unknown,
  { name, inOrder }: ReportingVenue,
): Pick<Report, 'execNo' | 'named'> | null {
  if (inOrder === true) {
    const execNo = readExecNo(execId)
    return execNo === null ? null : { execNo }
  }
  return typeof execId === 'string' && NAME.test(execId)
    ? { execNo: 0, named: { execId, venue: name } }
    : null
}

/** The fault under which a report that takes a trade back, or says it anew, is listed; null: it is none. */
export function reversalFault(
  said: unknown,
  venue: ReportingVenue,
): 'REPORT_BUST' | 'REPORT_CORRECTION' | null {
  const { execId, execType, refExecId } = fieldsOf(said)
  if (executionOf(execId, venue) === null || executionOf(refExecId, venue) === null) return null
  if (execType === 'TRADE_CANCEL') return 'REPORT_BUST'
  return execType === 'TRADE_CORRECT' ? 'REPORT_CORRECTION' : null
}

/** Name of the execution in the venue's own words. */
export const execIdIn = ({ named, execNo }: Pick<Report, 'execNo' | 'named'>): string =>
  named?.execId ?? execIdOf(execNo)

/**
 * The report that a venue has said, whatever came; null: it has not the form of one. Field by field in the
 * engine's own terms: nothing else of it goes on.
 */
export function readReport(
  said: unknown,
  isDay: (date: DateJst) => boolean,
  venue: ReportingVenue,
): Report | null {
  const from = fieldsOf(said)
  const { at, lastPxTenths, lastQty, leavesQty, priceTenths = null, receipt, tradeDate } = from
  const venueSeq = from.venueSeq ?? (venue.inOrder === true ? null : 0)
  const execution = executionOf(from.execId, venue)
  const execType = typeIn(from.execType)
  if (execution === null || execType === undefined || !isTime(at)) return null
  if (typeof tradeDate !== 'string' || !isDay(tradeDate)) return null
  if (!isCount(lastQty) || !isCount(lastPxTenths) || !isCount(leavesQty) || !isCount(venueSeq)) return null
  if (priceTenths !== null && !isCount(priceTenths)) return null
  const reasons: readonly string[] = isAnswer(execType) ? ANSWER_REASONS : VENUE_REASONS
  const named = reasons.find((each) => each === from.reason)
  const proof = typeof receipt === 'string' && /^[0-9a-f]{1,128}$/.test(receipt) ? { receipt } : {}
  return {
    at,
    ...execution,
    execType,
    lastPxTenths,
    lastQty,
    leavesQty,
    priceTenths,
    reason: named ?? ((from.reason ?? null) === null ? null : UNNAMED),
    ...proof,
    tradeDate,
    venueSeq,
  }
}
