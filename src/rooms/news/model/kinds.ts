/** What is published: by companies, about the market, by the firm, by feeds from outside. */
export const NEWS_KINDS = ['disclosure', 'market', 'notice', 'feed'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]
