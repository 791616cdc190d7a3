/**
 * Runs `work` every `ms` of the machine's clock until the answer is called. Never keeps the process alive.
 */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}
