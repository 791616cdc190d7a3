/**
 * The kinds of published news: by companies, about the market, by the firm (notices and articles), by feeds
 * from outside.
 */
export const NEWS_KINDS = ['disclosure', 'market', 'notice', 'article', 'feed'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

/** The kinds that operators write, and the power by which each is published. */
export const WRITTEN = { notice: 'notice.publish', article: 'news.publish' } as const
export type WrittenKind = keyof typeof WRITTEN
export const WRITTEN_KINDS = Object.keys(WRITTEN) as readonly WrittenKind[]
export const isWritten = (kind: NewsKind): kind is WrittenKind => kind in WRITTEN
