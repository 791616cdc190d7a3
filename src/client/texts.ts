import { useSyncExternalStore } from 'react'
import { loadCatalogue } from '#i18n/browser.ts'
import { formatter, type Format } from '#i18n/format.ts'
import { langOf, type Lang } from '#i18n/lang.ts'
import type { Args, Catalogue } from '#i18n/message.ts'
import { TEXT_PARTS, type TextPart } from '#i18n/parts.ts'
import { lookUp, makeTranslate, type Translate } from '#i18n/translate.ts'
import { announceFailure } from './failures.ts'
import { session } from './session.ts'
import { store } from './store.ts'

type Words = { lang: Lang; catalogue: Catalogue; t: Translate; format: Format }

const wordsOf = (lang: Lang, catalogue: Catalogue): Words => ({
  lang,
  catalogue,
  t: makeTranslate(catalogue, lang),
  format: formatter(lang),
})
const words = store<Words>(wordsOf('ja', {}))

/** Loads the texts of one language up to a part, each part once. */
let upTo: (part: TextPart) => Promise<void> = () => Promise.resolve()
/**
 * The wait for the texts of the language being loaded, or loaded, up to a part: a page waits for as many as
 * it says, and asks for them by waiting.
 */
export const textsUpTo = (part: TextPart): Promise<void> => upTo(part)

/**
 * Loads the stored locale's texts, part after part, so that none is in the way of the one before: resolves
 * when the first screen's are here, at the start, where the others come when they are waited for; or all,
 * when the language changes; screens then change together.
 */
export function loadTexts(): Promise<void> {
  const lang = langOf(session.get().locale)
  const isStart = Object.keys(words.get().catalogue).length === 0
  const catalogue: Record<string, Catalogue[string]> = {}
  const asked = new Map<TextPart, Promise<void>>()
  upTo = (part) => {
    const known = asked.get(part)
    if (known !== undefined) return known
    const before = TEXT_PARTS[TEXT_PARTS.indexOf(part) - 1]
    const here = (before === undefined ? Promise.resolve() : upTo(before)).then(async () => {
      Object.assign(catalogue, await loadCatalogue(lang, part))
      if ((!isStart && part !== 'rest') || langOf(session.get().locale) !== lang) return
      words.set(wordsOf(lang, { ...catalogue }))
      document.documentElement.lang = lang
    })
    asked.set(part, here)
    // Callers that wait for a part hear of its failure, and one that waits later has it asked for again.
    here.catch(() => asked.delete(part))
    return here
  }
  return upTo(isStart ? 'first' : 'rest')
}

// A locale is chosen by storing it; the old words stay until the new ones are here.
session.subscribe(() => {
  if (langOf(session.get().locale) === words.get().lang) return
  loadTexts().catch(() => announceFailure(translate('client.network')))
})

const useWords = (): Words => useSyncExternalStore(words.subscribe, words.get)

/** Texts of the chosen language, typed by the catalogues. */
export const useT = (): Translate => useWords().t
export const useFormat = (): Format => useWords().format
export const useLang = (): Lang => useWords().lang

/**
 * Keys known only at run time: `useText()('orders.rejection.' + code, detail)`. An unknown key is its own
 * text.
 */
export function useText(): (key: string, args?: Args) => string {
  const { catalogue, lang } = useWords()
  return (key, args) => lookUp(catalogue, lang, key, args)
}

/** For code outside components: the words of this moment. */
export const translate: Translate = (key, ...args) => words.get().t(key, ...args)
