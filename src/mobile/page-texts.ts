import type { PageName } from '#registry/pages.ts'
import type { TextPart } from '#i18n/parts.ts'

const WORDS: Partial<Record<PageName, TextPart>> = {
  startup: 'first',
  home: 'first',
  market: 'trading',
  stock: 'trading',
  trade: 'trading',
  news: 'trading',
  user: 'trading',
}

/** Up to which part a page needs the texts. */
export const wordsOf = (page: string): TextPart => WORDS[page as PageName] ?? 'rest'
