import type { Yen } from '#kernel/money.ts'
import { seeded } from '#kernel/random.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { endMonthOf } from '#modules/instruments/model/business-year.ts'
import type { CorporateAction } from '#modules/instruments/model/corporate-actions.ts'
import type { Results } from '#modules/instruments/model/earnings.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { Disclosure } from '#modules/venue/model/news.ts'
import type { Lang } from '#i18n/lang.ts'

/**
 * The content of simulated news: the kind of its words and the figures that fill them (`words.<kind>.title`
 * and `.text` in the catalogues). `code` also brings the issue's `name`, a sector its name, `yen` the
 * `amount` as the language tells it (`sumIn`).
 */
export const NEWS_WORDS = {
  results: ['code', 'year', 'month', 'quarter', 'reaction', 'profit', 'yen', 'progress'],
  takeover: ['code', 'premium'],
  revisionUp: ['code', 'percent'],
  revisionDown: ['code', 'percent'],
  contract: ['code', 'yen'],
  buyback: ['code', 'yen'],
  partnership: ['code'],
  accident: ['code', 'days'],
  recall: ['code', 'yen'],
  delay: ['code', 'months'],
  plan: ['code', 'yen'],
  leadership: ['code'],
  dividend: ['code', 'perShare', 'exDate', 'payDate'],
  split: ['code', 'newShares', 'oldShares', 'exDate'],
  marketMidday: ['change', 'basis', 'level', 'advancing', 'declining', 'best', 'worst'],
  marketClose: ['change', 'basis', 'level', 'advancing', 'declining', 'best', 'worst'],
  opened: [],
  tradingDays: ['from', 'closed', 'opened'],
  tradingHours: ['from'],
} as const satisfies Record<string, readonly string[]>
export type NewsWords = keyof typeof NEWS_WORDS
export const NEWS_WORD_KINDS = Object.keys(NEWS_WORDS) as readonly NewsWords[]
export type NewsArgs = { readonly [name: string]: string | number }

/** Words with their figures. */
export type Said = { readonly words: NewsWords; readonly args: NewsArgs }

/** Below this, what is said moves a price no more than chance does: neutral words. */
const NEUTRAL = 0.004
const GOOD = ['revisionUp', 'contract', 'buyback', 'partnership'] as const
const BAD = ['revisionDown', 'accident', 'recall', 'delay'] as const
const PLAIN = ['plan', 'leadership', 'partnership'] as const

/**
 * Orders, buybacks and costs are such a part of the company's value at its first price; more where the price
 * moves more.
 */
const SUM_SHARE = { least: 0.002, perReturn: 0.35 } as const

/**
 * The words of a disclosure that moves a price: good ones where it rises, bad ones where it falls, a size
 * that goes with the move. The same disclosure has the same words for ever. Results have their published
 * figures.
 */
export function wordsOf(disclosure: Disclosure, instrument: Instrument, results: Results | null): Said {
  const { code, kind, logReturn } = disclosure
  if (kind === 'results' && results !== null)
    return { words: 'results', args: resultsArgs(code, logReturn, results) }
  if (kind === 'takeover')
    return { words: 'takeover', args: { code, premium: Math.round(Math.expm1(logReturn) * 100) } }
  const random = seeded('news words', code, disclosure.at, Math.round(logReturn * 1e6))
  const size = Math.abs(logReturn)
  const choices = size < NEUTRAL ? PLAIN : logReturn > 0 ? GOOD : BAD
  const words = choices[random.below(choices.length)]!
  switch (words) {
    case 'revisionUp':
    case 'revisionDown':
      return {
        words,
        args: { code, percent: Math.min(Math.max(Math.round(size * 100 * (2 + 2 * random.next())), 2), 60) },
      }
    case 'accident':
      return { words, args: { code, days: Math.min(1 + Math.round(size * 200 * (0.5 + random.next())), 30) } }
    case 'delay':
      return {
        words,
        args: { code, months: Math.min(1 + Math.round(size * 100 * (0.5 + random.next())), 18) },
      }
    case 'partnership':
    case 'leadership':
      return { words, args: { code } }
    case 'contract':
    case 'buyback':
    case 'recall':
    case 'plan':
      return {
        words,
        args: {
          code,
          ...sumOf(instrument, SUM_SHARE.least + SUM_SHARE.perReturn * size * (0.5 + random.next())),
        },
      }
  }
}

/**
 * The decisions of companies about dividends and splits: known long before the day, and no price moves with
 * it.
 */
export function actionWords(action: CorporateAction): Said {
  const { code, exDate } = action
  return action.kind === 'dividend'
    ? {
        words: 'dividend',
        args: {
          code,
          perShare: action.perShareTenths / 10,
          exDate: dayOf(exDate),
          payDate: dayOf(action.payDate),
        },
      }
    : {
        words: 'split',
        args: { code, newShares: action.newShares, oldShares: action.oldShares, exDate: dayOf(exDate) },
      }
}

/** The business year by the month in which it ends, as a Japanese paper names it: 2027年3月期. */
function resultsArgs(code: string, logReturn: number, results: Results): NewsArgs {
  const { businessYear, quarter, operatingYen, forecast } = results
  const reaction = logReturn > NEUTRAL * 2 ? 'up' : logReturn < -NEUTRAL * 2 ? 'down' : 'flat'
  const profit = operatingYen < 0 ? 'loss' : 'gain'
  const progress =
    quarter === 4 || forecast.operatingYen <= 0
      ? -1
      : Math.round((operatingYen * 100) / forecast.operatingYen)
  return {
    code,
    year: String(businessYear),
    month: endMonthOf(results),
    quarter,
    reaction,
    profit,
    yen: Math.abs(operatingYen),
    progress,
  }
}

/** A round sum: one or two digits of it count. */
function sumOf({ sharesOutstanding, openingPriceTenths }: Instrument, share: number) {
  const yen = (sharesOutstanding * openingPriceTenths * share) / 10
  const oku = Math.max(1, yen / 1e8)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(oku)) - 1)
  return { yen: Math.round(oku / step) * step * 1e8 }
}

/**
 * In how many yen a language counts sums, and the very large among them: 億 and 兆, millions and billions (a
 * Spanish one has twelve noughts). `step`: the least that is told.
 */
const UNITS = {
  cjk: { unit: 1e8, step: 1e7, large: 1e12 },
  en: { unit: 1e6, step: 1e6, large: 1e9 },
  fr: { unit: 1e6, step: 1e6, large: 1e9 },
  es: { unit: 1e6, step: 1e6, large: 1e12 },
} as const

/** A sum of a company's as the language tells it: the key of the words and the amount in their unit. */
export function sumIn(lang: Lang, yen: Yen): { words: 'sum' | 'largeSum'; amount: number } {
  const { unit, step, large } = UNITS[lang === 'en' || lang === 'fr' || lang === 'es' ? lang : 'cjk']
  const told = Math.round(yen / step) * step
  return told < large
    ? { words: 'sum', amount: told / unit }
    : { words: 'largeSum', amount: Math.round((told / large) * 100) / 100 }
}

/** A date as an argument that the catalogues write out: noon of it in Japan. */
const dayOf = (date: DateJst): Ms => Date.parse(`${date}T12:00:00+09:00`)
