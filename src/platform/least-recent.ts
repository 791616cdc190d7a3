/** A cache of bounded size that forgets what was not asked for the longest. */
export type Cache<K, V> = { get(key: K): V | undefined; set(key: K, value: V): void; clear(): void }

export function leastRecent<K, V>(size: number): Cache<K, V> {
  const kept = new Map<K, V>()
  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > size) kept.delete(kept.keys().next().value!)
    },
    clear: () => kept.clear(),
  }
}
