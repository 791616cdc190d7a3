/** Asks again until `found` says yes; the last answer, or an error after `ms` that shows it. */
export async function waitFor<T>(
  ask: () => T | Promise<T>,
  found: (value: T) => boolean,
  ms = 20_000,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const value = await ask()
    if (found(value)) return value
    if (performance.now() > end)
      throw new Error(`not so after ${ms} ms: ${JSON.stringify(value).slice(0, 500)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
