import type { Log } from './log.ts'

/**
 * A handler of what outsiders or timers set off, outside of any request: what it throws, at once or later, is
 * written down under `where` and ends nothing else. `failed` is then told, to let go of whoever set it off.
 * Not for the engine's own turns: after a broken invariant the process must end.
 */
export function guarded<Args extends unknown[]>(
  log: Pick<Log, 'error'>,
  where: string,
  handle: (...args: Args) => unknown,
  failed?: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    const fail = (err: unknown) => {
      log.error({ err, where }, 'a handler failed')
      failed?.(...args)
    }
    try {
      const later = handle(...args)
      if (later instanceof Promise) later.catch(fail)
    } catch (err) {
      fail(err)
    }
  }
}
