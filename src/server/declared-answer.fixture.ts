import * as z from 'zod/mini'
import type { RouteHandler } from '#modules/module.ts'

type Routes = readonly Pick<RouteHandler, 'route'>[]

/**
 * Fields of an answer that its contract does not declare, or has otherwise: no client may rely on them.
 */
export function undeclared(routes: Routes, method: string, path: string, data: unknown): string[] {
  const asked = path.replace(/^\/api/, '').split('?', 1)[0]!
  // `/orders/{id}` fits `/orders/same` too: the path with fewer places is meant.
  const [found] = routes
    .filter(({ route }) => route.method === method && matches(route.path, asked))
    .toSorted((a, b) => a.route.path.split('{').length - b.route.path.split('{').length)
  if (found === undefined) return []
  const parsed = z.safeParse(found.route.output, data)
  if (!parsed.success)
    return parsed.error.issues.map(
      ({ path: at, message }) => `${found.route.name} ${at.join('.')}: ${message}`,
    )
  return [...beyond(data, parsed.data, '')].map((at) => `${found.route.name} ${at}: not declared`)
}

const matches = (pattern: string, path: string): boolean => {
  const [parts, asked] = [pattern.split('/'), path.split('/')]
  return (
    parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at])
  )
}

function* beyond(said: unknown, declared: unknown, at: string): Generator<string> {
  if (typeof said !== 'object' || said === null || typeof declared !== 'object' || declared === null) return
  for (const [name, value] of Object.entries(said))
    if (!(name in declared)) yield `${at}.${name}`
    else yield* beyond(value, (declared as Record<string, unknown>)[name], `${at}.${name}`)
}
