/** A browser may refuse storage: then a reload loses what stood in the tab, as before. Null: refused. */
export function inTab<T>(act: (store: Storage) => T): T | null {
  try {
    return act(sessionStorage)
  } catch {
    return null
  }
}

/** The fields of a form: a draft of another version of it is not taken. */
export const shapeOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).toSorted().join() : ''
