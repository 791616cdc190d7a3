import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { getIndexCloses, type Interval } from '../contract.ts'
import type { IndexId } from '../model/market-index.ts'
import { isDailyInterval } from './chart-labels.ts'
import type { Value } from './aligned.ts'
import { useBars } from './use-bars.ts'

/** Index or issue beside a chart's prices, in per cent from the first bar in sight. */
export type Compared =
  | { readonly kind: 'index'; readonly id: IndexId }
  | { readonly kind: 'issue'; readonly code: string; readonly name: string }

/** So many at once, each a line of its own colour. */
const MOST = 3
export const COMPARED_COLORS = ['--study-pink', '--study-teal', '--study-olive'] as const

/** A name that tells it from all else that can be compared. */
export const idOf = (one: Compared): string => (one.kind === 'index' ? one.id : one.code)

/** With this one too, or without it where it was there; one too many takes the place of the first. */
export const toggled = (compared: readonly Compared[], one: Compared): readonly Compared[] =>
  compared.some((each) => idOf(each) === idOf(one))
    ? compared.filter((each) => idOf(each) !== idOf(one))
    : [...compared, one].slice(-MOST)

/** Lines that stand beside a chart's prices, as far as they have come. Give it a key of all of them. */
export function useAllCompared(compared: readonly Compared[], interval: Interval, count: number) {
  const [first = null, second = null, third = null] = compared
  return [
    useCompared(first, interval, count),
    useCompared(second, interval, count),
    useCompared(third, interval, count),
  ]
}

/** Values of what is compared; undefined until they have come. */
function useCompared(compared: Compared | null, interval: Interval, count: number) {
  const t = useT()
  const issue = useBars(compared?.kind === 'issue' ? compared.code : null, interval, count)
  const id = compared?.kind === 'index' ? compared.id : null
  const isDaily = isDailyInterval(interval)
  const index = useRead(
    getIndexCloses,
    {
      params: { id: id ?? 'all' },
      query: { interval: isDaily ? interval : '1d', limit: String(Math.max(count, MOST_INDEX)) },
    },
    { quiet: true, staleTime: 60_000, enabled: id !== null && isDaily },
  )
  return {
    name:
      compared === null ? '' : compared.kind === 'issue' ? compared.name : t(`market.index.${compared.id}`),
    values: id === null ? issue.bars?.map(({ at, close }): Value => ({ at, value: close })) : index.data,
    more: issue.more,
  }
}

/** Closes of an index are small: older bars of the chart find theirs. */
const MOST_INDEX = 300
