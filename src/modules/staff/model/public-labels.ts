import { lineProblem, plain, type LineProblem } from './line-filter.ts'

/**
 * Problems of words that support publishes by itself: those of any line of a conversation, and any amount,
 * price or rate (security-and-trust 1).
 */
export type WordsProblem = LineProblem | 'MONEY'

const NUMBER = String.raw`\d[\d.,\s]*`
const LARGE = String.raw`(?:万|億|亿|萬|千|百|百万|thousand|million|billion|mil|millones|mille|millions)?`
/**
 * Fees, prices, limits and rates are terms: who may set them is another matter, and the rules say them by
 * themselves.
 */
const MONEY: readonly RegExp[] = [
  /(?:[¥$€£₿]|\b(?:jpy|usd|eur|usdt))\s?\d/,
  new RegExp(
    String.raw`${NUMBER}${LARGE}\s?(?:円|¥|yen(?:s|es)?\b|jpy|日元|日圓|日币|圆|元|ドル|usd|dollars?|dólares|euros?|€|usdt)`,
  ),
  /[一二三四五六七八九十百千万億]+\s?円/,
  new RegExp(
    String.raw`${NUMBER}\s?(?:%|percent|per cent|パーセント|por ciento|pour cent|割|ポイント還元|倍|bp\b|basis points)`,
  ),
]

/**
 * The first thing in published words that support may not publish; null when they may stand. Pure: the editor
 * asks it while somebody types.
 */
export const wordsProblem = (text: string): WordsProblem | null =>
  lineProblem(text) ?? (namesMoney(text) ? 'MONEY' : null)

/** True if a text names an amount, a price or a rate in figures. */
export function namesMoney(text: string): boolean {
  const said = plain(text)
  return MONEY.some((pattern) => pattern.test(said))
}
