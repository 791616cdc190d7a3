import type { Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Lang } from '#i18n/lang.ts'
import type { CorporateActions } from '../model/corporate-actions.ts'
import type { Earnings } from '../model/earnings.ts'
import type { Instrument } from '../model/instrument.ts'
import type { SearchMatch } from '../model/search.ts'
import type { ListingRefusal, NewIssue } from '../model/new-issue.ts'

export type { ListingRefusal, NewIssue, Segment } from '../model/new-issue.ts'
export { dayJob } from './day-job.ts'

/** The questions of other modules about listed issues. All answers are from memory. */
export type InstrumentsPublic = {
  /** null: no such issue is listed here. */
  get(code: string): Instrument | null
  /** Every listed issue, in order of code. */
  all(): readonly Instrument[]
  /** Best match first; an empty query matches nothing. */
  search(query: string, lang: Lang): SearchMatch[]
  /**
   * The issue's name in this language, of one that is still to be listed too; an unknown code is its own
   * name. `lang` as it came in the request.
   */
  nameOf(code: string, lang: string): string
  /** Dividends and splits of the listed issues; a listing by itself says nothing of them. */
  readonly actions: CorporateActions
  /** The dates on which companies publish results, and what they have published. */
  readonly earnings: Earnings
}

/**
 * Inside an engine command: the issue trades from its issue date on. The events belong to the command's own.
 */
export type ListIssue = (
  tables: TableAccess,
  issue: NewIssue,
  at: Ms,
) => { ok: true; events: readonly DomainEvent[] } | Refusal<ListingRefusal>

/** The way into the list, for product modules. */
export type NewIssuesPublic = {
  /**
   * Lists an issue while the server runs, once for all: called inside an engine command (best the one that
   * sets the offer price), whose events it joins. From the hour at which its issue date takes orders on it is
   * an issue like any other; its first price is found by an auction without a previous one (market rules 10).
   * Called later than that, it opens at once. Refusals, in this order: `MARKET_REPLAYED`, `CODE_LISTED`,
   * `OFFER_OFF_TICK`, `ISSUE_DATE_CLOSED`, `MARKET_FULL`.
   */
  list: ListIssue
  /**
   * Takes an issue back whose first day has not begun, inside a command whose events it joins: the exchange
   * never opens it. Its code stays taken.
   */
  withdraw(tables: TableAccess, code: string, at: Ms): readonly DomainEvent[]
  /** True if an issue of this code is listed or about to be. */
  isTaken(tables: TableReader, code: string): boolean
}
