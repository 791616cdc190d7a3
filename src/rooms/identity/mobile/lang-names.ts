import type { Lang } from '#texts/lang.ts'

/** Each language in its own words, so that it is found by those who read it. */
export const LANG_NAMES: Record<Lang, string> = {
  ja: '日本語', en: 'English', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文', es: 'Español', fr: 'Français',
}
