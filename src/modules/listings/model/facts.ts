import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'

/** An issue that terms name. */
export type IssueFacts = {
  readonly unit: Quantity
  readonly tickTable: TickTable
  readonly sharesOutstanding: Quantity
  /** Its newest official close; null where none is known yet. */
  readonly closeTenths: PriceTenths | null
  /** The first ex-date (dividend or split) after that close, up to the last date of the terms; null: none. */
  readonly exDate: DateJst | null
}

/** Figures of a model's card that nobody may choose, by the names of the fields. */
export type CardFigures = Readonly<Record<string, number | string>>

/**
 * The facts of the world that the checks need, as of `now` (market time). Plain data: it is journalled with
 * the act.
 */
export type Facts = {
  readonly now: Ms
  /** Of the dates in the terms, those on which the market is closed. */
  readonly closedDates: readonly DateJst[]
  /** Of the codes in the terms, those that are listed. */
  readonly issues: Readonly<Record<string, IssueFacts>>
  /** True if a new issue can come to this market: not where real days are played again. */
  readonly takesNewIssues: boolean
  /**
   * Of the day that the listing is for, where it is for one: its opening auction and the beginning of its
   * pre-closing.
   */
  readonly day: { readonly opensAt: Ms; readonly preClosingAt: Ms } | null
  /**
   * Of an AI card: what the model's own evaluation up to its last day of testing says, field by field; null:
   * not an AI card, or nothing was measured up to that day.
   */
  readonly card: CardFigures | null
  /** Level of the member that is to lead a pool; null: nobody of that id. */
  readonly leadLevel: string | null
}
