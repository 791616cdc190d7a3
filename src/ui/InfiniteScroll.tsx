import { useEffect, useEffectEvent, useRef } from 'react'
import { REACH_AGAIN_MS, REACH_BOTTOM_PX } from '#kernel/specification.ts'
import { useT } from '#client/texts.ts'
import { scrollerOf } from './scroller.ts'

/** The end of a list: asks for more when it comes within 50 px. */
export function InfiniteScroll({
  hasMore,
  loading,
  onMore,
}: {
  hasMore: boolean
  loading: boolean
  onMore: () => void
}) {
  const t = useT()
  const end = useRef<HTMLDivElement>(null)
  const near = useRef(false)
  const ask = useEffectEvent(() => {
    if (near.current && hasMore && !loading) onMore()
  })
  useEffect(() => {
    const element = end.current
    if (element === null) return
    let watcher: IntersectionObserver
    const watch = () => {
      watcher = new IntersectionObserver(
        ([entry]) => {
          near.current = entry?.isIntersecting ?? false
          ask()
        },
        { root: scrollerOf(element), rootMargin: `${REACH_BOTTOM_PX}px` },
      )
      watcher.observe(element)
    }
    // A phone that is turned has another element that scrolls.
    const anew = () => {
      watcher.disconnect()
      watch()
    }
    watch()
    addEventListener('resize', anew)
    return () => {
      removeEventListener('resize', anew)
      watcher.disconnect()
    }
  }, [])
  // A page of results that does not fill the screen moves nothing: ask again after a while.
  useEffect(() => {
    if (loading || !hasMore) return
    const timer = setTimeout(() => ask(), REACH_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [loading, hasMore])
  return (
    <div ref={end} className="grid min-h-touch place-items-center text-1 text-grey-1" role="status">
      {loading ? (
        <span className="flex items-center gap-2">
          <span className="ring size-4" aria-hidden />
          {t('ui.loading')}
        </span>
      ) : hasMore ? (
        ''
      ) : (
        t('ui.listEnd')
      )}
    </div>
  )
}
