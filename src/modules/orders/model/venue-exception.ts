import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { isAtVenue } from './order-life.ts'
import { reportFault, type Report } from './apply-execution.ts'
import type { Order } from './order.ts'

/**
 * Reasons why a report of the venue is laid before people instead of being applied: it cannot be read, or not
 * be true of its order as it stands; it is a trade of an order that is over or unknown; it takes a trade back
 * or corrects it; or it would end or change an order about which people are still to decide (REPORT_WAITS:
 * applied as soon as they have).
 */
export const EXCEPTION_FAULTS = [
  'REPORT_FORM',
  'REPORT_STATE',
  'REPORT_QUANTITY',
  'REPORT_PRICE',
  'REPORT_LATE',
  'REPORT_UNKNOWN',
  'REPORT_BUST',
  'REPORT_CORRECTION',
  'REPORT_WAITS',
] as const
export type ExceptionFault = (typeof EXCEPTION_FAULTS)[number]

/** Reports that are no report of an order as it goes on: nothing applies them. */
const UNAPPLIED: ReadonlySet<ExceptionFault> = new Set(['REPORT_FORM', 'REPORT_BUST', 'REPORT_CORRECTION'])

/** `booked`: applied to its order after all. `set-aside`: never, and the firm answers for the difference. */
export const EXCEPTION_STATES = ['open', 'booked', 'set-aside'] as const
export type ExceptionState = (typeof EXCEPTION_STATES)[number]

/** A report that is not applied. The order of one that is open is disputed. */
export type VenueException = {
  readonly id: string
  /** The order as the venue names it: perhaps none of ours. */
  readonly orderId: string
  /** null: the order is unknown. */
  readonly memberId: MemberId | null
  readonly code: string | null
  /** Name of the execution in the venue's own words. */
  readonly execId: string
  readonly fault: ExceptionFault
  /** The report as it was said, in JSON. */
  readonly said: string
  readonly status: ExceptionState
  /** By the journal. */
  readonly at: Ms
  readonly decidedAt: Ms | null
  /** In memory: people are to decide, its order is at work, or it was decided since the last start. */
  readonly live: boolean
  /** Reports beyond the limit, counted here. */
  readonly more: number
}

/** So many open reports of one order are listed; a venue that says more of it is broken. */
export const MOST_LISTED = 100
/** The same of all orders that nobody knows. */
export const MOST_UNKNOWN = 1_000

/** The longest part of a report that is kept, in characters; one of the venues' is a third of it. */
const LONGEST_SAID = 1_000
const LONGEST_NAME = 64

/** Any text from outside as rows and journal can hold it: printable, of one byte a character. */
const printable = (text: string, longest: number): string =>
  text.slice(0, longest).replaceAll(/[^\u0020-\u007e]/g, '?')

/** A name that the venue gave, whatever it is. */
export const nameFrom = (name: unknown): string =>
  printable(typeof name === 'string' ? name : (JSON.stringify(name) ?? ''), LONGEST_NAME)

/** The venue's words, whatever they are. */
export function saidFrom(report: unknown): string {
  try {
    return printable(JSON.stringify(report) ?? '', LONGEST_SAID)
  } catch {
    return ''
  }
}

/** The report of an exception, where an order could take it; null: it has no form, or is about a trade. */
export function reportIn({ fault, said }: Pick<VenueException, 'fault' | 'said'>): Report | null {
  if (UNAPPLIED.has(fault) || said.length === LONGEST_SAID) return null
  const report = JSON.parse(said) as Partial<Report>
  return report.tradeDate === undefined || report.execNo === undefined ? null : (report as Report)
}

/** True if the order, as it stands now, can take the report. */
export function isBookable(exception: VenueException, order: Order | undefined): boolean {
  const report = reportIn(exception)
  return (
    report !== null &&
    order !== undefined &&
    (isAtVenue(order.ordStatus) || order.ordStatus === 'HELD') &&
    reportFault(order, report) === null
  )
}
