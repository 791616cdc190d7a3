import type { TextArgs } from './keys.ts'
import type { Lang } from './lang.ts'
import { chosen, format, type Args, type Catalogue } from './message.ts'

/** The sentence behind a key: `t('ui.retry')`, `t('orders.rejection.LOT_SIZE', { lotSize: 100 })`. */
export type Translate = <K extends TextKey>(
  key: K,
  ...args: Record<never, never> extends TextArgs[K] ? [] : [args: TextArgs[K]]
) => string
export type TextKey = keyof TextArgs

export const makeTranslate =
  (catalogue: Catalogue, lang: Lang): Translate =>
  (key, ...args) => lookUp(catalogue, lang, key, args[0])

/** For keys that are only known at run time (`orders.rejection.` + a code). Never throws: an unknown key is its own text. */
export function lookUp(catalogue: Catalogue, lang: Lang, key: string, args: Args = {}): string {
  const message = chosen(catalogue, key)
  return message === undefined ? key : format(message, args, lang)
}
