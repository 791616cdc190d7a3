import type { DateJst } from '#kernel/time.ts'
import { canonical, type Json } from '#kernel/hash.ts'
import type { PickDay } from './method.ts'

/**
 * The published record of a close: the card, the day on which its orders go out, and everything that the
 * picks follow from.
 */
export type PublishedDay = PickDay & {
  readonly cardId: string
  readonly entryOn: DateJst
  readonly version: string
}

const TAG = 'KABU-PICKS-v1\0'
/**
 * The text whose SHA-256 is the hash of a day's picks: what was published before the opening can never be
 * another text. Every number is written as a decimal string.
 */
export const picksText = ({
  cardId,
  day,
  entryOn,
  fitOn,
  version,
  weights,
  rows,
  picks,
}: PublishedDay): string =>
  TAG + canonical({ cardId, day, entryOn, fitOn, version, weights, rows: rows as Json, picks })
