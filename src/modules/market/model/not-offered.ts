/**
 * The products that people look for and this firm does not offer (product decision 2), with the words they
 * look for them by.
 */
const NOT_OFFERED = {
  nisa: /nisa|ニーサ|少額投資非課税/,
  oddLots: /単元未満|ミニ株|端株|s株|odd ?lot|零股|rompus|picos/,
  pts: /\bpts\b|夜間取引|時間外取引|私設取引/,
} as const
export type NotOffered = keyof typeof NOT_OFFERED

/** The one that a search is for; null: it is for an issue. */
export function notOfferedFor(query: string): NotOffered | null {
  const words = query.normalize('NFKC').toLowerCase()
  return (Object.keys(NOT_OFFERED) as NotOffered[]).find((each) => NOT_OFFERED[each].test(words)) ?? null
}
