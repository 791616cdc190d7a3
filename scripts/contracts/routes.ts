import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '#wire/route.ts'

/** A route, and the first word of its texts' keys. */
export type Written = { module: string; file: string; route: Route }

/** Every route that a contract below `src` exports: the modules', and those of the server itself. */
export async function allRoutes(src: string): Promise<Written[]> {
  const contracts = globSync('modules/*/{operator-,}contract.ts', { cwd: src })
    .sort()
    .map((file) => ({ file, module: file.split('/')[1] ?? '' }))
  const ofTheServer = { file: 'wire/system.ts', module: 'server' }
  const found: Written[] = []
  for (const { file, module } of [...contracts, ofTheServer]) {
    if (!existsSync(join(src, file))) continue
    const exported = (await import(pathToFileURL(join(src, file)).href)) as Record<string, unknown>
    found.push(
      ...Object.values(exported)
        .filter(isRoute)
        .map((route) => ({ module, file, route })),
    )
  }
  return found
}

const isRoute = (exported: unknown): exported is Route =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported
