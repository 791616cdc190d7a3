import { PAGE_TIMEOUT_MS } from '#kernel/specification.ts'

/** Specification, chapter 9: a page that has not come after a minute is not coming, and says so. */
export function withTimeout<T>(load: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('a page did not come in time')), PAGE_TIMEOUT_MS)
  return Promise.race([load(), promise]).finally(() => clearTimeout(timer))
}
