import type { Lang } from './lang.ts'

/** The market's clock, whatever the reader's. */
const TIME_ZONE = 'Asia/Tokyo'

/**
 * Numbers as a language groups them. Spanish leaves four figures ungrouped; beside others, or in a column,
 * that reads as another size.
 */
export const numberFormat = kept(
  (lang: Lang, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(lang, { useGrouping: 'always', ...options }),
)
/** Dates and times of Japan as a language writes them. */
export const dateFormat = kept(
  (lang: Lang, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang, { timeZone: TIME_ZONE, ...options }),
)
export const pluralRules = kept(
  (lang: Lang, options: Intl.PluralRulesOptions) => new Intl.PluralRules(lang, options),
)

/** The minus sign of figures (U+2212) for the hyphen. */
export const withMinus = (text: string): string => text.replace('-', '\u2212')

// Making an Intl object costs some 50 µs, using one well under 1 µs: a ticking list asks for thousands.
function kept<Options, Made>(
  make: (lang: Lang, options: Options) => Made,
): (lang: Lang, options: Options) => Made {
  const made = new Map<string, Made>()
  return (lang, options) => {
    const key = lang + JSON.stringify(options)
    const known = made.get(key) ?? make(lang, options)
    made.set(key, known)
    return known
  }
}
