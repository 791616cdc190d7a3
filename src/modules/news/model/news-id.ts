import type { Ms } from '#kernel/time.ts'
import type { NewsKind } from './kinds.ts'

const LETTERS: Readonly<Record<NewsKind, string>> = {
  disclosure: 'd',
  market: 'm',
  notice: 'n',
  article: 'a',
  feed: 'f',
}

/**
 * Ids sort by time; the same news has the same id, so that it is there once however often it is published.
 * `rest`: letters, digits, hyphens.
 */
export const newsId = (at: Ms, kind: NewsKind, rest: string): string =>
  `${String(Math.max(0, at)).padStart(13, '0')}-${LETTERS[kind]}-${rest}`

/** Of what an operator wrote: short enough to stand within the id of a message about it. */
export const writtenId = (at: Ms, kind: NewsKind, draftId: string): string =>
  newsId(at, kind, draftId.slice(-12))
