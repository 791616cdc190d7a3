import { storedList } from '#client/local-storage.ts'

/** A past search: an issue that was opened, or words that were searched. */
export type Searched = { readonly text: string; readonly code: string | null }

const MOST = 10

function parse(value: unknown): Searched | null {
  if (typeof value !== 'object' || value === null) return null
  const { text, code } = value as Partial<Record<keyof Searched, unknown>>
  return typeof text === 'string' && text !== '' && (typeof code === 'string' || code === null)
    ? { text, code }
    : null
}

/** The search history: on this device alone. */
export const searchHistory = storedList<Searched>({
  key: 'searchHistory',
  most: MOST,
  parse,
  same: (a, b) => (a.code ?? a.text) === (b.code ?? b.text),
})
