import type { Ms } from '#kernel/time.ts'

/**
 * The time from a print to the decision on it, market time; clocks of two threads may differ by a step, and
 * nothing is decided before it was printed.
 */
export const lateness = (printAt: Ms, decidedAt: Ms): Ms => Math.max(decidedAt - printAt, 0)

/** The lateness of the newest decisions. Milliseconds of market time; null while there are none. */
export type Lateness = { readonly decided: number; readonly medianMs: Ms | null; readonly worstMs: Ms | null }

const KEPT = 1_000

/** Keeps the lateness of the newest thousand. */
export function latenessMeter(): { add(lateMs: Ms): void; read(): Lateness } {
  const newest: Ms[] = []
  let decided = 0
  return {
    add(lateMs) {
      newest[decided++ % KEPT] = lateMs
    },
    read() {
      const sorted = newest.toSorted((a, b) => a - b)
      return {
        decided,
        medianMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
        worstMs: sorted.at(-1) ?? null,
      }
    },
  }
}
