import { no, ok, type Result } from '#kernel/result.ts'
import { wordsProblem } from '#modules/staff/model/public-labels.ts'
import { LANGS, type Lang } from '#i18n/lang.ts'
import type { WrittenKind } from './kinds.ts'

/**
 * The texts that the firm writes: at least in Japanese; a reader of another language that is not there gets
 * English, else Japanese.
 */
export type NoticeTexts = { readonly [L in Lang]?: { readonly title: string; readonly text: string } }

/**
 * A notice or an article as it is written: which issues it is about, and which earlier one it corrects (an id
 * of the news).
 */
export type Writing = {
  readonly kind: WrittenKind
  readonly texts: NoticeTexts
  readonly codes: readonly string[]
  readonly corrects: string | null
}

export const NOTICE_LIMITS = { title: 80, text: 1_000, codes: 5 } as const

/** In the order in which they are checked. */
export const NOTICE_REJECTIONS = [
  'NOTICE_JAPANESE_MISSING',
  'NOTICE_TITLE',
  'NOTICE_TEXT',
  'NOTICE_WORDS',
] as const

/**
 * The texts without spaces around them; refused where Japanese is missing, a title is empty or above 80
 * characters, a text empty or above 1,000, or one carries what support may not publish (money, prices, rates,
 * accounts, links): `problem` says what.
 */
export function noticeTexts(written: NoticeTexts): Result<NoticeTexts, (typeof NOTICE_REJECTIONS)[number]> {
  if (written.ja === undefined) return no('NOTICE_JAPANESE_MISSING')
  const texts: Partial<Record<Lang, { title: string; text: string }>> = {}
  for (const lang of LANGS) {
    const one = written[lang]
    if (one === undefined) continue
    const [title, text] = [one.title.trim(), one.text.trim()]
    if (title === '' || [...title].length > NOTICE_LIMITS.title) return no('NOTICE_TITLE', { lang })
    if (text === '' || [...text].length > NOTICE_LIMITS.text) return no('NOTICE_TEXT', { lang })
    texts[lang] = { title, text }
  }
  for (const lang of LANGS) {
    const one = texts[lang]
    const problem = one && (wordsProblem(one.title) ?? wordsProblem(one.text))
    if (problem) return no('NOTICE_WORDS', { lang, problem })
  }
  return ok(texts)
}

/** The words for somebody who reads this language. */
export const noticeIn = (texts: NoticeTexts, lang: Lang): { title: string; text: string } =>
  texts[lang] ?? texts.en ?? texts.ja!
