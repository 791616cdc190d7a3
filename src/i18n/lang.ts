/** Languages of the product, the source first. */
export const LANGS = ['ja', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr'] as const
export type Lang = (typeof LANGS)[number]

export const FALLBACK_LANG = 'en' satisfies Lang

/**
 * The language that a `lang` query or a stored locale names: Japanese goes by `jp` on the wire
 * (specification, chapter 7), an unknown one is English.
 */
export function langOf(name: string | null | undefined): Lang {
  if (!name || name === 'jp') return 'ja'
  return LANGS.find((lang) => lang === name) ?? FALLBACK_LANG
}

/** The tags of Chinese that is written in traditional characters. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/i

const ofTag = (tag: string): Lang | undefined =>
  TRADITIONAL.test(tag)
    ? 'zh-Hant'
    : /^zh\b/i.test(tag)
      ? 'zh-Hans'
      : LANGS.find((lang) => lang === tag.split('-', 1)[0]!.toLowerCase())

/**
 * The locale with which a device begins that has stored none: the first of its browser's languages that the
 * product has, else English; '' where that is Japanese, or the browser says nothing.
 */
export function firstLocale(tags: readonly string[]): Lang | '' {
  if (tags.length === 0) return ''
  const lang = tags.map(ofTag).find((each) => each !== undefined) ?? FALLBACK_LANG
  return lang === 'ja' ? '' : lang
}

/** Written in full-width characters: no spaces between words or sentences, marks as wide as letters. */
export const isFullWidth = (lang: Lang): boolean => lang === 'ja' || lang === 'zh-Hans' || lang === 'zh-Hant'

/** Each language in its own words, so that it is found by those who read it. */
export const LANG_NAMES: Record<Lang, string> = {
  ja: '日本語',
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  es: 'Español',
  fr: 'Français',
}
