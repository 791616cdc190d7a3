import { useSyncExternalStore } from 'react'
import { store } from '#client/store.ts'

/** `/console/withdrawals/W-1?state=review`: page, what follows it, filters. */
export type Address = { page: string; rest: readonly string[]; query: Readonly<Record<string, string>> }
type Query = Readonly<Record<string, string | null | undefined>>

const ROOT = '/console/'

export function parse(pathname: string, search: string): Address {
  const [page = '', ...rest] = pathname
    .slice(ROOT.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)
  return { page, rest, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** The address of a page; what is null or empty in the query is left out. */
export function hrefOf(page: string, rest: readonly string[] = [], query: Query = {}): string {
  const path =
    ROOT +
    [page, ...rest]
      .filter((part) => part !== '')
      .map(encodeURIComponent)
      .join('/')
  const text = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]),
  ).toString()
  return text === '' ? path : `${path}?${text}`
}

const state = store<Address>({ page: '', rest: [], query: {} })
const reload = () => state.set(parse(location.pathname, location.search))

export const useAddress = (): Address => useSyncExternalStore(state.subscribe, state.get)

/** Goes there; `replace`: without a step for the browser's back button. */
export function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  if (href === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', href)
  reload()
}

/** Changes filters of the page that is shown; null takes one away. */
export function setQuery(patch: Query): void {
  const { page, rest, query } = state.get()
  go(hrefOf(page, rest, { ...query, ...patch }), { replace: true })
}

/** Links of the console change the page without loading it anew. */
export function startAddress(): void {
  reload()
  addEventListener('popstate', reload)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    if (
      !href?.startsWith(ROOT) ||
      link?.hasAttribute('download') ||
      link?.target === '_blank' ||
      event.defaultPrevented
    )
      return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(href)
  })
}
