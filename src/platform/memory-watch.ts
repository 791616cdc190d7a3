import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

export type MemoryWatch = {
  /** True from when a collection leaves too little room until one leaves enough. */
  isShort(): boolean
  /** Bytes of the heap in use and the most that it may have. */
  heap(): { used: number; limit: number }
  /** Answers the way to stop. */
  start(): () => void
}

/** Shares of the heap that are in use after a collection: V8 gives up at the whole. */
const SHORT_FROM = 0.85
const ENOUGH_BELOW = 0.75

/**
 * The memory of the process, watched so that work is refused by name before V8 ends the process in the middle
 * of it. Judged right after a full collection: before one, what is in use is mostly garbage.
 */
export function openMemoryWatch({
  read = heapNow,
  onChange,
}: {
  read?: () => { used: number; limit: number }
  onChange: (isShort: boolean, heap: { used: number; limit: number }) => void
}): MemoryWatch & { collected(): void } {
  let isShort = false
  function collected(): void {
    const heap = read()
    const share = heap.used / heap.limit
    const now = isShort ? share >= ENOUGH_BELOW : share >= SHORT_FROM
    if (now === isShort) return
    isShort = now
    onChange(now, heap)
  }
  return {
    isShort: () => isShort,
    heap: read,
    collected,
    start() {
      const observer = new PerformanceObserver((list) => {
        if (list.getEntries().some(isFullCollection)) collected()
      })
      observer.observe({ entryTypes: ['gc'] })
      return () => observer.disconnect()
    },
  }
}

const isFullCollection = (entry: PerformanceEntry): boolean =>
  (entry as { detail?: { kind?: number } }).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR

/**
 * V8 gives up when its old space is full, and counts three young spaces of 64 MB into the limit as well
 * (Node 24 on 64 bits): after a collection they are nearly empty.
 */
const YOUNG_BYTES = 3 * 64 * 1_048_576

function heapNow(): { used: number; limit: number } {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return { used, limit: limit - YOUNG_BYTES }
}
