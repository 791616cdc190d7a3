import { pages, type PageName, type ParamsFor } from '#registry/pages.ts'
import type { Page, Parse } from '#wire/page.ts'

type SearchParams = Readonly<Record<string, string | number | undefined>>
type Builder<N extends PageName> = (params?: ParamsFor<N>) => string

/** `paths.stock({ code: 'S214' })` is the address of a place, for `navigate` and for links. */
export const paths = Object.fromEntries(
  Object.entries<Page>(pages).map(([name, { path }]) => [
    name,
    (params: SearchParams = {}) => `#${path}${searchOf(params)}`,
  ]),
) as { readonly [N in PageName]: Builder<N> }

function searchOf(params: SearchParams): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export type Place = { name: PageName; tab: boolean; params: Readonly<Record<string, unknown>> }

const nameByPath = new Map<string, PageName>(
  Object.entries<Page>(pages).map(([name, { path }]) => [path, name as PageName]),
)

/**
 * The page at an address (with or without `#`), or null where there is none. A parameter that does not parse
 * is left out.
 */
export function placeOf(url: string): Place | null {
  const [path = '', search = ''] = url.replace(/^#/, '').split('?', 2)
  const name = nameByPath.get(path || '/')
  if (name === undefined) return null
  const written = new URLSearchParams(search)
  const params: Record<string, unknown> = {}
  for (const [param, parse] of Object.entries<Parse<unknown>>(pages[name].params)) {
    const text = written.get(param)
    const value = text === null ? undefined : parse(text)
    if (value !== undefined) params[param] = value
  }
  return { name, tab: pages[name].tab, params }
}
