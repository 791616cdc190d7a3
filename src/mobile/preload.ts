/**
 * Runs while the entry is still on its way: asks for the first page's code, for the texts, and for what the
 * page reads first, which the entry would ask for only once it runs. `scripts/preload/vite-plugin.ts` builds
 * it into one small file of its own and writes the addresses in.
 */
import type { Answer, PreloadCache, Preloaded } from '#client/preload-cache.ts'
import { firstLocale } from '#i18n/lang.ts'
import { CALL_TIMEOUT_MS } from '#kernel/specification.ts'
import { preloadsFor, type PreloadTable } from './preload-table.ts'

declare const AKARI_EARLY: PreloadTable

/** A browser may refuse storage: then nobody is logged in. */
function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
const kept = (key: string): string =>
  stored(key) || (key === 'locale' ? firstLocale(navigator.languages) : '')

function preload(rel: 'modulepreload' | 'preload', href: string): void {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  if (rel === 'preload') {
    // The same mode as the app's own `fetch`: else it would be loaded twice.
    link.as = 'fetch'
    link.crossOrigin = 'anonymous'
  }
  document.head.append(link)
}

const token = kept('token')
const { modules, data, asks } = preloadsFor(AKARI_EARLY, location.hash, kept)
for (const href of modules) preload('modulepreload', href)
for (const href of data) preload('preload', href)

const asked: PreloadCache = new Map()
for (const address of asks) {
  const ask = async (): Promise<Answer> => {
    const response = await fetch(address, {
      headers: { token },
      cache: 'no-store',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    return { response, text: await response.text() }
  }
  const answer = ask()
  const one: Preloaded = { at: performance.now(), token, answer }
  // The code that takes it hears of its failure; where none does, none needs to.
  answer.then(
    (come) => {
      one.come = come
    },
    () => {},
  )
  asked.set(address, one)
}
globalThis.akariAsked = asked
