import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useT } from '#client/texts.ts'
import { ICON_S } from './icon.ts'
import { scrollerOf } from './scroller.ts'

const START_PX = 64
const LONGEST_PX = 96

/** An element that takes all touches for itself is dragged, and nothing is pulled by it. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.touch-none') !== null

/** Pulling the top of the list down by 64 px reads it again. Part of `Page`. */
export function PullToRefresh({
  scroller,
  onRefresh,
}: {
  scroller: RefObject<HTMLElement | null>
  onRefresh: () => Promise<unknown>
}) {
  const t = useT()
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)
  const release = useEffectEvent((distance: number) => {
    setPulled(0)
    if (distance < START_PX || busy) return
    setBusy(true)
    void onRefresh()
      .catch(() => {})
      .finally(() => setBusy(false))
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const isAtTop = () => (scrollerOf(element)?.scrollTop ?? 0) <= 0
    let from: number | null = null
    let distance = 0
    const events = new AbortController()
    const options = { signal: events.signal, passive: true }
    element.addEventListener(
      'touchstart',
      (event) => {
        const isPull = isAtTop() && event.touches.length === 1 && !isTaken(event.target)
        from = isPull ? event.touches[0]!.clientY : null
        distance = 0
      },
      options,
    )
    element.addEventListener(
      'touchmove',
      (event) => {
        if (from === null) return
        distance = isAtTop() ? Math.min(LONGEST_PX, Math.max(0, (event.touches[0]!.clientY - from) / 2)) : 0
        setPulled(distance)
      },
      options,
    )
    for (const end of ['touchend', 'touchcancel'] as const) {
      element.addEventListener(
        end,
        () => {
          if (from !== null) release(distance)
          from = null
        },
        options,
      )
    }
    return () => events.abort()
  }, [scroller])
  const height = busy ? START_PX : pulled
  if (height === 0) return null
  return (
    <div className="grid place-items-center overflow-hidden text-grey-1" style={{ height }} role="status">
      {busy ? (
        <span className="flex items-center gap-2 text-1">
          <span className="ring size-4" />
          {t('ui.refreshing')}
        </span>
      ) : (
        <IconArrowDown {...ICON_S} style={{ rotate: pulled >= START_PX ? '180deg' : '0deg' }} />
      )}
    </div>
  )
}
