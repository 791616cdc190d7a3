/**
 * Runs while the entry is still on its way: asks for the first page's code and for the texts, which the entry would ask for only once it runs.
 * `scripts/early/vite-plugin.ts` builds it into one small file of its own and writes the addresses in.
 */
import { wantedFirst, type EarlyTable } from './early-table.ts'

declare const AKARI_EARLY: EarlyTable

/** A browser may refuse storage: then the language is the app's own. */
function storedLocale(): string {
  try {
    return localStorage.getItem('locale') ?? ''
  } catch {
    return ''
  }
}

function ask(rel: 'modulepreload' | 'preload', href: string): void {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  if (rel === 'preload') {
    // As the app's own `fetch` will ask.
    link.as = 'fetch'
    link.crossOrigin = 'anonymous'
  }
  document.head.append(link)
}

const { modules, data } = wantedFirst(AKARI_EARLY, location.hash, storedLocale())
for (const href of modules) ask('modulepreload', href)
for (const href of data) ask('preload', href)
