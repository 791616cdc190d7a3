import { SECOND, type Ms } from '#kernel/time.ts'
import { every } from './every.ts'

/**
 * Seconds without any answer of the database: after `stalled` nothing new is taken (a member's call gives up
 * then), after `gone` the process ends.
 */
export const WATCHDOG = { stalled: 5, gone: 30 }
const TICK: Ms = SECOND

export type DatabaseWatchdog = {
  /** The database owes an answer for so long that nothing new is begun. */
  stalled(): boolean
  /** A batch on its way to the disk. */
  watch(flushed: Promise<unknown>): void
  /** `ping` is asked once a second; `gone` is told once. Answers the way to stop. */
  start(deps: { ping: () => Promise<unknown>; gone: (error: Error) => void }): () => void
}

/**
 * The watch on whether the database answers: batches of the engine, and a question a second. Counted in turns
 * of this process's own timer: one that was itself asleep has had no turns, and blames nobody.
 */
export function openDatabaseWatchdog(limits = WATCHDOG): DatabaseWatchdog {
  const waiting = new Set<{ turns: number }>()
  const longest = () => [...waiting].reduce((most, { turns }) => Math.max(most, turns), 0)
  return {
    stalled: () => longest() >= limits.stalled,
    watch(flushed) {
      const question = { turns: 0 }
      waiting.add(question)
      const answered = () => void waiting.delete(question)
      flushed.then(answered, answered)
    },
    start({ ping, gone }) {
      // A refused connection is no answer: the question stays until one is answered.
      const question = { turns: 0 }
      let asking = false
      function ask(): void {
        asking = true
        waiting.add(question)
        ping()
          .then(
            () => {
              waiting.delete(question)
              question.turns = 0
            },
            () => {},
          )
          .finally(() => (asking = false))
      }
      const stop = every(TICK, () => {
        for (const each of waiting) each.turns += 1
        if (longest() >= limits.gone) {
          stop()
          gone(new Error(`the database has not answered for ${limits.gone} s`))
        } else if (!asking) ask()
      })
      ask()
      return stop
    },
  }
}
