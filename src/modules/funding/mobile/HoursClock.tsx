import { useEffect, useState } from 'react'
import { elapsed } from '#client/clock.ts'
import { useFormat, useT } from '#client/texts.ts'
import { MINUTE, msOfDayJst, type Ms } from '#kernel/time.ts'

const TICK_MS = 5_000

/**
 * The firm's wall clock going on from what was last read; the demo clock may be days ahead of the phone's.
 */
export function useWallNow(now: string): number {
  const read = Date.parse(now)
  const [state, set] = useState(() => ({ from: read, now: read }))
  useEffect(() => {
    const began = elapsed()
    const timer = setInterval(() => set({ from: read, now: read + elapsed() - began }), TICK_MS)
    return () => clearInterval(timer)
  }, [read])
  return state.from === read ? state.now : read
}

const CENTRE = 26
const RADIUS = 23
/** Twelve hours are a turn; 0 is up. */
const angleOf = (hours: number): number => (hours / 12) * 2 * Math.PI - Math.PI / 2
const point = (hours: number, radius: number): string =>
  `${(CENTRE + radius * Math.cos(angleOf(hours))).toFixed(1)} ${(CENTRE + radius * Math.sin(angleOf(hours))).toFixed(1)}`

const hoursOf = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour + minute / 60
}

/** A dial whose ring shows when requests are taken, and the hands what time it is in Japan. */
export function HoursClock({ from, to, open, now }: { from: string; to: string; open: boolean; now: Ms }) {
  const t = useT()
  const f = useFormat()
  const hours = msOfDayJst(now) / (60 * MINUTE)
  const [begin, end] = [hoursOf(from), hoursOf(to)]
  return (
    <svg
      width={52}
      height={52}
      viewBox="0 0 52 52"
      className="shrink-0"
      role="img"
      aria-label={t('funding.withdrawal.clockLabel', { time: f.clock(now) })}
    >
      <circle cx={CENTRE} cy={CENTRE} r={RADIUS} fill="none" stroke="var(--surface-sunk)" strokeWidth={5} />
      <path
        d={`M ${point(begin, RADIUS)} A ${RADIUS} ${RADIUS} 0 ${end - begin > 6 ? 1 : 0} 1 ${point(end, RADIUS)}`}
        fill="none"
        stroke={open ? 'var(--ok)' : 'var(--grey-2)'}
        strokeWidth={5}
      />
      <path
        d={`M ${CENTRE} ${CENTRE} L ${point(hours, 11)} M ${CENTRE} ${CENTRE} L ${point((hours % 1) * 12, 16)}`}
        stroke="var(--ink)"
        strokeWidth={2}
        strokeLinecap="round"
      />
      <circle cx={CENTRE} cy={CENTRE} r={2} fill="var(--ink)" />
    </svg>
  )
}
