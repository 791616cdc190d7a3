import type { PriceTenths } from '#kernel/price.ts'
import { formatter } from '#i18n/format.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { wayOf } from '#modules/orders/model/way.ts'
import { langOf, type Lang } from '#i18n/lang.ts'

/**
 * The wording of a statement: texts of the catalogues, figures and days as the language writes them, times of
 * Japan.
 */
export type Words = ReturnType<typeof wordsIn>

export function wordsIn(context: Pick<AppContext, 'text'>, name: string) {
  const lang: Lang = langOf(name)
  const f = formatter(lang)
  return {
    lang,
    t: (key: string, args?: Readonly<Record<string, number | string>>): string =>
      context.text(lang, key, args),
    /** Whole yen or shares, without a unit: the head of the column says it. */
    figure: (value: number): string => f.number(value),
    /** Shares, of which a split may leave less than one. */
    shares: (value: number): string => f.ruleFigure(value),
    /** A price in tenths of a yen, in yen. */
    price: (tenths: PriceTenths): string => f.price(tenths / 10),
    day: (date: DateJst): string => f.day(date),
    time: (at: Ms): string => f.time(at),
    moment: (at: Ms): string => `${f.day(at)} ${f.time(at)}`,
    side: (order: Parameters<typeof wayOf>[0]): string => context.text(lang, `orders.way.${wayOf(order)}`),
  }
}
