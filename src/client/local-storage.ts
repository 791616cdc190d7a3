import { useSyncExternalStore } from 'react'
import { store } from './store.ts'

/**
 * A list that stays on this device, newest first; `parse` answers null for what is not an entry (an older
 * version wrote it).
 */
export type StoredList<T> = {
  /** A hook; its name must look like one, or the compiler keeps the first answer. */
  useEntries(): readonly T[]
  /** The present entries, for code outside of a component. */
  entries(): readonly T[]
  /** To the front; an equal entry (`same`) moves there instead of standing twice. */
  add(entry: T): void
  remove(entry: T): void
  clear(): void
}

type Options<T> = {
  key: string
  most: number
  parse: (value: unknown) => T | null
  same: (a: T, b: T) => boolean
}

export function storedList<T>({ key, most, parse, same }: Options<T>): StoredList<T> {
  const state = store<readonly T[]>(read())

  function read(): readonly T[] {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(value)
        ? value
            .map(parse)
            .filter((entry) => entry !== null)
            .slice(0, most)
        : []
    } catch {
      return []
    }
  }
  function change(entries: readonly T[]): void {
    state.set(entries)
    try {
      if (entries.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(entries))
    } catch {
      // Kept in memory only.
    }
  }
  const without = (entry: T) => state.get().filter((one) => !same(one, entry))
  return {
    useEntries: () => useSyncExternalStore(state.subscribe, state.get),
    entries: state.get,
    add: (entry) => change([entry, ...without(entry)].slice(0, most)),
    remove: (entry) => change(without(entry)),
    clear: () => change([]),
  }
}

/** A choice between yes and no that stays on this device. */
export function storedFlag(key: string): {
  useValue(): boolean
  isSet(): boolean
  set(value: boolean): void
} {
  const list = storedList<true>({
    key,
    most: 1,
    parse: (value) => (value === true ? true : null),
    same: () => true,
  })
  return {
    useValue: () => list.useEntries().length > 0,
    isSet: () => list.entries().length > 0,
    set: (value) => (value ? list.add(true) : list.clear()),
  }
}

/** One of a few, chosen on this device; `initial` where nothing, or something else, is kept. */
export function storedChoice<const T extends string>(
  key: string,
  options: readonly T[],
  initial: T,
): { useValue(): T; set(value: T): void } {
  const parse = (value: unknown): T | null => options.find((option) => option === value) ?? null
  const list = storedList<T>({ key, most: 1, parse, same: (a, b) => a === b })
  return { useValue: () => list.useEntries()[0] ?? initial, set: (value) => list.add(value) }
}
