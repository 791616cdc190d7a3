/**
 * Texts travel in three files a language: what the first screen says, what the pages say that a visit goes to
 * from there, and the rest, which every other page waits for (docs/testing.md#page-loading). What the
 * operators' console says (`console.…`, and `<module>.console.…`) no phone loads: there it comes with the
 * rest.
 */
export const TEXT_PARTS = ['first', 'trading', 'rest'] as const
export type TextPart = (typeof TEXT_PARTS)[number]

/**
 * Parts of a folder's texts, in `locales/parts.json` beside them. Each lists keys, beginnings of keys with
 * their point, or `*` for all that no other part lists. `console` holds what the server alone words too, in
 * its answers. The texts of a folder without the file travel with the rest.
 */
export type Parts = { readonly [Part in TextPart | 'console']?: readonly string[] }

const ORDER = ['console', ...TEXT_PARTS] as const
/** Texts that are alike in every folder: the console's, messages, acts of operators, titles of pages. */
const EVERYWHERE: Parts = { console: ['console.', 'message.', 'power.'], first: ['pageTitle.'] }

/** True if an entry of a part stands for a key. */
export const isEntryOf = (entry: string, key: string): boolean =>
  entry === '*' || (entry.endsWith('.') ? key.startsWith(entry) : key === entry)

/** The part that a folder's key belongs to. */
export function partIn(parts: Parts, key: string): TextPart | 'console' {
  const listing = (of: Parts, isWanted: (entry: string) => boolean) =>
    ORDER.find((part) => of[part]?.some((entry) => isWanted(entry) && isEntryOf(entry, key)))
  const byName = (entry: string) => entry !== '*'
  return listing(EVERYWHERE, byName) ?? listing(parts, byName) ?? listing(parts, () => true) ?? 'rest'
}
