import type { Ms } from '#kernel/time.ts'
import { useEffect, useState } from 'react'
import { wallNow } from '#client/clock.ts'
import { useT } from '#client/texts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LOOKS_EVERY = 15_000

/** The time that cases have come and end by, looked at again every quarter of a minute. */
export function useNow(): number {
  const [now, setNow] = useState(wallNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(wallNow()), LOOKS_EVERY)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The time it has waited, or still may, in one unit: 42 min, 3 h, 2 d. */
export function useSpan(): (ms: Ms) => string {
  const t = useT()
  return (ms) => {
    const span = Math.abs(ms)
    return span >= 2 * DAY
      ? t('console.span.days', { n: Math.floor(span / DAY) })
      : span >= 2 * HOUR
        ? t('console.span.hours', { n: Math.floor(span / HOUR) })
        : t('console.span.minutes', { n: Math.floor(span / MINUTE) })
  }
}
