import type { Lang } from '#i18n/lang.ts'
import { timeJst } from '#kernel/time.ts'
import { yenOf } from '#kernel/price.ts'
import type { AppContext } from '#modules/module.ts'
import type { Words } from '../model/events.ts'

/** The words of a feed, from the catalogues. */
export function wordsIn(
  text: AppContext['text'],
  lang: Lang,
  nameOf: (code: string, lang: string) => string,
): Words {
  const say = (key: string, args?: Readonly<Record<string, number | string>>) =>
    text(lang, `calendars.${key}`, args)
  return {
    nameOf: (code) => nameOf(code, lang),
    kind: (kind) => say(`kind.${kind}`),
    summary: (kind, name) => say(`event.${kind}`, { name }),
    step: (step, name, isVoid) =>
      isVoid ? say('event.ipo.void', { name }) : say(`event.ipo.${step}`, { name }),
    exDescription(action) {
      const cum = say('event.cum', { at: timeJst(action.lastCumDate, 0) })
      return action.kind === 'dividend'
        ? `${cum}\n${say('event.perShare', { yen: yenOf(action.perShareTenths), at: timeJst(action.payDate, 0) })}`
        : `${cum}\n${say('event.ratio', { oldShares: action.oldShares, newShares: action.newShares })}`
    },
    note: say('event.note'),
  }
}
