/**
 * Texts travel in three files a language: what the first screen says, what the pages say that a visit goes to
 * from there, and the rest, which every other page waits for (docs/testing.md#page-loading). What the
 * operators' console says (`console.…`, and `<module>.console.…`) no phone loads: there it comes with the
 * rest.
 */
export const TEXT_PARTS = ['first', 'trading', 'rest'] as const
export type TextPart = (typeof TEXT_PARTS)[number]

/** Folders whose texts the startup page, home and the frame around them need. */
const FIRST = new Set(['ui', 'client', 'mobile', 'home', 'market', 'portfolio'])

/**
 * Folders whose texts the pages of the market, of a stock, of trading, of news and of the member need
 * besides.
 */
const TRADING = new Set([
  'orders',
  'watchlists',
  'corporate-actions',
  'news',
  'venue',
  'alerts',
  'instruments',
  'inbox',
])
/**
 * The little that these pages say of modules whose other words come later: the member's level, what is to be
 * agreed to anew.
 */
const TRADING_KEYS = /^(members\.(level|account\.(title|changed))|identity\.level|staff\.title)/

/** Modules whose rejections the server alone words, in its answers; `npm run new-module` adds its own. */
const REJECTIONS_WORDED_BY_SERVER = [
  'alerts',
  'audit',
  'inbox',
  'legal',
  'listings',
  'news',
  'records',
  'schedules',
  'staff',
  'support',
  'watchlists',
]
/** Worded by the server, in its answers; beside it only the console says it. */
const NOT_ON_THE_PHONE = new RegExp(
  [
    '^(server|staff\\.(power|reason|read)|listings\\.(field|kind|choice)|[\\w-]+\\.message|news\\.words|orders\\.reason|records\\.(pdf|csv)|support\\.(canned|export)',
    `(${REJECTIONS_WORDED_BY_SERVER.join('|')})\\.rejection)\\.`,
  ].join('|'),
)

/** Which part a message's key belongs to: its first word is its folder. */
export function partOf(key: string): TextPart | 'console' {
  const [folder = '', next] = key.split('.', 2)
  if (folder === 'console' || next === 'console' || NOT_ON_THE_PHONE.test(key)) return 'console'
  return FIRST.has(folder) ? 'first' : TRADING.has(folder) || TRADING_KEYS.test(key) ? 'trading' : 'rest'
}
