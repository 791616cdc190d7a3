import { useState } from 'react'
import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useTopic } from '#client/topics.ts'
import { getBars, quoteTopic, type BarView, type Interval } from '../contract.ts'
import { afterQuote, type LiveTail } from './live-bars.ts'
import { useSchedule } from './schedule.ts'

type Older = { bars: readonly BarView[]; hasMore: boolean; loading: boolean }
const NOTHING_OLDER: Older = { bars: [], hasMore: true, loading: false }
const PAGE = 300

/**
 * An issue's bars of one interval: what was read, older pages as they are asked for, and the end that lives.
 * Give it a key of both. `code` null: of none.
 */
export function useBars(code: string | null, interval: Interval, count: number) {
  const schedule = useSchedule()
  const read = useRead(
    getBars,
    { params: { code: code ?? '' }, query: { interval, limit: String(count) } },
    { quiet: true, staleTime: 60_000, keepPrevious: true, enabled: code !== null },
  )
  const [older, setOlder] = useState(NOTHING_OLDER)
  const [live, setLive] = useState<{ of: readonly BarView[]; tail: LiveTail } | null>(null)

  const newest = read.data
  useTopic(
    quoteTopic,
    newest === undefined || schedule === null || code === null ? null : { code },
    (quote) => {
      setLive((before) => {
        const tail = before?.of === newest ? before!.tail : { bars: newest!.slice(-1), volume: null }
        return { of: newest!, tail: afterQuote(tail, quote, interval, schedule!) }
      })
    },
  )

  const end = live !== null && live.of === newest ? live.tail.bars : newest?.slice(-1)
  const from = newest?.[0]?.at
  const bars =
    newest === undefined
      ? undefined
      : [...older.bars.filter(({ at }) => from === undefined || at < from), ...newest.slice(0, -1), ...end!]
  const more = async () => {
    const first = bars?.[0]
    if (code === null || first === undefined || older.loading || !older.hasMore) return
    setOlder((before) => ({ ...before, loading: true }))
    try {
      const page = await call(getBars, {
        params: { code },
        query: { interval, before: first.at, limit: String(PAGE) },
      })
      setOlder({
        // The newest page as well, but for the bar under way: read again, it begins later.
        bars: [...page, ...bars!.slice(0, -1)],
        hasMore: page.length === PAGE,
        loading: false,
      })
    } catch {
      // The failure has been toasted; going back once more asks again.
      setOlder((before) => ({ ...before, loading: false }))
    }
  }
  return { bars, error: read.error, refetch: () => void read.refetch(), more: () => void more() }
}
