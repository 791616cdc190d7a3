import type { Ms } from '#kernel/time.ts'

type Timer = { at: Ms; every: Ms | null; work: () => void }

/**
 * Takes the timers of this process over, so that what the modules do "every second" happens when the
 * simulation's clock says so. For a process that does nothing but simulate: a timer that has been missed for
 * an hour fires once, as after a sleep of the machine.
 */
export function takeOverTimers(): { begin(): void; advanceTo(at: Ms): void; forget(): void } {
  const timers = new Map<number, Timer>()
  let now: Ms = 0
  let ids = 0
  const add =
    (repeats: boolean) =>
    (work: () => void, ms = 1) => {
      const id = ++ids
      const wait = Math.max(ms, 1)
      timers.set(id, { at: now + wait, every: repeats ? wait : null, work })
      const handle = { id, ref: () => handle, unref: () => handle, hasRef: () => false }
      return handle
    }
  const drop = (handle?: { id?: number } | string | number | null) => {
    if (typeof handle === 'object' && handle?.id !== undefined) timers.delete(handle.id)
  }
  Object.assign(globalThis, {
    setInterval: add(true),
    setTimeout: add(false),
    clearInterval: drop,
    clearTimeout: drop,
  })
  return {
    /** Another simulation, another time. */
    begin() {
      timers.clear()
      now = 0
    },
    advanceTo(at) {
      now = Math.max(now, at)
      for (const [id, timer] of timers) {
        if (timer.at > now) continue
        if (timer.every === null) timers.delete(id)
        else timer.at = now + timer.every
        timer.work()
      }
    },
    /** The process is gone, and its timers with it. */
    forget: () => timers.clear(),
  }
}
