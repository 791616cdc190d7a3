import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { TagTone } from '#ui/Tag.tsx'
import type { ApplicationView, PickView } from '../contract.ts'

type Part = PickView['parts'][number]
const MILLION = 1_000_000
/** No results within so many days: the method looks no further. */
const FAR_DAYS = 30

/** Millionths of a basis point as a percentage. */
export const partWord = (f: Format, micro: number): string => f.signedPercent(micro / MILLION)
/** The same as yen of a million that is invested. */
export const yenOfMillion = (micro: number): number => Math.round(micro / 10_000)
/**
 * The parts of a score as yen of a million, which add up to the score's: each is rounded down, and those
 * that lost most by it get a yen more.
 */
export function yenOfParts(parts: readonly number[]): number[] {
  const exact = parts.map((micro) => micro / 10_000)
  const yen = exact.map(Math.floor)
  const lost = (n: number) => exact[n]! - yen[n]!
  const left = yenOfMillion(sum(parts)) - sum(yen)
  for (const n of [...parts.keys()].sort((a, b) => lost(b) - lost(a)).slice(0, left)) yen[n]! += 1
  return yen
}
const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
/** The value of a feature as people say it. */
export const valueWord = (
  t: Translate,
  f: Format,
  { feature, value }: Pick<Part, 'feature' | 'value'>,
): string =>
  feature === 'results'
    ? value >= FAR_DAYS
      ? t('ai.value.daysFar')
      : t('ai.value.days', { n: value })
    : feature === 'swing20'
      ? f.percent(value)
      : f.signedPercent(value)
/** Of the day's issues, how many in a hundred stand below. */
export const percentBelow = ({ rank }: Pick<Part, 'rank'>): number => Math.round((rank + 1_000) / 20)
/** The feature that adds most to the score. */
export const mainPart = ({ parts }: Pick<PickView, 'parts'>): Part | undefined =>
  parts.toSorted((a, b) => b.part - a.part)[0]

export const STATUS_TONES: Readonly<Record<ApplicationView['status'], TagTone>> = {
  applying: 'brand',
  success: 'ok',
  failed: 'warn',
  cancelled: 'grey',
}
