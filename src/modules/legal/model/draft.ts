import { no, type Refusal } from '#kernel/result.ts'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { blocksOf, fill } from './text.ts'

export type DocumentTexts = Readonly<Record<Lang, string>>
/** Characters of a text in one language. */
export const DOCUMENT_LONGEST = 12_000

/** In the order in which they are checked. */
export const DRAFT_REJECTIONS = [
  'DOCUMENT_TEXT',
  'DOCUMENT_FIGURE',
  'DOCUMENT_SHAPE',
  'DOCUMENT_UNCHANGED',
] as const

type Figures = Readonly<Record<string, number | string>>
const shapeOf = (text: string): string =>
  blocksOf(text)
    .map((block) =>
      block.kind === 'list'
        ? `list ${block.items.length}`
        : block.kind === 'table'
          ? `table ${block.rows.map((row) => row.length).join()}`
          : block.kind,
    )
    .join()

/** Line ends and spaces as they are kept. */
export const tidied = (text: string): string =>
  `${text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()}\n`

/**
 * A new version of a document, figures filled in. Refused: a language without a title (`# …`) and words below
 * it, or too long; a figure that no rule has; sections, points and rows that differ between languages; the
 * words of `before`, the version that it follows.
 */
export function documentTexts(
  written: DocumentTexts,
  figures: Figures,
  before: DocumentTexts,
): { ok: true; value: DocumentTexts } | Refusal<(typeof DRAFT_REJECTIONS)[number]> {
  const texts = Object.fromEntries(LANGS.map((lang) => [lang, tidied(written[lang])])) as Record<Lang, string>
  for (const lang of LANGS) {
    if (!/^# \S[^\n]*\n\S/.test(texts[lang]) || [...texts[lang]].length > DOCUMENT_LONGEST)
      return no('DOCUMENT_TEXT', { lang: LANG_NAMES[lang], longest: DOCUMENT_LONGEST })
  }
  for (const lang of LANGS) {
    const unknown = [...texts[lang].matchAll(/\{(\w*)\}/g)].find(([, name]) => !Object.hasOwn(figures, name!))
    if (unknown !== undefined) return no('DOCUMENT_FIGURE', { lang: LANG_NAMES[lang], name: unknown[1]! })
  }
  for (const lang of LANGS)
    if (shapeOf(texts[lang]) !== shapeOf(texts.ja)) return no('DOCUMENT_SHAPE', { lang: LANG_NAMES[lang] })
  for (const lang of LANGS) texts[lang] = fill(texts[lang], figures, lang)
  return LANGS.every((lang) => texts[lang] === before[lang])
    ? no('DOCUMENT_UNCHANGED')
    : { ok: true, value: texts }
}
