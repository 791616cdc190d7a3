/** Languages of the product, the source first. */
export const LANGS = ['ja', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr'] as const
export type Lang = (typeof LANGS)[number]

export const FALLBACK_LANG = 'en' satisfies Lang

/** The language that a `lang` query or a stored locale names: Japanese goes by `jp` on the wire (specification, chapter 7), an unknown one is English. */
export function langOf(name: string | null | undefined): Lang {
  if (!name || name === 'jp') return 'ja'
  return LANGS.find((lang) => lang === name) ?? FALLBACK_LANG
}
