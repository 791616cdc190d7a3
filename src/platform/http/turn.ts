import { performance } from 'node:perf_hooks'

/** How far a server is behind: what came together is answered one after another, in one turn of the event loop. */
export type Turn = {
  /** Counts a request. Whether those of this turn are more than `requests` and have taken longer than `ms`. */
  isLong(ms: number): boolean
}

/** A machine that others use too stands still now and then: only a turn with many requests counts as a crowd. */
export function watchTurn(requests: number, now: () => number = () => performance.now(), atItsEnd: (end: () => void) => void = setImmediate): Turn {
  let since = 0
  let count = 0
  const end = () => { count = 0 }
  return {
    isLong(ms) {
      if (count++ === 0) {
        since = now()
        atItsEnd(end)
      }
      return count > requests && now() - since > ms
    },
  }
}
