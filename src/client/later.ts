/** Made when it is first needed: a language's formats cost a phone milliseconds each, and a page needs few of them. */
export function later<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
