/** Values that stand in an address: the contracts' queries and places hold nothing else. */
export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

/** `/orders/{id}` with its places filled. */
export const fillPath = (path: string, params: Params = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, place: string) => encodeURIComponent(String(params[place] ?? '')))

export function addressOf(
  { path, query = {} }: { path: string; query?: Params | undefined },
  lang: string,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  search.set('lang', lang)
  return `/api${path}?${search}`
}
