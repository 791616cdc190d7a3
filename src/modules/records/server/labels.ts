import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { langOf, type Lang } from '#i18n/lang.ts'

/**
 * How a statement speaks: texts of the catalogues, figures and days as the language writes them, times of
 * Japan.
 */
export type Words = ReturnType<typeof wordsIn>

const MINUS = '\u2212'

export function wordsIn(context: Pick<AppContext, 'text'>, name: string) {
  const lang: Lang = langOf(name)
  const plain = new Intl.NumberFormat(lang, { useGrouping: 'always' })
  const price = new Intl.NumberFormat(lang, { useGrouping: 'always', maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(lang, {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const time = new Intl.DateTimeFormat(lang, {
    timeZone: 'Asia/Tokyo',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const day = (value: DateJst) => date.format(new Date(`${value}T00:00:00+09:00`))
  return {
    lang,
    t: (key: string, args?: Readonly<Record<string, number | string>>): string =>
      context.text(lang, key, args),
    /** Whole yen or shares, without a unit: the head of the column says it. */
    figure: (value: number): string => plain.format(value).replace('-', MINUS),
    /** A price in tenths of a yen, in yen. */
    price: (tenths: number): string => price.format(tenths / 10),
    day,
    time: (at: Ms): string => time.format(new Date(at)),
    moment: (at: Ms): string => `${day(dateJst(at))} ${time.format(new Date(at))}`,
    side: ({ side, purpose }: { side: 'up' | 'down'; purpose: 'open' | 'close' }): string =>
      context.text(
        lang,
        purpose === 'open'
          ? `orders.side.${side}`
          : side === 'down'
            ? 'orders.side.closeUp'
            : 'orders.side.closeDown',
      ),
  }
}
