import type { Ms } from '#kernel/time.ts'

/**
 * Runs `work` every `ms` of the machine's clock until the answer is called. Never keeps the process alive.
 */
export function every(ms: Ms, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}
