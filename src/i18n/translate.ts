import type { TextArgs } from './keys.ts'
import type { Lang } from './lang.ts'
import { chosen, format, type Args, type Catalogue } from './message.ts'

/** Of the keys that it may be, those whose sentence needs arguments. */
type Needy<K extends TextKey> = K extends unknown
  ? Record<never, never> extends TextArgs[K]
    ? never
    : K
  : never
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/**
 * The sentence behind a key: `t('ui.retry')`, `t('orders.rejection.LOT_SIZE', { lotSize: 100 })`. A key that
 * may be one of several takes what all of them need.
 */
export type Translate = <K extends TextKey>(
  key: K,
  ...args: [Needy<K>] extends [never] ? [] : [args: AllOf<TextArgs[Needy<K>]>]
) => string
export type TextKey = keyof TextArgs

export const makeTranslate =
  (catalogue: Catalogue, lang: Lang): Translate =>
  (key, ...args) =>
    lookUp(catalogue, lang, key, args[0] as Args | undefined)

/**
 * For keys that are only known at run time (`orders.rejection.` + a code). Never throws: an unknown key is
 * its own text.
 */
export function lookUp(catalogue: Catalogue, lang: Lang, key: string, args: Args = {}): string {
  const message = chosen(catalogue, key)
  return message === undefined ? key : format(message, args, lang)
}
